"""Wins by place at the table where all act at once: recounted, solo games left out."""

from collections import Counter

import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.reports.places import REPORT
from analytics.warehouse import Warehouse
from tests.analytics.contract import finding, holds
from tests.analytics.ended import store_of

ID = "seat-places"


def test_every_number_is_a_recount(request: pytest.FixtureRequest) -> None:
    kept = store_of("nocturnis", request)
    sessions, alone, shared = Counter[str](), Counter[str](), Counter[str]()
    for session in kept.sessions.values():
        outcome, seats = session.game.outcome(session.state), len(session.players)
        for seat in range(seats) if outcome and seats > 1 else ():
            key = f"{seats}:{seat + 1}"
            sessions[key] += 1
            alone[key] += outcome.winners == (seat,)
            shared[key] += seat in outcome.winners and len(outcome.winners) > 1
    answer = holds(kept.warehouse, ID, kept.filters, kept.ids)
    assert set(answer.row_keys) == set(sessions)
    for row, key in zip(answer.rows, answer.row_keys, strict=True):
        assert row[2:5] == [sessions[key], alone[key], shared[key]]
        moments = stats.moments(kept.warehouse.cursor(), ID, kept.filters, key)
        assert len(moments) == alone[key] + shared[key]
    assert answer.columns[0] == "Place"


def test_only_a_place_that_surely_stands_out_is_named() -> None:
    even = [(2, n, 60, 30, 0, 30, 0) for n in (1, 2)]
    first = [(2, 1, 60, 45, 0, 45, 0), (2, 2, 60, 15, 0, 15, 0)]
    assert REPORT.summarise({"places": even}).title == "No seat stands out yet"
    assert REPORT.summarise({"places": first}).title == "The 1st wins more than its share"


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    for key in ("", "nonsense", "1:2:3", "all:1", "-"):
        with pytest.raises(KeyError, match="no row"):
            stats.moments(empty.cursor(), ID, Filters("nocturnis"), key)
    found = finding(empty, ID, Filters("nocturnis"))
    assert (found.rows, found.too_few, found.missing) == ([], True, 12)
