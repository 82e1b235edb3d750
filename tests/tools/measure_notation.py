"""Counts the keys and taps of the demo sessions: ``python -m tests.tools.measure_notation``.

Every action of every demo session is typed, and tapped, as somebody would who logs the game at a
table and sees what everybody sees. Writes the tables into ``docs/notation.md``.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from domain.game import Game
from domain.games import GAMES
from service.web.app import create_app
from service.wiring import build
from tests.tools.logged import Logged, logged, sessions
from tests.tools.taps import Pads, fewest_taps

TARGET = Path("docs", "notation.md")
KEYS, TAPS = "keys", "taps"
ENTER = 1


class Row(NamedTuple):
    """One line of the table of keys; numbers are keys, Enter included."""

    actions: int
    median: float
    most_of: int
    longest: str
    written_median: float
    written_most_of: int

    def __str__(self) -> str:
        fewest = f"{self.median:g} | {self.most_of} | {keys(self.longest)} (`{self.longest}`)"
        return f"{self.actions:,} | {fewest} | {self.written_median:g} | {self.written_most_of}"


class TapRow(NamedTuple):
    """One line of the table of taps; ``untapped`` actions have no way on the pad."""

    actions: int
    median: float
    most_of: int
    most: int
    untapped: int

    def __str__(self) -> str:
        return (
            f"{self.actions:,} | {self.median:g} | {self.most_of} | {self.most} | {self.untapped}"
        )


def keys(text: str) -> int:
    """Count the keys of a text."""
    return len(text) + ENTER


@cache
def by_kind(game: Game) -> dict[str, list[Logged]]:
    """Sort the actions of a game's demo sessions by kind, all of them first."""
    found: dict[str, list[Logged]] = defaultdict(list)
    for session in sessions(game):
        for one in logged(session):
            found[one.kind].append(one)
    everything = [one for some in found.values() for one in some]
    return {"all": everything, **{kind: found[kind] for kind in sorted(found)}}


@cache
def measure(game: Game) -> dict[str, Row]:
    """Count keys, for all actions and by kind."""
    return {kind: _row(some) for kind, some in by_kind(game).items()}


def _row(some: list[Logged]) -> Row:
    notation = some[0].game.notation
    texts = [notation.typed(one.state, one.action, one.seen) for one in some]
    fewest = sorted(map(keys, texts))
    written = sorted(keys(notation.write(one.state, one.action, one.seen)) for one in some)
    longest = max(texts, key=lambda text: (len(text), text))
    return Row(
        len(some), median(fewest), _most_of(fewest), longest, median(written), _most_of(written)
    )


@cache
def measure_taps(game: Game, every: int = 1) -> dict[str, TapRow]:
    """Count taps, for all actions and by kind; of each kind every so manieth action."""
    found: dict[str, list[int | None]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        services = build(Path(folder))
        drawn = Pads(create_app(services))
        for kind, some in by_kind(game).items():
            if kind != "all":
                found[kind] = [fewest_taps(drawn, one) for one in some[::every]]
        services.close()
    everything = [taps for some in found.values() for taps in some]
    return {"all": _tap_row(everything)} | {kind: _tap_row(some) for kind, some in found.items()}


def _tap_row(some: list[int | None]) -> TapRow:
    taps = sorted(one for one in some if one is not None)
    return TapRow(len(some), median(taps), _most_of(taps), taps[-1], some.count(None))


def _most_of(counts: list[int]) -> int:
    """Return the number that 95 % of some sorted ones do not exceed."""
    return counts[-(-len(counts) * 95 // 100) - 1]


def table() -> str:
    """Return the table of keys, of all games."""
    names = ("game", "action", "actions", "median", "95 % need at most", "longest")
    return _table(
        (*names, "as written: median", "95 %"), (measure(game) for game in GAMES.values())
    )


def tap_table() -> str:
    """Return the table of taps, of all games."""
    names = ("game", "action", "actions", "median", "95 % need at most", "most", "typed only")
    return _table(names, (measure_taps(game) for game in GAMES.values()))


def _table(head: tuple[str, ...], measured: Iterator[dict[str, Row] | dict[str, TapRow]]) -> str:
    found = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    for game, rows in zip(GAMES.values(), measured, strict=True):
        for kind, row in rows.items():
            found.append(f"| {game.title} | {named(kind)} | {row} |")
    return "\n".join(found)


def named(kind: str) -> str:
    """Return a kind of action as the tables name it."""
    return " ".join(re.findall("[A-Z][a-z]+", kind)).lower() or "**all**"


def marks(what: str) -> tuple[str, str]:
    """Return the comments between which a table stands on the page."""
    return f"<!-- measured {what}: begin -->", f"<!-- measured {what}: end -->"


def table_in(page: str, what: str) -> str:
    """Return the table that stands on a page."""
    begin, end = marks(what)
    return page.split(begin)[1].split(end)[0].strip()


def with_table(page: str, what: str, measured: str) -> str:
    """Put a table into a page, in the place of the old one."""
    begin, end = marks(what)
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{measured}\n{end}{after}"


if __name__ == "__main__":
    page = TARGET.read_text(encoding="utf-8")
    page = with_table(page, KEYS, table())
    TARGET.write_text(with_table(page, TAPS, tap_table()), encoding="utf-8")
