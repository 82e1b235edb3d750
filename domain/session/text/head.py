"""The headers of a session's text, each with its line."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES, find
from domain.session.reading import Faulty
from domain.session.text.values import read_plain

MAGIC = "mothlog session 1"
"""The first line of a session's text; the number is that of its format."""

_HEADER = re.compile(r"([A-Za-z][\w.-]*(?: [\w]+){0,2}) *:(?: +|$)(.*)")


@dataclass
class Head:
    """The headers of one session, each with its line."""

    line: int
    values: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)

    def add(self, number: int, text: str) -> None:
        """Take a header in.

        :raises Faulty: it is none, or stands there twice.
        """
        found = _HEADER.fullmatch(text.strip())
        if not found:
            raise Faulty(
                number, f"{text.strip()[:60]!r} found, expected a header such as 'title: …'"
            )
        self.put(number, found[1], found[2])

    def put(self, number: int, key: str, value: str) -> None:
        """Take a header's name, in any case, and its value in.

        :raises Faulty: it stands there twice, or its quotation marks do not fit.
        """
        spelled, key = key, key.casefold()
        if key in self.lines:
            raise Faulty(number, f"header {key!r} stands in line {self.lines[key]} already")
        try:
            self.values[key] = value if key.startswith("edition.") else read_plain(value.strip())
        except Invalid as error:
            raise Faulty(number, f"header {key!r}: {error}") from None
        self.lines[key], self.spelled[key] = number, spelled

    def fault(self, key: str, reason: object) -> Faulty:
        """Return the fault of a header, or of the first line where there is no such header."""
        return Faulty(self.lines.get(key, self.line), f"{self.spelled.get(key, key)}: {reason}")

    def missing(self, key: str, expected: str) -> Faulty:
        """Return the fault of a header that is not there."""
        return Faulty(self.line, f"there is no header {key!r}, expected {expected}")

    def game(self) -> Game:
        """Return the game.

        :raises Faulty: none is named, or one that is not known.
        """
        known = ", ".join(game.command_name for game in GAMES.values())
        if "game" not in self.values:
            raise self.missing("game", f"one of: {known}")
        try:
            return find(self.values["game"].casefold().replace(" ", "-"))
        except KeyError:
            found = f"there is no game {self.values['game']!r}, expected one of: {known}"
            raise self.fault("game", found) from None

    def choice(self, key: str, expected: Iterable[str], default: str) -> str:
        """Return a value that is one of a few.

        :raises Faulty: it is another one.
        """
        value, known = self.values.get(key, default), tuple(expected)
        if value not in known:
            raise self.fault(key, f"{value!r} found, expected one of: {', '.join(known)}")
        return value
