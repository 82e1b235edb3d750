"""Which sessions count, and why each of the others does not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, NamedTuple

import msgspec

from analytics.choices import Choices, choices
from analytics.warehouse import Cursor

__all__ = ["Basis", "Choices", "Filters", "LeftOut", "PlayedBy", "ask", "basis", "choices", "sql"]

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
    least one of ``tags`` and none of ``without_tags``. ``since`` and ``until`` are the first and
    the last day, in UTC, on which one may have been opened. ``include`` has keys of
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
    since: date | None = None
    until: date | None = None


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
    if filters.since:
        parameters["filter_since"] = filters.since
        reason_ = f"opened before {filters.since}"
        yield Exclusion("since", reason_, "opened_at::DATE < $filter_since")
    if filters.until:
        parameters["filter_until"] = filters.until
        reason_ = f"opened after {filters.until}"
        yield Exclusion("until", reason_, "opened_at::DATE > $filter_until")
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

    ``whoever`` has those rows whoever played, for what compares people with bots. The filters' own
    parameters begin with ``filter_``; any other name is the query's.
    """
    counted, values = _begun(filters)
    return cursor.execute(counted + query, values | (parameters or {})).fetchall()


def sql(filters: Filters, query: str, parameters: dict[str, Any] | None = None) -> str:
    """Write out what :func:`ask` runs, values in their places, as one text that runs as it stands.

    >>> everything = tuple(LEFT_OUT_UNLESS_ASKED)
    >>> filters = Filters("nocturnis", players=("O'Hara",), include=everything)
    >>> print(sql(filters, "SELECT count(*) FROM counted"))
    WITH counted AS (SELECT * FROM sessions WHERE game = 'nocturnis'
      AND NOT (NOT list_has_any(players, ['O''Hara'])))
    SELECT count(*) FROM counted
    """
    counted, values = _begun(filters)
    if "whoever" not in query:
        counted = counted[: counted.index(",\nwhoever AS")] + "\n"
    spaced = counted.replace(" AND NOT (", "\n  AND NOT (")
    return _written(spaced + query.strip(), values | (parameters or {}))


def _begun(filters: Filters) -> tuple[str, dict[str, Any]]:
    """Return the tables that every query can read, and the parameters that they name."""
    found, values = exclusions(filters)
    conditions = ["game = $filter_game", *(f"NOT ({each.condition})" for each in found)]
    open_ = [f"NOT ({each.condition})" for each in found if each.key != "played_by"]
    rows = "SELECT * FROM sessions WHERE "
    counted = (
        f"WITH counted AS ({rows}{' AND '.join(conditions)}),\n"
        f"whoever AS ({rows}{' AND '.join([conditions[0], *open_])})\n"
    )
    return counted, values


def _written(query: str, values: dict[str, Any]) -> str:
    """Put values in the places of their names; quoted texts and comments stay as they are."""
    parts = re.split(r"('(?:[^']|'')*'|--[^\n]*)", query)
    return "".join(
        part if nth % 2 else re.sub(r"\$(\w+)", lambda m: _literal(values[m[1]]), part)
        for nth, part in enumerate(parts)
    )


def _literal(value: Any) -> str:
    match value:
        case None:
            return "NULL"
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case list() | tuple():
            return f"[{', '.join(map(_literal, value))}]"
        case date():
            return f"DATE '{value}'"
    quoted = str(value).replace("'", "''")
    return f"'{quoted}'"
