"""Scores, the winner and why the night ended."""

from collections import Counter
from typing import Literal

import msgspec

from domain.games.lantern_moths.events import Ending
from domain.games.lantern_moths.state import Rules, State
from domain.piles import Pile

SET = 3  # score.set
SET_POINTS = 4

DecidedBy = Literal["points", "moths", "ghosts", "shared"]


class Score(msgspec.Struct, frozen=True):
    """One seat's points by part, and the counts that break ties."""

    total: int
    printed: int
    ghosts: int
    sets: int
    moths: int
    ghost_moths: int


class Outcome(msgspec.Struct, frozen=True):
    """How a session ended. ``decided_by`` names the last tie-break step that was needed."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    decided_by: DecidedBy
    ended_by: Ending
    rounds: int


def score(rules: Rules, lantern: Pile) -> Score:
    """Count a lantern whose moths are all known (score.printed, score.ghost, score.set)."""
    components = rules.components
    colours = Counter(components.colour_of[card] for card in lantern.known)
    ghosts = colours.pop(components.colour_of[components.ghost], 0)
    printed = sum(components.values[c] for c in lantern.known if c != components.ghost)
    sets = SET_POINTS * sets_in(colours, ghosts if _ghosts_count(rules) else 0)
    ghost_points = ghosts * components.ghost_points
    return Score(
        total=printed + ghost_points + sets,
        printed=printed,
        ghosts=ghost_points,
        sets=sets,
        moths=len(lantern),
        ghost_moths=ghosts,
    )


def sets_in(colours: Counter[str], wild: int) -> int:
    """Count the sets, with the wild moths used as well as possible.

    Each colour's remainder can be completed once, a remainder of 2 with one wild moth and of 1
    with two; three more wild moths are a set by themselves. Cheapest first is best, since
    every set counts the same.

    >>> sets_in(Counter(E=2, V=4), 1), sets_in(Counter(E=2, V=4), 3), sets_in(Counter(), 3)
    (2, 3, 1)
    """
    whole = sum(n // SET for n in colours.values())
    for need in sorted(SET - n % SET for n in colours.values() if n % SET):
        if wild < need:
            break
        wild -= need
        whole += 1
    return whole + wild // SET


def outcome(state: State) -> Outcome | None:
    """Return how the session ended; ``None`` while it goes on or where lanterns are unknown."""
    if not state.ended or any(lantern.unknown for lantern in state.lanterns):
        return None
    assert state.ending is not None
    scores = tuple(score(state.rules, lantern) for lantern in state.lanterns)
    winners, decided_by = _winners(scores)
    return Outcome(scores, winners, decided_by, state.ending, state.round)


def _winners(scores: tuple[Score, ...]) -> tuple[tuple[int, ...], DecidedBy]:
    """Apply the tie-breaks in order until one seat is left (score.win and the next three)."""
    tied = tuple(range(len(scores)))
    steps: tuple[tuple[DecidedBy, list[int]], ...] = (
        ("points", [s.total for s in scores]),
        ("moths", [s.moths for s in scores]),
        ("ghosts", [-s.ghost_moths for s in scores]),
    )
    for name, values in steps:
        best = max(values[seat] for seat in tied)
        tied = tuple(seat for seat in tied if values[seat] == best)
        if len(tied) == 1:
            return tied, name
    return tied, "shared"


def _ghosts_count(rules: Rules) -> bool:
    return rules.options.ghost_in_sets == "any_colour"
