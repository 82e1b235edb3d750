"""Amendments of random logs, in which cards were seen or not and plays against the rules stood."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Told
from domain.errors import DomainError
from domain.games import GAMES
from domain.session import Session
from domain.session.amend import Amendment, amend, amend_set_up, carry_on
from domain.session.commands import act, take_back
from tests.domain.session.tables import Glimpsed, on, random_log, seen_with, sound

NAMES = st.sampled_from(sorted(GAMES))
SEEDS = st.integers(0, 2**32)
ACTIONS = {"lantern_moths": 50, "lepidoptery": 50, "nocturnis": 30}
modest = settings(max_examples=25)


def log(name: str, rng: Random) -> Session:
    game = GAMES[name]
    seats = rng.choice([seats for seats in game.seats if seats <= 4])
    return random_log(game, seats, rng, ACTIONS[name], rng.choice((0, 0.15)))


def recorded(session: Session, amendment: Amendment) -> Session:
    """Record an amendment and hold what stands to what it said."""
    event = amendment.event
    moved = on(session, [event])
    assert moved.log[:-1] == session.log
    assert moved.moves[: event.step + 1] == session.moves[: event.step + 1]
    assert moved.last_step == event.step + len(event.tail)
    state = moved.state_at(event.step) if event.step >= 0 else moved.game.blank(moved.rules)
    states = []
    for move in moved.moves[event.step + 1 :]:
        state = moved.game.evolve(state, move.event)
        states.append(state)
    assert tuple(states) == amendment.states
    assert moved.unsettled == event.rest
    assert (amendment.misfit is None) == (event.rest == ())
    for difference in amendment.differences:
        after = moved.moves[difference.now : difference.now + len(difference.after)]
        assert tuple(move.event for move in after) == difference.after
        before = session.moves[difference.step : difference.step + len(difference.before)]
        assert tuple(move.event for move in before) == difference.before
    sound(moved)
    return moved


def settled(session: Session, rng: Random) -> Session:
    """Go on where an action did not fit: something legal happened in its place."""
    legal = session.game.legal_actions(session.state)
    if legal:
        session = on(session, act(session, rng.choice(legal), Glimpsed(rng, 0.5)))
    return recorded(session, carry_on(session, skip=1))


@modest
@given(NAMES, SEEDS)
def test_another_legal_action_is_carried_through_or_waits(name: str, seed: int) -> None:
    rng = Random(seed)
    session = log(name, rng)
    for _ in range(3):
        step, _ = rng.choice(session.actions)
        others = session.game.legal_actions(session.state_at(step - 1))
        if not others:
            continue
        amendment = amend(session, step, rng.choice(others), Glimpsed(rng, 0.5))
        session = recorded(session, amendment)
        for _ in range(2):
            if session.unsettled:
                session = settled(session, rng)


@modest
@given(NAMES, SEEDS)
def test_the_same_action_with_the_same_cards_changes_nothing(name: str, seed: int) -> None:
    rng = Random(seed)
    session = log(name, rng)
    for step, action in rng.sample(session.actions, min(4, len(session.actions))):
        told = Told(seen_with(session, step))
        irregular = step in session.irregular
        amendment = amend(session, step, action, told, irregular=irregular)
        assert (amendment.differences, amendment.misfit) == ((), None)
        moved = recorded(session, amendment)
        assert moved.moves == session.moves
        assert moved.irregular == session.irregular


@modest
@given(NAMES, SEEDS)
def test_another_set_up_or_the_same_one(name: str, seed: int) -> None:
    rng = Random(seed)
    session = log(name, rng)
    told = session.game.answers(session.moves[0].event)
    start = getattr(session.moves[0].event, "start", 0)
    same = amend_set_up(session, start, Told(told))
    assert (same.differences, same.misfit) == ((), None)
    assert recorded(session, same).state == session.state
    seats = len(session.players)
    other = amend_set_up(session, rng.randrange(seats), Glimpsed(rng, 0.7))
    recorded(session, other)


@modest
@given(NAMES, SEEDS)
def test_whatever_is_told_only_documented_errors_come(name: str, seed: int) -> None:
    rng = Random(seed)
    session = log(name, rng)
    cards = [*map(str, range(1, 11)), "E1", "D", "X", "A1", "AL", "Hook", None]
    for _ in range(6):
        step, action = rng.choice(session.actions)
        others = [*session.game.legal_actions(session.state_at(step - 1)), action]
        told = Told(rng.choices(cards, k=rng.randrange(4)))
        with suppress(DomainError):
            tried = rng.choice(others)
            recorded(session, amend(session, step, tried, told, irregular=rng.random() < 0.5))


@modest
@given(NAMES, SEEDS)
def test_play_goes_on_after_an_amendment_and_its_take_back(name: str, seed: int) -> None:
    rng = Random(seed)
    session = log(name, rng)
    step, _ = rng.choice(session.actions)
    others = session.game.legal_actions(session.state_at(step - 1))
    session = recorded(session, amend(session, step, rng.choice(others), Glimpsed(rng, 0.5)))
    back = [s for s in range(session.last_step) if session.game.to_act(session.state_at(s))]
    if back:
        step = rng.choice(back)
        state = session.state_at(step)
        session = on(session, take_back(session, step))
        assert (session.state, session.unsettled) == (state, ())
    for _ in range(5):
        if legal := session.game.legal_actions(session.state):
            session = on(session, act(session, rng.choice(legal), Glimpsed(rng, 0.5)))
    sound(session)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_random_logs_hold_plays_against_the_rules(name: str) -> None:
    """So the tests above are about them too."""
    logs = [random_log(GAMES[name], 2, Random(seed), ACTIONS[name], 0.15) for seed in range(5)]
    assert sum(len(session.irregular) for session in logs) > 5
    for session in logs:
        sound(session)
