"""Bad inputs made from good ones: what a slip, a broken program or somebody malicious would send.

Whole structures are changed (lines, words, numbers, values of JSON), so that most of an input is
still right and the fault stands deep inside; bytes alone rarely come past the first line.
"""

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

NUMBERS = ("0", "-1", "1", "7", "99", "999999", "2147483648", "9" * 20, "9" * 400, "1e308", "-0")
NUMBERS += ("0x10", "1_000", "٣", "½", "1.5", "NaN", "Infinity", "00")
WORDS = ("", " ", "?", "A", "B:", "H:", "null", "true", "[]", "{}", '"', "'", "\\", "@end", "@note")
WORDS += ("\x00", "\x1b[31m", "\u202e", "\ufeff", "\ud7ff", "e\u0301", "ﬀ", "😀", "\u2028", "\r")
WORDS += ("<script>alert(1)</script>", "{{7*7}}", "%s%n", "../../etc/passwd", "'; DROP TABLE x;--")
WORDS += ("lantern-moths", "lepidoptery", "nocturnis", "x" * 300, "(" * 60, "a=b", "=", "~", "\t")
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    3,
    10**6,
    2**63,
    1e300,
    "",
    "?",
    "A",
    [],
    {},
)
VALUES += ("x" * 5000, [None], [[]], {"": None}, ["x"] * 50, "\x00", "b2", "2026-02-30", "\ud800")

_WORD = re.compile(r"\w+|[^\w\s]")
_NUMBER = re.compile(r"-?\d+")

MOST = 400_000  # bytes
WORD = 1_000  # characters of one that is repeated


def mutated(rng: Random, seed: bytes, others: Sequence[bytes]) -> bytes:
    """Return an input that differs from a good one in one to four ways.

    :param others: good inputs of the same kind, to take parts from.
    """
    changed = seed
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        if rng.random() < 0.1:
            changed = _bytes(rng, changed)
        elif (data := _json(changed)) is not None and rng.random() < 0.9:
            changed = _dumped(_data(rng, data))
        else:
            text = changed.decode("utf-8", "surrogateescape")
            other = rng.choice(others).decode("utf-8", "surrogateescape")
            changed = _encoded(_text(rng, text, other))
    return changed[:MOST]


def _json(raw: bytes) -> Any:
    if raw[:1] not in (b"{", b"["):
        return None
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _dumped(data: Any) -> bytes:
    return _encoded(json.dumps(data, ensure_ascii=False))


def _encoded(text: str) -> bytes:
    """Return the bytes that were no UTF-8 as they were; half a pair as some programs write it."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _text(rng: Random, text: str, other: str) -> str:
    lines = text.split("\n")
    if len(lines) > 1 and rng.random() < 0.5:
        return "\n".join(_lines(rng, lines, other.split("\n")))
    at = rng.randrange(len(lines))
    if lines[at].startswith("{") and (data := _json(lines[at].encode("utf-8", "replace"))):
        lines[at] = _dumped(_data(rng, data)).decode("utf-8", "surrogateescape")
    else:
        lines[at] = _line(rng, lines[at], other)
    return "\n".join(lines)


def _lines(rng: Random, lines: list[str], other: list[str]) -> list[str]:
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    ways: list[Callable[[], list[str]]] = [
        lambda: lines[:at] + lines[at + 1 :],
        lambda: [*lines[:at], lines[at], *lines[at:]],
        lambda: [*lines[:at], lines[to], *lines[at:]],
        lambda: lines[:at],
        lambda: lines[at:],
        lambda: [*lines[:at], *rng.sample(other, 1), *lines[at:]],
        lambda: lines[:at] + other[rng.randrange(len(other)) :],
        lambda: [*lines[:at], *rng.sample(lines, len(lines) - at)],
    ]
    return rng.choice(ways)()


def _line(rng: Random, line: str, other: str) -> str:
    words = [*_WORD.finditer(line)]
    numbers = [*_NUMBER.finditer(line)]
    if numbers and rng.random() < 0.4:
        found = rng.choice(numbers)
        return line[: found.start()] + rng.choice(NUMBERS) + line[found.end() :]
    if not words or rng.random() < 0.15:
        at = rng.randint(0, len(line))
        return line[:at] + rng.choice(WORDS) + line[at:]
    found, told = rng.choice(words), [w.group() for w in _WORD.finditer(other)] or ["?"]
    instead = (rng.choice(WORDS), rng.choice(told), found.group()[:WORD] * rng.choice((0, 2, 200)))
    return line[: found.start()] + rng.choice(instead) + line[found.end() :]


def _data(rng: Random, data: Any) -> Any:
    """Change one place in a tree of JSON, deep places as often as others."""
    places = [*_places(data)]
    if not places:
        return rng.choice(VALUES)
    holder, key = rng.choice(places)
    value = holder[key]
    way = rng.randrange(6)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, dict):
        holder[rng.choice(WORDS)] = holder.pop(key)
    elif way == 1:
        holder.insert(key, value)
    elif way == 2:
        other, there = rng.choice(places)
        holder[key] = _copied(other[there])
    elif isinstance(value, str) and way == 3:
        holder[key] = _line(rng, value, value)
    elif isinstance(value, int) and way == 3:
        holder[key] = value + rng.choice((-1, 1, 1000))
    elif way == 4:
        holder[key] = [value] if rng.random() < 0.5 else {"type": value}
    else:
        holder[key] = rng.choice(VALUES)
    return data


def _places(data: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        holder = waiting.pop()
        keys: Any = ()
        if isinstance(holder, dict):
            keys = list(holder)
        elif isinstance(holder, list):
            keys = range(len(holder))
        for key in keys:
            found.append((holder, key))
            waiting.append(holder[key])
    return found


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _bytes(rng: Random, raw: bytes) -> bytes:
    at, end = sorted((rng.randint(0, len(raw)), rng.randint(0, len(raw))))
    ways: list[Callable[[], bytes]] = [
        lambda: raw[:at] + rng.randbytes(rng.choice((1, 2, 8))) + raw[at:],
        lambda: raw[:at] + raw[end:],
        lambda: raw[:at],
        lambda: raw[:end] + raw[at:],
        lambda: raw[:at] + bytes([rng.randrange(256)]) + raw[at + 1 :],
        lambda: rng.randbytes(rng.choice((1, 30, 300))),
    ]
    return rng.choice(ways)()
