"""The components of Lepidoptery: the decks, the board's columns, the tokens."""

from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from domain.edition import (
    LARGEST,
    EditionBase,
    Problem,
    Some,
    Sourced,
    Total,
    invalid,
    shape_problems,
)
from domain.games.lepidoptery.combinations import KINDS, Kind

Height = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Edition(EditionBase, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A printed set of components, for each of the two players alike.

    ``copies`` maps a rank to its number of cards in a deck; ``columns`` names the combination
    types from left to right, and ``heights`` says how many tokens each of these columns holds.
    """

    game: Literal["lepidoptery"]
    copies: Sourced[dict[Some, Some]]
    hand: Sourced[Some]
    tokens: Sourced[Some]
    columns: Sourced[tuple[Kind, ...]]
    heights: Sourced[tuple[Height, ...]]


class Components(msgspec.Struct, frozen=True):
    """The edition worked out. ``deck`` lists a player's cards by name: the rank as text; ``most``
    is the largest number of ``copies``.
    """

    ranks: tuple[int, ...]
    copies: dict[str, int]
    most: int
    deck: tuple[str, ...]
    hand: int
    tokens: int
    columns: tuple[Kind, ...]
    heights: tuple[int, ...]


def components(edition: Edition) -> Components:
    """Work out a player's deck and the board.

    :raises InvalidEdition: a number is out of range, the ranks have a gap, a combination type has
        no column or two, or a column no height.
    """
    if found := problems(edition):
        raise invalid(found)
    copies = dict(sorted(edition.copies.value.items()))
    deck = tuple(str(rank) for rank, count in copies.items() for _ in range(count))
    return Components(
        ranks=tuple(copies),
        copies={str(rank): count for rank, count in copies.items()},
        most=max(copies.values()),
        deck=deck,
        hand=edition.hand.value,
        tokens=edition.tokens.value,
        columns=edition.columns.value,
        heights=edition.heights.value,
    )


def problems(edition: Edition) -> list[Problem]:
    """List everything that keeps the edition from being played: ranges, and what does not fit
    together.
    """
    return shape_problems(edition) or [
        *_rank_problems(edition),
        *_column_problems(edition),
        *_height_problems(edition),
    ]


def totals(edition: Edition) -> list[Total]:
    """Set the numbers that the rulebook prints beside the edition's own."""
    copies = edition.copies.value
    return [
        Total("cards in a deck", sum(copies.values()), 38, "Setup"),
        Total("lowest rank", min(copies), 1, "Setup"),
        Total("highest rank", max(copies), 10, "Setup"),
        *(
            Total(
                f"cards of rank {rank}", copies.get(rank, 0), 3 if rank in (1, 10) else 4, "Setup"
            )
            for rank in range(1, 11)
        ),
        Total("cards in a starting hand", edition.hand.value, 12, "Setup"),
        Total("tokens of a player", edition.tokens.value, 15, "Equipment"),
        Total("combination types", len(edition.columns.value), 5, "Climbing"),
    ]


def _rank_problems(edition: Edition) -> list[Problem]:
    copies, found = edition.copies.value, []
    ranks = sorted(copies)
    if len(ranks) < 2 or any(high - low != 1 for low, high in pairwise(ranks)):
        has = f"the ranks {', '.join(map(str, ranks)) or 'none'}"
        found.append(Problem("copies.value", has, "two or more without a gap", ("copies",)))
    if (cards := sum(copies.values())) > LARGEST:
        found.append(Problem("copies.value", f"{cards} cards", f"at most {LARGEST}", ("copies",)))
    return found


def _column_problems(edition: Edition) -> list[Problem]:
    columns, found = edition.columns.value, []
    for at, kind in enumerate(columns):
        if kind in columns[:at]:
            path = f"columns.value[{at}]"
            found.append(Problem(path, f"{kind!r} again", "each type once", ("columns",)))
    if absent := [kind for kind in KINDS if kind not in columns]:
        expected = f"each type once: {', '.join(KINDS)}"
        found.append(
            Problem("columns.value", f"no {' and no '.join(absent)}", expected, ("columns",))
        )
    return found


def _height_problems(edition: Edition) -> list[Problem]:
    columns, heights = len(edition.columns.value), len(edition.heights.value)
    if heights == columns:
        return []
    rests_on = ("columns", "heights")
    return [Problem("heights.value", f"{heights} heights", f"{columns}, one a column", rests_on)]
