"""What was found in data and what was wanted there, in a few words."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from msgspec import inspect as kinds

LONGEST_SHOWN = 40  # characters of a value in a message
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
WHOLE = range(-(2**63), 2**63)  # what JSON can carry to every reader


def joined(path: str, key: object) -> str:
    """Return the path of a key within a table.

    >>> joined("", "copies"), joined("copies.value", 7), joined("shapes", "a b")
    ('copies', 'copies.value.7', 'shapes."a b"')
    """
    name = str(key)
    if not BARE_KEY.fullmatch(name):
        name = json.dumps(name, ensure_ascii=not name.isprintable())
    return f"{path}.{name}" if path else name


def printable(text: str) -> str:
    r"""Return a text in which nothing moves the cursor, changes colours or hides.

    >>> printable("\x1b[2J \ufeffRuby"), printable("蛾 'x'")
    ('\\x1b[2J \\ufeffRuby', "蛾 'x'")
    """
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def shown(data: Any) -> str:
    """Describe a value in a few words.

    >>> shown("six"), shown(True), shown({}), shown([1, 2]), shown(None)
    ("'six'", 'true', 'a table', 'an array of 2', 'nothing')
    """
    match data:
        case None:
            return "nothing"
        case bool():
            return str(data).lower()
        case int() if data not in WHOLE:
            return f"a number of {data.bit_length()} bits"
        case str() if len(data) > LONGEST_SHOWN:
            return f"{data[:LONGEST_SHOWN]!r}… of {len(data)} characters"
        case Mapping():
            return "a table"
        case list() | tuple():
            return f"an array of {len(data)}"
        case date() | time() | datetime():
            return data.isoformat()
    return repr(data)


def wanted(info: Any) -> str:
    """Describe what a type takes."""
    match info:
        case kinds.Metadata(extra_json_schema={"description": str() as said}):
            patterned = isinstance(info.type, kinds.StrType) and info.type.pattern is not None
            return said if patterned else f"{wanted(info.type)} ({said})"
        case kinds.Metadata():
            return wanted(info.type)
        case kinds.IntType():
            return "a whole number" + _range(info.ge, info.le)
        case kinds.FloatType():
            return "a number" + _range(info.ge, info.le)
        case kinds.StrType():
            return "a text" + _range(info.min_length, info.max_length, " characters")
        case kinds.BoolType():
            return "true or false"
        case kinds.NoneType():
            return "nothing"
        case kinds.LiteralType():
            named = [repr(value) for value in info.values]
            return named[0] if len(named) == 1 else "one of: " + ", ".join(named)
        case kinds.TupleType():
            return f"an array of {len(info.item_types)}"
        case kinds.VarTupleType() | kinds.ListType():
            return "an array" + _range(info.min_length, info.max_length, " items")
        case kinds.StructType():
            needed = ", ".join(f.encode_name for f in info.fields if f.required)
            return f"a table with {needed}" if needed else "a table"
        case kinds.DictType():
            return "a table" + _range(info.min_length, info.max_length, " entries")
        case kinds.UnionType():
            return " or ".join(dict.fromkeys(map(wanted, members(info))))
    return "a value of another type"


def _range(low: Any, high: Any, of: str = "") -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}{of}"
    if low is not None:
        return f" of at least {low}{of}"
    return "" if high is None else f" of at most {high}{of}"


def members(union: kinds.UnionType) -> list[Any]:
    """List the types of a union, the one of nothing apart."""
    return [kind for kind in union.types if not isinstance(kind, kinds.NoneType)]
