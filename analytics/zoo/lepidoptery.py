"""Lepidoptery for an agent: every action, and what a seat sees in numbers."""

from collections.abc import Iterator

from analytics.zoo.parts import Parts, around, counts, one_of
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.combinations import KINDS, combinations, kind_of
from domain.games.lepidoptery.state import SEATS, Rules, State


def actions(rules: Rules) -> Iterator[Action]:
    """Yield the pass, then every combination by type and rank, each with every Joker in it."""
    yield Pass(0)
    for kind in KINDS:
        for found in combinations(kind, rules.components.ranks):
            yield Play(0, found.ranks, found.joker)


def look(state: State, seat: int) -> Parts:
    """Return an observation in numbers; the seat that looks comes first."""
    components, order = state.rules.components, around(seat, SEATS)
    ranks = tuple(map(str, components.ranks))
    last = state.area[-1] if state.area else None
    return {
        "hand": counts(state.hands[seat].known, ranks),
        "hands": [len(state.hands[s]) for s in order],
        "decks": [len(state.decks[s]) for s in order],
        "spent": [n for s in order for n in counts(state.spent[s].known, ranks)],
        "to_beat": one_of(kind_of(last.ranks) if last else None, KINDS)
        + one_of(last.ranks[0] if last else None, components.ranks),
        "columns": [
            int(len(tokens) > row and tokens[row] == s)
            for height, tokens in zip(components.heights, state.columns, strict=True)
            for row in range(height)
            for s in order
        ],
        "previous": [n for s in order for n in one_of(state.markers[s], (*KINDS, "pass"))],
        "jokers_up": [int(state.jokers[s]) for s in order],
        "turn": one_of(state.chooser, order),
        "climb": [state.climb],
        "passes": [state.passes[s] for s in order],
    }
