"""When a page that saw an older version is out of date: when the position was touched since."""

from random import Random

import pytest

from domain.chance import Shuffled, Told
from domain.games import GAMES, LANTERN_MOTHS, NOCTURNIS
from domain.games.lantern_moths.actions import Light, Plant
from domain.games.nocturnis.actions import LureNone
from domain.session import Session
from domain.session.amend import amend
from domain.session.commands import (
    abandon,
    act,
    add_item,
    add_note,
    finish_item,
    give_feedback,
    note_feeling,
    pause,
    refuse_attempt,
    resume,
    take_back,
    talk_rules,
)
from domain.session.events import (
    ASIDE,
    DecisionGuessed,
    FeedbackGiven,
    TakeBackAnswered,
    TakeBackAsked,
)
from tests.domain.session.evenings import ROUNDS, A, B, mark
from tests.domain.session.tables import do, let, on, open_table


def chatty(session: Session) -> Session:
    """Record every kind of aside that a table has; some take a decision to look back on."""
    session = on(session, add_note(session, 0, "a note"))
    session = on(session, refuse_attempt(session, None, said="no", clause="setup.players"))
    session = on(session, talk_rules(session, 0, "look_up"))
    session = on(session, note_feeling(session, 0, A, "fun"))
    session = on(session, add_item(session, 0, "an item"))
    session = on(session, finish_item(session, session.version))
    session = on(session, pause(session))
    session = on(session, resume(session))
    session = on(session, give_feedback(session, FeedbackGiven(A, fun=1)))
    later = {DecisionGuessed, TakeBackAsked, TakeBackAnswered}
    assert {type(entry.event) for entry in session.asides} == ASIDE - later
    return session


@pytest.mark.parametrize("name", sorted(GAMES))
def test_asides_make_nobody_look_again(name: str) -> None:
    session = open_table(GAMES[name], Shuffled(Random(1)))
    moved = chatty(session)
    for version in range(session.version, moved.version + 1):
        assert not moved.moved_since(version)
        assert not moved.overtaken(version, A)
    assert moved.moved_since(moved.version + 1)
    assert moved.overtaken(moved.version + 1, A)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_move_between_asides_does(name: str) -> None:
    session = chatty(open_table(GAMES[name], Shuffled(Random(1))))
    seen = session.version
    action = session.game.legal_actions(session.state, A)[0]
    moved = chatty(on(session, act(session, action, Shuffled(Random(2)))))
    assert moved.moved_since(seen)
    assert moved.overtaken(seen, A)
    assert not moved.moved_since(moved.version)


def moths() -> Session:
    return do(open_table(LANTERN_MOTHS, Told(["X"])), Light(A, "b2"), Plant(A, "E1", "b2"))


def test_take_backs_amendments_and_plays_against_the_rules_touch_the_position() -> None:
    session = moths()
    for moved in (
        on(session, take_back(session, 1)),
        on(session, [amend(session, 2, Plant(A, "E2", "b2"), Told()).event]),
        let(session, Plant(A, "E2", "b2")),
        on(session, abandon(session)),
    ):
        assert moved.moved_since(session.version)
        assert moved.overtaken(session.version, B)


def night() -> Session:
    opening = {"a card of the display": ["A1", "R1", "P1"], "the first habitat card": ["Pair"]}
    return open_table(NOCTURNIS, Told((), opening), 3)


def test_where_all_act_at_once_another_seats_move_and_any_aside_leave_a_choice_as_it_was() -> None:
    session = night()
    moved = chatty(do(session, mark(B, ROUNDS[0][1])))
    assert moved.moved_since(session.version)
    assert not moved.overtaken(session.version, A)
    assert moved.overtaken(session.version, B)


def test_an_amendment_or_a_play_against_the_rules_of_another_seat_makes_all_look_again() -> None:
    session = do(night(), mark(B, ROUNDS[0][1]))
    amended = on(session, [amend(session, 1, mark(B, "a9 a8"), Told()).event])
    assert amended.overtaken(session.version, A)
    assert let(session, mark(B, "i1 h1")).overtaken(session.version, A)
    assert not do(session, LureNone(B)).overtaken(session.version, A)
