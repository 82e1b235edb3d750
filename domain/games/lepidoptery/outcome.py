"""Who won Lepidoptery, and by what."""

from typing import Literal

import msgspec

from domain.games.lepidoptery.lines import Line, lines_through
from domain.games.lepidoptery.state import State

WinKind = Literal["line", "shed_out", "both"]


class Outcome(msgspec.Struct, frozen=True):
    """How a session ended.

    :ivar lines: every line of four or more that the last token completed; may be empty.
    :ivar shed: whether the winner's hand and deck were played out.
    :ivar plays: combinations played, by seat; ``passes`` likewise.
    :ivar clears: how often a column was cleared.
    """

    winners: tuple[int, ...]
    ended_by: WinKind
    decided_by: WinKind
    lines: tuple[Line, ...]
    shed: bool
    plays: tuple[int, ...]
    passes: tuple[int, ...]
    clears: int
    climbs: int


def outcome(state: State) -> Outcome | None:
    """Return how the session ended; ``None`` while it goes on."""
    if state.winner is None:
        return None
    lines = tuple(lines_through(state.columns, *state.last))
    shed = has_shed(state, state.winner)
    kind: WinKind = "line" if not shed else "both" if lines else "shed_out"
    return Outcome(
        winners=(state.winner,),
        ended_by=kind,
        decided_by=kind,
        lines=lines,
        shed=shed,
        plays=state.plays,
        passes=state.passes,
        clears=state.clears,
        climbs=state.climb,
    )


def has_shed(state: State, seat: int) -> bool:
    """Whether a seat has played its whole hand and deck; its Joker is no part of them."""
    return not len(state.hands[seat]) and not len(state.decks[seat])
