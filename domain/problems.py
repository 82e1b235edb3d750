"""What is wrong with data that a person wrote: every error at once, each with its path."""

import math
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, get_origin

import msgspec
from msgspec import inspect as kinds

from domain.expectations import WHOLE, joined, members, printable, shown, wanted

WHOLE_KEY = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")


class Problem(msgspec.Struct, frozen=True):
    """One error. ``rests_on`` names the top-level fields that were read to find it; without them
    it can only be believed when the whole shape is right.
    """

    path: str
    found: str
    expected: str
    rests_on: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The top-level field that the path leads through."""
        return re.split(r"[.\[]", self.path)[0]

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return printable(f"{where}found {self.found}, expected {self.expected}")


def problems_in(data: Any, kind: Any) -> list[Problem]:
    """List everything in parsed data that does not fit a msgspec type: missing and unknown
    fields, wrong types, lengths, ranges and names. With an empty list the data converts.
    """
    found = list(_walk(data, kinds.type_info(kind), ""))
    if not found and (message := refusal(data, kind)):
        found.append(Problem("", shown(data), message))
    return found


def refusal(data: Any, kind: Any) -> str | None:
    """Return msgspec's own words for the first thing that does not fit, if anything."""
    try:
        msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def _walk(data: Any, info: Any, path: str) -> Iterator[Problem]:
    match info:
        case kinds.Metadata():
            for problem in _walk(data, info.type, path):
                own = problem.path == path
                yield Problem(path, problem.found, wanted(info)) if own else problem
        case kinds.UnionType():
            yield from _union(data, info, path)
        case kinds.StructType() if isinstance(data, Mapping):
            found = list(_table(data, info, path))
            yield from found
            if not found and hasattr(info.cls, "__post_init__"):
                yield from _own_check(data, info.cls, path)
        case kinds.DictType() if isinstance(data, Mapping):
            yield from _entries(data, info, path)
        case kinds.VarTupleType() | kinds.ListType() if isinstance(data, list | tuple):
            if not _within(len(data), info.min_length, info.max_length):
                yield Problem(path, shown(data), wanted(info))
            for at, item in enumerate(data):
                yield from _walk(item, info.item_type, f"{path}[{at}]")
        case kinds.TupleType() if isinstance(data, list | tuple):
            if len(data) != len(info.item_types):
                yield Problem(path, shown(data), wanted(info))
            for at, (item, kind) in enumerate(zip(data, info.item_types, strict=False)):
                yield from _walk(item, kind, f"{path}[{at}]")
        case _ if not _fits(data, info):
            yield Problem(path, shown(data), wanted(info))


def _fits(data: Any, info: Any) -> bool:
    """Say whether a value that holds no others is right; types unknown here are left to msgspec."""
    match info:
        case kinds.IntType():
            return type(data) is int and data in WHOLE and _within(data, info.ge, info.le)
        case kinds.FloatType():
            number = type(data) is float or (type(data) is int and data in WHOLE)
            return number and math.isfinite(data) and _within(data, info.ge, info.le)
        case kinds.StrType():
            return (
                isinstance(data, str)
                and _within(len(data), info.min_length, info.max_length)
                and (info.pattern is None or re.search(info.pattern, data) is not None)
            )
        case kinds.BoolType():
            return isinstance(data, bool)
        case kinds.NoneType():
            return data is None
        case kinds.LiteralType():
            return any(type(data) is type(value) and data == value for value in info.values)
        case kinds.StructType() | kinds.DictType() | kinds.VarTupleType() | kinds.ListType():
            return False
        case kinds.TupleType():
            return False
    return True


def _within(number: float, low: Any, high: Any) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def _table(data: Mapping[Any, Any], info: kinds.StructType, path: str) -> Iterator[Problem]:
    """Look at a struct's fields. A misspelt one is named once, not as unknown and missing too."""
    fields = {field.encode_name: field for field in info.fields}
    one_of: tuple[str, ...] = getattr(get_origin(info.cls) or info.cls, "one_of", ())
    given = [name for name in one_of if data.get(name) is not None]
    missing = [name for name, field in fields.items() if field.required and name not in data]
    meant = [*missing, *(() if given else one_of)]
    before = len(meant)
    if info.forbid_unknown_fields:
        for name in data:
            if name not in fields and name != info.tag_field:
                yield from _unknown(data[name], joined(path, name), str(name), fields, meant)
    for name, field in fields.items():
        if name in data:
            yield from _walk(data[name], field.type, joined(path, name))
        elif name in missing and name in meant:
            yield Problem(joined(path, name), "nothing", wanted(field.type))
    if len(given) > 1 or (one_of and not given and len(meant) == before):
        said = " and ".join(map(repr, given)) or "neither"
        yield Problem(path, said, "exactly one of " + " and ".join(map(repr, one_of)))


def _own_check(data: Mapping[Any, Any], cls: Any, path: str) -> Iterator[Problem]:
    if message := refusal(data, cls):
        yield Problem(path, shown(data), message.removeprefix("expected "))


def _unknown(
    data: Any, path: str, name: str, fields: Mapping[str, kinds.Field], meant: list[str]
) -> Iterator[Problem]:
    close = get_close_matches(name, meant, 1, 0.7)
    if not close:
        yield Problem(path, "an unknown name", "one of: " + ", ".join(fields))
        return
    meant.remove(close[0])
    yield Problem(path, "an unknown name", repr(close[0]))
    yield from _walk(data, fields[close[0]].type, path)


def _entries(data: Mapping[Any, Any], info: kinds.DictType, path: str) -> Iterator[Problem]:
    if not _within(len(data), info.min_length, info.max_length):
        yield Problem(path, f"{len(data)} entries", wanted(info))
    for key, value in data.items():
        at = joined(path, key)
        read = int(key) if isinstance(key, str) and _whole(key, info.key_type) else key
        if list(_walk(read, info.key_type, at)):
            yield Problem(at, f"the name {shown(read)}", f"{wanted(info.key_type)} as its name")
        yield from _walk(value, info.value_type, at)


def _whole(key: str, info: Any) -> bool:
    inner = info.type if isinstance(info, kinds.Metadata) else info
    return isinstance(inner, kinds.IntType) and WHOLE_KEY.fullmatch(key) is not None


def _union(data: Any, info: kinds.UnionType, path: str) -> Iterator[Problem]:
    """Judge by the member that was meant: the table with that tag, else the one that fits best."""
    tables = [kind for kind in members(info) if isinstance(kind, kinds.StructType)]
    tagged = {kind.tag: kind for kind in tables if kind.tag_field}
    if isinstance(data, Mapping) and tagged:
        field = str(tables[0].tag_field)
        tag = data.get(field)
        if isinstance(tag, str | int) and tag in tagged:
            yield from _table(data, tagged[tag], path)
        else:
            expected = "one of: " + ", ".join(map(repr, tagged))
            yield Problem(joined(path, field), shown(tag), expected)
        return
    others = members(info)
    if data is not None and len(others) == 1:
        yield from _walk(data, others[0], path)
        return
    found = [list(_walk(data, kind, path)) for kind in info.types]
    if not all(found):
        return
    deeper = [problems for problems in found if problems[0].path != path]
    yield from deeper[0] if len(deeper) == 1 else [Problem(path, shown(data), wanted(info))]
