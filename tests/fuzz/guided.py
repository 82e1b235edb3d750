"""Inputs that coverage leads: atheris keeps what reaches code that nothing reached before.

Atheris (libFuzzer) is the one that is kept up, has a wheel for Python 3.11 and takes a mutator of
one's own, so that its inputs keep their structure too. It ends its process, so each target has one.
"""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from random import Random
from tempfile import TemporaryDirectory

from tests.fuzz.tally import Tally

GUIDED = (
    *("session text", "JSON Lines", "spreadsheet", "edition", "bots.toml"),
    *("notation lantern_moths", "notation lepidoptery", "notation nocturnis", "bot program"),
    *("API bodies", "SQL"),
)

LED = ["domain", "service.transfer", "service.checked", "service.casting", "analytics.bots.program"]
LED += ["service.api", "service.recorder", "service.web.pages.sql", "analytics.sandbox"]
"""Whose coverage leads."""

_DONE = re.compile(rb"Done (\d+) runs|stat::number_of_executed_units: (\d+)")


def available() -> bool:
    """Whether atheris is installed."""
    return find_spec("atheris") is not None


def guided(name: str, seconds: int, seed: int) -> tuple[Tally, str | None]:
    """Run a target for so long in a process of its own; return its tally, and what broke."""
    command = [sys.executable, "-m", "tests.fuzz.guided", name, str(seconds), str(seed)]
    with TemporaryDirectory() as folder:  # it ends without clearing up
        there = {**os.environ, "TMPDIR": folder}
        ran = subprocess.run(command, capture_output=True, env=there)
    found = _DONE.search(ran.stderr)
    inputs = int(next(filter(None, found.groups()))) if found else 0
    tally = Tally(f"{name}, guided", inputs)
    broke = (ran.stdout + ran.stderr)[-4000:].decode("utf-8", "replace")
    return tally, None if ran.returncode == 0 else f"{name}, guided:\n{broke}"


def _fuzz(name: str, seconds: int, seed: int) -> None:
    import atheris

    with atheris.instrument_imports(include=LED):
        from tests.fuzz.running import named
        from tests.fuzz.targets import read_only
        from tests.fuzz.world import world

    with world() as made, TemporaryDirectory() as corpus:
        target = named(made, name)
        files = name in ("session text", "JSON Lines", "spreadsheet")
        attempt = read_only(name, made) if files else target.attempt

        def mutate(data: bytes, largest: int, seed: int) -> bytes:
            rng = Random(seed)
            base = data if len(data) > 1 else rng.choice(target.seeds)
            return target.changed(rng, base, target.seeds)[:largest]

        for number, good in enumerate(target.seeds):
            with open(f"{corpus}/{number}", "wb") as file:  # noqa: PTH123
                file.write(good)
        limits = [f"-max_total_time={seconds}", f"-seed={seed % 2**31 + 1}"]  # 0 is none
        limits += ["-max_len=20000", "-timeout=300", "-print_final_stats=1", "-verbosity=0"]
        limits += [f"-artifact_prefix={corpus}/"]  # what broke is printed
        arguments = [sys.argv[0], *limits, corpus]
        atheris.Setup(arguments, attempt, custom_mutator=mutate)
        atheris.Fuzz()


if __name__ == "__main__":
    _fuzz(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
