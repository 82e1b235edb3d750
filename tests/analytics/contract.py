"""What every report of the catalogue owes its reader, whatever it is about."""

import json
import re
from collections.abc import Sequence

import plotly.graph_objects as go
import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.findings import Finding
from analytics.reports import for_game
from analytics.warehouse import Warehouse
from domain.games import GAMES
from tests.analytics.build import Request, one_after_the_other


def store(warehouse: Warehouse, sessions: Sequence[list[Request]]) -> None:
    """Fill an empty warehouse with whole sessions."""
    one_after_the_other(sessions).follow(warehouse)


def finding(warehouse: Warehouse, id: str, filters: Filters) -> Finding:
    """Ask one report."""
    (found,) = stats.findings(warehouse.cursor(), filters, [id])
    return found


def holds(warehouse: Warehouse, id: str, filters: Filters, sessions: set[str]) -> Finding:
    """Hold a report to what all owe: keys that open moments of counted sessions, honest figures.

    ``sessions`` are the ids of the sessions that moments may come from.
    """
    (report,) = [each for each in for_game(filters.game) if each.id == id]
    assert report.question.endswith("?")
    assert str(report.definition).endswith("Version 1, 2026-11-30.")
    found = finding(warehouse, id, filters)
    assert len(found.row_keys) == len(set(found.row_keys)) == len(found.rows)
    assert all(len(row) == len(found.columns) for row in found.rows)
    assert len(found.columns) == len(set(found.columns))
    assert set(found.units) <= set(found.columns)
    cursor = warehouse.cursor()
    order = {
        str(id_): number
        for number, id_ in cursor.execute("SELECT session, id FROM sessions").fetchall()
    }
    for key in found.row_keys:
        moments = stats.moments(cursor, id, filters, key)
        assert len(moments) == len(set(moments)) or report.moments.noun
        assert {moment.session for moment in moments} <= sessions
        numbers = [order[moment.session] for moment in moments]
        assert numbers == sorted(numbers, reverse=True)
        assert stats.label(filters.game, id, key)[0]
    if found.figure is not None:
        drawn_in_ink(found)
    return found


def drawn_in_ink(found: Finding) -> None:
    """Hold a figure to plain data, the page's colours, and marks that lead to rows."""
    assert found.figure is not None
    assert json.loads(json.dumps(found.figure)) == found.figure
    go.Figure(found.figure)
    named = re.findall(r'"(?:\w*color|bgcolor)": "([^"]*)"', json.dumps(found.figure))
    assert named
    assert all(re.fullmatch(r"var\(--[\w-]+\)|rgba\(0,0,0,0\)", name) for name in named)
    keys = {key for trace in found.figure["data"] for key in trace["customdata"]}
    assert keys
    assert keys <= set(found.row_keys)


def says_when_it_cannot_tell(id: str, empty: Warehouse) -> None:
    """Hold a report to its words where there is nothing to count, and to refusing strange keys."""
    for game in GAMES:
        filters = Filters(game)
        found = finding(empty, id, filters)
        assert found.title.startswith("Too few sessions to say")
        assert (found.rows, found.row_keys, found.figure) == ([], [], None)
        assert (found.too_few, found.missing, found.counted) == (True, 12, 0)
        assert found.summary == "No session to count yet. A first range needs 12."
        for key in ("", "nonsense", "1:2:3:4:5", "all:nowhere", "-", "wins:nobody", "1:1:noon"):
            with pytest.raises(KeyError, match="no row"):
                stats.moments(empty.cursor(), id, filters, key)
