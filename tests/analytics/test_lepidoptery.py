"""Lepidoptery's tables against a recount of its events, and a session with known answers."""

from typing import Any

import pytest
from msgspec.structs import replace

from analytics import stats
from analytics.filters import Filters
from analytics.projection import rebuild
from analytics.warehouse import Warehouse
from domain.games import LEPIDOPTERY
from domain.games.lepidoptery.combinations import kind_of
from domain.games.lepidoptery.events import CombinationPlayed, GameSetUp, Passed
from tests.analytics import recount, recount_lepidoptery
from tests.analytics.build import Log, Request, dump, one_after_the_other, people, play

SHARED = ("sessions", "seats", "events", "decisions")
TABLES = {name: recount.TABLES[name] for name in SHARED} | recount_lepidoptery.TABLES


@pytest.mark.parametrize("table", TABLES)
def test_a_table_holds_what_a_recount_finds(
    table: str, climbing_log: Log, climbing_warehouse: Warehouse
) -> None:
    names, rows = TABLES[table]
    query = f"SELECT {', '.join(names)} FROM {table} ORDER BY ALL"
    found = climbing_warehouse.cursor().execute(query).fetchall()
    own = table.startswith("lep_")
    expected = [
        row
        for n, session in climbing_log.sessions().items()
        if not own or session.game is LEPIDOPTERY
        for row in rows(n, session)
    ]
    assert expected
    assert found == sorted(expected, key=recount.in_order)


def test_the_view_of_climbs_has_one_row_each(
    climbing_log: Log, climbing_warehouse: Warehouse
) -> None:
    query = f"SELECT {', '.join(recount_lepidoptery.CLIMBS)} FROM lep_climbs ORDER BY ALL"
    expected = [
        row
        for n, session in climbing_log.sessions().items()
        if session.game is LEPIDOPTERY
        for row in recount_lepidoptery.climbs(n, session)
    ]
    found = climbing_warehouse.cursor().execute(query).fetchall()
    assert found == sorted(expected, key=recount.in_order)
    assert {row[-1] for row in found} == {None, False, True}


def test_every_kind_of_row_is_there(climbing_warehouse: Warehouse) -> None:
    def one(query: str) -> Any:
        return climbing_warehouse.cursor().execute(query).fetchall()[0]

    assert one("SELECT count(*) > 0, count(joker) > 0 FROM lep_plays") == (True, True)
    assert one("SELECT count(*) > 0 FROM lep_clears") == (True,)
    assert one("SELECT count(DISTINCT ended_by) >= 2 FROM sessions WHERE game = 'lepidoptery'")[0]
    assert one("SELECT count(total) FROM seats JOIN sessions USING (session) "
               "WHERE game = 'lepidoptery'") == (0,)  # fmt: skip


@pytest.mark.parametrize("batch", [7, 211])
def test_small_steps_and_a_rebuild_give_the_same_tables(
    batch: int, climbing_log: Log, climbing_warehouse: Warehouse, empty: Warehouse
) -> None:
    short = climbing_log.up_to(600)
    short.follow(empty, batch)
    climbing_log.follow(empty, 1009)
    assert dump(empty) == dump(climbing_warehouse)
    rebuild(empty, climbing_log.source, climbing_log.history)
    assert dump(empty) == dump(climbing_warehouse)


def patient(state: Any, legal: Any) -> Any:
    """Lead the lowest single and pair in turn as seat 0; pass as seat 1.

    Twelve cards of ten ranks always hold a pair, so that seat 0 has four singles in a column
    after seven plays, whatever the shuffle.
    """
    if state.turn == 1:
        return next(action for action in legal if not hasattr(action, "ranks"))
    kind = "single" if sum(state.plays) % 2 == 0 else "pair"
    plays = [a for a in legal if hasattr(a, "ranks") and a.joker is None]
    return min((a for a in plays if kind_of(a.ranks) == kind), key=lambda a: a.ranks)


def test_a_session_with_a_known_course(empty: Warehouse) -> None:
    seated = people(2)
    games = [play("patient", seated, game=LEPIDOPTERY, start=0, choose=patient)]
    one_after_the_other(games).follow(empty)

    def rows(query: str) -> list[tuple[Any, ...]]:
        return empty.cursor().execute(query).fetchall()

    assert rows("SELECT rounds, turns, actions, ended_by, winners FROM sessions") == [
        (7, 13, 13, "line", [0])
    ]
    assert rows("SELECT climb, nth, kind, joker, height FROM lep_plays ORDER BY step") == [
        (climb, 1, "single" if climb % 2 else "pair", None, (climb + 1) // 2)
        for climb in range(1, 8)
    ]
    # Six passes follow one combination each. The other seat never plays and draws one card each
    # time; seat 0 fills its hand up: one card after a single, two after a pair.
    assert rows("SELECT climb, seat, length, hand, deck FROM lep_passes ORDER BY step") == [
        (climb, 1, 1, 11 + climb, 27 - climb) for climb in range(1, 7)
    ]
    drawn = rows("SELECT climb, seat, cards FROM lep_draws ORDER BY climb, seat")
    expected = [(climb, 0, 2 - climb % 2) for climb in range(1, 7)]
    assert drawn == sorted([*expected, *((climb, 1, 1) for climb in range(1, 7))])
    assert rows("SELECT lines, cells, shed FROM lep_games") == [
        (["vertical"], ["c1", "c2", "c3", "c4"], False)
    ]
    assert rows("SELECT count(*), bool_or(forced) FROM lep_climbs WHERE passer = 1") == [(6, False)]
    assert rows("FROM lep_clears") == []


def unseen() -> list[Request]:
    """Log a session at a table where nobody saw a hand: a combination, two passes."""
    (opening, *_) = play("unseen", people(2), game=LEPIDOPTERY, moves=0, end="live")
    opened = replace(opening.events[0], mode="table")
    nobody = (None,) * 12
    events = [opened, GameSetUp(0, (nobody, nobody)), CombinationPlayed(0, (4, 5), 5)]
    return [Request(opening.at, [*events, Passed(1)])]


def test_where_no_hand_was_seen_a_pass_is_neither_by_choice_nor_by_force(empty: Warehouse) -> None:
    one_after_the_other([unseen()]).follow(empty)
    cursor = empty.cursor()
    assert cursor.execute("SELECT seen, unchecked, length FROM lep_passes").fetchall() == [
        (False, False, 1)
    ]
    assert cursor.execute("SELECT length, leader, passer, forced FROM lep_climbs").fetchall() == [
        (1, 0, 1, None)
    ]
    played = "SELECT kind, low, joker, hand, deck FROM lep_plays"
    assert cursor.execute(played).fetchall() == [("run2", 4, 5, 12, 26)]
    asked = Filters("lepidoptery", include=("unfinished",))
    (found,) = stats.findings(cursor, asked, ["passes"])
    assert [row[1:3] for row in found.rows if row[2]] == [["hand not known", 1]] * 2
