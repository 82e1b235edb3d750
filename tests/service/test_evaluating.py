"""Evaluations of sessions that have ended: from one view's knowledge, kept beside the store."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import UUID

import msgspec
import pytest

from analytics.bots import evaluating
from analytics.bots.evaluating import EVALUATOR, Evaluation
from analytics.bots.hints import Hint, hints
from analytics.bots.search import Budget
from analytics.swings import Stand
from domain.errors import SessionError
from domain.game import Game
from domain.games import GAMES, LANTERN_MOTHS, find
from domain.imagining import Unimaginable
from domain.session import Session
from domain.session.commands import abandon, add_note
from domain.session.session import Irregularity
from service.evaluating import Background, Evaluated, Kept, evaluated, working
from service.queue import TooBusy
from service.store import StoreError
from service.wiring import Services, now
from tests.analytics.test_counterfactual import GHOSTS, taken_in_the_next_round
from tests.analytics.test_verified import again, fewest_points_win, plant
from tests.service.command_line import Mothlog
from tests.web.conftest import Tables
from tests.web.hiding import HIDING, folded, others, recorded

AT = datetime(2026, 11, 30, tzinfo=UTC)
SHORT = find("lepidoptery")


def stopped(game: Game, events: list[Any]) -> Session:
    """A session that was given up after these events."""
    session: Session = folded(events)
    ended: Session = folded([*events, *abandon(session, "")])
    return ended


@pytest.fixture
def short(services: Services) -> Session:
    """A stored session of three actions that was given up."""
    return Tables(services, SHORT).stopped(3)


@pytest.mark.parametrize("name", HIDING)
def test_a_seats_chances_are_the_same_whatever_is_hidden_from_it(name: str) -> None:
    game = GAMES[name]
    events = recorded(game, 3)
    one, two = (stopped(game, e) for e in (events, others(events, seats=(1, 2))))
    assert one.state != two.state
    for view in (0, "public"):
        found = [evaluated(session, view, AT, games=2).stands for session in (one, two)]  # type: ignore[arg-type]
        assert found[0] == found[1]


def test_a_session_that_goes_on_is_not_evaluated(services: Services) -> None:
    session = Tables(services, SHORT).open("Ada", "Ben")
    with pytest.raises(SessionError, match="still goes on"):
        evaluated(session, "all", AT)
    with pytest.raises(SessionError, match="still goes on"):
        Background(services.data, services.store, now).start(session, "public")


def test_steps_from_a_play_against_the_rules_on_have_no_value(short: Session) -> None:
    first, second = (step for step, _ in short.actions[:2])
    wrong = replace(short, irregular={second: Irregularity(("turn.follow",), "let stand")})
    found = evaluated(wrong, "all", AT, games=2)
    assert [stand.step for stand in found.stands] == [first - 1, second - 1]
    (gap,) = found.gaps
    assert (gap.first, gap.last) == (second, short.last_step)
    assert gap.why == f"a play against the rules stood at step {second}"


def test_steps_that_cannot_be_imagined_say_why(
    short: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unimaginable(*_: Any) -> Evaluation:
        raise Unimaginable(3, 2)

    monkeypatch.setattr(evaluating, "evaluate", unimaginable)
    found = evaluated(short, "all", AT, games=2)
    assert found.stands == ()
    assert {gap.why for gap in found.gaps} == {
        "3 unknown cards lie about, and only 2 are left for them"
    }


def test_what_is_kept_stays_right_until_the_game_stands_otherwise(
    services: Services, short: Session
) -> None:
    kept, found = Kept(services.data), evaluated(short, 1, AT, games=2)
    assert kept.find(short, 1) is None
    kept.keep(found)
    assert kept.find(short, 1) == found
    assert kept.find(short, 0) is None
    noted = services.recorder.run(short.id, lambda s: add_note(s, 1, "hm")).session
    assert kept.find(noted, 1) == found
    path = next((services.data / "evaluations").glob("*.json"))
    path.write_bytes(b"{")
    assert kept.find(noted, 1) is None


def test_taken_back_moves_leave_no_chances(services: Services) -> None:
    played = Tables(services).finished(2)
    worth = Evaluation((0.5, 0.5), 2)
    kept = Kept(services.data)
    stands = (Stand(0, worth),)
    mine = Evaluated(played.id.hex, played.version, "all", EVALUATOR, 2, AT, stands)
    kept.keep(mine)
    assert kept.find(played, "all") == mine
    services.recorder.take_back(played.id, played.decision_before(played.last_step))
    assert kept.find(services.store.load(played.id), "all") is None


def test_in_the_background_an_evaluation_comes_to_be_kept(
    services: Services, short: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "GAMES", 2)
    at_work = Background(services.data, services.store, now)
    at_work.start(short, "all")
    at_work.start(short, "all")
    at_work.worker.join()
    assert at_work.failed(short.id, "all") == ""
    found = Kept(services.data).find(short, "all")
    assert found is not None
    assert found.stands == evaluated(short, "all", AT).stands
    at_work.start(short, "all")  # is kept, so nothing begins
    assert at_work.progress(short.id, "all") is None


def test_only_so_many_of_one_person_wait(
    services: Services, short: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Thread, "start", lambda self: None)
    at_work = Background(services.data, services.store, now)
    for nth in range(8):
        at_work.start(renamed(short, nth), "all", "Ada")
    with pytest.raises(TooBusy, match="8 evaluations of yours are in line"):
        at_work.start(renamed(short, 8), "all", "Ada")
    at_work.start(renamed(short, 8), "all", "Ben")
    for nth, ahead in ((1, 2), (8, 1)):
        waits = at_work.progress(renamed(short, nth).id, "all")
        assert waits is not None
        assert waits.ahead == ahead


def test_a_store_that_cannot_be_read_is_told_without_a_traceback(
    services: Services, short: Session, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    def away(*_: Any) -> Session:
        raise StoreError("gone")

    monkeypatch.setattr(services.store, "load", away)
    at_work = Background(services.data, services.store, now)
    at_work.start(short, "all")
    at_work.worker.join()
    assert at_work.failed(short.id, "all") == "the store could not be read; ask again"
    (record,) = caplog.records
    assert record.exc_info is None
    assert record.getMessage() == f"evaluation of {short.id}: the store cannot be read: gone"


def test_a_store_that_is_closed_before_its_turn_is_no_fault(
    services: Services, short: Session, caplog: pytest.LogCaptureFixture
) -> None:
    looks = iter([False])  # before its turn the service still runs
    at_work = Background(services.data, services.store, now, lambda: next(looks, True))
    services.close()
    at_work.start(short, "all")
    at_work.worker.join()
    assert at_work.failed(short.id, "all") == "the service was stopped"
    assert not caplog.records


def test_when_the_service_stops_nobody_waits_and_what_runs_is_left(
    services: Services, short: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "GAMES", 2)
    looks = iter([False, False])  # before it begins, and at its first step
    at_work = Background(services.data, services.store, now, lambda: next(looks, True))
    at_work.start(short, "all")
    at_work.start(short, "public")
    at_work.worker.join()
    assert at_work.failed(short.id, "all") == "the service was stopped"
    assert at_work.progress(short.id, "public") is None
    assert not (services.data / "evaluations").exists()


def test_a_session_is_evaluated_under_its_own_version_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = taken_in_the_next_round(GHOSTS, "B1 R1 E1 V1 G2")
    before = evaluated(played, "all", AT, games=2)
    assert before.stands[-1].worth.chances == (0.0, 1.0)
    plant(monkeypatch, outcome=fewest_points_win)
    old, new = again(played), again(played, rules="v5")
    assert evaluated(old, "all", AT, games=2).stands == before.stands
    assert evaluated(new, "all", AT, games=2).stands[-1].worth.chances == (1.0, 0.0)


def test_a_hint_is_searched_under_the_sessions_version_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = LANTERN_MOTHS
    state = folded(recorded(game, 8)).state
    seat = game.to_act(state)[0]
    asked = game.observe(state, seat), seat, Budget(iterations=30), 7
    before = hints(game.name, "v4", *asked)
    plant(monkeypatch, outcome=fewest_points_win)
    assert hints(game.name, "v4", *asked) == before
    assert hints(game.name, "v5", *asked) != before


def renamed(session: Session, nth: int) -> Session:
    """The same session under another id."""
    log = tuple(
        msgspec.structs.replace(entry, session_id=UUID(int=nth + 1)) for entry in session.log
    )
    return replace(session, log=log)


@pytest.mark.parametrize("name", HIDING)
def test_a_hint_is_the_same_whatever_is_hidden_from_the_seat(name: str) -> None:
    game = GAMES[name]
    logs = (recorded(game, choices) for choices in range(1, 15))
    events = next(e for e in logs if 0 in game.to_act(folded(e).state))
    worlds = [folded(e).state for e in (events, others(events, seats=(1, 2)))]
    assert worlds[0] != worlds[1]
    budget = Budget(iterations=6)
    told = [hints(name, "", game.observe(world, 0), 0, budget, 7) for world in worlds]
    assert told[0] == told[1]
    assert 1 <= len(told[0]) <= 3
    assert all(isinstance(hint, Hint) and hint.action.seat == 0 for hint in told[0])
    assert {hint.of for hint in told[0]} == {6}
    assert all(one.games >= two.games for one, two in pairwise(told[0]))


def test_the_command_tells_chances_and_keeps_them(command: Mothlog, tmp_path: Path) -> None:
    command("simulate", "lepidoptery", "--games", "1", "--players", "2", "--seed", "s")
    session = command("sessions", "--json").json["sessions"][0]["id"]
    told = command("evaluate", session, "--games", "2", "--view", "B", "--json")
    assert told.code == 0, told.err
    assert told.json["view"] == "1"
    assert told.json["stands"][-1]["worth"]["games"] == 0
    again = command("evaluate", session, "--view", "b")
    assert "2 games from each" in again.out
    wrong = command("evaluate", session, "--view", "C")
    assert wrong.code == 2
    assert "expected all, public or one of A, B" in wrong.err
