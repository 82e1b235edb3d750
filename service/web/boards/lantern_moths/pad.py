"""The hand and the garden as the play page's input in Lantern Moths."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.web.boards import Choice, Group
from service.web.boards.lantern_moths.choices import AtPlace, OfCard


@dataclass(frozen=True)
class Pad:
    """What pressing does: by place the cards that can be planted there, and what it does without.

    ``unfit`` are the cards that fit nowhere, ``quick`` the choices that need no place.
    """

    plants: Mapping[str, str]
    plain: Mapping[str, str]
    unfit: tuple[OfCard, ...]
    quick: tuple[tuple[Group, Choice], ...]


def pad(groups: Sequence[Group]) -> Pad:
    """Sort the choices by the place to press."""
    plants: dict[str, list[str]] = {}
    plain: dict[str, list[str]] = {}
    quick = []
    for group in groups:
        for choice in group.choices:
            if not isinstance(choice, AtPlace):
                quick.append((group, choice))
            elif choice.under:
                plants.setdefault(choice.place, []).append(choice.under)
            else:
                plain.setdefault(choice.place, []).append(group.name.lower())
    return Pad(
        {place: " ".join(cards) for place, cards in plants.items()},
        {place: " ".join(what) for place, what in plain.items()},
        tuple(r for group in groups for r in group.refused if isinstance(r, OfCard)),
        tuple(quick),
    )
