"""Where a game's cards lie: at every moment all of them, wherever they went."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from domain.games.nocturnis.state import Release
from domain.piles import Pile


def lying(name: str, state: Any) -> Counter[Any]:
    """Count a position's cards by name; an unknown one counts under ``None``."""
    return Counter({card: count for card, count in _LYING[name](state).items() if count})


def _piles(piles: Iterable[Pile]) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for pile in piles:
        found.update(pile.known)
        found[None] += pile.unknown
    return found


def _lantern_moths(state: Any) -> Counter[Any]:
    found = _piles((*state.hands, *state.lanterns, state.deck))
    found.update(state.discard)
    found["D"] += state.dusk_aside + len(state.dusk)
    for moths in state.moths:
        found.update(moths)
    return found


def _lepidoptery(state: Any) -> Counter[Any]:
    """Each seat has a deck of its own."""
    found: Counter[Any] = Counter()
    for seat, own in enumerate(zip(state.hands, state.decks, state.spent, strict=True)):
        found.update({(seat, card): count for card, count in _piles(own).items()})
    return found


def _nocturnis(state: Any) -> Counter[Any]:
    found = _piles((*state.hands, state.stack))
    found.update((*state.display, *state.discards))
    for task in (task for tasks in state.tasks for task in tasks if isinstance(task, Release)):
        found.update(task.cards)
    return found


_LYING = {
    "lantern_moths": _lantern_moths,
    "lepidoptery": _lepidoptery,
    "nocturnis": _nocturnis,
}
