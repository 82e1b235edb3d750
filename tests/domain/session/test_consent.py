"""A take-back past what somebody has seen asks everybody else who sits there."""

from random import Random

import msgspec
import pytest

from domain.chance import Shuffled
from domain.errors import SessionError
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY
from domain.session import Session
from domain.session.commands import act, add_note, take_back
from domain.session.consent import (
    answer_take_back,
    ask_take_back,
    asked,
    back_or_ask,
    question,
    settle_take_back,
    who_asks,
)
from domain.session.events import Player, TakeBackAnswered, TakeBackAsked, TakenBack
from tests.domain.session.evenings import A, B
from tests.domain.session.tables import on, open_table, sound

C = 2
NAMES = tuple(map(Player, ("Ada", "Ben", "Cleo")))


def played(actions: int = 1, players: tuple[Player, ...] = NAMES) -> Session:
    """Open a table and let seats choose the first thing they may: A turns a tile up."""
    session = open_table(LANTERN_MOTHS, Shuffled(Random(1)), players=players, mode="digital")
    for _ in range(actions):
        action = session.game.legal_actions(session.state)[0]
        session = on(session, act(session, action, Shuffled(Random(2))))
    return session


def test_everybody_else_is_asked_and_the_last_yes_takes_it_back() -> None:
    session = played()
    assert asked(session, 0, A) == [B, C]
    session = on(session, ask_take_back(session, 0, A))
    assert session.log[-1].event == TakeBackAsked(0, A)
    session = on(session, settle_take_back(session, C, True))
    found = question(session)
    assert found is not None
    assert (found.step, found.seat, found.waiting) == (0, A, (B,))
    assert session.last_step == 1  # not yet
    events = settle_take_back(session, B, True)
    assert events == [TakeBackAnswered(B, True), TakenBack(0)]
    session = on(session, events)
    assert (session.last_step, question(session)) == (0, None)
    sound(session)


def test_one_no_declines_it_and_it_can_be_asked_again() -> None:
    session = on(played(), ask_take_back(played(), 0, A))
    session = on(session, settle_take_back(session, B, False))
    found = question(session)
    assert found is not None
    assert (found.open, found.declined, session.last_step) == (False, B, 1)
    with pytest.raises(SessionError, match="seat 2 is not asked anything"):
        answer_take_back(session, C, True)
    session = on(session, ask_take_back(session, 0, A))
    again = question(session)
    assert again is not None
    assert again.waiting == (B, C)
    sound(session)


def test_one_asks_at_a_time_and_answers_once() -> None:
    session = on(played(), ask_take_back(played(), 0, A))
    with pytest.raises(SessionError, match="seat 0 asks already"):
        ask_take_back(session, 0, B)
    with pytest.raises(SessionError, match="seat 0 is not asked"):
        answer_take_back(session, A, True)
    session = on(session, answer_take_back(session, B, True))
    with pytest.raises(SessionError, match="seat 1 is not asked"):
        answer_take_back(session, B, False)


def test_asking_ends_with_the_next_move_and_not_with_a_note() -> None:
    session = on(played(), ask_take_back(played(), 0, A))
    session = on(session, add_note(session, 0, "hm"))
    assert question(session) is not None
    action = session.game.legal_actions(session.state)[0]
    session = on(session, act(session, action, Shuffled(Random(2))))
    assert question(session) is None
    with pytest.raises(SessionError, match="not asked"):
        answer_take_back(session, B, True)


def test_bots_agree_and_a_log_from_a_table_asks_nobody() -> None:
    alone = played(players=(Player("Ada"), Player("Robin", bot="random")))
    assert asked(alone, 0, A) == []
    with pytest.raises(SessionError, match="nobody has to be asked"):
        ask_take_back(alone, 0, A)
    with pytest.raises(SessionError, match="a person sits"):
        ask_take_back(alone, 0, B)
    table = open_table(LANTERN_MOTHS, Shuffled(Random(1)), players=NAMES)
    action = table.game.legal_actions(table.state)[0]
    table = on(table, act(table, action, Shuffled(Random(2))))
    assert asked(table, 0, A) == []


def test_going_back_asks_where_somebody_has_seen_something_and_else_goes() -> None:
    session = played(2)
    assert who_asks(session, 0) == A
    assert back_or_ask(session, 0, A) == [TakeBackAsked(0, A)]
    alone = played(players=(Player("Ada"), Player("Robin", bot="random")))
    assert back_or_ask(alone, 0, A) == [TakenBack(0)]
    bots = played(players=(Player("Robin", bot="random"), Player("Ada"), Player("Ben")))
    assert who_asks(bots, 0) is None
    with pytest.raises(SessionError, match="only bots have chosen since step 0"):
        back_or_ask(bots, 0, None)
    with pytest.raises(SessionError, match="a person sits"):
        back_or_ask(bots, 0, A)  # though nobody but that bot has acted


def test_what_another_seat_did_asks_though_chance_answered_nothing() -> None:
    players = NAMES[:2]
    session = open_table(LEPIDOPTERY, Shuffled(Random(1)), players=players, mode="digital")
    for _ in range(2):
        legal = session.game.legal_actions(session.state)
        quiet = (on(session, act(session, action, Shuffled(Random(2)))) for action in legal)
        session = next(s for s in quiet if not list(s.game.answers(s.moves[-1].event)))
    assert not [a for move in session.moves[1:] for a in session.game.answers(move.event)]
    first, second = (action.seat for _, action in session.actions)
    assert first != second
    assert asked(session, 0, first) == [second]
    assert asked(session, session.last_step - 1, second) == []


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_was_asked_for_can_be_taken_back_and_nothing_else(name: str) -> None:
    session = open_table(GAMES[name], Shuffled(Random(1)), mode="digital")
    with pytest.raises(SessionError, match="cannot take back to step 0"):
        ask_take_back(session, 0, A)
    action = session.game.legal_actions(session.state)[0]
    after = on(session, act(session, action, Shuffled(Random(2))))
    if asked(after, 0, action.seat):
        assert on(after, ask_take_back(after, 0, action.seat)).moves == after.moves
    assert on(after, take_back(after, 0)).last_step == 0
    assert msgspec.json.decode(msgspec.json.encode(TakeBackAsked(3, 1))) == {"step": 3, "seat": 1}
