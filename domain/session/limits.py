"""How long what people write may be, and that it is plain text: held wherever something is recorded
and where a file comes in.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from domain.errors import Invalid
from domain.events import Event, Recorded
from domain.session.commands import LONGEST_NAME, LONGEST_NOTE
from domain.session.events import AttemptRefused, IrregularityStood, SessionOpened

LONGEST_LINE = 400  # characters of a reason
LONGEST_CLAUSE = 80
LONGEST_TAG = 200
LONGEST_KEY = 200  # characters of a request's key
MOST_TAGS = 100

LINES = {
    "title": 120,
    "prototype": 60,
    "place": 60,
    "seed": LONGEST_LINE,
    "reason": LONGEST_LINE,
    "rules": LONGEST_TAG,
    "author": LONGEST_NAME,
    "clause": LONGEST_CLAUSE,
}
"""Fields of one line, with the most characters that they hold."""

BY_THE_RULES = (AttemptRefused, IrregularityStood)
"""Events whose reason a game gives and nobody writes."""

_NOT_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NOT_IN_A_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class Excess(NamedTuple):
    """A field with something that is too long or no plain text, and what is wrong with it."""

    field: str
    reason: str


def excess_in(entry: Recorded) -> Excess | None:
    """Return the first field of an event that nobody can record, if there is one.

    A store may hold such an event all the same, from before there were limits.
    """
    return next(_excesses(entry.event, entry.key), None)


def check_limits(events: Iterable[Event], key: str | None = None) -> None:
    """Let events be recorded that hold no more than they may.

    :raises Invalid: the first field that is too long or no plain text, and what was expected.
    """
    for event in events:
        for excess in _excesses(event, key):
            raise Invalid(f"{excess.field}: {excess.reason}")


def check_line(field: str, given: str) -> None:
    """Let a line pass that can be recorded in a field.

    :raises Invalid: it is too long or no plain text.
    """
    for excess in _line(field, given, LINES[field]):
        raise Invalid(f"{excess.field}: {excess.reason}")


def _excesses(event: Any, key: str | None) -> Iterator[Excess]:
    if key is not None:
        yield from _line("key", key, LONGEST_KEY)
    for name, longest in LINES.items():
        given = getattr(event, name, None)
        if isinstance(given, str) and not (name == "reason" and isinstance(event, BY_THE_RULES)):
            yield from _line(name, given, longest)
    for name in ("text", "said"):
        yield from _text(name, getattr(event, name, ""))
    yield from _several("tags", getattr(event, "tags", ()), LONGEST_TAG)
    yield from _several("clauses", getattr(event, "clauses", ()), LONGEST_CLAUSE)
    if isinstance(event, SessionOpened):
        for seat, player in enumerate(event.players):
            for name in ("name", "bot", "colour"):
                yield from _line(f"players[{seat}].{name}", getattr(player, name), LONGEST_NAME)


def _line(field: str, given: str | None, longest: int) -> Iterator[Excess]:
    if given is None:
        return
    if len(given) > longest:
        yield Excess(field, f"{len(given)} characters, expected at most {longest}")
    if found := _NOT_IN_A_LINE.search(given):
        yield Excess(field, f"{_said(found[0])}, expected one line of plain text")


def _text(field: str, given: str) -> Iterator[Excess]:
    if len(given) > LONGEST_NOTE:
        yield Excess(field, f"{len(given)} characters, expected at most {LONGEST_NOTE}")
    if found := _NOT_IN_A_TEXT.search(given):
        yield Excess(field, f"{_said(found[0])}, expected plain text")


def _said(character: str) -> str:
    half = "\ud800" <= character <= "\udfff"
    return f"{'half of a pair,' if half else 'the control character'} {character!r}"


def _several(field: str, given: tuple[str, ...], longest: int) -> Iterator[Excess]:
    if len(given) > MOST_TAGS:
        yield Excess(field, f"{len(given)} of them, expected at most {MOST_TAGS}")
    for nth, one in enumerate(given):
        yield from _line(f"{field}[{nth}]", one, longest)
