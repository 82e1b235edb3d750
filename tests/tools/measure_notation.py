"""Counts the keys of the demo sessions: ``python -m tests.tools.measure_notation``.

Every action of every demo session is typed as somebody would who logs the game at a table and sees
what everybody sees. Writes the table into ``docs/notation.md``.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from uuid import UUID

from domain.chance import Told
from domain.events import Event
from domain.game import Game
from domain.games import GAMES
from domain.grammar import Listener
from domain.session import CODEC, Session, fold
from service.demo import lines
from tests.contract.plays import CASES

TARGET = Path("docs", "notation.md")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
ENTER = 1


class Typed(NamedTuple):
    """An action as somebody typed it at a table: with the fewest keys, and as it is written."""

    kind: str
    text: str
    written: str


class Row(NamedTuple):
    """One line of the table; numbers are keys, Enter included."""

    actions: int
    median: float
    most_of: int
    longest: str
    written_median: float
    written_most_of: int

    def __str__(self) -> str:
        fewest = f"{self.median:g} | {self.most_of} | {keys(self.longest)} (`{self.longest}`)"
        return f"{self.actions:,} | {fewest} | {self.written_median:g} | {self.written_most_of}"


def keys(text: str) -> int:
    """Count the keys of a text."""
    return len(text) + ENTER


def sessions(game: Game) -> Iterator[Session]:
    """Yield a game's demo sessions."""
    for name, stored in groupby(lines(), key=lambda line: line.session):
        events = [CODEC.decode(UUID(name), e.version, e.name, bytes(e.state)) for e in stored]
        session = fold(events)
        if session is not None and session.game is game:
            yield session


def logged(session: Session) -> Iterator[Typed]:
    """Yield what somebody typed who saw a session and no hidden card."""
    game, events = session.game, [move.event for move in session.moves]
    first = getattr(events[0], "start", 0)
    seen = _seen(game, partial(game.set_up, session.rules, first), events[:1])
    state = game.set_up(session.rules, first, Told(seen)).state
    full = [before for before, _, _ in session.history()]
    ends = [step for step, _ in session.actions[1:]] + [len(events)]
    for (begin, action), end in zip(session.actions, ends, strict=True):
        seen = _seen(game, partial(game.play, full[begin], action), events[begin:end])
        texts = (write(state, action, seen) for write in (game.notation.typed, game.notation.write))
        yield Typed(type(action).__name__, *texts)
        state = game.play(state, action, Told(seen)).state


def _seen(
    game: Game, carry_out: Callable[[Any], Any], events: list[Event]
) -> tuple[str | None, ...]:
    """Return what everybody saw of the cards in some events, in the order of the questions."""
    listener = Listener([card for event in events for card in game.answers(event)])
    carry_out(listener)
    is_open = CASES[game.name].open
    return tuple(
        card if card is not None and is_open(question, card) else None
        for question, card in zip(listener.questions, listener.given, strict=True)
    )


def measure(game: Game) -> dict[str, Row]:
    """Count keys, for all actions and by kind."""
    by_kind: dict[str, list[Typed]] = defaultdict(list)
    for session in sessions(game):
        for typed in logged(session):
            by_kind[typed.kind].append(typed)
    everything = [typed for some in by_kind.values() for typed in some]
    return {"all": _row(everything), **{kind: _row(by_kind[kind]) for kind in sorted(by_kind)}}


def _row(typed: list[Typed]) -> Row:
    texts = sorted((one.text for one in typed), key=lambda text: (len(text), text))
    fewest = [keys(text) for text in texts]
    written = sorted(keys(one.written) for one in typed)
    return Row(
        len(typed),
        median(fewest),
        _most_of(fewest),
        texts[-1],
        median(written),
        _most_of(written),
    )


def _most_of(counts: list[int]) -> int:
    """Return the number that 95 % of some sorted ones do not exceed."""
    return counts[-(-len(counts) * 95 // 100) - 1]


def table() -> str:
    """Return the table of all games."""
    names = ("game", "action", "actions", "median", "95 % need at most", "longest")
    head = (*names, "as written: median", "95 %")
    found = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    for game in GAMES.values():
        for kind, row in measure(game).items():
            name = " ".join(re.findall("[A-Z][a-z]+", kind)).lower() or "**all**"
            found.append(f"| {game.title} | {name} | {row} |")
    return "\n".join(found)


def with_table(page: str, measured: str) -> str:
    """Put the table into a page, in the place of the old one."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{measured}\n{END}{after}"


if __name__ == "__main__":
    page = TARGET.read_text(encoding="utf-8")
    TARGET.write_text(with_table(page, table()), encoding="utf-8")
