"""What lies where in Lepidoptery, in words: for two tables held side by side."""

from collections import Counter
from collections.abc import Sequence

from domain.games.lepidoptery.combinations import TITLE
from domain.games.lepidoptery.state import State


def lying(state: State, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return by place what lies there; a position may be anybody's view, ``names`` the seats'."""
    found: dict[str, tuple[str, ...]] = {}
    for kind, column in zip(state.rules.components.columns, state.columns, strict=True):
        tokens = Counter(column)
        by_seat = (f"{tokens[seat]} of {names[seat]}" for seat in sorted(tokens))
        found[f"Column of the {TITLE[kind]}"] = tuple(by_seat)
    found["Play area"] = tuple(
        f"{'-'.join(map(str, laid.ranks))} of {names[laid.seat]}" for laid in state.area
    )
    for seat, name in enumerate(names):
        found[f"Hand of {name}"] = (f"{len(state.hands[seat])} cards",)
        found[f"Deck of {name}"] = (f"{len(state.decks[seat])} cards",)
        found[f"Joker of {name}"] = ("up" if state.jokers[seat] else "down",)
    return found
