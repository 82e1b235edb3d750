"""How early a session is decided: recounted from folded sessions, words by hand."""

from math import ceil
from statistics import mean

import pytest

from analytics import stats
from analytics.reports.decisiveness import summarise
from analytics.warehouse import Warehouse
from tests.analytics.contract import holds, says_when_it_cannot_tell
from tests.analytics.ended import Line, every_game, lines, store_of
from tests.analytics.test_reports import wilson

ID = "decisiveness"
PART = {"third": 1 / 3, "late": 2 / 3}


def mark(line: Line, which: str) -> int:
    """Return which end is a third or two thirds of all, rounded up."""
    return ceil(round(len(line.steps) * PART[which], 6)) - 1


@every_game
def test_every_number_is_a_recount(game: str, request: pytest.FixtureRequest) -> None:
    store = store_of(game, request)
    found = [line for line in lines(store) if len(line.steps) >= 3]
    answer = holds(store.warehouse, ID, store.filters, store.ids)
    rows = dict(zip(answer.row_keys, answer.rows, strict=True))
    several = len({line.seats for line in found}) > 1
    for seats in [0, *({line.seats for line in found} if several else ())]:
        these = [line for line in found if seats in (0, line.seats)]
        for which in PART:
            single = [
                (leaders[0], line)
                for line in these
                if len(leaders := line.leaders(mark(line, which))) == 1
            ]
            won = [line for leader, line in single if leader in line.winners]
            row = rows.pop(f"{which}:{seats}", None)
            if not single:
                assert row is None
                continue
            assert row is not None
            assert row[2:4] == [len(won), len(single)]
            if len(single) >= 12:
                assert tuple(row[5:]) == pytest.approx(wilson(len(won), len(single)), abs=1e-4)
            moments = stats.moments(store.warehouse.cursor(), ID, store.filters, f"{which}:{seats}")
            expected = {(line.id, line.steps[mark(line, which)]) for line in won}
            assert {moment[:2] for moment in moments} == expected
        shared = [line for line in these if len(line.winners) > 1]
        assert rows.pop(f"shared:{seats}")[2:4] == [len(shared), len(these)]
    assert not rows
    margins = [-line.behind(-1) for line in found if len(line.winners) < line.seats]
    said = f"{mean(margins):.1f}".removesuffix(".0")
    assert f"The final margin is {said} " in answer.summary


def marks(
    third: tuple[int, int], late: tuple[int, int], shared: int = 0
) -> list[tuple[object, ...]]:
    """Return rows as the query does: (leaders won, single leaders) of 100 sessions."""
    rows: list[tuple[object, ...]] = []
    for seats in (0, 3):
        rows += [("third", seats, third[1], third[0], 100, 0, None, None)]
        rows += [("late", seats, late[1], late[0], 100, 0, None, None)]
        rows += [("shared", seats, 100, shared, 100, 100, 4.0, 2.0)]
    return rows


@pytest.mark.parametrize(
    ("third", "late", "title"),
    [
        ((60, 80), (70, 80), "Most who lead after a third win"),
        ((40, 80), (60, 80), "Most who lead after two thirds win"),
        ((20, 80), (20, 80), "Most who lead after two thirds do not win"),
        ((40, 80), (42, 80), "Whether most who lead after two thirds win is open"),
    ],
)
def test_the_title_says_when_most_leaders_win(
    third: tuple[int, int], late: tuple[int, int], title: str
) -> None:
    answer = summarise("points", {"marks": marks(third, late, 1)})
    assert answer.title == title
    assert f"won {third[0]} of {third[1]}" in answer.summary
    assert "in 20 the lead was shared." in answer.summary
    assert "The final margin is 4 points (3.6 to 4.4). 1 win was shared, 1% (" in answer.summary


def test_few_single_leaders_are_no_ground_for_a_title() -> None:
    answer = summarise("points", {"marks": marks((5, 5), (4, 6))})
    assert answer.title == "Whether most who lead after two thirds win is open"
    assert "Too few single leaders after a third to say." in answer.summary


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
