"""What is printed on a game's components, each value with where it comes from."""

import hashlib
from typing import Any, Generic, TypeVar

import msgspec

from domain.errors import Invalid

T = TypeVar("T")


class Sourced(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value and its source: ``printed`` names where a rulebook states it, ``assumed`` says
    why we chose it. Exactly one of the two is given.
    """

    value: T
    printed: str | None = None
    assumed: str | None = None

    def __post_init__(self) -> None:
        if (self.printed is None) == (self.assumed is None):
            raise ValueError("expected exactly one of 'printed' and 'assumed'")


class EditionBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Common head of every edition."""

    game: str
    name: str
    note: str = ""


E = TypeVar("E", bound=EditionBase)


def parse_edition(data: Any, kind: type[E]) -> E:
    """Check parsed TOML, or what a session stored, against a game's edition format.

    :raises Invalid: names the path and what was expected there.
    """
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise Invalid(f"edition: {error}") from error


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
