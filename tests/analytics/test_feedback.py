"""What players say afterwards: recounted from the logs, and its titles."""

from collections import Counter
from collections.abc import Iterator
from statistics import mean

import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.reports import feedback
from analytics.warehouse import Warehouse
from domain.games import LANTERN_MOTHS
from domain.session.events import FeedbackGiven
from tests.analytics.build import Log, Request, one_after_the_other, people, play, replayed
from tests.analytics.contract import drawn_in_ink, finding, holds, says_when_it_cannot_tell, store
from tests.analytics.evenings import evening

ID = "feedback"
ALL = Filters("lantern_moths")
SAID = {
    "Fun, 4 or 5": lambda given: None if given.fun is None else given.fun > 3,
    "Clear rules, 4 or 5": lambda given: None if given.clarity is None else given.clarity > 3,
    "Length was right": lambda given: given.length and given.length == "right",
    "Too long": lambda given: given.length and given.length == "too_long",
    "Too short": lambda given: given.length and given.length == "too_short",
    "Would play again": lambda given: given.again and given.again == "yes",
}
"""What each question asks, with nothing where there is no answer."""


@pytest.fixture(scope="module")
def log() -> Log:
    """Return evenings after which players answered."""
    return one_after_the_other(evening(n) for n in range(26))


@pytest.fixture(scope="module")
def warehouse(log: Log, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """Return a warehouse that holds that store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("feedback") / "w.duckdb")
    log.follow(warehouse)
    yield warehouse
    warehouse.close()


def test_every_number_is_what_the_logs_say(log: Log, warehouse: Warehouse) -> None:
    yes, of = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    fun, players = [], 0
    for session in log.sessions().values():
        outcome = LANTERN_MOTHS.outcome(session.state)
        start = session.moves[0].event.start  # type: ignore[attr-defined]
        given = {e.event.seat: e.event for e in session.log if isinstance(e.event, FeedbackGiven)}
        for seat, answer in given.items():
            players += 1
            fun += [answer.fun] if answer.fun else []
            groups = ["All", "Won" if seat in outcome.winners else "Did not win"]
            place = (seat - start) % len(session.players)
            groups.append(f"Acted {('1st', '2nd', '3rd', '4th')[place]}")
            if played := session.players[seat].experience:
                groups.append("First game" if played == "first" else "Had played before")
            for group in groups:
                for question, said in SAID.items():
                    if (told := said(answer)) not in (None, ""):
                        of[group, question] += 1
                        yes[group, question] += bool(told)
    found = holds(warehouse, ID, ALL, {str(s.id) for s in log.sessions().values()})
    assert {(row[0], row[1]) for row in found.rows} == set(of)
    for row, key in zip(found.rows, found.row_keys, strict=True):
        group, question, n, total, share, low, high = row
        asked = str(group), str(question)
        assert (n, total) == (yes[asked], of[asked])
        assert share == pytest.approx(yes[asked] / of[asked], abs=1e-4)
        assert low is None or low <= share <= high  # type: ignore[operator]
        assert len(stats.moments(warehouse.cursor(), ID, ALL, key)) == n
    assert f"{players} players answered." in found.summary
    assert f"fun {mean(fun):.1f}".removesuffix(".0") in found.summary
    drawn_in_ink(found)


def answered(seed: int, winners: int, others: int) -> list[Request]:
    """Play a session after which winners and others say how much fun it was."""
    requests = play(f"answered {seed}", people(2))
    won = LANTERN_MOTHS.outcome(replayed(requests).state).winners
    given = [FeedbackGiven(seat, fun=winners if seat in won else others) for seat in (0, 1)]  # type: ignore[arg-type]
    return [*requests, *(Request(requests[-1].at, [each]) for each in given)]


def test_a_planted_difference_is_found_and_said(empty: Warehouse) -> None:
    store(empty, [answered(n, 5, 2) for n in range(16)])
    found = finding(empty, ID, ALL)
    assert found.title == "Winners have fun more often"
    assert "Fun, 4 or 5: winners 1" in found.summary
    assert "those who did not win 0 of " in found.summary
    assert found.rows[0][:3] == ["All", "Fun, 4 or 5", found.rows[0][2]]


def test_where_nothing_differs_the_title_says_how_many_would_play_again() -> None:
    numbers = {
        "answers": [("all", "again", 2, 3, 20), ("all", "fun", 0, 1, 20)],
        "means": [(3.0, None, 20, 60)],
        "compared": [("won", "again", 1, 2, 1, 2, 20)],
    }
    found = feedback.summarise(numbers)  # type: ignore[arg-type]
    assert found.title == "40 of 60 players would play again"
    assert found.summary.startswith("60 players answered. Fun, 4 or 5: 0 of 20 (0 to 16%).")
    assert "On average fun 3 of 5." in found.summary
    assert found.summary.endswith("No answer surely goes with winning, experience or seat.")
    without = numbers | {"answers": [("all", "fun", 0, 1, 20)]}
    title = feedback.summarise(without).title  # type: ignore[arg-type]
    assert title == "Nothing goes with winning, experience or seat yet"


def test_the_latest_answer_counts(empty: Warehouse) -> None:
    requests = play(1, people(2))
    given = [FeedbackGiven(0, fun=1), FeedbackGiven(0, fun=5), FeedbackGiven(1, again="no")]
    store(empty, [[*requests, *(Request(requests[-1].at, [each]) for each in given)]])
    found = finding(empty, ID, ALL)
    assert found.title == "Too few sessions to say what players think"
    assert found.missing == 11
    every = [row[1:5] for row in found.rows if row[0] == "All"]
    assert every == [["Fun, 4 or 5", 1, 1, 1.0], ["Would play again", 0, 1, 0.0]]


def test_whoever_acts_first_is_one_person() -> None:
    sure = [("seat 1", "again", feedback.Range(-0.5, -0.1))]
    assert feedback._title(sure, {}) == "Whoever acts first would play again less often"
    sure = [("seat 1", "fun", feedback.Range(0.1, 0.5))]
    assert feedback._title(sure, {}) == "Whoever acts first has fun more often"


def test_nothing_to_count_is_said(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
