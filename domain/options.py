"""Option values of a game, checked by name and value."""

from collections.abc import Mapping
from typing import get_args, get_type_hints

from domain.errors import Invalid


def values_of(kind: type) -> dict[str, tuple[str, ...]]:
    """Return the values of each option, the default first."""
    return {name: get_args(hint) for name, hint in get_type_hints(kind).items()}


def check_options(kind: type, given: Mapping[str, str]) -> None:
    """Let known options with one of their values pass.

    :raises Invalid: names the option, what was found and what was expected.
    """
    known = values_of(kind)
    for name, value in given.items():
        if name not in known:
            raise Invalid(f"there is no option {name!r}, expected one of: {', '.join(known)}")
        if value not in known[name]:
            expected = ", ".join(known[name])
            raise Invalid(f"option {name}: {value!r} found, expected one of: {expected}")


def filled_in(kind: type, given: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option: the given one, else the default.

    :raises Invalid: names the option, what was found and what was expected.
    """
    check_options(kind, given)
    return {name: given.get(name, values[0]) for name, values in values_of(kind).items()}
