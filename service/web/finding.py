"""Which rows of a log a reader wants to see: a text, a seat, a kind of thing that happened."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from werkzeug.exceptions import BadRequest

from domain.session.events import Feeling
from domain.words import plain
from service.web.playback import Playback, Row

KINDS: Mapping[str, str] = {
    "plays": "Plays",
    "notes": "Notes and feelings",
    "rules": "Rules",
    "odd": "Irregular or undone",
}
"""Kinds of rows by their names in an address, and how a form names them."""

FELT = frozenset(get_args(Feeling))
RULES = frozenset({"look", "told-no"})
LONGEST = 100  # characters of a text that is looked for


@dataclass(frozen=True)
class Finding:
    """What is looked for in a log; nothing of it stands for all rows."""

    text: str = ""
    seat: int | None = None
    kind: str = ""

    def __bool__(self) -> bool:
        return bool(self.text or self.kind) or self.seat is not None

    def fits(self, film: Playback, row: Row, gone: Container[int]) -> bool:
        """Whether a row is among what is looked for; ``gone`` are the steps gone back to."""
        return (
            (self.seat is None or row.seat == self.seat)
            and (not self.kind or self.kind in kinds(film, row, gone))
            and (not self.text or self.text.casefold() in told(film, row, gone))
        )


def read(query: Mapping[str, str], seats: int) -> Finding:
    """Read what is looked for from an address.

    :raises BadRequest: there is no such seat or kind.
    """
    text, seat, kind = (query.get(name, "").strip() for name in ("find", "seat", "kind"))
    if kind and kind not in KINDS:
        raise BadRequest(f"There is no kind {kind[:40]!r}; expected one of {', '.join(KINDS)}")
    if seat and not (seat.isdecimal() and len(seat) < 3 and int(seat) < seats):
        raise BadRequest(f"There is no seat {seat[:40]!r}; expected 0 to {seats - 1}")
    return Finding(text[:LONGEST], int(seat) if seat else None, kind)


def kinds(film: Playback, row: Row, gone: Container[int]) -> list[str]:
    """Name the kinds of what happened at a step; ``gone`` are the steps gone back to."""
    asides = film.asides.get(row.step, ())
    acted = row.seat is not None and row.seat in film.game.to_act(film.before(row.step))
    found = {
        "plays": acted,
        "notes": row.step in film.notes or any(a.icon in FELT for a in asides),
        "rules": any(a.icon in RULES for a in asides),
        "odd": bool(row.irregular)
        or row.amended
        or row.step in gone
        or any(a.asks for a in asides),
    }
    return [kind for kind, is_one in found.items() if is_one]


def told(film: Playback, row: Row, gone: Container[int]) -> str:
    """Return all that a row says, and what was noted or asked at it, to search in."""
    said = [film.text(row), *row.clauses]
    for entry in film.notes.get(row.step, ()):
        note: Any = entry.event
        said += [note.author, note.text]
    asked = film.gone.get(row.step, ()) if row.step in gone else ()
    for one in (*film.asides.get(row.step, ()), *(one for each in asked for one in each.asked)):
        said += [plain(one.sentence, film.names), one.said, *one.clauses]
    return " ".join(said).casefold()
