"""Sessions out: the same session gives the same bytes."""

from typing import Literal

from domain.errors import Invalid
from domain.session import Session, text
from domain.session.replay import Misplaced
from service.transfer import jsonl
from service.transfer.shelf import Shelf

Format = Literal["text", "jsonl"]


class NotTold(Invalid):
    """A session that cannot be written as text so that the same one comes back."""


def export_of(session: Session, form: Format, shelf: Shelf) -> str:
    """Return a session as a file's content.

    :raises NotTold: text would not bring the same session back.
    """
    if form == "jsonl":
        return "".join(jsonl.write(session))
    embed = session.opened.edition_hash not in shelf.known(session.game)
    try:
        lines = list(text.write(session, embed=embed))
    except Misplaced as error:
        raise _not_told(session, str(error)) from error
    if reason := _opens_otherwise(session, lines, shelf):
        raise _not_told(session, reason)
    return "".join(f"{line}\n" for line in lines)


def _opens_otherwise(session: Session, lines: list[str], shelf: Shelf) -> str | None:
    """Return why headers would open another session, if they would; lines were held already."""
    head = [*lines[: lines.index("")], "", "@end"]
    read = text.read(enumerate(head, 1), shelf, session.log[0].at)
    if read.fault:
        return read.fault.reason
    opened = read.sessions[0].session.log
    given = [(entry.at, entry.event) for entry in session.log[: len(opened)]]
    same = [(entry.at, entry.event) for entry in opened] == given
    return None if same else "its opening has an older form"


def _not_told(session: Session, reason: str) -> NotTold:
    return NotTold(f"session {session.id} has no text, expected format jsonl: {reason}")
