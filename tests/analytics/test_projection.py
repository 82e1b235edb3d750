"""The tables say what the sessions say, however they were followed."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from analytics.projection import rebuild
from analytics.warehouse import Warehouse
from tests.analytics import recount, recount_lepidoptery, recount_looks, recount_nocturnis
from tests.analytics.build import (
    Log,
    dump,
    interleaved,
    one_after_the_other,
    people,
    play,
)


@pytest.mark.parametrize("table", recount.TABLES)
def test_a_table_holds_what_a_recount_finds(table: str, log: Log, warehouse: Warehouse) -> None:
    names, rows = recount.TABLES[table]
    query = f"SELECT {', '.join(names)} FROM {table} ORDER BY ALL"
    found = warehouse.cursor().execute(query).fetchall()
    expected = [row for n, session in log.sessions().items() for row in rows(n, session)]
    assert expected
    assert found == sorted(expected, key=recount.in_order)


def test_every_table_of_the_star_is_recounted(warehouse: Warehouse) -> None:
    recounted = recount.TABLES | recount_lepidoptery.TABLES | recount_nocturnis.TABLES
    recounted |= recount_looks.TABLES | recount_looks.BESIDE
    assert set(recounted) == set(warehouse.columns) - {"position", "damaged"}
    for table, (names, _) in recounted.items():
        assert set(names) == set(warehouse.columns[table].names), table


def test_the_view_of_rulings_has_one_row_each(log: Log, warehouse: Warehouse) -> None:
    found = warehouse.cursor().execute("FROM session_options ORDER BY ALL").fetchall()
    assert found == sorted(
        (number, name, value)
        for number, session in log.sessions().items()
        for name, value in session.opened.options.items()
    )


def test_the_view_of_lit_tiles_has_one_row_each(log: Log, warehouse: Warehouse) -> None:
    query = "SELECT session, round, tile, wicks, contested FROM lm_tiles ORDER BY ALL"
    wicks = Counter(
        (number, row[5], row[4])
        for number, session in log.sessions().items()
        for row in recount.wicks(number, session)
    )
    expected = [(*tile, beside, beside >= 2) for tile, beside in wicks.items()]
    assert warehouse.cursor().execute(query).fetchall() == sorted(expected)


@pytest.mark.parametrize("batch", [101, 1009])
def test_following_in_small_steps_gives_the_same_tables(
    batch: int, log: Log, warehouse: Warehouse, empty: Warehouse
) -> None:
    assert log.follow(empty, batch) == len(log.rows)
    assert dump(empty) == dump(warehouse)


def test_following_one_event_at_a_time_gives_the_same_tables(
    empty: Warehouse, tmp_path: Path
) -> None:
    games = (play(f"single {n}", moves=15, take_backs=0.1, notes=0.1) for n in range(2))
    log = interleaved(games)
    log.follow(empty, 1)
    whole = Warehouse(tmp_path / "whole.duckdb")
    log.follow(whole)
    assert dump(empty) == dump(whole)
    whole.close()


def test_following_while_sessions_are_recorded_gives_the_same_tables(
    log: Log, warehouse: Warehouse, empty: Warehouse
) -> None:
    ends = [*range(1, log.end, 499), log.end]
    done = sum(log.up_to(end).follow(empty, 173) for end in ends)
    assert done == len(log.rows)
    assert dump(empty) == dump(warehouse)


def test_a_rebuild_gives_the_same_tables(log: Log, warehouse: Warehouse, empty: Warehouse) -> None:
    log.up_to(1500).follow(empty)
    assert rebuild(empty, log.source, log.history) == len(log.rows)
    assert dump(empty) == dump(warehouse)


def test_nothing_new_changes_nothing(log: Log, empty: Warehouse) -> None:
    log.follow(empty)
    before = dump(empty)
    assert log.follow(empty) == 0
    assert dump(empty) == before


def test_a_session_is_there_move_by_move(empty: Warehouse) -> None:
    requests = play("move by move", people(2))
    log, counts = Log(), []
    for request in requests[:6]:
        log.add(0, request)
        log.follow(empty)
        counts.append(_one(empty, "SELECT actions FROM sessions"))
    assert counts == [0, 1, 2, 3, 4, 5]
    assert _one(empty, "SELECT status FROM sessions") == "live"


def test_a_take_back_removes_what_lay_behind_its_step(empty: Warehouse) -> None:
    requests = play("back", people(2), moves=30, take_backs=0.2, end="live")
    log = one_after_the_other([requests])
    names = [row[3] for row in log.rows]
    back = names.index("session.taken_back:1")
    log.up_to(back).follow(empty)
    step = log.sessions()[1].log[back].event.step  # type: ignore[attr-defined]
    assert _one(empty, "SELECT max(step) FROM events") > step
    log.up_to(back + 1).follow(empty)
    for table in ("events", "decisions"):
        assert _one(empty, f"SELECT coalesce(max(step), 0) FROM {table}") <= step
    assert empty.cursor().execute("SELECT steps, take_backs FROM sessions").fetchall() == [
        (step, 1)
    ]


def test_a_store_that_lost_its_tail_is_projected_anew(log: Log, tmp_path: Path) -> None:
    ahead, clean = Warehouse(tmp_path / "ahead.duckdb"), Warehouse(tmp_path / "clean.duckdb")
    shorter = log.up_to(log.end - 40)
    log.follow(ahead)
    assert shorter.follow(ahead) == len(shorter.rows)
    shorter.follow(clean)
    assert dump(ahead) == dump(clean)
    ahead.close()
    clean.close()


def test_a_store_with_another_tail_is_projected_anew(tmp_path: Path) -> None:
    mine = one_after_the_other([play("same"), play("mine", moves=20, end="live")])
    other = one_after_the_other([play("same"), play("other")])
    followed, clean = Warehouse(tmp_path / "a.duckdb"), Warehouse(tmp_path / "b.duckdb")
    mine.follow(followed)
    assert other.follow(followed) == len(other.rows)
    other.follow(clean)
    assert dump(followed) == dump(clean)
    followed.close()
    clean.close()


def test_positions_may_have_gaps(empty: Warehouse) -> None:
    log = interleaved([play("gap one"), play("gap two", people(3))])
    gappy = Log((3 * row[0], *row[1:]) for row in log.rows)
    gappy.follow(empty, 50)
    assert _one(empty, "SELECT reached FROM position") == 3 * log.end
    assert _one(empty, "SELECT count(*) FROM events") == sum(
        len(session.moves) for session in log.sessions().values()
    )


def _one(warehouse: Warehouse, query: str) -> Any:
    row = warehouse.cursor().execute(query).fetchone()
    assert row is not None
    return row[0]
