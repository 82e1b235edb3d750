"""What can be wrong with an edition of Nocturnis, all of it at once, and its printed totals."""

from collections import Counter
from collections.abc import Generator, Iterator

from domain.edition import Total, shape_problems
from domain.games.nocturnis.edition import CardRow, Edition, ShapeRow
from domain.games.nocturnis.effects import EXPECTED, Effect, parse_effect
from domain.games.nocturnis.shapes import MARKED, UNMARKED, cells_of, is_connected
from domain.games.nocturnis.sheets import EMPTY, PLAIN, place, rows_of
from domain.games.nocturnis.symbols import MOST
from domain.problems import Problem

WIDEST = 12  # squares across or down; a sheet that fits a page
MOST_SYMBOLS = 12


def problems(edition: Edition) -> list[Problem]:
    """List everything that does not fit together."""
    return shape_problems(edition) or [
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
    half_cards = sum(row.copies for row in halves)
    symbols = sum(len(row.symbols.split()) for row in halves)
    return [
        Total("moth cards", cards, 36, "Components"),
        Total("habitat cards", habitats, 19, "Components"),
        Total("species", len(edition.species.value), 7, "Scoring"),
        Total("half cards", half_cards, 2, "Atlas Moth"),
        Total("symbols of the two halves", symbols, 5, "Atlas Moth"),
        Total("display", edition.display.value, 3, "Game Setup"),
        Total("opening hand", edition.opening_hand.value, 2, "Game Setup"),
        Total("hand limit", edition.hand_limit.value, 5, "Drawing Moth Cards"),
        Total("exchanges", edition.exchanges.value, 2, "Exchange Action"),
    ]


def _symbols(edition: Edition) -> Iterator[Problem]:
    found = len(edition.symbols.value)
    if not 1 <= found <= MOST_SYMBOLS:
        yield Problem("symbols.value", f"{found} symbols", f"1 to {MOST_SYMBOLS}", ("symbols",))


def _numbers(edition: Edition) -> Iterator[Problem]:
    two, three = edition.stars.value
    if two > three:
        yield Problem("stars.value", f"{two}, {three}", "the lower number first", ("stars",))
    opening, limit = edition.opening_hand.value, edition.hand_limit.value
    if opening > limit:
        expected = f"at most the hand limit of {limit}"
        yield Problem("opening_hand.value", str(opening), expected, ("opening_hand", "hand_limit"))


def _species(edition: Edition) -> Iterator[Problem]:
    rows, rests = edition.species.value, ("species",)
    if not rows:
        yield Problem("species.value", "no species", "one or more", rests)
    names = Counter(row.name for row in rows)
    for at, row in enumerate(rows):
        path = f"species.value[{at}]"
        if names[row.name] > 1:
            yield Problem(f"{path}.name", f"{row.name!r} twice", "different names", rests)


def _shapes(edition: Edition) -> Iterator[Problem]:
    rows, rests = edition.shapes.value, ("shapes",)
    names = Counter(row.name for row in rows)
    if not any(row.copies for row in rows):
        yield Problem("shapes.value", "no habitat card", "one or more", rests)
    for at, row in enumerate(rows):
        path = f"shapes.value[{at}]"
        if names[row.name] > 1:
            yield Problem(f"{path}.name", f"{row.name!r} twice", "different names", rests)
        yield from _drawing(f"{path}.drawing", row)


def _drawing(path: str, row: ShapeRow) -> Iterator[Problem]:
    lines, rests = row.drawing.split(), ("shapes",)
    strange = sorted({mark for line in lines for mark in line} - {MARKED, UNMARKED})
    if strange:
        yield Problem(path, f"{strange[0]!r}", f"only {MARKED!r} and {UNMARKED!r}", rests)
    elif len({len(line) for line in lines}) > 1:
        yield Problem(path, "lines of different length", "a rectangle", rests)
    elif not any(MARKED in line for line in lines):
        yield Problem(path, "no square", f"at least one {MARKED!r}", rests)
    else:
        cells = cells_of(row.drawing)
        if not is_connected(cells):
            yield Problem(path, "separate squares", "squares that touch side by side", rests)
        if len(cells) > MOST:
            yield Problem(path, f"{len(cells)} squares", f"at most {MOST}", rests)


def _sheet(edition: Edition, side: str, grid: str, bonuses: dict[str, str]) -> Iterator[Problem]:
    path, rows = f"{side}.value", rows_of(grid)
    rests = (side, "symbols", *(("bonuses",) if side == "back" else ()))
    if not rows or not rows[0]:
        yield Problem(path, "no rows", "a grid of squares", rests)
        return
    width, height = len(rows[0]), len(rows)
    if width > WIDEST or height > WIDEST:
        yield Problem(path, f"{width} x {height} squares", f"at most {WIDEST} x {WIDEST}", rests)
        return
    letters = edition.symbols.value
    for y, row in enumerate(rows):
        where = f"{path}[{y}]: row {height - y}"
        if len(row) != width:
            yield Problem(where, f"{len(row)} squares", f"{width}, as in the top row", rests)
        for x, mark in enumerate(row[:width]):
            square = place(x, y, height)
            if mark not in (EMPTY, PLAIN) and mark.lower() not in letters:
                known = " ".join([*letters, PLAIN, EMPTY])
                yield Problem(f"{where}, {square}", repr(mark), f"one of: {known}", rests)
            elif mark.isupper() and square not in bonuses:
                named = f"bonuses.value.{square}" if side == "back" else "no bonus square in front"
                yield Problem(f"{where}, {square}", f"bonus square {mark!r}", named, rests)


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
            expected = "a square that the back shows as a capital letter"
            yield Problem(path, square, expected, ("bonuses", "back"))
        effect = yield from _effect(path, text, edition, "bonuses")
        if effect is not None and not effect:
            yield Problem(path, "no bonus", EXPECTED, ("bonuses",))


def _cards(edition: Edition) -> Iterator[Problem]:
    rows, rests = edition.cards.value, ("cards",)
    species = [row.name for row in edition.species.value]
    keys = Counter(row.key for row in rows)
    for at, row in enumerate(rows):
        path = f"cards.value[{at}]"
        if keys[row.key] > 1:
            yield Problem(f"{path}.key", f"{row.key!r} twice", "different keys", rests)
        if row.species not in species:
            expected = f"one of: {', '.join(species)}"
            yield Problem(f"{path}.species", repr(row.species), expected, ("cards", "species"))
        yield from _card_symbols(path, row, edition)
        yield from _effect(f"{path}.effect", row.effect, edition, "cards")
    yield from _halves(rows)
    dealt = edition.display.value + edition.opening_hand.value
    if (total := sum(row.copies for row in rows)) < dealt:
        expected = f"at least {dealt}, for a display and a hand"
        on = ("cards", "display", "opening_hand")
        yield Problem("cards.value", f"{total} cards", expected, on)


def _card_symbols(path: str, row: CardRow, edition: Edition) -> Iterator[Problem]:
    letters, found = edition.symbols.value, Counter(row.symbols.split())
    if not found:
        yield Problem(f"{path}.symbols", "none", "one symbol or more", ("cards",))
    for letter, count in found.items():
        if letter not in letters:
            expected = f"some of: {' '.join(letters)}"
            yield Problem(f"{path}.symbols", repr(letter), expected, ("cards", "symbols"))
        if count > MOST:
            found_ = f"{count} times {letter!r}"
            yield Problem(f"{path}.symbols", found_, f"at most {MOST}", ("cards",))


def _halves(rows: tuple[CardRow, ...]) -> Iterator[Problem]:
    of: dict[str, list[str]] = {}
    symbols: dict[str, Counter[str]] = {}
    for at, row in enumerate(rows):
        if row.half is None:
            continue
        of.setdefault(row.species, []).append(row.half)
        symbols.setdefault(row.species, Counter()).update(row.symbols.split())
        if row.half == "left" and row.effect.strip():
            path = f"cards.value[{at}].effect"
            yield Problem(
                path, repr(row.effect), "nothing: the right half has the effect", ("cards",)
            )
    for species, halves in of.items():
        if sorted(halves) != ["left", "right"]:
            found = f"halves of {species}: {', '.join(halves)}"
            yield Problem("cards.value", found, "one left and one right", ("cards",))
        for letter, count in symbols[species].items():
            if count > MOST >= max(row.symbols.split().count(letter) for row in rows):
                found = f"halves of {species}: {count} times {letter!r}"
                yield Problem("cards.value", found, f"at most {MOST}", ("cards",))


def _effect(
    path: str, text: str, edition: Edition, field: str
) -> Generator[Problem, None, Effect | None]:
    """Yield what is wrong with an effect and return it, or ``None`` where it cannot be read."""
    try:
        effect: Effect = parse_effect(text)
    except ValueError:
        yield Problem(path, repr(text), EXPECTED, (field,))
        return None
    shapes = [row.name for row in edition.shapes.value]
    if effect.shape and effect.shape not in shapes:
        expected = f"one of: {', '.join(shapes)}"
        yield Problem(path, f"shape {effect.shape!r}", expected, (field, "shapes"))
    return effect
