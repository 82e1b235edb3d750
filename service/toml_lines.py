"""On which line of a TOML text a value stands."""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping

from domain.expectations import joined

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACES = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG = re.compile(r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}' + r"|'''.*?'{3,5}", re.DOTALL)
_PLAIN = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]+|[^\s,\]}#]+")
_REMARK = re.compile(r'((?:[^":,]|"(?:[^"\\]|\\.)*")*)[:,] ')
_LAST_STEP = re.compile(r'(?:\.?[A-Za-z0-9_-]+|\.?"(?:[^"\\]|\\.)*"|\[\d+\])\Z')


def lines_of(text: str) -> dict[str, int]:
    """Map the path of every table, key, array item and row of a long text to its line, from 1.

    :param text: TOML that ``tomllib`` reads; of anything else nothing is promised.

    >>> lines_of("[copies]\\nvalue = { 1 = 5,\\n 2 = 4 }")
    {'copies': 1, 'copies.value': 2, 'copies.value.1': 2, 'copies.value.2': 3}
    """
    reader = _Reader(text.replace("\r\n", "\n"))
    reader.read()
    return reader.lines


def line_of(lines: Mapping[str, int], path: str) -> int | None:
    """Return the line of a path, or else of the innermost thing around it that has one.

    Behind the path there may be a remark, after a colon or comma.

    >>> lines = {"copies": 1, "copies.value": 2}
    >>> line_of(lines, "copies.value[3].points"), line_of(lines, "copies: all"), line_of({}, "hand")
    (2, 1, None)
    """
    if remark := _REMARK.match(path):
        path = remark[1]
    while path and path not in lines:
        shorter = _LAST_STEP.sub("", path)
        path = shorter if shorter != path else ""
    return lines.get(path)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines: dict[str, int] = {}
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._tables: dict[str, int] = {}

    def read(self) -> None:
        """Go through the whole text."""
        table = ""
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _header(self) -> str:
        many = self.text.startswith("[[", self.at)
        line, path = self._line(), ""
        self.at += 1 + many
        *around, last = self._key()
        for part in around:
            path = self._latest(joined(path, part))
            self.lines.setdefault(path, line)
        path = joined(path, last)
        if many:
            self.lines.setdefault(path, line)
            self._tables[path] = self._tables.get(path, 0) + 1
            path = self._latest(path)
        self.lines.setdefault(path, line)
        self.at += 1 + many
        return path

    def _latest(self, path: str) -> str:
        """Return the path of the last table where there are several with that name."""
        return f"{path}[{self._tables[path] - 1}]" if path in self._tables else path

    def _pair(self, table: str) -> None:
        line, path = self._line(), table
        for part in self._key():
            path = joined(path, part)
            self.lines.setdefault(path, line)
        self.at += 1
        self._skip(_SPACES)
        self._value(path)

    def _key(self) -> list[str]:
        """Read the parts of a dotted key, up to what follows it."""
        parts = []
        while True:
            self._skip(_SPACES)
            quoted = _LITERAL if self.text[self.at] == "'" else _BASIC
            bare = self.text[self.at] not in "\"'"
            found = self._take(_BARE if bare else quoted)
            parts.append(found if bare else tomllib.loads(f"key = {found}")["key"])
            self._skip(_SPACES)
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def _value(self, path: str) -> None:
        match self.text[self.at]:
            case "[":
                self._items(path)
            case "{":
                self._inline(path)
            case '"' | "'" as quote if self.text.startswith(quote * 3, self.at):
                self._rows(path)
            case '"':
                self._take(_BASIC)
            case "'":
                self._take(_LITERAL)
            case _:
                self._take(_PLAIN)

    def _items(self, path: str) -> None:
        count = 0
        self._open()
        while self.text[self.at] != "]":
            item = f"{path}[{count}]"
            self.lines[item] = self._line()
            self._value(item)
            count += 1
            self._comma()
        self.at += 1

    def _inline(self, path: str) -> None:
        self._open()
        while self.text[self.at] != "}":
            self._pair(path)
            self._comma()
        self.at += 1

    def _rows(self, path: str) -> None:
        """Note the line of each row of a text in three quotes, such as a drawing."""
        first = self.at + 3
        self._take(_LONG)
        first += self.text.startswith("\n", first)
        for row, line in enumerate(range(self._line(first), self._line(self.at - 1) + 1)):
            self.lines[f"{path}[{row}]"] = line

    def _open(self) -> None:
        self.at += 1
        self._skip(_BLANK)

    def _comma(self) -> None:
        self._skip(_BLANK)
        if self.text[self.at] == ",":
            self._open()

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise ValueError(f"no TOML at character {self.at}")
        self.at = found.end()
        return found.group()

    def _line(self, at: int | None = None) -> int:
        return bisect_right(self._starts, self.at if at is None else at)
