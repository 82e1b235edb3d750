"""What lies where in Nocturnis, in words: for two tables held side by side."""

from collections.abc import Sequence

from domain.games.nocturnis.state import State


def lying(state: State, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return by place what lies there; a position may be anybody's view, ``names`` the seats'."""
    found: dict[str, tuple[str, ...]] = {"Habitat": (state.habitat,) if state.habitat else ()}
    for seat, (name, garden) in enumerate(zip(names, state.gardens, strict=True)):
        squares = enumerate(state.sheet(seat).names)
        marked = (square for number, square in squares if garden.marked >> number & 1)
        found[f"Squares of {name}"] = tuple(marked)
        found[f"Moths of {name}"] = tuple(sorted("+".join(one.cards) for one in garden.lured))
        hand = len(state.hands[seat])
        found[f"Hand of {name}"] = (f"{hand} card{'' if hand == 1 else 's'}",)
    found["Display"] = tuple(sorted(state.display))
    return found
