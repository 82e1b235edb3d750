"""Changes of the lead: recounted from folded sessions, small cases by hand."""

from collections import Counter
from itertools import pairwise

import pytest

from analytics import stats
from analytics.reports.lead_changes import summarise
from analytics.warehouse import Warehouse
from tests.analytics.contract import holds, says_when_it_cannot_tell
from tests.analytics.ended import Line, every_game, lines, store_of
from tests.analytics.test_reports import wilson

ID = "lead-changes"


def changes_of(line: Line) -> list[int]:
    """Return at which ends another seat was ahead than the last single one."""
    singles = [(n, who[0]) for n in range(len(line.steps)) if len(who := line.leaders(n)) == 1]
    return [n for (_, old), (n, new) in pairwise(singles) if new != old]


def good_of(line: Line) -> tuple[str, int] | None:
    """Return in which third whoever won alone was ahead for good, and the step."""
    if len(line.winners) > 1:
        return None
    ends = len(line.steps)
    since = next((n for n in range(ends) if all(line.behind(m) <= 0 for m in range(n, ends))), None)
    if since is None:
        return "behind", line.last
    name = "first" if 3 * since < ends else "second" if 3 * since < 2 * ends else "third"
    return name, line.steps[since]


@every_game
def test_every_number_is_a_recount(game: str, request: pytest.FixtureRequest) -> None:
    store = store_of(game, request)
    found = list(lines(store))
    assert len(found) > 15
    answer = holds(store.warehouse, ID, store.filters, store.ids)
    rows = dict(zip(answer.row_keys, answer.rows, strict=True))
    times = Counter(len(changes_of(line)) for line in found)
    for n, sessions in times.items():
        row = rows.pop(f"changes:{n}")
        assert row[2:4] == [sessions, len(found)]
        assert tuple(row[5:]) == pytest.approx(wilson(sessions, len(found)), abs=1e-4)
    good = [each for line in found if (each := good_of(line))]
    for third, sessions in Counter(name for name, _ in good).items():
        assert rows.pop(f"good:{third}")[2:4] == [sessions, len(good)]
    shared = sum(len(line.leaders(n)) > 1 for line in found for n in range(len(line.steps)))
    ends = sum(len(line.steps) for line in found)
    assert rows.pop("shared")[2:4] == [shared, ends]
    assert not rows
    assert answer.counted == len(found)
    mean = sum(n * k for n, k in times.items()) / len(found)
    assert f"On average {mean:.2f} changes" in answer.summary.replace(" 1 changes", " 1.00 changes")


@every_game
def test_moments_are_the_last_change_and_the_end_from_which_the_lead_held(
    game: str, request: pytest.FixtureRequest
) -> None:
    store = store_of(game, request)
    found = {line.id: line for line in lines(store)}
    cursor = store.warehouse.cursor()
    (answer,) = stats.findings(cursor, store.filters, [ID])
    for key, row in zip(answer.row_keys, answer.rows, strict=True):
        moments = stats.moments(cursor, ID, store.filters, key)
        assert len(moments) == row[2]
        for session, step, _ in moments:
            line = found[session]
            if key.startswith("changes:"):
                changes = changes_of(line)
                assert len(changes) == int(key.split(":")[1])
                assert step == (line.steps[changes[-1]] if changes else line.last)
            elif key == "shared":
                assert len(line.leaders(line.steps.index(step))) > 1
            else:
                assert (key.split(":")[1], step) == good_of(line)


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ([(2, 0, 0, 6, "first", 40)], "The lead never changes hands"),
        ([(2, 0, 1, 5, "first", 20), (2, 2, 1, 5, "third", 20)], "once a session"),
        ([(3, 2, 0, 6, "second", 30), (3, 3, 0, 6, None, 20)], "2.4 times a session"),
        ([(3, 2, 0, 6, "second", 11)], "Too few sessions to say"),
    ],
)
def test_the_title_says_the_mean(lines: list[tuple[object, ...]], title: str) -> None:
    assert title in summarise("Round", {"lines": lines}).title


def test_a_mean_of_changes_has_no_range_below_none() -> None:
    answer = summarise("Round", {"lines": [(2, 0, 0, 6, "first", 11), (2, 9, 0, 6, "first", 1)]})
    assert "On average 0.75 changes (0 to 2.4)." in answer.summary
    assert "No round ended with a shared lead." in answer.summary


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
