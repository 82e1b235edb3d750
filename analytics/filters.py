"""Which sessions count, and why each of the others does not."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import duckdb
import msgspec

PlayedBy = Literal["all", "people", "bots", "mixed"]


class Filters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a reader asked for; an empty value asks for nothing.

    ``players`` names people: sessions with at least one of them count. ``include`` lists keys of
    kinds that are left out unless asked for: ``unfinished``, ``abandoned``.
    """

    game: str
    seats: tuple[int, ...] = ()
    played_by: PlayedBy = "all"
    players: tuple[str, ...] = ()
    options: dict[str, str] = {}
    prototype: str = ""
    rules: str = ""
    modes: tuple[str, ...] = ()
    include: tuple[str, ...] = ()


class LeftOut(NamedTuple):
    """How many sessions a reason leaves out. ``key`` is a filter's name or a kind to include."""

    reason: str
    key: str
    sessions: int


@dataclass(frozen=True)
class Basis:
    """What a report rests on: ``counted`` + the sum of ``left_out`` = ``of``."""

    counted: int
    of: int
    left_out: list[LeftOut]


@dataclass(frozen=True)
class Choices:
    """What the filters of one game can be set to: only values that some session has."""

    seats: list[int]
    players: list[str]
    prototypes: list[str]
    rules: list[str]
    modes: list[str]
    options: dict[str, list[str]]


def basis(cursor: duckdb.DuckDBPyConnection, filters: Filters) -> Basis:
    """Count the sessions in and out, each one left out under the first reason that applies."""
    raise NotImplementedError


def choices(cursor: duckdb.DuckDBPyConnection, game: str) -> Choices:
    """List what the sessions of a game can be filtered by."""
    raise NotImplementedError
