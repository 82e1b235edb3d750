"""Words, fields and times the way a session's text spells them."""

import json
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from domain.errors import Invalid
from domain.notation import SEATS

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")
_BARE = re.compile(r"[^\W_][\w.-]*")
_FIELD = re.compile(r"([a-z_]+)=")
_ELAPSED = re.compile(r"(-?)(?:(\d{1,7}):)?(\d{1,7}):(\d\d)(?:[.,](\d{1,6}))?")
_JSON = json.JSONDecoder()


def quoted(value: Any) -> str:
    """Return a value as JSON in one line, with what would upset a terminal escaped.

    >>> print(quoted('so "slow"\\n'), quoted(("pace", "ä")))
    "so \\"slow\\"\\n" ["pace", "ä"]
    """
    text = json.dumps(value, ensure_ascii=False)
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def plain(text: str) -> str:
    """Return a text that runs to the line's end: as it is, or as JSON where that would not do."""
    unclear = text != text.strip() or not text or text[0] == '"' or _CONTROL.search(text)
    return quoted(text) if unclear else text


def read_plain(text: str) -> str:
    """Return what :func:`plain` wrote.

    :raises Invalid: it begins with a quotation mark and is no JSON text.
    """
    if not text.startswith('"'):
        return text
    value, end = _decoded(text, 0)
    if not isinstance(value, str) or text[end:].strip():
        raise Invalid(f"{text} found, expected one text in quotation marks")
    return value


def fields(told: Mapping[str, Any]) -> str:
    """Write fields as ``name=value``, single words without quotation marks.

    >>> fields({"step": 12, "kind": "look_up", "text": "whose turn?"})
    'step=12 kind=look_up text="whose turn?"'
    """
    return " ".join(f"{name}={_field(value)}" for name, value in told.items())


def _field(value: Any) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value) and value.isascii():
        return value
    return quoted(value)


def read_fields(text: str) -> dict[str, Any]:
    """Return what :func:`fields` wrote; single words come back as text, whatever they are.

    :raises Invalid: says where the text is no ``name=value``, or a name comes twice.
    """
    found: dict[str, Any] = {}
    at = 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        name = _FIELD.match(text, at)
        if not name:
            raise Invalid(f"{text[at:]!r} found, expected NAME=VALUE")
        if name[1] in found:
            raise Invalid(f"{name[1]} stands there twice")
        found[name[1]], at = _value(text, name.end())
    return found


def _value(text: str, at: int) -> tuple[Any, int]:
    if text[at : at + 1] in ('"', "[", "{"):
        return _decoded(text, at)
    word = text[at:].split(maxsplit=1)[0] if text[at:].strip() else ""
    if not word or text[at].isspace():
        raise Invalid("a value is missing after '='")
    return word, at + len(word)


def _decoded(text: str, at: int) -> tuple[Any, int]:
    try:
        return _JSON.raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"{text[at:][:40]!r} is no JSON ({error})") from None


def elapsed(time: timedelta) -> str:
    """Write the time since the opening, as exactly as it is known.

    >>> elapsed(timedelta(seconds=76.3)), elapsed(timedelta(hours=2, microseconds=5))
    ('1:16.3', '2:00:00.000005')
    """
    sign, micros = ("-", -time) if time < timedelta() else ("", time)
    seconds, fraction = divmod(micros // timedelta(microseconds=1), 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return sign + clock + (f".{fraction:06}".rstrip("0") if fraction else "")


def read_time(text: str, opened: datetime) -> datetime:
    """Return a moment from the time since the opening, or from a date with time and zone.

    >>> from datetime import UTC
    >>> read_time("1:16.3", datetime(2026, 1, 2, 19, tzinfo=UTC)).isoformat()
    '2026-01-02T19:01:16.300000+00:00'

    :raises Invalid: it is neither.
    """
    found = _ELAPSED.fullmatch(text.strip())
    try:
        if not found:
            return read_date(text)
        sign, hours, minutes, seconds, fraction = found.groups()
        time = timedelta(
            hours=int(hours or 0),
            minutes=int(minutes),
            seconds=int(seconds),
            microseconds=int((fraction or "0").ljust(6, "0")),
        )
        return opened - time if sign else opened + time
    except (OverflowError, Invalid):
        expected = "minutes and seconds since the opening (1:16.3), or date, time and zone"
        raise Invalid(f"time {text.strip()!r} found, expected {expected}") from None


def read_date(text: str) -> datetime:
    """Return a moment from its date, time and zone in ISO 8601.

    :raises Invalid: something else, or no zone.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Invalid(f"{text.strip()!r} found, expected a time such as 2026-11-12T19:30:00Z")
    return moment


def seat_of(text: str, seats: int) -> int:
    """Return a seat by its letter.

    :raises Invalid: there is no such seat.
    """
    seat = SEATS[:seats].find(text.strip().upper()) if len(text.strip()) == 1 else -1
    if seat < 0:
        raise Invalid(f"there is no seat {text.strip()!r}, expected A to {SEATS[seats - 1]}")
    return seat
