"""What a request says, read into the types of the API; whatever does not fit is named."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from flask import request
from msgspec import inspect as kinds
from werkzeug.exceptions import UnsupportedMediaType

from domain.problems import Problem, problems_in
from service.api.shapes import Write

T = TypeVar("T")

KEY = r"[!-~]{1,100}"
"""What an idempotency key looks like."""

VERSION_TAG = r'"([1-9][0-9]{0,8})"'
"""What an ETag looks like that names a version of a session."""


class Malformed(Exception):
    """A request that does not have the shape that was asked for."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(map(str, problems)))


class Foreign(Exception):
    """A write from a page of another site."""


def check_origin() -> None:
    """Let writes pass that no page of another site can have sent.

    :raises Foreign: a browser says that one did.
    :raises UnsupportedMediaType: the body is not said to be JSON, which a foreign form cannot say.
    """
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = request.headers.get("Origin")
    if site not in ("none", "same-origin") or (origin is not None and not _is_own(origin)):
        raise Foreign("pages of other sites cannot write here")
    if request.method == "POST" and request.mimetype != "application/json":
        raise UnsupportedMediaType("expected a body with the Content-Type application/json")


def body(kind: type[T]) -> T:
    """Read the request's body.

    :raises Malformed: it is no JSON, or does not fit; names every path.
    """
    try:
        data = msgspec.json.decode(request.get_data())
    except RecursionError:
        raise Malformed(
            [Problem("", "arrays within arrays without end", "fewer of them")]
        ) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Malformed([Problem("", f"no JSON ({error})", "JSON in UTF-8")]) from None
    return fitting(data, kind)


def query(kind: type[T]) -> T:
    """Read the address's fields.

    :raises Malformed: one is unknown, there twice though it is one value, or does not fit.
    """
    data: dict[str, Any] = {}
    fields = {f.encode_name: _one_of(f.type) for f in kinds.type_info(kind).fields}  # type: ignore[attr-defined]
    for name, values in request.args.lists():
        info = fields.get(name)
        many = isinstance(info, kinds.VarTupleType)
        if len(values) > 1 and not many:
            raise Malformed([Problem(name, f"{len(values)} values", "one")])
        whole = _is_whole(info.item_type if isinstance(info, kinds.VarTupleType) else info)
        read = [_number(text) if whole else text for text in values]
        data[name] = read if many else read[0]
    return fitting(data, kind)


def fitting(data: Any, kind: Any, path: str = "") -> Any:
    """Return data as a type.

    :param path: where the data stands in the request.
    :raises Malformed: it does not fit; names every path.
    """
    if problems := problems_in(data, kind):
        raise Malformed([within(path, problem) for problem in problems])
    return msgspec.convert(data, kind, str_keys=True)


def within(path: str, problem: Problem) -> Problem:
    """Return a problem as seen from further out, in the words of JSON."""
    inner = problem.path
    joined = f"{path}.{inner}" if path and inner and inner[0] != "[" else path + inner
    return Problem(joined, _in_json(problem.found), _in_json(problem.expected))


def key(said: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the request's idempotency key, and the same with a digest of what the request says.

    :raises Malformed: it is empty, too long or not plain.
    """
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return None
    if not re.fullmatch(KEY, given):
        expected = "1 to 100 printable ASCII characters without spaces"
        raise Malformed([Problem("Idempotency-Key", f"{len(given)} characters", expected)])
    rest = {name: value for name, value in said.items() if name != "expected_version"}
    digest = sha256(request.path.encode() + msgspec.json.encode(rest, order="sorted")).hexdigest()
    return given, f"{given}:{digest[:16]}"


def expected_version(said: Write) -> int | None:
    """Return the version that the writer saw: from the body, or from ``If-Match``.

    :raises Malformed: the header is no version of a session, or both differ.
    """
    header = request.headers.get("If-Match")
    if header is None:
        return said.expected_version
    found = re.fullmatch(VERSION_TAG, header.strip())
    if not found:
        raise Malformed([Problem("If-Match", repr(header[:40]), 'an ETag such as "17"')])
    version = int(found[1])
    if said.expected_version not in (None, version):
        expected = f"{said.expected_version}, as in the body"
        raise Malformed([Problem("If-Match", str(version), expected)])
    return version


def _is_own(origin: str) -> bool:
    return origin.lower() == request.host_url.rstrip("/").lower()


def _number(text: str) -> int | str:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 20 else text


def _one_of(info: Any) -> Any:
    """Return a field's type without what is said about it."""
    return _one_of(info.type) if isinstance(info, kinds.Metadata) else info


def _is_whole(info: Any) -> bool:
    """Whether a field takes whole numbers."""
    match info:
        case kinds.Metadata():
            return _is_whole(info.type)
        case kinds.UnionType():
            return any(map(_is_whole, info.types))
    return isinstance(info, kinds.IntType)


def _in_json(text: str) -> str:
    """Say with JSON's word what TOML calls a table."""
    return text.replace("a table", "an object")
