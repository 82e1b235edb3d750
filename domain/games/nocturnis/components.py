"""An edition of Nocturnis worked out for play."""

from domain.edition import InvalidEdition
from domain.games.nocturnis.checks import problems
from domain.games.nocturnis.edition import CardRow, Components, Edition, Moth, Shape, Sheet, Side
from domain.games.nocturnis.effects import parse_effect
from domain.games.nocturnis.shapes import cells_of
from domain.games.nocturnis.sheets import read_sheet
from domain.games.nocturnis.symbols import guard, packed


def components(edition: Edition) -> Components:
    """Work out every card, shape and sheet.

    :raises InvalidEdition: something does not fit together; it names everything.
    """
    if found := problems(edition):
        raise InvalidEdition(found)
    letters = tuple(edition.symbols.value)
    cards = {row.key: row for row in edition.cards.value}
    moths = _moths(edition, letters)
    return Components(
        symbols=tuple(edition.symbols.value.values()),
        letters=letters,
        species=edition.species.value,
        sheets=_sheets(edition, letters),
        shapes={row.name: Shape(row.name, cells_of(row.drawing)) for row in edition.shapes.value},
        habitats=tuple(sorted(r.name for r in edition.shapes.value for _ in range(r.copies))),
        cards=cards,
        deck=tuple(sorted(key for key, row in cards.items() for _ in range(row.copies))),
        moths=moths,
        moth_of={card: moth for moth in moths for card in moth.cards},
        guard=guard(len(letters)),
        display=edition.display.value,
        opening_hand=edition.opening_hand.value,
        hand_limit=edition.hand_limit.value,
        exchanges=edition.exchanges.value,
        exchange_cost=edition.exchange_cost.value,
        fourth_lure=edition.fourth_lure.value,
        every_species=edition.every_species.value,
        every_species_twice=edition.every_species_twice.value,
        stars=edition.stars.value,
    )


def _sheets(edition: Edition, letters: tuple[str, ...]) -> dict[Side, Sheet]:
    return {
        "front": read_sheet(edition.front.value, letters, {}),
        "back": read_sheet(edition.back.value, letters, edition.bonuses.value),
    }


def _moths(edition: Edition, letters: tuple[str, ...]) -> tuple[Moth, ...]:
    """List what can be lured; a pair of halves is one moth, with the right one's effect."""
    rows = edition.cards.value
    right = {row.species: row for row in rows if row.half == "right"}
    whole = [(row,) if row.half is None else (row, right[row.species]) for row in rows]
    return tuple(_moth(edition, letters, parts) for parts in whole if parts[0].half != "right")


def _moth(edition: Edition, letters: tuple[str, ...], parts: tuple[CardRow, ...]) -> Moth:
    symbols = tuple(letters.index(letter) for part in parts for letter in part.symbols.split())
    names = [row.name for row in edition.species.value]
    return Moth(
        cards=tuple(part.key for part in parts),
        species=names.index(parts[0].species),
        symbols=symbols,
        needs=packed(symbols),
        points=sum(part.points for part in parts),
        effect=parse_effect(parts[-1].effect),
    )
