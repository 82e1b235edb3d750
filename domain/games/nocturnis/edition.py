"""The components of Nocturnis: symbols, species, two sheets, habitats and moth cards."""

from typing import Annotated, Literal

import msgspec

from domain.edition import Count, EditionBase, Label, Some, Sourced, Text
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.shapes import Cells, Ground

Side = Literal["front", "back"]
Half = Literal["left", "right"]

Letter = Annotated[str, msgspec.Meta(pattern=r"\A[a-z]\Z", description="one small letter")]

Key = Annotated[
    str,
    msgspec.Meta(
        pattern=r"\A[A-Za-z0-9]{1,8}\Z", description="1 to 8 letters and digits without spaces"
    ),
]


class SpeciesRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moth of the score column, and how many crosses it has room for."""

    name: Label
    crosses: Some


class ShapeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shape as a small drawing, ``X`` for its squares, and how many habitat cards show it.

    With ``copies`` of 0 only effects and bonus squares give it.
    """

    name: Label
    drawing: Text
    copies: Count = 1


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A moth card. ``symbols`` are letters with spaces between; two halves make one moth."""

    key: Key
    species: Label
    symbols: Text
    points: Count
    effect: Text = ""
    half: Half | None = None
    copies: Some = 1


class Edition(EditionBase, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A printed set of components.

    ``front`` and ``back`` are grids, a line a row from the top: a symbol's letter, ``.`` for a
    square without one, ``#`` for one that may not be marked; a capital letter is that symbol on a
    bonus square, which ``bonuses`` names by its place, rows counted from below: ``b3 = "draw 1"``.
    """

    game: Literal["nocturnis"]
    symbols: Sourced[dict[Letter, Label]]
    species: Sourced[tuple[SpeciesRow, ...]]
    front: Sourced[Text]
    back: Sourced[Text]
    bonuses: Sourced[dict[str, Text]]
    shapes: Sourced[tuple[ShapeRow, ...]]
    cards: Sourced[tuple[CardRow, ...]]
    display: Sourced[Count]
    opening_hand: Sourced[Count]
    hand_limit: Sourced[Some]
    exchanges: Sourced[Count]
    exchange_cost: Sourced[Count]
    fourth_lure: Sourced[Count]
    every_species: Sourced[Count]
    every_species_twice: Sourced[Count]
    stars: Sourced[tuple[Count, Count]]


class Sheet(msgspec.Struct, frozen=True):
    """One side of the sheet. Squares are numbered from 0, row by row from the top.

    :ivar symbols: each square's symbol by number, ``None`` without one.
    :ivar bonuses: bonus squares with their effects.
    """

    ground: Ground
    symbols: tuple[int | None, ...]
    bonuses: dict[int, Effect]
    names: tuple[str, ...]
    numbers: dict[str, int]


class Moth(msgspec.Struct, frozen=True):
    """What can be lured: one card, or two halves. ``needs`` are packed symbols."""

    cards: tuple[str, ...]
    species: int
    symbols: tuple[int, ...]
    needs: int
    points: int
    effect: Effect


class Shape(msgspec.Struct, frozen=True):
    """A shape by name."""

    name: str
    cells: Cells


class Components(msgspec.Struct, frozen=True):
    """The edition worked out.

    :ivar deck: every moth card by key, sorted; ``habitats`` every habitat card by its shape's name.
    :ivar moth_of: what a card is lured as: itself, or its two halves.
    """

    symbols: tuple[str, ...]
    letters: tuple[str, ...]
    species: tuple[SpeciesRow, ...]
    sheets: dict[Side, Sheet]
    shapes: dict[str, Shape]
    habitats: tuple[str, ...]
    cards: dict[str, CardRow]
    deck: tuple[str, ...]
    moths: tuple[Moth, ...]
    moth_of: dict[str, Moth]
    guard: int
    display: int
    opening_hand: int
    hand_limit: int
    exchanges: int
    exchange_cost: int
    fourth_lure: int
    every_species: int
    every_species_twice: int
    stars: tuple[int, int]
