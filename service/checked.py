"""Whether a text is an edition: every error with its place, the totals, and what is assumed."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from domain.chance import Shuffled
from domain.edition import EditionBase, Problem, Total, all_problems, assumed
from domain.errors import DomainError
from domain.expectations import shown
from domain.game import Game
from domain.games import GAMES
from service import seeds
from service.toml_lines import line_of, lines_of

LARGEST = 256 * 1024  # bytes of an edition's text
WIDEST = 4000  # characters in a line: the parser is slow with a key of very many parts

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")


class Fault(msgspec.Struct, frozen=True):
    """An error and its place: line and column from 1, where they are known."""

    line: int | None
    column: int | None
    path: str
    found: str
    expected: str

    def __str__(self) -> str:
        return str(Problem(self.path, self.found, self.expected))

    def at(self, file: str) -> str:
        """Say the error after file and line, the way compilers do.

        >>> Fault(3, None, "hand.value", "0", "a whole number of at least 1").at("box.toml")
        'box.toml:3: hand.value: found 0, expected a whole number of at least 1'
        """
        place = "".join(f":{number}" for number in (self.line, self.column) if number)
        return f"{file}{place}: {self}"


class Checked(msgspec.Struct, frozen=True):
    """What became of a text. ``edition`` is there if nothing is wrong with it; ``game`` if the
    text names one. ``assumed`` names the values that no rulebook states.
    """

    game: Game | None
    edition: EditionBase | None
    faults: tuple[Fault, ...]
    totals: tuple[Total, ...] = ()
    assumed: tuple[str, ...] = ()


class Unreadable(Exception):
    """A text that is no TOML; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def read(raw: bytes) -> tuple[str, dict[str, Any], dict[str, int]]:
    """Return a TOML file's text, what it holds, and the line of every path in it.

    :raises Unreadable: it is no TOML, or too large.
    """
    try:
        plain = _decoded(raw)
        return plain, tomllib.loads(plain), lines_of(plain)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(_syntax(str(error), raw)) from None
    except RecursionError:
        raise Unreadable(_fault("arrays within arrays without end", "fewer of them")) from None
    except ValueError:  # Python reads no decimal number of more than 4300 digits
        raise Unreadable(_fault("a number of thousands of digits", "a shorter one")) from None


def check(text: str | bytes) -> Checked:
    """Look for every error in the text of an edition, of whichever game."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    try:
        _, data, lines = read(raw)
    except Unreadable as error:
        return Checked(None, None, (error.fault,))
    return _checked(data, lines)


def _checked(data: Mapping[str, Any], lines: Mapping[str, int]) -> Checked:
    named = data.get("game")
    game = GAMES.get(named) if isinstance(named, str) else None
    if game is None:
        expected = "one of: " + ", ".join(map(repr, GAMES))
        return Checked(None, None, placed([Problem("game", shown(named), expected)], lines))
    edition, problems = all_problems(dict(data), seeds.edition(game), game.edition_problems)
    if edition is not None and (reason := _unplayable(game, edition)):
        problems = [Problem("", f"an edition that cannot be played: {reason}", "a set-up")]
        edition = None
    if edition is None:
        return Checked(game, None, placed(problems, lines))
    return Checked(game, edition, (), tuple(game.totals(edition)), assumed(edition))


def _unplayable(game: Game, edition: EditionBase) -> str | None:
    """Return why the smallest table cannot be set up with the default rulings, if it cannot."""
    try:
        rules = game.rules(edition, game.options(), game.seats.start)
        game.set_up(rules, 0, Shuffled(Random(0)))
    except DomainError as error:
        return str(error)
    return None


def placed(problems: Iterable[Problem], lines: Mapping[str, int]) -> tuple[Fault, ...]:
    """Find each problem's line, and sort by it; what stands nowhere comes first."""
    faults = [Fault(line_of(lines, p.path), None, p.path, p.found, p.expected) for p in problems]
    return tuple(sorted(faults, key=lambda fault: fault.line or 0))


def _decoded(raw: bytes) -> str:
    if len(raw) > LARGEST:
        raise Unreadable(_fault(f"more than {LARGEST // 1024} kB", "a smaller file"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = f"the byte 0x{raw[error.start]:02x}"
        raise Unreadable(_fault(byte, "text in UTF-8", line)) from None
    for number, row in enumerate(text.split("\n"), 1):
        if len(row) > WIDEST:
            found = f"a line of {len(row)} characters"
            raise Unreadable(_fault(found, f"at most {WIDEST}", number))
    return text


def _syntax(message: str, raw: bytes) -> Fault:
    """Keep the parser's own words and place."""
    place = _PLACE.search(message)
    reason = _PLACE.sub("", message)
    if place and place[1]:
        line, column = int(place[1]), int(place[2])
    else:
        line, column = raw.count(b"\n") + 1, None
    return Fault(line, column, "", f"no TOML ({reason[:1].lower()}{reason[1:]})", "TOML 1.0")


def _fault(found: str, expected: str, line: int | None = None) -> Fault:
    return Fault(line, None, "", found, expected)
