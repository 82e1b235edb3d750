"""A promise with the change that breaks it, and the tests that have to notice."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOPICS = (
    "live",
    "together",
    "hidden",
    "secret",
    "rights",
    "people",
    "audit",
    "links",
    "safety",
    "floods",
    "stores",
    "copies",
    "durability",
    "old",
    "verify",
    "running",
    "telling",
    "configured",
    "abuse",
    "load",
)


@dataclass(frozen=True)
class Mutant:
    """``old``, which stands once in ``file``, becomes ``new``; one of ``tests`` has to fail.

    ``tests`` are as pytest takes them: a file, or ``file::test``.
    """

    promise: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def put_into(self, root: Path) -> str:
        """Change the file below ``root`` and return what it held before.

        Raises ``ValueError`` where ``old`` does not stand exactly once.
        """
        path = root / self.file
        before = path.read_text(encoding="utf-8")
        if (times := before.count(self.old)) != 1:
            raise ValueError(f"{self.file} has {times} times what {self.promise!r} changes, not 1")
        path.write_text(before.replace(self.old, self.new), encoding="utf-8")
        return before


def mutants() -> Iterator[tuple[str, Mutant]]:
    """Return every mutant with its topic, in the topics' order."""
    for topic in TOPICS:
        for mutant in import_module(f"tests.mutants.{topic}").MUTANTS:
            yield topic, mutant
