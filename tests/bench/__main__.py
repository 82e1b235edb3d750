"""Measures what ``docs/performance.md`` promises: ``python -m tests.bench`` or ``make bench``.

Each figure stands beside a bare limit that was measured in the same run on the same machine.
The best of several rounds counts, since other work on the machine only ever slows one down.
Exits with 1 when a figure misses its target.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tests.bench import (
    frames,
    headline,
    pages,
    peers,
    placements,
    projection,
    rebuild,
    recording,
    reports,
    stepping,
)


class Figure(NamedTuple):
    """One measured figure, its target, and the bare limit beside it."""

    name: str
    measured: float
    unit: str
    target: float
    bare: float
    bare_name: str
    less_is_better: bool = False

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        if self.less_is_better:
            return self.measured <= self.target
        return self.measured >= self.target

    @property
    def ratio(self) -> float:
        """Measured over bare; the share of the limit that is reached."""
        return self.bare / self.measured if self.less_is_better else self.measured / self.bare


Bench = Callable[[argparse.Namespace], Iterator[Figure]]


def main() -> int:
    """Run the benches and print one table."""
    benches = {
        "recording": recording.figures,
        "rebuild": rebuild.figures,
        "placements": placements.figures,
        "projection": projection.figures,
        "pages": pages.figures,
        "frames": frames.figures,
        "stepping": stepping.figures,
        "freshness": pages.freshness,
        "reports": reports.figures,
        "peers": peers.figures,
        "headline": headline.figures,
    }
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--games", type=int, default=3000, help="games to simulate a round")
    parser.add_argument(
        "--sessions", type=int, default=5000, help="sessions of a game that reports count"
    )
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the best one counts")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--only", choices=[*benches])
    parser.add_argument(
        "--keep", type=Path, help="folder in which reports keeps its rows and its times.csv"
    )
    arguments = parser.parse_args()
    table = Table("what", "measured", "target", "bare limit", "share of it", "")
    missed = 0
    for name, bench in benches.items():
        if arguments.only in (None, name):
            for row in bench(arguments):
                figure = Figure(*row)
                missed += not figure.met
                table.add_row(*_cells(figure))
    Console(width=150).print(table)
    return 1 if missed else 0


def _cells(f: Figure) -> tuple[str, ...]:
    sign = "at most" if f.less_is_better else "at least"
    return (
        f.name,
        f"{f.measured:,.4g} {f.unit}" if f.measured < 100 else f"{f.measured:,.0f} {f.unit}",
        f"{sign} {f.target:,.4g}" if f.target < 100 else f"{sign} {f.target:,.0f}",
        f"{f.bare:,.4g} ({f.bare_name})" if f.bare < 100 else f"{f.bare:,.0f} ({f.bare_name})",
        f"{f.ratio:.2f}",
        "met" if f.met else "MISSED",
    )


if __name__ == "__main__":
    sys.exit(main())
