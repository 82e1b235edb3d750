"""What a note points at: places of the board, and arrows between two of them (``b2>c3``)."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from domain.errors import SessionError

MOST_MARKS = 40  # in a note
_BETWEEN = re.compile(r"[,;\s]+")
_ARROW = re.compile(r"\s*(?:->|→|>)\s*")


def read_marks(text: str) -> tuple[str, ...]:
    """Return the marks that a person wrote, each once.

    >>> read_marks("b2, B2 -> c3 b2")
    ('b2', 'b2>c3')
    """
    joined = _ARROW.sub(">", text.strip().lower())
    return tuple(dict.fromkeys(filter(None, _BETWEEN.split(joined))))


def check_marks(marks: Sequence[str], places: Sequence[str]) -> None:
    """Let marks pass that point at these places.

    :raises SessionError: there are too many; one points at no place, or from a place to itself.
    """
    if len(marks) > MOST_MARKS:
        raise SessionError(f"{len(marks)} marks, expected at most {MOST_MARKS}")
    for mark in marks:
        start, arrow, end = mark.partition(">")
        for name in (start, end) if arrow else (start,):
            if name not in places:
                raise SessionError(_no_place(mark, name, places))
        if start == end:
            raise SessionError(f"mark {mark!r}, expected an arrow between two places")


def _no_place(mark: str, name: str, places: Sequence[str]) -> str:
    near = get_close_matches(name.lower(), places, 3, 0.4) or places[:3]
    return f"mark {mark[:60]!r}: there is no place {name[:40]!r}; nearest: {', '.join(near)}"
