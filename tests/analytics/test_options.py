"""Options per choice: recounted from folded sessions, what is not known left out."""

from collections import defaultdict
from statistics import mean

import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.reports.options import summarise
from analytics.warehouse import Warehouse
from tests.analytics.build import people, play
from tests.analytics.contract import finding, holds, says_when_it_cannot_tell, store
from tests.analytics.ended import every_game, store_of
from tests.analytics.test_reports import t_range

ID = "options-per-decision"


@every_game
def test_every_number_is_a_recount(game: str, request: pytest.FixtureRequest) -> None:
    kept = store_of(game, request)
    parts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    fewest: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for session in kept.sessions.values():
        play_, id_, last = session.game, str(session.id), (None, 0)
        for nth, (step, action) in enumerate(session.actions):
            state = session.state_at(step - 1)
            options = play_.count_legal(state, action.seat)
            round_ = play_.round_of(state)
            third = ("beginning", "middle", "end")[nth * 3 // len(session.actions)]
            where = ["all", f"seats:{len(session.players)}", f"third:{third}"]
            where.append(f"round:{min(12, round_)}")
            if game == "lantern_moths":
                turn = (round_, action.seat)
                last = (turn, last[1] + 1 if last[0] == turn else 1)  # type: ignore[assignment]
                where.append(f"action:{last[1]}")
            for part in where:
                parts[part][id_].append(options)
                fewest[part, id_].append((options, step))
    if game == "lepidoptery":
        del parts["seats:2"]  # all have two
    answer = holds(kept.warehouse, ID, kept.filters, kept.ids)
    assert set(answer.row_keys) == set(parts)
    for row, key in zip(answer.rows, answer.row_keys, strict=True):
        each = parts[key]
        means = [mean(options) for options in each.values()]
        every = [n for options in each.values() for n in options]
        assert row[1:3] == [len(each), len(every)]
        assert row[3] == pytest.approx(mean(means), abs=0.006)
        if len(each) >= 12:
            low, high = t_range(means)
            assert tuple(row[4:6]) == pytest.approx((max(1, low), high), abs=0.006)
        else:
            assert row[4:6] == [None, None]
        assert row[6:8] == [every.count(1), pytest.approx(every.count(1) / len(every), abs=1e-4)]
        moments = stats.moments(kept.warehouse.cursor(), ID, kept.filters, key)
        assert len(moments) == len(each)
        assert all(step == min(fewest[key, id_])[1] for id_, step, _ in moments)


def test_a_hand_that_nobody_knows_and_a_session_that_goes_on_are_left_out(
    empty: Warehouse,
) -> None:
    live = [play(n, people(2), moves=20, end="live") for n in range(3)]
    cut = [play(n, people(2), moves=20, end="abandoned") for n in range(13)]
    store(empty, [*live, *cut])
    with_all = Filters("lantern_moths", include=("unfinished", "abandoned"))
    assert finding(empty, ID, with_all).counted == 13
    cursor = empty.cursor()
    cursor.execute("UPDATE sessions SET mode = 'table'")
    assert finding(empty, ID, with_all).counted == 13
    cursor.execute(  # of one seat in one session, one choice's hand was not known
        "UPDATE offers SET taken = taken - 1 WHERE session = (SELECT max(session) FROM offers) "
        "AND seat = 0 AND kind = 'action' AND taken > 0"
    )
    rows = dict(zip((f := finding(empty, ID, with_all)).row_keys, f.rows, strict=True))
    assert rows["all"][1] == 13
    assert rows["all"][2] == 13 * 20 - sum(
        n for (n,) in cursor.execute(
            "SELECT count(*) FROM decisions WHERE session = (SELECT max(session) FROM offers) "
            "AND seat = 0"
        ).fetchall()
    )  # fmt: skip


def test_rounds_are_named_apart_only_where_they_surely_are() -> None:
    def rows(late: float) -> list[tuple[object, ...]]:
        each = [("all", 1, 9, 40, 40 * 6.0, 40 * 37.0), ("median", 0, 0, 0, 6.0, None)]
        for n, mean_ in ((1, 5.0), (2, late)):
            each.append((f"round:{n}", 0, 5, 40, 40 * mean_, 40 * (mean_**2 + 4)))
        return each  # type: ignore[return-value]

    near, far = (summarise("Climb", {"choices": rows(late)}) for late in (5.6, 9.0))
    assert near.title == "A seat chooses from 6 options on average"
    assert "Fewest in" not in near.summary
    assert "Fewest in climb 1: 5 (4.4 to 5.6); most in climb 2: 9 (8.4 to 9.6)." in far.summary
    assert "In 40 there was one option only (" in far.summary
    assert "one in ten." in far.summary


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
    assert stats.label("lepidoptery", ID, "round:12")[0].endswith("climb 12 on")
