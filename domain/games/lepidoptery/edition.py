"""The components of Lepidoptery: the decks, the board's columns, the tokens."""

from typing import Literal

import msgspec

from domain.edition import EditionBase, Sourced
from domain.errors import Invalid
from domain.games.lepidoptery.combinations import KINDS, Kind


class Edition(EditionBase, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A printed set of components, for each of the two players alike.

    ``copies`` maps a rank to its number of cards in a deck; ``columns`` names the combination
    types from left to right, and ``heights`` says how many tokens each of these columns holds.
    """

    game: Literal["lepidoptery"]
    copies: Sourced[dict[int, int]]
    hand: Sourced[int]
    tokens: Sourced[int]
    columns: Sourced[tuple[Kind, ...]]
    heights: Sourced[tuple[int, ...]]


class Components(msgspec.Struct, frozen=True):
    """The edition worked out. ``deck`` lists a player's cards by name: the rank as text."""

    ranks: tuple[int, ...]
    copies: dict[str, int]
    deck: tuple[str, ...]
    hand: int
    tokens: int
    columns: tuple[Kind, ...]
    heights: tuple[int, ...]


def components(edition: Edition) -> Components:
    """Work out a player's deck and the board.

    :raises Invalid: a number is out of range, the ranks have a gap, a combination type has no
        column or two, or a column no height.
    """
    copies = dict(sorted(edition.copies.value.items()))
    ranks = tuple(copies)
    if len(ranks) < 2 or ranks != tuple(range(ranks[0], ranks[-1] + 1)) or ranks[0] < 1:
        found = ", ".join(map(str, ranks)) or "none"
        raise Invalid(f"edition: copies: ranks {found} found, expected two or more without a gap")
    _at_least(edition)
    columns, heights = edition.columns.value, edition.heights.value
    if sorted(columns) != sorted(KINDS):
        found, expected = ", ".join(columns) or "none", ", ".join(KINDS)
        raise Invalid(f"edition: columns: {found} found, expected each once of: {expected}")
    if len(heights) != len(columns):
        raise Invalid(f"edition: heights: {len(heights)} found, expected {len(columns)}")
    deck = tuple(str(rank) for rank, count in copies.items() for _ in range(count))
    return Components(
        ranks=ranks,
        copies={str(rank): count for rank, count in copies.items()},
        deck=deck,
        hand=edition.hand.value,
        tokens=edition.tokens.value,
        columns=columns,
        heights=heights,
    )


def _at_least(edition: Edition) -> None:
    """Let numbers pass that are not too low; every one has to be at least 1."""
    numbers = {
        "hand": edition.hand.value,
        "tokens": edition.tokens.value,
        **{f"copies.{rank}": count for rank, count in edition.copies.value.items()},
        **{f"heights: column {at + 1}": n for at, n in enumerate(edition.heights.value)},
    }
    for path, found in numbers.items():
        if found < 1:
            raise Invalid(f"edition: {path}: {found} found, expected at least 1")
