"""Downtime: recounted from the logs, and a small evening added up by hand."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from statistics import mean

import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.reports import downtime
from analytics.warehouse import Warehouse
from domain.games import NOCTURNIS
from domain.session import Session
from domain.session.events import RulesTalked
from tests.analytics.build import Log, bots, one_after_the_other, people, play
from tests.analytics.contract import drawn_in_ink, finding, holds, says_when_it_cannot_tell, store
from tests.analytics.evenings import evening
from tests.analytics.test_reports import t_range

ID = "downtime"
ALL = Filters("lantern_moths")


@pytest.fixture(scope="module")
def log() -> Log:
    """Return evenings with talk, tables with bots among them, and bots alone."""
    evenings = [evening(n, seats=2 + n % 2) for n in range(28)]
    mixed = [play(n, (*people(1), *bots(1)), mode="table") for n in range(3)]
    return one_after_the_other([*evenings, *mixed, *(play(n, bots(2)) for n in range(3))])


@pytest.fixture(scope="module")
def warehouse(log: Log, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """Return a warehouse that holds that store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("downtime") / "w.duckdb")
    log.follow(warehouse)
    yield warehouse
    warehouse.close()


def times(session: Session) -> Iterator[tuple[int, str, float, float]]:
    """Go through the log: seat, third, seconds thought and waited, one row a seat and action."""
    if all(player.bot for player in session.players):
        return
    acts = {session.moves[step].version: (step, action) for step, action in session.actions}
    since, talk, nth = session.log[0].at, 0.0, 0
    for entry in session.log:
        if isinstance(entry.event, RulesTalked):
            talk += entry.event.seconds or 0
        if entry.version in acts:
            step, action = acts[entry.version]
            seconds = max((entry.at - since).total_seconds() - talk, 0)
            acting = session.game.to_act(session.state_at(step - 1))
            third = ("beginning", "middle", "end")[3 * nth // len(acts)]
            nth += 1
            for seat in range(len(session.players)):
                thought = seconds if seat == action.seat else 0
                yield seat, third, thought, 0 if seat in acting else seconds
        if not type(entry.event).stored_name.startswith("session."):
            since, talk = entry.at, 0.0


def test_every_number_is_what_the_logs_say(log: Log, warehouse: Warehouse) -> None:
    cells: dict[tuple[int, str, str], list[tuple[float, float, float, float]]] = defaultdict(list)
    for session in log.sessions().values():
        rows = list(times(session))
        seats, start = len(session.players), session.moves[0].event.start  # type: ignore[attr-defined]
        rules = dict.fromkeys(("beginning", "middle", "end"), 0.0)
        steps = [step for step, _ in session.actions]
        for entry in session.log:
            if isinstance(entry.event, RulesTalked) and entry.event.seconds:
                begun = min(sum(step <= entry.event.step for step in steps), len(steps) - 1)
                phase = next(p for k, p in ((1, "beginning"), (2, "middle"), (3, "end"))
                             if 3 * begun < k * len(steps))  # fmt: skip
                rules[phase] += entry.event.seconds
        for when in ("all of it", *rules):
            some = [row for row in rows if when in ("all of it", row[1])]
            talked = sum(rules.values()) if when == "all of it" else rules[when]
            evening_ = sum(row[2] for row in some) + talked
            if not evening_:
                continue
            each = {}
            for seat, player in enumerate(session.players):
                if player.bot is None:
                    thought, waited = (
                        sum(row[at] for row in some if row[0] == seat) for at in (2, 3)
                    )
                    each[(seat - start) % seats] = (thought, waited, talked, evening_)
            cells[seats, "any seat", when].append(
                tuple(map(mean, zip(*each.values(), strict=True)))  # type: ignore[arg-type]
            )
            if when == "all of it":
                for place, spell in each.items():
                    cells[seats, ("1st", "2nd", "3rd")[place], when].append(spell)
    found = holds(warehouse, ID, ALL, {str(s.id) for s in log.sessions().values()})
    assert len(found.rows) == len(cells)
    for row, key in zip(found.rows, found.row_keys, strict=True):
        values = cells[int(str(row[0])[0]), str(row[1]), str(row[2])]
        assert row[3] == len(values) == len(stats.moments(warehouse.cursor(), ID, ALL, key))
        wanted = [mean(value[at] for value in values) / 60 for at in range(4)]
        assert row[4:8] == pytest.approx(wanted, abs=0.006)
        waits = [waited / whole for _, waited, _, whole in values]
        assert row[8] == pytest.approx(mean(waits), abs=1e-4)
        if len(values) >= 12:
            assert row[9:] == pytest.approx(t_range(waits), abs=2e-4)
    drawn_in_ink(found)


def test_the_moment_is_the_longest_choice_of_another_seat(log: Log, warehouse: Warehouse) -> None:
    sessions = {str(session.id): session for session in log.sessions().values()}
    moments = stats.moments(warehouse.cursor(), ID, ALL, "3:1:all")
    assert moments
    for session_id, step, _ in moments:
        session = sessions[session_id]
        start = session.moves[0].event.start  # type: ignore[attr-defined]
        moved = [
            entry for entry in session.log if not entry.event.stored_name.startswith("session.")
        ]
        before = {later.version: one.at for one, later in pairwise(moved)}
        took = {
            at: session.moves[at].at - before[session.moves[at].version]
            for at, action in session.actions
            if action.seat != start
        }
        assert took[step] == max(took.values())


def spent(seats: int, sessions: int, waits: float, **other: float) -> tuple[object, ...]:
    """Return a row as the query does, of any seat over the whole evening."""
    times = (10.0, waits * 40, other.get("rules", 0.0), 40.0)
    return (seats, 0, "", sessions, *times, waits, 0.1)


def test_the_title_is_about_the_most_played_number_of_seats() -> None:
    numbers = {"spent": [spent(2, 13, 0.5), spent(3, 25, 0.625, rules=2.0), spent(4, 3, 0.8)]}
    found = downtime.summarise(numbers)  # type: ignore[arg-type]
    assert found.title == "With 3 seats, a seat waits 62% of the evening"
    # Student's t for 24 degrees of freedom is 2.064: 0.625 +- 2.064 x 0.1 / 5.
    assert (
        "25 sessions with 3 seats: of 40 minutes a seat thinks 10 and waits 25, 62% (58 to 67%); "
        "rules talk takes 2." in found.summary
    )
    assert "3 sessions with 4 seats: too few to say." in found.summary
    assert found.counted == 41


def test_few_sessions_say_how_many_are_missing() -> None:
    found = downtime.summarise({"spent": [spent(2, 5, 0.5)]})  # type: ignore[arg-type]
    assert found.title == "Too few sessions to say how long a seat waits"
    assert (found.missing, found.figure, found.rows[0][-2:]) == (7, None, [None, None])


def test_seats_that_act_at_once_are_not_told_apart_and_solo_games_not_counted(
    empty: Warehouse,
) -> None:
    options = {"sheet": "front"}
    store(empty, [play(n, people(n), game=NOCTURNIS, options=options) for n in (1, 2)])
    found = finding(empty, ID, Filters("nocturnis"))
    assert [row[:3] for row in found.rows] == [
        ["2 seats", "any seat", when] for when in ("all of it", "beginning", "middle", "end")
    ]


def test_without_a_clock_there_is_nothing_to_count(empty: Warehouse) -> None:
    store(empty, [play(n, people(2), mode="table", seconds=(0,)) for n in range(2)])
    found = finding(empty, ID, ALL)
    assert (found.rows, found.missing) == ([], 12)


def test_nothing_to_count_is_said(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
