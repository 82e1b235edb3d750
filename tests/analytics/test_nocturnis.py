"""Nocturnis' tables against a recount of its events."""

from typing import Any

import pytest

from analytics.projection import rebuild
from analytics.warehouse import Warehouse
from domain.games import NOCTURNIS
from tests.analytics import recount, recount_nocturnis
from tests.analytics.build import Log, dump

SHARED = ("sessions", "seats", "events", "decisions")
TABLES = {name: recount.TABLES[name] for name in SHARED} | recount_nocturnis.TABLES
TABLES |= recount_nocturnis.VIEWS


@pytest.mark.parametrize("table", TABLES)
def test_a_table_holds_what_a_recount_finds(
    table: str, night_log: Log, night_warehouse: Warehouse
) -> None:
    names, rows = TABLES[table]
    query = f"SELECT {', '.join(names)} FROM {table} ORDER BY ALL"
    found = night_warehouse.cursor().execute(query).fetchall()
    own = table.startswith("noc_")
    expected = [
        row
        for n, session in night_log.sessions().items()
        if not own or session.game is NOCTURNIS
        for row in rows(n, session)
    ]
    assert expected
    assert found == sorted(expected, key=recount.in_order)


def test_every_kind_of_row_is_there(night_warehouse: Warehouse) -> None:
    def several(query: str) -> set[Any]:
        return {value for (value,) in night_warehouse.cursor().execute(query).fetchall()}

    assert several("SELECT DISTINCT why FROM noc_marks") == {"habitat", "effect", "bonus"}
    sources = {f"{source} {why}" for source in ("stack", "display")
               for why in ("action", "effect", "bonus", "exchange")}  # fmt: skip
    assert several("SELECT DISTINCT source || ' ' || why FROM noc_draws") == sources
    assert several("SELECT DISTINCT moment FROM noc_exchanges") == {"before", "within", "after"}
    assert several("SELECT DISTINCT for_good FROM noc_outs") == {True, False}
    assert several("SELECT DISTINCT side FROM noc_seats") == {"front", "back"}
    assert several("SELECT DISTINCT why FROM noc_stops") == {"effect", "bonus"}
    assert several("SELECT DISTINCT len(lurable) > 0 FROM noc_declines") == {True, False}
    actions = {"mark", "draw", "sat out", "out", None}
    assert several("SELECT DISTINCT action FROM noc_actions") == actions
    assert several("SELECT count(*) > 0 FROM noc_skips") == {True}


@pytest.mark.parametrize("batch", [7, 211])
def test_small_steps_and_a_rebuild_give_the_same_tables(
    batch: int, night_log: Log, night_warehouse: Warehouse, empty: Warehouse
) -> None:
    short = night_log.up_to(600)
    short.follow(empty, batch)
    night_log.follow(empty, 1009)
    assert dump(empty) == dump(night_warehouse)
    rebuild(empty, night_log.source, night_log.history)
    assert dump(empty) == dump(night_warehouse)


def test_alone_nobody_wins(night_warehouse: Warehouse) -> None:
    query = """
    SELECT count(*), count(won), count(share), count(rank), count(turn_order), count(total),
           count(stars), count(winners)
    FROM seats JOIN sessions s USING (session) JOIN noc_games USING (session)
    WHERE s.seats = 1 AND status IN ('closed', 'finished')
    """
    (found,) = night_warehouse.cursor().execute(query).fetchall()
    assert found == (17, 0, 0, 0, 0, 17, 17, 17)
