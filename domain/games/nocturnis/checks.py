"""What can be wrong with an edition of Nocturnis, all of it at once, and its printed totals."""

from collections import Counter
from collections.abc import Iterator

from domain.edition import Problem, Total
from domain.games.nocturnis.edition import CardRow, Edition, ShapeRow
from domain.games.nocturnis.effects import EXPECTED, Effect, parse_effect
from domain.games.nocturnis.shapes import MARKED, UNMARKED, cells_of, is_connected
from domain.games.nocturnis.sheets import EMPTY, PLAIN, place, rows_of
from domain.games.nocturnis.symbols import MOST

WIDEST = 12  # squares across or down; a sheet that fits a page
MOST_SYMBOLS = 12


def problems(edition: Edition) -> list[Problem]:
    """List everything that does not fit together."""
    return [
        *_symbols(edition),
        *_numbers(edition),
        *_species(edition),
        *_shapes(edition),
        *_sheet(edition, "front", edition.front.value, {}),
        *_sheet(edition, "back", edition.back.value, edition.bonuses.value),
        *_bonuses(edition),
        *_cards(edition),
    ]


def totals(edition: Edition) -> list[Total]:
    """Compare what the rulebook prints with what this edition adds up to."""
    cards = sum(row.copies for row in edition.cards.value)
    habitats = sum(row.copies for row in edition.shapes.value)
    halves = [row for row in edition.cards.value if row.half]
    symbols = sum(len(row.symbols.split()) for row in halves)
    return [
        Total("moth cards", cards, 36, "Components"),
        Total("habitat cards", habitats, 19, "Components"),
        Total("species", len(edition.species.value), 7, "Scoring"),
        Total("half cards", len(halves), 2, "Atlas Moth"),
        Total("symbols of the two halves", symbols, 5, "Atlas Moth"),
        Total("display", edition.display.value, 3, "Game Setup"),
        Total("opening hand", edition.opening_hand.value, 2, "Game Setup"),
        Total("hand limit", edition.hand_limit.value, 5, "Drawing Moth Cards"),
        Total("exchanges", edition.exchanges.value, 2, "Exchange Action"),
    ]


def _symbols(edition: Edition) -> Iterator[Problem]:
    letters = edition.symbols.value
    if not 1 <= len(letters) <= MOST_SYMBOLS:
        yield Problem("symbols.value", f"{len(letters)} symbols", f"1 to {MOST_SYMBOLS}")
    for letter, name in letters.items():
        if len(letter) != 1 or not letter.islower() or not letter.isascii():
            yield Problem(f"symbols.value.{letter}", repr(letter), "one small letter")
        if not name.strip():
            yield Problem(f"symbols.value.{letter}", repr(name), "the symbol's name")


def _numbers(edition: Edition) -> Iterator[Problem]:
    floors = {
        "display": 0,
        "opening_hand": 0,
        "hand_limit": 1,
        "exchanges": 0,
        "exchange_cost": 0,
        "fourth_lure": 0,
        "every_species": 0,
        "every_species_twice": 0,
    }
    for name, floor in floors.items():
        found = getattr(edition, name).value
        if found < floor:
            yield Problem(f"{name}.value", str(found), f"at least {floor}")
    two, three = edition.stars.value
    if two > three:
        yield Problem("stars.value", f"{two}, {three}", "the lower number first")
    if edition.opening_hand.value > edition.hand_limit.value:
        expected = f"at most the hand limit of {edition.hand_limit.value}"
        yield Problem("opening_hand.value", str(edition.opening_hand.value), expected)


def _species(edition: Edition) -> Iterator[Problem]:
    rows = edition.species.value
    if not rows:
        yield Problem("species.value", "no species", "one or more")
    names = Counter(row.name for row in rows)
    for at, row in enumerate(rows):
        path = f"species.value[{at}]"
        if names[row.name] > 1:
            yield Problem(f"{path}.name", f"{row.name!r} twice", "different names")
        if row.crosses < 1:
            yield Problem(f"{path}.crosses", str(row.crosses), "at least 1")


def _shapes(edition: Edition) -> Iterator[Problem]:
    rows = edition.shapes.value
    names = Counter(row.name for row in rows)
    if not any(row.copies for row in rows):
        yield Problem("shapes.value", "no habitat card", "one or more")
    for at, row in enumerate(rows):
        path = f"shapes.value[{at}]"
        if names[row.name] > 1:
            yield Problem(f"{path}.name", f"{row.name!r} twice", "different names")
        if row.copies < 0:
            yield Problem(f"{path}.copies", str(row.copies), "at least 0")
        yield from _drawing(f"{path}.drawing", row)


def _drawing(path: str, row: ShapeRow) -> Iterator[Problem]:
    lines = row.drawing.split()
    strange = sorted({mark for line in lines for mark in line} - {MARKED, UNMARKED})
    if strange:
        yield Problem(path, f"{strange[0]!r}", f"only {MARKED!r} and {UNMARKED!r}")
    elif len({len(line) for line in lines}) > 1:
        yield Problem(path, "lines of different length", "a rectangle")
    elif not any(MARKED in line for line in lines):
        yield Problem(path, "no square", f"at least one {MARKED!r}")
    else:
        cells = cells_of(row.drawing)
        if not is_connected(cells):
            yield Problem(path, "separate squares", "squares that touch side by side")
        if len(cells) > MOST:
            yield Problem(path, f"{len(cells)} squares", f"at most {MOST}")


def _sheet(edition: Edition, side: str, grid: str, bonuses: dict[str, str]) -> Iterator[Problem]:
    path, rows = f"{side}.value", rows_of(grid)
    if not rows or not rows[0]:
        yield Problem(path, "no rows", "a grid of squares")
        return
    width, height = len(rows[0]), len(rows)
    if width > WIDEST or height > WIDEST:
        yield Problem(path, f"{width} x {height} squares", f"at most {WIDEST} x {WIDEST}")
        return
    letters = edition.symbols.value
    for y, row in enumerate(rows):
        where = f"{path}: row {height - y}"
        if len(row) != width:
            yield Problem(where, f"{len(row)} squares", f"{width}, as in the top row")
        for x, mark in enumerate(row[:width]):
            square = place(x, y, height)
            if mark not in (EMPTY, PLAIN) and mark.lower() not in letters:
                known = " ".join([*letters, PLAIN, EMPTY])
                yield Problem(f"{where}, {square}", repr(mark), f"one of: {known}")
            elif mark.isupper() and square not in bonuses:
                named = f"bonuses.value.{square}" if side == "back" else "no bonus square in front"
                yield Problem(f"{where}, {square}", f"bonus square {mark!r}", named)


def _bonuses(edition: Edition) -> Iterator[Problem]:
    rows = rows_of(edition.back.value)
    capitals = {
        place(x, y, len(rows))
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark.isupper() and x < 26
    }
    for square, text in edition.bonuses.value.items():
        path = f"bonuses.value.{square}"
        if square not in capitals:
            yield Problem(path, square, "a square that the back shows as a capital letter")
        effect = yield from _effect(path, text, edition)
        if effect is not None and not effect:
            yield Problem(path, "no bonus", EXPECTED)


def _cards(edition: Edition) -> Iterator[Problem]:
    rows = edition.cards.value
    species = {row.name for row in edition.species.value}
    keys = Counter(row.key for row in rows)
    for at, row in enumerate(rows):
        path = f"cards.value[{at}]"
        if not row.key or row.key != "".join(row.key.split()):
            yield Problem(f"{path}.key", repr(row.key), "a short name without spaces")
        if keys[row.key] > 1:
            yield Problem(f"{path}.key", f"{row.key!r} twice", "different keys")
        if row.species not in species:
            yield Problem(f"{path}.species", repr(row.species), f"one of: {', '.join(species)}")
        if row.points < 0:
            yield Problem(f"{path}.points", str(row.points), "at least 0")
        if row.copies < 1:
            yield Problem(f"{path}.copies", str(row.copies), "at least 1")
        yield from _card_symbols(path, row, edition)
        yield from _effect(f"{path}.effect", row.effect, edition)
    yield from _halves(rows)
    dealt = edition.display.value + edition.opening_hand.value
    if (total := sum(row.copies for row in rows)) < dealt:
        yield Problem(
            "cards.value", f"{total} cards", f"at least {dealt}, for a display and a hand"
        )


def _card_symbols(path: str, row: CardRow, edition: Edition) -> Iterator[Problem]:
    letters, found = edition.symbols.value, Counter(row.symbols.split())
    if not found:
        yield Problem(f"{path}.symbols", "none", "one symbol or more")
    for letter, count in found.items():
        if letter not in letters:
            yield Problem(f"{path}.symbols", repr(letter), f"some of: {' '.join(letters)}")
        if count > MOST:
            yield Problem(f"{path}.symbols", f"{count} times {letter!r}", f"at most {MOST}")


def _halves(rows: tuple[CardRow, ...]) -> Iterator[Problem]:
    of: dict[str, list[str]] = {}
    for at, row in enumerate(rows):
        if row.half is None:
            continue
        of.setdefault(row.species, []).append(row.half)
        if row.half == "left" and row.effect.strip():
            path = f"cards.value[{at}].effect"
            yield Problem(path, repr(row.effect), "nothing: the right half has the effect")
    for species, halves in of.items():
        if sorted(halves) != ["left", "right"]:
            found = f"halves of {species}: {', '.join(halves)}"
            yield Problem("cards.value", found, "one left and one right")


def _effect(path: str, text: str, edition: Edition) -> Iterator[Problem]:
    """Yield what is wrong with an effect and return it, or ``None`` where it cannot be read."""
    try:
        effect: Effect = parse_effect(text)
    except ValueError:
        yield Problem(path, repr(text), EXPECTED)
        return None
    shapes = [row.name for row in edition.shapes.value]
    if effect.shape and effect.shape not in shapes:
        yield Problem(path, f"shape {effect.shape!r}", f"one of: {', '.join(shapes)}")
    return effect
