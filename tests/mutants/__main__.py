"""Breaks each promise in a copy and sees that a test fails: ``python -m tests.mutants``.

What a service promises is listed beside this file, each promise with the change that breaks it.
Mutation testing by tools tries thousands of small changes; these take whole features away.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.mutants.mutant import ROOT, Mutant, mutants

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?)(?:\[.*)? - (.*)$", re.MULTILINE)
PLAIN = ("-q", "--color=no", "--tb=no", "-rfE", "-p", "no:cacheprovider")
QUIET = {"PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"}
LONGEST = 600  # seconds


def main() -> int:
    """Try every mutant; 1 where one lived, or a test fails without any."""
    told = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    told.add_argument("--only", default="", help="promises that have this in topic or words")
    told.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    told.add_argument("--no-first", action="store_true", help="do not try the tests unchanged")
    asked = told.parse_args()
    chosen = [(t, m) for t, m in mutants() if asked.only.lower() in f"{t}: {m.promise}".lower()]
    began = time.monotonic()
    with copies(asked.workers) as free:
        if not asked.no_first and not _whole(free, [m for _, m in chosen], asked.workers):
            return 1
        with ThreadPoolExecutor(asked.workers) as pool:
            ended = [(topic, mutant, pool.submit(_tried, free, mutant)) for topic, mutant in chosen]
            lived = 0
            for topic, mutant, trial in ended:
                noticed = trial.result()
                lived += not noticed
                print(f"{topic}: {mutant.promise}\n    {noticed or 'LIVED'}", flush=True)
    print(f"{len(chosen)} mutants, {lived} lived, in {time.monotonic() - began:,.0f} s")
    return bool(lived)


@contextmanager
def copies(count: int) -> Iterator[SimpleQueue[Path]]:
    """Copy the files under version control ``count`` times, as they are in the checkout."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = [name for name in os.fsdecode(listed.stdout).split("\0") if (ROOT / name).is_file()]
    free: SimpleQueue[Path] = SimpleQueue()
    with TemporaryDirectory(prefix="mothlog-mutants-") as made:
        for number in range(count):
            for name in names:
                target = Path(made, str(number), name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target)
            free.put(Path(made, str(number)))
        yield free


def _whole(free: SimpleQueue[Path], chosen: list[Mutant], workers: int) -> bool:
    """Whether the tests pass where nothing is changed."""
    tests = sorted({test for mutant in chosen for test in mutant.tests})
    copy = free.get()
    ran = _run(copy, tests, "-n", str(workers), "--dist", "loadscope")
    free.put(copy)
    if ran.returncode:
        print(f"{ran.stdout[-4000:]}\nthe tests fail without any mutant", file=sys.stderr)
    return not ran.returncode


def _tried(free: SimpleQueue[Path], mutant: Mutant) -> str:
    """Which test noticed the mutant and how; nothing where none did."""
    copy = free.get()
    before = mutant.put_into(copy)
    try:
        ran = _run(copy, list(mutant.tests), "-n", "0", "-x")
    except subprocess.TimeoutExpired:
        return f"no end in {LONGEST} s"
    finally:
        (copy / mutant.file).write_text(before, encoding="utf-8")
        free.put(copy)
    if ran.returncode == 0:
        return ""
    if ran.returncode != 1:
        raise SystemExit(f"{mutant.promise}: pytest ended with {ran.returncode}\n{ran.stdout}")
    test, why = FAILED.findall(ran.stdout)[0]
    return f"{test.rpartition('/')[2]}: {why[:100]}"


def _run(copy: Path, tests: list[str], *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "pytest", *PLAIN, *options, *tests],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), **QUIET},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST,
        check=False,
    )


if __name__ == "__main__":
    sys.exit(main())
