"""Whatever happens beside the moves: what is recorded, and what a session that stopped takes."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.chance import Shuffled, Told
from domain.errors import SessionError
from domain.events import Event
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lepidoptery.actions import Play
from domain.session import Session
from domain.session.commands import (
    LONGEST_TALK,
    abandon,
    act,
    add_item,
    add_note,
    close,
    finish_item,
    give_feedback,
    guess,
    note_feeling,
    pause,
    refuse_attempt,
    resume,
    take_back,
    talk_rules,
)
from domain.session.events import (
    AFTERWARDS,
    ASIDE,
    ActionItemAdded,
    AttemptRefused,
    FeedbackGiven,
    FeelingNoted,
    NoteAdded,
    RulesTalked,
)
from tests.domain.session.tables import do, let, on, open_table, sound

A, B = range(2)


def table() -> Session:
    """Open a table at which Ada has lit the middle."""
    return do(open_table(LANTERN_MOTHS, Told(["X"])), Light(A, "b2"))


def finished() -> Session:
    session = open_table(LEPIDOPTERY, Shuffled(Random(4)))
    rng = Random(4)
    while session.status == "live":
        legal = session.game.legal_actions(session.state)
        session = on(session, act(session, rng.choice(legal), Shuffled(rng)))
    return session


def test_an_attempt_keeps_what_was_tried_and_by_which_clause_it_was_refused() -> None:
    session = table()
    (event,) = refuse_attempt(session, Light(A, "b2"), said=" another one? ")
    assert event == AttemptRefused(
        step=1,
        seat=A,
        clauses=("turn.light.once",),
        reason="a wick was lit this turn already",
        action={"type": "light", "seat": 0, "tile": "b2"},
        said="another one?",
    )
    moved = on(session, [event])
    assert moved.state == session.state
    sound(moved)


def test_an_attempt_with_squares_or_ranks_comes_back_from_the_store_as_it_was() -> None:
    session = open_table(LEPIDOPTERY, Told())
    sound(on(session, refuse_attempt(session, Play(B, (4, 5, 6), 6))))


def test_a_legal_attempt_needs_the_clause_by_which_the_table_refused_it() -> None:
    for action in (Draw(A), Flip(A, "b3")):
        with pytest.raises(SessionError, match="that action is legal"):
            refuse_attempt(table(), action)
        (event,) = refuse_attempt(table(), action, clause="turn.draw")
        assert isinstance(event, AttemptRefused)
        assert (event.clauses, event.reason, event.seat) == (("turn.draw",), "", A)


def test_an_attempt_that_no_action_names_needs_words_and_a_clause() -> None:
    (event,) = refuse_attempt(table(), None, seat=B, said="move a moth", clause="turn.plant")
    assert event == AttemptRefused(1, B, ("turn.plant",), said="move a moth")
    for said, clause in (("", "turn.plant"), ("  ", "turn.plant"), ("move a moth", "")):
        with pytest.raises(SessionError, match="what was said and a clause"):
            refuse_attempt(table(), None, said=said, clause=clause)


def test_nobody_tries_anything_from_a_seat_that_is_not_there() -> None:
    for seat in (-1, 2):
        with pytest.raises(SessionError, match="there is no seat"):
            refuse_attempt(table(), Draw(seat))
        with pytest.raises(SessionError, match="there is no seat"):
            refuse_attempt(table(), None, seat=seat, said="me too", clause="turn.order")
        with pytest.raises(SessionError, match="there is no seat"):
            note_feeling(table(), 0, seat, "fun")
        with pytest.raises(SessionError, match="there is no seat"):
            give_feedback(table(), FeedbackGiven(seat, fun=3))


def test_talk_has_a_step_a_kind_and_at_most_a_day() -> None:
    session = table()
    (event,) = talk_rules(session, 1, "dispute", "turn.light", " who\r\nlit it? ", 90)
    assert event == RulesTalked(1, "dispute", "turn.light", "who\nlit it?", 90)
    assert talk_rules(session, 0, "ruling") == [RulesTalked(0, "ruling")]
    for seconds in (-1, LONGEST_TALK + 1, float("nan")):
        with pytest.raises(SessionError, match="expected 0 to 86400"):
            talk_rules(session, 0, "look_up", seconds=seconds)


def test_no_aside_lies_at_a_step_that_is_not_there() -> None:
    session = table()
    for step in (-1, 2):
        for tried in (
            lambda at: add_note(session, at, "seen"),
            lambda at: talk_rules(session, at, "ruling"),
            lambda at: note_feeling(session, at, A, "tense"),
            lambda at: add_item(session, at, "thicker cards"),
        ):
            with pytest.raises(SessionError, match=f"no step {step}"):
                tried(step)


def test_items_are_open_until_they_are_done_once() -> None:
    session = on(table(), add_item(table(), 1, "bigger wicks", "Ada"))
    first = session.version
    session = on(session, add_item(session, 0, "darker b2"))
    assert [entry.event for entry in session.open_items] == [
        ActionItemAdded(1, "bigger wicks", "Ada"),
        ActionItemAdded(0, "darker b2"),
    ]
    session = on(session, finish_item(session, first))
    assert [entry.version for entry in session.open_items] == [first + 1]
    for item in (first, 1, 99):
        with pytest.raises(
            SessionError, match=f"no open item {item}, expected one of: {first + 1}"
        ):
            finish_item(session, item)
    sound(session)


def test_of_a_seats_feedback_the_latest_counts() -> None:
    session = table()
    for feedback in (
        FeedbackGiven(A, fun=2, text=" slow\r\nstart "),
        FeedbackGiven(B, clarity=5),
        FeedbackGiven(A, fun=4, again="yes"),
    ):
        session = on(session, give_feedback(session, feedback))
    assert session.feedback == {
        A: FeedbackGiven(A, fun=4, again="yes"),
        B: FeedbackGiven(B, clarity=5),
    }
    first = session.aside(FeedbackGiven)[0].event
    assert first == FeedbackGiven(A, fun=2, text="slow\nstart")
    for empty in (FeedbackGiven(A), FeedbackGiven(A, text=" ")):
        with pytest.raises(SessionError):
            give_feedback(session, empty)
    sound(session)


@pytest.mark.parametrize(
    "tried",
    [
        lambda s: give_feedback(s, FeedbackGiven(A, fun=6)),
        lambda s: give_feedback(s, FeedbackGiven(A, length="endless")),
        lambda s: talk_rules(s, 0, "shouting"),
        lambda s: note_feeling(s, 0, A, "sleepy"),
        lambda s: pause(s, "fire"),
    ],
    ids=["degree", "length", "talk", "feeling", "pause"],
)
def test_nothing_is_recorded_that_could_not_be_read_again(tried: Callable[[Any], Any]) -> None:
    with pytest.raises(SessionError, match=r"^session\.[a-z_]+:1: "):
        tried(table())


def test_asides_stay_when_moves_are_taken_back() -> None:
    session = table()
    session = on(session, note_feeling(session, 1, B, "confused"))
    session = on(session, refuse_attempt(session, Light(A, "b2")))
    session = let(session, Plant(B, "E1", "b2"))
    session = on(session, take_back(session, 0))
    assert session.last_step == 0
    assert [e.event for e in session.aside(FeelingNoted)] == [FeelingNoted(1, B, "confused")]
    assert len(session.aside(AttemptRefused)) == 1
    sound(session)


ASIDES: dict[str, Callable[[Session], list[Event]]] = {
    "note": lambda s: add_note(s, 0, "late"),
    "item": lambda s: add_item(s, 0, "sleeves"),
    "done": lambda s: finish_item(s, s.open_items[0].version),
    "talk": lambda s: talk_rules(s, 0, "ruling", text="next time"),
    "feedback": lambda s: give_feedback(s, FeedbackGiven(A, fun=5)),
    "guess": lambda s: guess(s, s.actions[0][0] - 1, s.actions[0][1].seat, s.actions[0][1]),
}
PLAYED: dict[str, Callable[[Session], list[Event]]] = {
    "attempt": lambda s: refuse_attempt(s, None, said="one more", clause="win.check"),
    "feeling": lambda s: note_feeling(s, 0, A, "fun"),
    "pause": pause,
    "resume": resume,
    "take back": lambda s: take_back(s, 0),
    "close": close,
    "abandon": abandon,
}


def stopped(how: str) -> Session:
    session = finished() if how == "closed" else table()
    session = on(session, add_item(session, 0, "a lamp"))
    return on(session, close(session) if how == "closed" else abandon(session, "late"))


@pytest.mark.parametrize("how", ["closed", "abandoned"])
@pytest.mark.parametrize("what", ASIDES)
def test_a_session_that_stopped_takes_what_is_said_afterwards(how: str, what: str) -> None:
    session = stopped(how)
    events = ASIDES[what](session)
    assert {type(event) for event in events} <= AFTERWARDS <= ASIDE
    moved = on(session, events)
    assert (moved.status, moved.moves) == (how, session.moves)
    sound(moved)


def test_what_is_said_afterwards_is_all_that_is_tried_here() -> None:
    kinds = {type(event) for what in ASIDES.values() for event in what(stopped("closed"))}
    assert kinds == AFTERWARDS


@pytest.mark.parametrize("how", ["closed", "abandoned"])
@pytest.mark.parametrize("what", PLAYED)
def test_it_takes_nothing_of_the_play_any_more(how: str, what: str) -> None:
    with pytest.raises(SessionError, match=f"the session is {how}"):
        PLAYED[what](stopped(how))


@pytest.mark.parametrize("how", ["closed", "abandoned"])
def test_it_takes_no_action_legal_or_not(how: str) -> None:
    session = stopped(how)
    for irregular in (False, True):
        with pytest.raises(SessionError, match=f"the session is {how}"):
            act(session, Draw(A), Told(), irregular=irregular)


def test_a_game_that_is_over_still_goes_back_and_closes_once() -> None:
    session = finished()
    assert session.status == "finished"
    with pytest.raises(SessionError, match="finished already"):
        abandon(session)
    step = session.decision_before(session.last_step)
    assert on(session, take_back(session, step)).status == "live"
    closed = on(session, close(session))
    with pytest.raises(SessionError, match="the session is closed already"):
        close(closed)


def test_a_game_that_goes_on_is_not_closed() -> None:
    with pytest.raises(SessionError, match="the game is not over"):
        close(table())


@pytest.mark.parametrize("name", sorted(GAMES))
def test_asides_never_touch_the_position(name: str) -> None:
    session = open_table(GAMES[name], Shuffled(Random(8)))
    first = session.game.legal_actions(session.state)[0]
    session = on(session, act(session, first, Shuffled(Random(8))))
    moved = on(session, add_item(session, 0, "a lamp"))
    for aside in ASIDES.values():
        moved = on(moved, aside(moved))
    moved = on(moved, note_feeling(moved, 0, B, "bored"))
    moved = on(moved, pause(moved))
    assert (moved.moves, moved.state) == (session.moves, session.state)
    assert {type(entry.event) for entry in moved.asides} >= {NoteAdded, FeelingNoted}
    assert not moved.moved_since(session.version)
    assert not moved.overtaken(session.version, A)
    sound(moved)
