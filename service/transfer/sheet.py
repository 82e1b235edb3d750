"""Spreadsheets of actions: a column map turns each row into the lines of a session's text."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from domain.errors import Invalid
from domain.notation import SEATS
from domain.session.reading import Faulty, Found, Read
from domain.session.text import Account
from domain.session.text.values import fields, read_date
from service.transfer.files import Lines
from service.transfer.shelf import Shelf

COLUMNS = {
    "seat": ("seat", "player"),
    "action": ("action", "move"),
    "note": ("note", "comment"),
    "time": ("time", "when"),
}
"""What a column can hold, and the names by which it is found without a map."""

DELIMITERS = ",;\t|"

_NUMBER = re.compile(r"\d{1,9}(?:[.,]\d{1,6})?")
_CLOCK = re.compile(r"(?:\d+:)?\d+:\d\d(?:[.,]\d{1,6})?")
_SEAT = re.compile(r"([A-Ha-h])\s*:")


class Plan(msgspec.Struct, frozen=True):
    """What a spreadsheet does not say itself.

    :ivar columns: what a column holds, to its name.
    :ivar headers: those of a session's text; they come before the file's own.
    """

    columns: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}


class Row(NamedTuple):
    """A row with the line that it begins in."""

    line: int
    cells: list[str]


def read(lines: Lines, plan: Plan, shelf: Shelf, now: datetime) -> Read:
    """Read the one session of a spreadsheet."""
    account = Account(lines[0][0], shelf, now)
    try:
        for key, value in plan.headers.items():
            account.head.put(lines[0][0], key, value)
        rows, at, columns = _table(lines, plan)
        _lead(account, rows[:at], plan)
        body = _Body(account, columns, len(rows[at].cells))
        return Read((_carried_out(account, body, rows[at + 1 :]),))
    except Faulty as error:
        good = account.found()
        return Read((good,) if good else (), error.fault)


def _carried_out(account: Account, body: "_Body", rows: Sequence[Row]) -> Found:
    """Carry out the rows, and those before one that is none."""
    try:
        account.body.extend(body.lines(rows))
    except Faulty:
        account.carry_out()
        raise
    return account.carry_out()


def _table(lines: Lines, plan: Plan) -> tuple[list[Row], int, dict[str, int]]:
    """Split lines into cells, with the delimiter that shows the columns that are looked for."""
    text = [f"{row}\n" for _, row in lines]
    try:
        likely = csv.Sniffer().sniff("".join(text[:100]), DELIMITERS).delimiter
    except csv.Error:
        likely = DELIMITERS[0]
    faults = []
    for delimiter in (likely, *DELIMITERS.replace(likely, "")):
        try:
            rows = list(_rows(text, delimiter))
            return rows, *_header(rows, plan)
        except Faulty as error:
            faults.append(error)
    raise faults[0]


def _rows(text: Sequence[str], delimiter: str) -> Iterator[Row]:
    """Split lines into rows; a cell in quotation marks may go over several lines."""
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    begun = 1
    try:
        for cells in reader:
            yield Row(begun, [cell.strip() for cell in cells])
            begun = reader.line_num + 1
    except csv.Error as error:
        raise Faulty(begun, f"no row of cells: {error}") from None


def _header(rows: Sequence[Row], plan: Plan) -> tuple[int, dict[str, int]]:
    """Find the row that names the columns: the first one with the column of actions."""
    names = {
        what: (plan.columns[what].casefold(),) if what in plan.columns else default
        for what, default in COLUMNS.items()
    }
    for at, row in enumerate(rows):
        there = [cell.casefold() for cell in row.cells]
        found = {what: [n for n, c in enumerate(there) if c in names[what]] for what in names}
        if not found["action"]:
            continue
        for what, places in found.items():
            if len(places) > 1:
                raise Faulty(row.line, f"{len(places)} columns for {what}, expected one")
            if what in plan.columns and not places:
                raise Faulty(row.line, f"there is no column {plan.columns[what]!r} for {what}")
        return at, {what: places[0] for what, places in found.items() if places}
    wanted = " or ".join(repr(name) for name in names["action"])
    raise Faulty(rows[0].line, f"no row names the columns, expected one with {wanted}")


def _lead(account: Account, rows: Sequence[Row], plan: Plan) -> None:
    """Take the rows before the columns as headers: a name and its value."""
    given = {key.casefold() for key in plan.headers}
    for row in rows:
        key, value, *rest = [*row.cells, "", ""]
        if any(rest):
            raise Faulty(row.line, f"{len(row.cells)} cells, expected a header and its value")
        if key and key.rstrip(" :").casefold() not in given:
            account.head.put(row.line, key.rstrip(" :"), value)


class _Body:
    """Turns rows into lines of a session's text."""

    def __init__(self, account: Account, columns: Mapping[str, int], width: int) -> None:
        self._account, self._columns, self._width = account, columns, width
        told = account.head.values
        self._seats = {
            told[f"player {letter.lower()}"].casefold(): letter
            for letter in SEATS
            if f"player {letter.lower()}" in told
        }
        self._letters = set(self._seats.values())

    def lines(self, rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
        """Yield the lines of each row: its action, then its note."""
        for row in rows:
            if any(row.cells[self._width :]):
                raise Faulty(row.line, f"{len(row.cells)} cells, expected {self._width}")
            action, note = self._cell(row, "action"), self._cell(row, "note")
            time = self._time(row)
            if action:
                yield row.line, time + self._by_seat(row, action)
            if note:
                yield row.line, f"{time}@note {fields({'text': note})}"

    def _cell(self, row: Row, what: str) -> str:
        at = self._columns.get(what, len(row.cells))
        cell = row.cells[at] if at < len(row.cells) else ""
        if what != "note" and "\n" in cell:
            raise Faulty(row.line, f"{what}: several lines in one cell")
        return cell

    def _by_seat(self, row: Row, action: str) -> str:
        """Put the seat before the action, where a column names it."""
        told = self._cell(row, "seat")
        if not told or action.startswith("@"):
            return action
        seat = told.upper() if told.upper() in self._letters else self._seats.get(told.casefold())
        if seat is None:
            names = self._account.head.values
            expected = ", ".join(
                names[f"player {letter.lower()}"] for letter in self._seats.values()
            )
            raise Faulty(
                row.line, f"there is no player {told!r}, expected a letter or one of: {expected}"
            )
        if found := _SEAT.match(action):
            if found[1].upper() != seat:
                raise Faulty(row.line, f"seat {seat}, but the action is one of seat {found[1]}")
            return action
        return f"{seat}: {action}"

    def _time(self, row: Row) -> str:
        cell = self._cell(row, "time")
        if not cell:
            return ""
        if _NUMBER.fullmatch(cell):
            seconds, _, fraction = cell.replace(",", ".").partition(".")
            minutes, rest = divmod(int(seconds), 60)
            return f"[{minutes}:{rest:02}{'.' if fraction else ''}{fraction}] "
        if _CLOCK.fullmatch(cell):
            return f"[{cell}] "
        return f"[{self._date(row, cell)}] "

    def _date(self, row: Row, cell: str) -> str:
        """Return date, time and zone; without one it is that of the opening, else UTC."""
        head = self._account.head
        try:
            moment = datetime.fromisoformat(cell)
        except ValueError:
            expected = "seconds, 1:16.3, or a date with time, since the opening"
            raise Faulty(row.line, f"time {cell!r} found, expected {expected}") from None
        if moment.tzinfo is None:
            try:
                zone = read_date(head.values["opened"]).tzinfo
            except (KeyError, Invalid):
                zone = UTC
            moment = moment.replace(tzinfo=zone)
        if "opened" not in head.values:
            head.put(row.line, "opened", moment.isoformat())
        return moment.isoformat()
