"""A session of Nocturnis as a table tells it, with hands that nobody saw, and its rows by hand.

Ada plays the front of the small box, Ben its back; see tests/domain/nocturnis/build.py.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from analytics.warehouse import Warehouse
from domain.chance import Observed
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import (
    Discard,
    Draw,
    Exchange,
    Lure,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.session.commands import Table, act, open_session
from tests.analytics.build import START, Request, one_after_the_other, people, replayed
from tests.domain.nocturnis.build import edition

A, B = 0, 1

SET_UP = ["L1", "L1", "I1", None, None, "AL", "AR", "Line"]  # display, Ada's hand, Ben's, habitat

TOLD: list[tuple[Any, list[str | None]]] = [
    (Mark(A, ("a5", "b5", "c5")), []),
    (LureNone(A), []),
    (Mark(B, ("a5", "b5", "c5")), []),  # over two bonus squares
    (TakeBonus(B, "c5"), []),  # three points; "draw 2" follows by itself
    (Draw(B, "L1"), ["L2"]),
    (StopDrawing(B), []),
    (Lure(B, ("L1",)), ["Domino"]),  # a moon was covered; the round is over
    (Exchange(A, refresh=True), ["I2", "I2", "L2"]),
    (Discard(A, ("I1", "I3")), []),
    (Draw(A), [None]),
    (Draw(A, "L2"), ["L1"]),
    (Mark(A, ("d5", "e5")), []),
    (LureNone(A), []),
    (Draw(B), [None]),
    (Draw(B, "I2"), ["L1", "Line"]),
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """Return a warehouse with that session."""
    table = Table(
        game=GAME,
        rules="v1",
        edition=edition(),
        players=people(2),
        options={"sheet": "front,back"},
        mode="table",
    )
    requests = [Request(START, open_session(table, Observed(SET_UP)))]
    for action, cards in TOLD:
        session = replayed(requests)
        assert action in GAME.legal_actions(session.state)
        chance = Observed(cards)
        requests.append(Request(START, act(session, action, chance)))
        assert chance.given == len(cards)
    warehouse = Warehouse(tmp_path_factory.mktemp("told") / "w.duckdb")
    one_after_the_other([requests]).follow(warehouse)
    yield warehouse
    warehouse.close()


def rows(warehouse: Warehouse, columns: str, table: str) -> list[tuple[Any, ...]]:
    """Return some columns of a table in the order of what happened."""
    order = "step, seat" if "step" in warehouse.columns[table].names else "ALL"
    query = f"SELECT {columns} FROM {table} ORDER BY {order}"
    return warehouse.cursor().execute(query).fetchall()


def test_rounds_say_how_many_ways_a_shape_fitted(told: Warehouse) -> None:
    found = rows(told, "seat, round, habitat, squares, ways, hand", "noc_rounds")
    assert found[:4] == [
        (A, 1, "Line", 3, 8, 2),  # two ways from each corner
        (B, 1, "Line", 3, 6, 2),  # e5 may not be marked
        (A, 2, "Domino", 2, 8, 2),  # below the line 3 + 3, from d5 2
        (B, 2, "Domino", 2, 6, 2),  # neither over c3 nor over e5
    ]
    assert [row[:3] for row in found[4:]] == [(A, 3, "Line"), (B, 3, "Line")]


def test_marks_and_what_came_of_them(told: Warehouse) -> None:
    assert rows(told, "seat, round, nth, shape, why, squares", "noc_marks") == [
        (A, 1, 1, "Line", "habitat", ["a5", "b5", "c5"]),
        (B, 1, 1, "Line", "habitat", ["a5", "b5", "c5"]),
        (A, 2, 2, "Domino", "habitat", ["d5", "e5"]),
    ]
    assert rows(told, "seat, mark, hand, lurable", "noc_declines") == [
        (A, 1, 2, None),
        (A, 2, 2, None),
    ]
    lured = rows(told, "seat, mark, cards, species, nth, points, effect, amount", "noc_lures")
    assert lured == [(B, 1, ["L1"], "Luna", 1, 1, "none", 0)]


def test_cards_and_why_they_were_drawn(told: Warehouse) -> None:
    assert rows(told, "seat, round, source, why, card, hand", "noc_draws") == [
        (B, 1, "display", "bonus", "L1", 2),
        (A, 2, "stack", "exchange", None, 0),
        (A, 2, "display", "exchange", "L2", 1),
        (B, 2, "stack", "action", None, 2),
        (B, 2, "display", "action", "I2", 3),
    ]
    assert rows(told, "seat, why, cards", "noc_stops") == [(B, "bonus", 1)]
    exchanged = rows(told, "seat, round, nth, refresh, moment, hand", "noc_exchanges")
    assert exchanged == [(A, 2, 1, True, "before", 2)]


def test_bonuses_sides_and_points(told: Warehouse) -> None:
    given = rows(told, "seat, square, effect, amount", "noc_bonuses")
    assert given == [(B, "c5", "points", 3), (B, "b5", "draw", 2)]
    found = rows(told, "seat, side, moths, bonuses, exchanges, lures", "noc_seats")
    assert found == [(A, "front", 0, 0, -1, 0), (B, "back", 1, 3, 0, 1)]
    ((back, stars),) = rows(told, "back, stars", "noc_games")
    assert back == "mFDm#\ndmfDm\nfd#fd\nMfdmf\ndmfDm"
    assert stars is None


def test_what_each_seat_did_in_each_round(told: Warehouse) -> None:
    query = "SELECT round, seat, action FROM noc_actions ORDER BY ALL"
    assert told.cursor().execute(query).fetchall() == [
        *((1, A, "mark"), (1, B, "mark"), (2, A, "mark"), (2, B, "draw")),
        *((3, A, None), (3, B, None)),
    ]
