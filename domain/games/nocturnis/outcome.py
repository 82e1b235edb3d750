"""Points, the winner, and a solo game's stars."""

from typing import Literal

import msgspec

from domain.games.nocturnis.state import State

FOUR = 4  # score.fourth

DecidedBy = Literal["points", "moths", "shared", "solo"]


class Score(msgspec.Struct, frozen=True):
    """One seat's points by part, and how many moths it lured, a pair of halves as one.

    :ivar moths: points printed on lured cards; ``effects`` what their corners gave.
    :ivar bonuses: points of bonus squares.
    :ivar exchanges: 0 or below.
    """

    total: int
    moths: int
    effects: int
    bonuses: int
    fourth: int
    every_species: int
    exchanges: int
    lures: int


class Outcome(msgspec.Struct, frozen=True):
    """How a session ended. ``decided_by`` names the last tie-break step that was needed."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    decided_by: DecidedBy
    ended_by: Literal["all_out"]
    rounds: int
    stars: int | None = None


def score(state: State, seat: int) -> Score:
    """Count a seat's points as they stand; everything that counts is open."""
    components, garden = state.rules.components, state.gardens[seat]
    sheet = state.sheet(seat)
    lured = [components.moth_of[one.cards[0]] for one in garden.lured]
    counts = [0] * len(components.species)
    for moth in lured:
        counts[moth.species] += 1
    every = components.every_species if min(counts) >= 1 else 0
    every += components.every_species_twice if min(counts) >= 2 else 0
    parts = {
        "moths": sum(moth.points for moth in lured),
        "effects": sum(moth.effect.points for moth in lured),
        "bonuses": sum(sheet.bonuses[number].points for number in garden.bonuses),
        "fourth": components.fourth_lure * sum(count >= FOUR for count in counts),
        "every_species": every,
        "exchanges": -components.exchange_cost * state.exchanges[seat],
    }
    return Score(total=sum(parts.values()), lures=len(lured), **parts)


def outcome(state: State) -> Outcome | None:
    """Return how the session ended; ``None`` while it goes on."""
    if not state.ended:
        return None
    scores = tuple(score(state, seat) for seat in range(state.rules.seats))
    if len(scores) == 1:
        stars = stars_for(state, scores[0].total)
        return Outcome(scores, (0,), "solo", "all_out", state.round, stars)
    winners, decided_by = _winners(scores)
    return Outcome(scores, winners, decided_by, "all_out", state.round)


def stars_for(state: State, total: int) -> int:
    """Return a solo game's stars: below the first threshold one, above the second three
    (solo.stars).
    """
    two, three = state.rules.components.stars
    return 1 if total < two else 2 if total <= three else 3


def _winners(scores: tuple[Score, ...]) -> tuple[tuple[int, ...], DecidedBy]:
    """Apply the tie-breaks in order until one seat is left (score.win, score.tie)."""
    tied = tuple(range(len(scores)))
    steps: tuple[tuple[DecidedBy, list[int]], ...] = (
        ("points", [s.total for s in scores]),
        ("moths", [s.lures for s in scores]),
    )
    for name, values in steps:
        best = max(values[seat] for seat in tied)
        tied = tuple(seat for seat in tied if values[seat] == best)
        if len(tied) == 1:
            return tied, name
    return tied, "shared"
