"""Breaks each promise in a copy and sees that a test fails: ``python -m tests.mutants``.

What a service promises is listed beside this file, each promise with the change that breaks it.
Mutation testing by tools tries thousands of small changes; these take whole features away.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.mutants.mutant import ROOT, Mutant, mutants
from tests.mutants.trial import from_libraries, try_in


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
        context = from_libraries()
        with ThreadPoolExecutor(asked.workers) as pool:
            ended = [(t, m, pool.submit(_tried, m, free, context)) for t, m in chosen]
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


def _whole(free: "SimpleQueue[Path]", chosen: list[Mutant], workers: int) -> bool:
    """Whether the tests pass where nothing is changed."""
    tests = sorted({test for mutant in chosen for test in mutant.tests})
    copy = free.get()
    command = [sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, "-n", str(workers), "--dist", "loadscope", *tests],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
    )
    free.put(copy)
    if ran.returncode:
        print("the tests fail without any mutant", file=sys.stderr)
    return not ran.returncode


def _tried(mutant: Mutant, free: "SimpleQueue[Path]", context: BaseContext) -> str:
    """Which test noticed the mutant and how; nothing where none did."""
    copy = free.get()
    before = mutant.put_into(copy)
    try:
        with ProcessPoolExecutor(1, context) as one:
            code, failed, printed = one.submit(try_in, copy, mutant.tests).result()
    except BrokenExecutor:
        return "the tests' process ended"
    finally:
        (copy / mutant.file).write_text(before, encoding="utf-8")
        free.put(copy)
    if code == 0:
        return ""
    if code != 1:
        raise SystemExit(f"{mutant.promise}: pytest ended with {code}\n{printed}")
    test, why = failed[0]
    return f"{test.rpartition('/')[2]}: {' '.join(why.split())}"[:160]


if __name__ == "__main__":
    sys.exit(main())
