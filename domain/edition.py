"""What is printed on a game's components, each value with where it comes from."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec

from domain.errors import Invalid
from domain.problems import Problem, problems_in

__all__ = [
    "LARGEST",
    "Count",
    "EditionBase",
    "InvalidEdition",
    "Label",
    "Problem",
    "Reason",
    "Some",
    "Sourced",
    "Text",
    "Total",
    "all_problems",
    "assumed",
    "content",
    "content_hash",
    "invalid",
    "parse_edition",
    "shape_problems",
]

T = TypeVar("T")

LARGEST = 999
"""The largest number of anything in a box, so that a slip of a finger fills no memory."""

_CONTROL = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_UNSEEN = r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2064\u3164\ufeff\uffa0"
_LABEL = rf"\A[^\s{_CONTROL}{_UNSEEN}](?:[^{_CONTROL}{_UNSEEN}]*[^\s{_CONTROL}{_UNSEEN}])?\Z"

Label = Annotated[
    str,
    msgspec.Meta(
        max_length=80,
        pattern=_LABEL,
        description="one line of 1 to 80 characters, without spaces around it",
    ),
]
"""A name of something."""

Text = Annotated[
    str,
    msgspec.Meta(
        max_length=2000,
        pattern=rf"\A(?:[^{_CONTROL}]|[\t\n])*\Z",
        description="a text of at most 2000 characters, none of which controls a terminal",
    ),
]
"""Words for people, possibly none."""

Reason = Annotated[
    str,
    msgspec.Meta(
        max_length=2000,
        pattern=rf"\A(?:[^{_CONTROL}]|[\t\n])*[^\s{_CONTROL}](?:[^{_CONTROL}]|[\t\n])*\Z",
        description="some words, at most 2000 characters, none of which controls a terminal",
    ),
]
"""Words for people that have to be given."""

Count = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Some = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
"""A number of things, at least one."""


class InvalidEdition(Invalid):
    """An edition with errors; all of them are in ``problems``, one a line in the message."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("edition: " + "\n".join(map(str, self.problems)))


def invalid(problems: Iterable[Problem]) -> InvalidEdition:
    """Return the error that lists these problems."""
    return InvalidEdition(problems)


class Total(msgspec.Struct, frozen=True):
    """A number that the rulebook prints, beside what an edition adds up to. Where they differ
    somebody may have changed the box on purpose.
    """

    name: str
    found: int
    printed: int
    section: str

    @property
    def differs(self) -> bool:
        """Say whether the edition departs from print."""
        return self.found != self.printed


class Sourced(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value and its source: ``printed`` names where a rulebook states it, ``assumed`` says
    why we chose it. Exactly one of the two is given.
    """

    one_of: ClassVar[tuple[str, ...]] = ("printed", "assumed")

    value: T
    printed: Reason | None = None
    assumed: Reason | None = None

    def __post_init__(self) -> None:
        if (self.printed is None) == (self.assumed is None):
            raise ValueError("expected exactly one of 'printed' and 'assumed'")


class EditionBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Common head of every edition."""

    game: str
    name: Label
    note: Text = ""


E = TypeVar("E", bound=EditionBase)


def parse_edition(data: Any, kind: type[E]) -> E:
    """Check parsed TOML, or what a session stored, against a game's edition format.

    :raises InvalidEdition: names each path, what was found and what was expected there.
    """
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError:
        raise invalid(problems_in(data, kind)) from None


def shape_problems(edition: EditionBase) -> list[Problem]:
    """List what does not fit the format in an edition that was not parsed but put together."""
    return problems_in(msgspec.to_builtins(edition), type(edition))


def all_problems(
    data: Any, sample: E, problems: Callable[[E], list[Problem]]
) -> tuple[E | None, list[Problem]]:
    """Return the edition that parsed data describes, and every problem in it.

    Where some fields are broken, the sound ones are still compared with each other: ``sample``,
    a right edition of the game, stands in for the broken ones, and what rests on those is left out.
    """
    kind = type(sample)
    found = problems_in(data, kind)
    if not found:
        edition = msgspec.convert(data, kind, str_keys=True)
        found = problems(edition)
        return (None if found else edition), found
    if not isinstance(data, dict):
        return None, found
    broken = {problem.field for problem in found}
    sound = {n: data[n] for n in kind.__struct_fields__ if n in data and n not in broken}
    filled = msgspec.convert(msgspec.to_builtins(sample) | sound, kind, str_keys=True)
    fitting = [p for p in problems(filled) if p.rests_on and sound.keys() >= {*p.rests_on}]
    return None, found + fitting


def assumed(edition: EditionBase) -> tuple[str, ...]:
    """List the names of the values that no rulebook states, in the order of the format."""
    return tuple(
        name
        for name in edition.__struct_fields__
        if isinstance(value := getattr(edition, name), Sourced) and value.assumed is not None
    )


def content(edition: EditionBase) -> dict[str, Any]:
    """Return the whole edition as plain data, exactly as it comes back from a stored session."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(edition))
    return plain


def content_hash(edition: EditionBase) -> str:
    """Return the SHA-256 of the edition's canonical JSON, as 64 hex digits."""
    return hashlib.sha256(msgspec.json.encode(content(edition), order="sorted")).hexdigest()
