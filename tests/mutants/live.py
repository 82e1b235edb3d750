"""Live play: each seat on its own device, and nobody sees what another holds."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        "a device hears of each new version",
        "service/live.py",
        "        self.version = max(self.version, version or 0)\n        self._news.set()",
        "        self.version = max(self.version, version or 0)",
        ("tests/service/test_live.py::test_and_of_what_another_process_stores",),
    ),
]
