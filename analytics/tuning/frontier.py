"""What cannot be bettered in one aim without giving way in another."""

from collections.abc import Sequence

Losses = tuple[float, ...]
"""How far from each aim; less is better in all of them."""


def dominates(one: Losses, other: Losses) -> bool:
    """Whether the first is nowhere worse and somewhere better.

    >>> dominates((1, 2), (1, 3)), dominates((1, 2), (1, 2)), dominates((0, 3), (1, 2))
    (True, False, False)
    """
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def undominated(losses: Sequence[Losses]) -> list[int]:
    """Return the places of those that no other dominates, in order. Equal ones all stay."""
    found: list[int] = []
    for nth, one in enumerate(losses):
        if any(dominates(losses[other], one) for other in found):
            continue
        found = [other for other in found if not dominates(one, losses[other])]
        found.append(nth)
    return found


def nearest(losses: Sequence[Losses], most: int) -> list[int]:
    """Return the places of so many at most, those with the best ranks summed over all aims."""
    ranks = [0] * len(losses)
    for column in zip(*losses, strict=True):
        order = {loss: rank for rank, loss in enumerate(sorted(set(column)))}
        ranks = [rank + order[loss] for rank, loss in zip(ranks, column, strict=True)]
    best = sorted(range(len(losses)), key=lambda nth: (ranks[nth], nth))
    return sorted(best[:most])
