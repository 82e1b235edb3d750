"""Sends a hundred thousand bad inputs to everything that takes one: ``python -m tests.fuzz``."""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from datetime import UTC, datetime
from multiprocessing import get_context

from tests.fuzz.guided import GUIDED, available, guided
from tests.fuzz.running import RENEWED, run, targets
from tests.fuzz.tally import Tally
from tests.fuzz.world import world


def main() -> int:
    """Run every target's share in worker processes; then those that coverage can lead."""
    told = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    told.add_argument("--count", type=int, default=100_000, help="inputs in all")
    told.add_argument("--first", type=int, help="number of the first input; others each day")
    told.add_argument("--only", help="one target, by its name")
    told.add_argument("--guided", type=int, default=60, help="seconds a guided target; 0: none")
    told.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = told.parse_args()
    began = time.monotonic()
    first = _today() * asked.count if asked.first is None else asked.first
    print(f"inputs from number {first:,}", flush=True)
    shares = [(n, c) for n, c in _shares(asked.count) if asked.only in (None, n)]
    tallies, broken = _mutated(shares, first, asked.workers)
    names = [name for name in GUIDED if asked.only in (None, name)]
    if asked.guided and available():
        seed = _today() if asked.first is None else asked.first
        with ThreadPoolExecutor(asked.workers) as pool:  # each waits for a process of its own
            for tally, fault in pool.map(lambda name: guided(name, asked.guided, seed), names):
                print(f"{tally.name}: {tally.inputs:,} inputs", flush=True)
                tallies.append(tally)
                broken += [fault] if fault else []
    elif asked.guided:
        print("atheris is not installed here: nothing is guided by coverage")
    _print(tallies, time.monotonic() - began)
    print(f"{len(broken)} faults" if broken else "nothing broke")
    for fault in broken:
        print(f"\nBROKEN {fault}", file=sys.stderr)
    return bool(broken)


def _today() -> int:
    return datetime.now(UTC).toordinal()


def _shares(count: int) -> list[tuple[str, int]]:
    with world() as made:
        known = targets(made)
    whole = sum(target.share for target in known)
    return [(target.name, -(-count * target.share // whole)) for target in known]


def _mutated(
    shares: list[tuple[str, int]], first: int, workers: int
) -> tuple[list[Tally], list[str]]:
    tallies = {name: Tally(name) for name, _ in shares}
    broken: list[str] = []
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        tasks = {
            pool.submit(run, name, first + at, min(RENEWED, count - at)): name
            for name, count in shares
            for at in range(0, count, RENEWED)
        }
        for done in as_completed(tasks):
            name = tasks[done]
            try:
                tally = done.result()
            except AssertionError as error:
                broken.append(str(error))
                continue
            broken += tally.broken
            tallies[name].inputs += tally.inputs
            tallies[name].accepted += tally.accepted
            print(f"{name}: {tallies[name].inputs:,} inputs", flush=True)
    return [*tallies.values()], broken


def _print(tallies: list[Tally], seconds: float) -> None:
    print(f"\n{'target':<34}{'inputs':>10}{'accepted':>10}")
    for tally in tallies:
        print(f"{tally.name:<34}{tally.inputs:>10,}{tally.accepted:>10,}")
    inputs, accepted = (sum(getattr(t, f) for t in tallies) for f in ("inputs", "accepted"))
    print(f"{'all':<34}{inputs:>10,}{accepted:>10,}   in {seconds:,.0f} s")


if __name__ == "__main__":
    sys.exit(main())
