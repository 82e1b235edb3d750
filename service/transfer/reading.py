"""A file of whichever form, read and carried out."""

from datetime import datetime
from pathlib import Path
from typing import Literal

from domain.session import text
from domain.session.reading import Fault, Faulty, Read
from domain.session.replay import Misplaced, check_storable
from service.transfer import jsonl, sheet
from service.transfer.files import Lines, lines_of, read_bytes
from service.transfer.shelf import Shelf

Form = Literal["text", "jsonl", "csv"]


def read_file(path: Path, plan: sheet.Plan, shelf: Shelf, now: datetime) -> tuple[Form, Read]:
    """Read a file's sessions, up to the first line that does not fit.

    :param plan: what a spreadsheet does not say itself.
    :param now: when a session was opened that does not say it.
    """
    form = _form_of_name(path)
    try:
        lines = lines_of(read_bytes(path))
        form = form or _form_of(lines)
        if form == "jsonl":
            return form, jsonl.read(lines)
        if form == "csv":
            return form, _storable(sheet.read(lines, plan, shelf, now))
        return form, _storable(text.read(lines, shelf, now))
    except Faulty as error:
        return form or "text", Read((), error.fault)


def _storable(read: Read) -> Read:
    """Fault a file for a time or a text that no store can hold."""
    try:
        for found in read.sessions:
            for entry in found.session.log:
                check_storable(entry, entry.version)
    except Misplaced as error:
        return Read(read.sessions, read.fault or Fault(None, str(error)))
    return read


def _form_of_name(path: Path) -> Form | None:
    suffix = path.suffix.lower()
    return "csv" if suffix in (".csv", ".tsv") else "jsonl" if suffix == ".jsonl" else None


def _form_of(lines: Lines) -> Form:
    first = next(row for _, row in lines if row.strip())
    return "jsonl" if first.lstrip().startswith("{") else "text"
