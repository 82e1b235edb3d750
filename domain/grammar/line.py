"""A line of text taken apart: seat, action, what was seen."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from domain.notation import SEATS, UNSEEN

_SEAT = re.compile(r"\s*([A-Ha-h])\s*:\s*(.*)", re.DOTALL)
_PART = re.compile(r"(?:([A-Ha-h])\s*:|([>/]))")

Answers = tuple[str | None, ...]

Part = tuple[str, str]
"""What was seen under a label: a seat's letter, ``>``, or nothing; the text behind it."""

NEXT_ROUND = ">"
"""The label of what opens the next round."""


class Line(NamedTuple):
    """A text taken apart.

    :ivar body: the action. ``exact``: it ended in ``!`` and stands for nothing but itself.
    :ivar told: what was seen; ``equals``: an equals sign came before it.
    """

    seat: int | None
    body: str
    told: tuple[Part, ...] = ()
    equals: bool = False
    exact: bool = False


def line_of(text: str) -> Line:
    """Take a text apart.

    >>> line_of("B: fa1 = E C: D")
    Line(seat=1, body='fa1', told=(('', ' E '), ('C', ' D')), equals=True, exact=False)
    >>> line_of("a1b1>Hook").told
    (('>', 'Hook'),)
    """
    seat = None
    if found := _SEAT.fullmatch(text):
        seat, text = SEATS.index(found[1].upper()), found[2]
    body, equals, seen = text.partition("=")
    if not equals and (cut := _PART.search(body)):
        body, seen = body[: cut.start()], body[cut.start() :]
    body = body.strip()
    exact = body.endswith("!")
    return Line(seat, body.removesuffix("!").strip(), _parts_of(seen), bool(equals), exact)


def _parts_of(text: str) -> tuple[Part, ...]:
    parts, label, at = list[Part](), "", 0
    for found in _PART.finditer(text):
        if label or text[at : found.start()].strip():
            parts.append((label, text[at : found.start()]))
        label, at = (found[1] or NEXT_ROUND).upper(), found.end()
    if label or text[at:].strip():
        parts.append((label, text[at:]))
    return tuple(parts)


def labelled(label: str, words: Sequence[str], brief: bool) -> str:
    """Write what was seen under a label, for a file or, if ``brief``, with few keys.

    >>> labelled("B", ["?", "D"], False), labelled(">", ["Hook"], False), labelled("B", ["d"], True)
    ('B: ? D', '> Hook', 'b:d')
    """
    space = "" if brief else " "
    if label == NEXT_ROUND:
        return space.join(f"{label}{space}{word}" for word in words)
    start = f"{label.casefold() if brief else label}:{space}" if label else ""
    return start + space.join(words)


def trimmed(answers: Sequence[str | None]) -> Answers:
    """Leave out the unseen ones at the end.

    >>> trimmed(["E2", None, "D", None])
    ('E2', None, 'D')
    """
    end = len(answers)
    while end and answers[end - 1] is None:
        end -= 1
    return tuple(answers[:end])


def unseen_as_none(words: Sequence[str]) -> Answers:
    """Turn the sign for an unseen card into none."""
    return tuple(None if word == UNSEEN else word for word in words)
