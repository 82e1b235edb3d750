"""The clock at a table: breaks do not count, and a log that was typed in has none."""

import pytest

from analytics.clock import gap_before, seconds_of_play
from domain.chance import Told
from domain.errors import SessionError
from domain.games import LANTERN_MOTHS
from domain.games.lantern_moths.actions import Draw, Plant
from domain.session import Session
from domain.session.amend import amend
from domain.session.commands import act, add_note, note_feeling, pause, resume, take_back
from tests.domain.session.tables import on, open_table, rows_of, sound

A, B = range(2)


def table(*, timed: bool = True) -> Session:
    return open_table(LANTERN_MOTHS, Told(["X"]), timed=timed)


def draw(session: Session, seat: int, seconds: float) -> Session:
    return on(session, act(session, Draw(seat), Told()), seconds)


def latest_gap(session: Session) -> float | None:
    return gap_before(session, session.version)


def test_a_choice_takes_the_time_since_the_latest_move() -> None:
    assert latest_gap(draw(table(), A, 25)) == 25


def test_a_pause_does_not_count() -> None:
    """20 s of thought, 10 min of tea, 5 s."""
    session = table()
    session = on(session, pause(session), 20)
    session = on(session, resume(session), 600)
    session = draw(session, A, 5)
    assert latest_gap(session) == 25
    assert seconds_of_play(session) == 25


def test_a_move_ends_a_pause_that_nobody_ended() -> None:
    session = on(table(), pause(table()), 20)
    assert session.paused is not None
    session = draw(session, A, 600)
    assert session.paused is None
    assert latest_gap(session) == 20
    session = draw(session, A, 7)
    assert latest_gap(session) == 7


def test_several_pauses_and_what_is_said_in_them_do_not_count() -> None:
    """3 + 4 + 5 s are thought; notes and feelings end no pause."""
    session = on(table(), pause(table(), "rules"), 3)
    session = on(session, add_note(session, 0, "tea"), 100)
    session = on(session, note_feeling(session, 0, A, "fun"), 100)
    assert session.paused is not None
    session = on(session, resume(session), 100)
    session = on(session, pause(session, "other"), 4)
    session = on(session, resume(session), 50)
    session = draw(session, A, 5)
    assert latest_gap(session) == 12
    sound(session)


def test_a_pause_of_an_hour_is_no_break_in_the_thought_around_it() -> None:
    session = on(table(), pause(table()), 20)
    session = on(session, resume(session), 3600)
    assert latest_gap(draw(session, A, 5)) == 25
    assert latest_gap(draw(table(), A, 3600)) is None


def test_a_play_against_the_rules_takes_the_time_of_its_thought_once() -> None:
    session = table()
    session = on(session, act(session, Plant(B, "E1", "b2"), Told(), irregular=True), 30)
    assert latest_gap(session) == 30
    assert seconds_of_play(session) == 30
    paused = on(table(), pause(table()), 10)
    paused = on(paused, act(paused, Plant(B, "E1", "b2"), Told(), irregular=True), 500)
    assert latest_gap(paused) == 10


def test_a_clock_is_paused_once_and_resumed_once() -> None:
    session = table()
    with pytest.raises(SessionError, match="not paused"):
        resume(session)
    session = on(session, pause(session))
    with pytest.raises(SessionError, match="paused already"):
        pause(session)
    session = on(session, resume(session))
    with pytest.raises(SessionError, match="not paused"):
        resume(session)


def test_a_take_back_ends_a_pause_too() -> None:
    session = draw(table(), A, 10)
    session = on(session, pause(session), 5)
    session = on(session, take_back(session, 0), 90)
    assert session.paused is None
    assert latest_gap(session) == 5


def thinking(session: Session) -> list[float | None]:
    return [row[-1] for row in rows_of(session)["decisions"]]


def test_a_log_that_was_typed_in_afterwards_has_no_clock() -> None:
    for timed, thought, played in ((True, [8.0, 9.0], 17.0), (False, [None, None], None)):
        session = draw(draw(table(timed=timed), A, 8), A, 9)
        assert thinking(session) == thought
        assert seconds_of_play(session) == played


def test_an_amended_action_keeps_the_time_that_it_took() -> None:
    session = draw(draw(draw(table(), A, 8), A, 9), B, 11)
    event = amend(session, 1, Plant(A, "E1", "b2"), Told()).event
    moved = on(session, [event], 400)
    assert thinking(moved) == [8, 9, 11]
