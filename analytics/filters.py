"""Which sessions count, and why each of the others does not."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import msgspec

from analytics.choices import Choices, choices
from analytics.warehouse import Cursor

__all__ = ["Basis", "Choices", "Filters", "LeftOut", "PlayedBy", "ask", "basis", "choices"]

PlayedBy = Literal["all", "people", "bots", "mixed"]

LEFT_OUT_UNLESS_ASKED = {
    "unfinished": ("unfinished", "status = 'live'"),
    "abandoned": ("abandoned", "status = 'abandoned'"),
    "irregular": ("irregular plays", "irregular"),
    "branches": ("branches", "branch IS NOT NULL"),
    "amended": ("amended", "amended > 0"),
}
"""Kinds of session that count only where ``include`` names them: reason and condition."""


VERSIONS = {
    "prototype": "other prototypes",
    "edition": "other editions",
    "rules": "other rules versions",
}
"""What was played with, each with the reason that leaves others out."""


class Filters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a reader asked for; an empty value asks for nothing.

    ``players`` names people: sessions with at least one of them count. So do sessions with at
    least one of ``tags`` and none of ``without_tags``. ``include`` has keys of
    :data:`LEFT_OUT_UNLESS_ASKED`.
    """

    game: str
    seats: tuple[int, ...] = ()
    played_by: PlayedBy = "all"
    players: tuple[str, ...] = ()
    options: dict[str, str] = {}
    prototype: str = ""
    edition: str = ""
    rules: str = ""
    modes: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    without_tags: tuple[str, ...] = ()


class LeftOut(NamedTuple):
    """How many sessions a reason leaves out.

    ``key`` is a field of :class:`Filters` to clear, a kind to include, or ``damaged``: those
    cannot be counted at all.
    """

    reason: str
    key: str
    sessions: int


@dataclass(frozen=True)
class Basis:
    """What a report rests on: ``counted`` + the sum of ``left_out`` = ``of``.

    :ivar let_in: of the counted ones, those that count only because ``include`` names their kind.
    """

    counted: int
    of: int
    left_out: list[LeftOut]
    let_in: list[LeftOut]


class Exclusion(NamedTuple):
    """A reason to leave a session out: a condition on the table ``sessions``, never NULL."""

    key: str
    reason: str
    condition: str


def exclusions(filters: Filters) -> tuple[list[Exclusion], dict[str, Any]]:
    """Return what leaves sessions out, the first reason first, and the parameters of it all.

    What the reader chose comes before what is left out anyway, so that asking for a kind adds
    just as many sessions as were counted for it.
    """
    parameters: dict[str, Any] = {"filter_game": filters.game}
    found = list(_chosen(filters, parameters))
    found += [
        Exclusion(key, reason, condition)
        for key, (reason, condition) in LEFT_OUT_UNLESS_ASKED.items()
        if key not in filters.include
    ]
    return found, parameters


def _chosen(filters: Filters, parameters: dict[str, Any]) -> Iterator[Exclusion]:
    if filters.seats:
        parameters["filter_seats"] = list(filters.seats)
        yield Exclusion("seats", "other seat counts", "NOT list_contains($filter_seats, seats)")
    if filters.played_by != "all":
        parameters["filter_played_by"] = filters.played_by
        reason = {"people": "with bots", "bots": "with people", "mixed": "not mixed"}
        yield Exclusion("played_by", reason[filters.played_by], "played_by <> $filter_played_by")
    if filters.players:
        parameters["filter_players"] = list(filters.players)
        reason_ = f"without {' or '.join(filters.players)}"
        yield Exclusion("players", reason_, "NOT list_has_any(players, $filter_players)")
    for key, reason_ in VERSIONS.items():
        if value := getattr(filters, key):
            parameters[f"filter_{key}"] = value
            yield Exclusion(key, reason_, f"{key} <> $filter_{key}")
    if filters.modes:
        parameters["filter_modes"] = list(filters.modes)
        yield Exclusion("modes", "recorded another way", "NOT list_contains($filter_modes, mode)")
    if filters.tags:
        parameters["filter_tags"] = list(filters.tags)
        reason_ = f"not tagged {' or '.join(filters.tags)}"
        yield Exclusion("tags", reason_, "NOT list_has_any(tags, $filter_tags)")
    if filters.without_tags:
        parameters["filter_without_tags"] = list(filters.without_tags)
        reason_ = f"tagged {' or '.join(filters.without_tags)}"
        yield Exclusion("without_tags", reason_, "list_has_any(tags, $filter_without_tags)")
    if filters.options:
        conditions = []
        for nth, (name, value) in enumerate(filters.options.items()):
            parameters |= {f"filter_option{nth}": name, f"filter_value{nth}": value}
            conditions.append(f"options[$filter_option{nth}] IS DISTINCT FROM $filter_value{nth}")
        yield Exclusion("options", "other rulings", " OR ".join(conditions))


def basis(cursor: Cursor, filters: Filters) -> Basis:
    """Count the sessions in and out, each one left out under the first reason that applies."""
    found, parameters = exclusions(filters)
    asked = [key for key in LEFT_OUT_UNLESS_ASKED if key in filters.include]
    kinds = [(f"in:{key}", LEFT_OUT_UNLESS_ASKED[key][1]) for key in asked]
    cases = [(each.key, each.condition) for each in found] + kinds
    whens = " ".join(f"WHEN {condition} THEN '{key}'" for key, condition in cases)
    reason = f"CASE {whens} ELSE '' END" if whens else "''"
    counts: dict[str, int] = dict(
        cursor.execute(
            f"SELECT {reason} AS reason, count(*) FROM sessions "
            "WHERE game = $filter_game GROUP BY 1",
            parameters,
        ).fetchall()
    )
    row = cursor.execute(
        "SELECT count(*) FROM damaged WHERE game = $1 OR game IS NULL", [filters.game]
    ).fetchone()
    counts["damaged"] = row[0] if row else 0
    reasons = [(each.reason, each.key) for each in found] + [("damaged", "damaged")]
    left_out = [LeftOut(text, key, counts[key]) for text, key in reasons if counts.get(key)]
    let_in = [
        LeftOut(LEFT_OUT_UNLESS_ASKED[key][0], key, counts[f"in:{key}"])
        for key in asked
        if counts.get(f"in:{key}")
    ]
    of = sum(counts.values())
    return Basis(of - sum(left.sessions for left in left_out), of, left_out, let_in)


def ask(
    cursor: Cursor, filters: Filters, query: str, parameters: dict[str, Any] | None = None
) -> list[tuple[Any, ...]]:
    """Run a query that reads ``counted``: the rows of ``sessions`` that the filters let in.

    The filters' own parameters begin with ``filter_``; any other name is the query's.
    """
    found, values = exclusions(filters)
    conditions = ["game = $filter_game", *(f"NOT ({each.condition})" for each in found)]
    counted = f"WITH counted AS (SELECT * FROM sessions WHERE {' AND '.join(conditions)})\n"
    return cursor.execute(counted + query, values | (parameters or {})).fetchall()
