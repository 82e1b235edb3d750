"""What lies where in Lantern Moths, in words: for two tables held side by side."""

from collections.abc import Sequence

from domain.games.lantern_moths.edition import GARDEN
from domain.games.lantern_moths.state import State, face_name


def lying(state: State, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return by place what lies there; a position may be anybody's view, ``names`` the seats'."""
    found: dict[str, tuple[str, ...]] = {}
    for at, place in enumerate(GARDEN):
        face = state.faces[at]
        tile = "face down" if face is None else f"{face_name(state, face)} tile"
        wicks = (f"wick of {names[seat]}" for seat in sorted(state.wicks[at]))
        found[place] = (tile, *sorted(state.moths[at]), *wicks)
    for seat, (hand, lantern) in enumerate(zip(state.hands, state.lanterns, strict=True)):
        found[f"Lantern of {names[seat]}"] = (_cards(len(lantern)),)
        found[f"Hand of {names[seat]}"] = (_cards(len(hand)),)
    found["Deck"] = (_cards(len(state.deck)),)
    found["Dusk"] = (_cards(len(state.dusk)),)
    return found


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"
