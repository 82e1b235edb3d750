"""Option values of a game, checked by name and value."""

from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from domain.errors import Invalid

T = TypeVar("T")

BETWEEN = ","
"""Stands between the values of an option that has one a seat."""


def values_of(kind: type) -> dict[str, tuple[str, ...]]:
    """Return the values of each option, the default first."""
    hints = get_type_hints(kind)
    return {name: get_args(_each(hint)) for name, hint in hints.items()}


def per_seat(kind: type) -> tuple[str, ...]:
    """Name the options that may have a value a seat, as text ``front,back``."""
    return tuple(n for n, hint in get_type_hints(kind).items() if get_origin(hint) is tuple)


def _each(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is tuple else hint


def read_options(kind: type[T], given: Mapping[str, str]) -> T:
    """Return the options of a session, from their stored text.

    :raises Invalid: names the option, what was found and what was expected.
    """
    check_options(kind, given)
    several = per_seat(kind)
    return msgspec.convert(
        {n: v.split(BETWEEN) if n in several else v for n, v in given.items()}, kind
    )


def check_options(kind: type, given: Mapping[str, str]) -> None:
    """Let known options with one of their values pass.

    :raises Invalid: names the option, what was found and what was expected.
    """
    known, several = values_of(kind), per_seat(kind)
    for name, value in given.items():
        if name not in known:
            raise Invalid(f"there is no option {name!r}, expected one of: {', '.join(known)}")
        values = value.split(BETWEEN) if name in several else [value]
        if not set(values) <= set(known[name]):
            expected = ", ".join(known[name])
            raise Invalid(f"option {name}: {value!r} found, expected one of: {expected}")


def filled_in(kind: type, given: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option: the given one, else the default.

    :raises Invalid: names the option, what was found and what was expected.
    """
    check_options(kind, given)
    return {name: given.get(name, values[0]) for name, values in values_of(kind).items()}
