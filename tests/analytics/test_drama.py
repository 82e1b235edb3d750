"""How far behind winners had been: recounted from folded sessions, bins and words by hand."""

from collections import Counter

import pytest

from analytics import stats
from analytics.reports.drama import binned, summarise
from analytics.warehouse import Warehouse
from tests.analytics.contract import holds, says_when_it_cannot_tell
from tests.analytics.ended import Line, every_game, lines, store_of
from tests.analytics.test_reports import t_range, wilson

ID = "drama"


def worst(line: Line) -> float:
    """Return how far the winner was behind at the worst."""
    return max(0.0, *(line.behind(n) for n in range(len(line.steps))))


@every_game
def test_every_number_is_a_recount(game: str, request: pytest.FixtureRequest) -> None:
    store = store_of(game, request)
    found = {line.id: line for line in lines(store) if len(line.winners) < line.seats}
    far = [worst(line) for line in found.values()]
    answer = holds(store.warehouse, ID, store.filters, store.ids)
    assert max(far) <= 20, "each number has a bin of its own"
    expected = [(f"{n:.0f}-{n:.0f}", k) for n, k in sorted(Counter(far).items())]
    assert [
        (key, row[1]) for key, row in zip(answer.row_keys, answer.rows, strict=True)
    ] == expected
    for row in answer.rows:
        n = int(row[1])  # type: ignore[arg-type]
        shares = [n / len(far), *wilson(n, len(far))]
        assert row[2:] == [len(far), *(pytest.approx(share, abs=1e-4) for share in shares)]
    low, high = t_range(far)
    said = f"({max(0, low):.1f} to {high:.1f})".replace(".0 ", " ").replace(".0)", ")")
    assert said in answer.summary
    cursor = store.warehouse.cursor()
    for key, row in zip(answer.row_keys, answer.rows, strict=True):
        moments = stats.moments(cursor, ID, store.filters, key)
        assert len(moments) == row[1]
        for session, step, _ in moments:
            line = found[session]
            nth = line.steps.index(step)
            assert max(0, line.behind(nth)) == worst(line) or step == line.last


def test_bins_are_as_wide_as_the_worst_needs() -> None:
    assert binned({}) == {}
    assert binned({0: 1, 1: 2, 20: 3}) == {(0, 0): 1, (1, 1): 2, (20, 20): 3}
    assert binned({0: 1, 1: 2, 2: 1, 40: 3}) == {(0, 0): 1, (1, 2): 3, (39, 40): 3}
    assert binned({3: 1, 5000: 1}) == {(1, 5000): 2}


@pytest.mark.parametrize(
    ("behind", "title"),
    [
        ({0: 40}, "Most winners had never been behind"),
        ({0: 20, 3: 20}, "Half of all winners had been behind"),
        ({0: 4, 3: 20, 9: 20}, "Nine in ten winners had been behind"),
        ({0: 400, 3: 485}, "Most winners had been behind"),
        ({0: 44, 3: 36}, "Whether most winners had been behind is open"),
        ({0: 8, 3: 3}, "Too few sessions to say how far behind winners had been"),
    ],
)
def test_the_title_says_how_many_had_been_behind(behind: dict[int, int], title: str) -> None:
    rows = [(2, far, n) for far, n in behind.items()]
    assert summarise("points", {"behind": rows}).title == title


def test_wide_bins_are_drawn_wide() -> None:
    answer = summarise("points", {"behind": [(2, 0, 30), (2, 44, 30)]})
    assert answer.row_keys == ["0-0", "41-45"]
    assert answer.figure
    assert answer.figure["data"][0]["width"] == pytest.approx(3.5)
    assert [row[0] for row in answer.rows] == ["never behind", "41 to 45"]
    assert stats.label("nocturnis", ID, "1-1")[0] == "Winners at their worst, 1 point behind"
    assert stats.label("lepidoptery", ID, "2-4")[0] == "Winners at their worst, 2 to 4 cards behind"


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
