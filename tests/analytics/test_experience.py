"""First games beside others: recounted from the logs, a planted difference, its words."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from statistics import mean

import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.reports import experience
from analytics.warehouse import Warehouse
from domain.games import LANTERN_MOTHS
from domain.session import Session
from domain.session.events import AttemptRefused
from tests.analytics.build import Log, Request, one_after_the_other, play, replayed
from tests.analytics.contract import drawn_in_ink, finding, holds, says_when_it_cannot_tell, store
from tests.analytics.evenings import evening, seated
from tests.analytics.test_reports import t_range

ID = "experience"
ALL = Filters("lantern_moths")


@pytest.fixture(scope="module")
def log() -> Log:
    """Return evenings of players who have played much, little, or nobody said."""
    return one_after_the_other(evening(n) for n in range(30))


@pytest.fixture(scope="module")
def warehouse(log: Log, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """Return a warehouse that holds that store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("experience") / "w.duckdb")
    log.follow(warehouse)
    yield warehouse
    warehouse.close()


def thought(session: Session) -> dict[int, list[float]]:
    """Return the seconds of each seat's choices."""
    moved = [each for each in session.log if not each.event.stored_name.startswith("session.")]
    before = {later.version: one.at for one, later in pairwise(moved)}
    seconds: dict[int, list[float]] = defaultdict(list)
    for step, action in session.actions:
        move = session.moves[step]
        seconds[action.seat].append((move.at - before[move.version]).total_seconds())
    return seconds


def test_every_number_is_what_the_logs_say(log: Log, warehouse: Warehouse) -> None:
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    places: dict[tuple[str, str], int] = defaultdict(int)
    for session in log.sessions().values():
        kinds: dict[str, list[int]] = defaultdict(list)
        for seat, player in enumerate(session.players):
            if player.experience:
                who = "first game" if player.experience == "first" else "had played before"
                kinds[who].append(seat)
        winners = LANTERN_MOTHS.outcome(session.state).winners
        seconds, seats = thought(session), len(session.players)
        tried = {
            (entry.event.step, entry.event.seat)
            for entry in session.log
            if isinstance(entry.event, AttemptRefused)
        }
        for who, own in kinds.items():
            choices = [took for seat in own for took in seconds[seat]]
            values = {
                "Seconds a choice": mean(choices),
                "Refusals a session": sum(seat in own for _, seat in tried) / len(own),
            }
            if len(kinds) == 2:
                won = sum(seat in own for seat in winners) / len(winners)
                values["Wins, 1 is even"] = won * seats / len(own)
            for what, value in values.items():
                found[what, who].append(value)
                places[what, who] += len(own)
    answer = holds(warehouse, ID, ALL, {str(s.id) for s in log.sessions().values()})
    assert len(answer.rows) == len(found) == 6
    for what, who, sessions, seats, average, low, high in answer.rows:
        values_ = found[str(what), str(who)]
        assert (sessions, seats) == (len(values_), places[str(what), str(who)])
        assert average == pytest.approx(mean(values_), abs=0.006)
        less, more = t_range(values_)
        assert (low, high) == pytest.approx((max(less, 0), more), abs=0.006)
    drawn_in_ink(answer)


def test_wins_open_only_wins(log: Log, warehouse: Warehouse) -> None:
    sessions = {str(session.id): session for session in log.sessions().values()}
    moments = stats.moments(warehouse.cursor(), ID, ALL, "wins:first")
    assert moments
    for session_id, step, seat in moments:
        session = sessions[session_id]
        assert seat in LANTERN_MOTHS.outcome(session.state).winners
        assert session.players[seat].experience == "first"  # type: ignore[index]
        assert step == session.last_step


def test_a_planted_difference_is_found_and_said(empty: Warehouse) -> None:
    store(empty, [_slow(n) for n in range(14)])
    found = finding(empty, ID, ALL)
    assert found.title == "First-timers take more time to choose"
    assert "At 14 tables with both they are " in found.summary


def _slow(seed: int) -> list[Request]:
    """Play a session in which the first-timer in seat 0 takes a minute more to choose."""
    requests = play(f"slow {seed}", seated(2, ("first", "many")), seconds=(5, 6, 7))
    session = replayed(requests)
    slow = {session.moves[step].version for step, action in session.actions if action.seat == 0}
    late, version, found = timedelta(0), 0, []
    for request in requests:
        versions = range(version + 1, version + 1 + len(request.events))
        late += timedelta(seconds=60 * bool(slow & set(versions)))
        version = versions[-1]
        found.append(Request(request.at + late, request.events))
    return found


@pytest.mark.parametrize(
    ("compared", "title"),
    [
        ([(20, 0.1, 1.0)] * 3, "First-timers and others do not surely differ yet"),
        (
            [(20, -1.0, 0.5), (20, 0.0, 1.0), (20, 0.9, 0.5)],
            "First-timers win less than their share and are refused more often",
        ),
        ([(11, -1.0, 0.1)] * 3, "Too few tables with both to compare first-timers with others"),
        ([(0, None, None)] * 3, "Too few tables with both to compare first-timers with others"),
    ],
)
def test_the_title_says_what_differs_for_sure(
    compared: list[tuple[object, ...]], title: str
) -> None:
    numbers = {
        "means": [("first", "wins", 20, 20, 0.9, 0.5), ("played", "wins", 20, 40, 1.1, 0.5)],
        "compared": [(what, *each) for what, each in zip(experience.WHAT, compared, strict=True)],
        "sessions": [(20, 60)],
    }
    assert experience.summarise(numbers).title == title  # type: ignore[arg-type]


def test_a_difference_just_within_chance_is_none_after_three_looks() -> None:
    # Student's t for 24 degrees of freedom: 2.064 at 95 %, 2.574 allowing for three.
    assert not experience._apart(25, 2.5, 5.0).low > 0  # type: ignore[union-attr]
    assert experience._apart(25, 2.6, 5.0).low > 0  # type: ignore[union-attr]


def test_few_sessions_say_how_many_are_missing(empty: Warehouse) -> None:
    store(empty, [play(n, seated(2, ("first", "many"))) for n in range(3)])
    found = finding(empty, ID, ALL)
    assert found.title == "Too few sessions to say what experience changes"
    assert (found.missing, found.figure) == (9, None)
    assert {tuple(row[-2:]) for row in found.rows} == {(None, None)}


def test_nothing_to_count_is_said(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
