"""Declined options: recounted from folded sessions, what followed by hand."""

from collections import Counter, defaultdict
from statistics import mean

import pytest

from analytics import stats
from analytics.reports.declined import summarise
from analytics.warehouse import Warehouse
from tests.analytics import recount_looks
from tests.analytics.contract import holds, says_when_it_cannot_tell
from tests.analytics.ended import every_game, store_of

ID = "declined-options"


@every_game
def test_every_number_is_a_recount(game: str, request: pytest.FixtureRequest) -> None:
    kept = store_of(game, request)
    offered, taken = Counter[str](), Counter[str]()
    won: dict[str, dict[bool, list[bool]]] = defaultdict(lambda: defaultdict(list))
    points: dict[str, dict[bool, list[int]]] = defaultdict(lambda: defaultdict(list))
    declined: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    for number, session in kept.sessions.items():
        outcome = session.game.outcome(session.state)
        scores = session.game.scores(session.state)
        for _, seat, kind, item, n, k, first, no in recount_looks.offers(number, session):
            key = f"{kind}:{item}"
            offered[key] += n
            taken[key] += k
            at_once = no is None or no > first
            if outcome is not None and len(session.players) > 1:
                won[key][at_once].append(seat in outcome.winners)
            if (score := scores[seat]) is not None:
                points[key][at_once].append(score)
            if no is not None:
                declined[key].add((str(session.id), no, seat))
    answer = holds(kept.warehouse, ID, kept.filters, kept.ids)
    assert set(answer.row_keys) == set(offered)
    compared = 0
    for row, key in zip(answer.rows, answer.row_keys, strict=True):
        assert row[1:3] == [offered[key], taken[key]]
        share = taken[key] / offered[key]
        assert row[3] == pytest.approx(share, abs=1e-4)
        assert row[4] is None or row[4] <= share + 1e-4 <= row[5] + 2e-4  # type: ignore[operator]
        assert row[6] == len(won[key][True])
        assert row[8] == len(won[key][False])
        if row[10] is not None:
            compared += 1
            took, left = mean(won[key][True]), mean(won[key][False])
            assert row[7:11:2] == [pytest.approx(took, abs=1e-4), pytest.approx(left, abs=1e-4)]
            assert row[10] == pytest.approx(took - left, abs=1e-4)
            assert row[11] <= row[10] <= row[12]  # type: ignore[operator]
        if game != "lepidoptery" and row[13] is not None:
            difference = mean(points[key][True]) - mean(points[key][False])
            assert row[13] == pytest.approx(difference, abs=0.006)
        moments = stats.moments(kept.warehouse.cursor(), ID, kept.filters, key)
        assert {tuple(moment) for moment in moments} == declined[key]
    assert compared
    assert f"Of {compared} things compared" in answer.summary
    ranged = [row[3] for row in answer.rows if row[4] is not None]
    assert ranged == sorted(ranged)  # type: ignore[type-var]


def rows(took: int, left: int) -> list[tuple[object, ...]]:
    """Return rows as the query does: of 100 seats each, so many won that took it or declined."""
    variance = (0.25 + 0.25) / 100
    return [
        ("taken", "card", "G2", 1, 3, 200, None, None, None, None),
        ("taken", "action", "flip", 3, 1, 200, None, None, None, None),
        ("taken", "tile", "b2", 0, 1, 5, None, None, None, None),
        ("wins", "card", "G2", took, 100, 100, left, 100, 100, variance),
        ("wins", "action", "flip", 50, 100, 100, 50, 100, 100, variance),
        ("sessions", "", "", 200, None, None, None, None, None, None),
    ]


def test_more_wins_are_told_as_what_went_with_what() -> None:
    answer = summarise("", {"had": rows(80, 30)})
    assert answer.title == "Declined most: card G2"
    assert answer.row_keys == ["card:G2", "action:flip", "tile:b2"]
    assert (
        "Of 2 things compared, 1 went with more or fewer wins, which does not say that they led to "
        "them. Card G2: of 100 seats that took it at once 80% won, of 100 that declined 30% "
        "(difference 50 points, 34 to 66)."
    ) in answer.summary
    assert answer.columns[-1] == "Wins to"
    assert answer.figure
    assert [trace["customdata"] for trace in answer.figure["data"]] == [
        ["card:G2"],
        ["action:flip"],
    ]


def test_no_difference_is_told_where_none_is_sure() -> None:
    answer = summarise("", {"had": rows(55, 45)})
    assert "Of 2 things compared, none surely went with more or fewer wins." in answer.summary


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
    label = stats.label("lepidoptery", ID, "combination:run3")[0]
    assert label == "Run of 3: declined for the first time"
