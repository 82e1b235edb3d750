"""Plays against the rules that a table let stand: recorded as they were, and the game goes on."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Observed, Shuffled
from domain.errors import Refusal
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    Lure,
    Mark,
    TakeBonus,
)
from domain.games.nocturnis.state import State
from tests.domain.nocturnis.build import (
    NOTHING,
    A,
    B,
    cards,
    choices,
    kinds,
    lure,
    mark,
    position,
    rules,
    sum_up,
)

modest = settings(max_examples=60, derandomize=True)


def forced(state: State, action: Action, *told: str | None) -> State:
    """Carry an action out that the rules refuse."""
    with pytest.raises(Refusal):
        GAME.play(state, action, Observed(told))
    run = GAME.force(state, action, Observed(told))
    assert GAME.action_of(state, run.events[0]) == action
    return run.state


def impossible(state: State, action: Action) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GAME.force(state, action, Shuffled(Random(1)))
    return caught.value


def marked(state: State, seat: int = A) -> str:
    """List the squares that a seat has marked."""
    sheet, garden = state.sheet(seat), state.gardens[seat]
    return " ".join(name for at, name in enumerate(sheet.names) if garden.marked >> at & 1)


def test_a_shape_away_from_every_corner_stands() -> None:
    state = forced(position(("L1", "")), mark(A, "b4 c4 d4"))
    assert marked(state) == "b4 c4 d4"
    assert choices(state, A) == {"lure", "lure_none"}
    assert state.acted == (True, False)


def test_another_shape_than_the_rounds_stands() -> None:
    assert marked(forced(position(("", "")), mark(A, "a5 b5"))) == "a5 b5"


def test_a_shape_over_another_marks_each_square_once() -> None:
    state = position(("", ""), gardens=("a5 b5 c5",))
    assert marked(forced(state, mark(A, "c5 d5 e5"))) == "a5 b5 c5 d5 e5"


def test_a_square_that_is_named_twice_or_does_not_exist_cannot_be_marked() -> None:
    for squares in (("a5", "a5", "c5"), ("a5", "z9"), ()):
        impossible(position(("", "")), Mark(A, squares))


def test_a_card_beyond_the_limit_stands() -> None:
    state = forced(position(("L1 L1 I1 I1 I2", "")), Draw(A), "L2")
    assert state.hands[A] == cards("L1 L1 I1 I1 I2 L2")
    assert state.acted == (True, False)


def test_a_third_card_stands() -> None:
    state = GAME.play(position(("", "")), Draw(A), Observed(["L1"])).state
    state = GAME.play(state, Draw(A), Observed(["L1"])).state
    state = forced(state, Draw(A), "I1")
    assert state.hands[A] == cards("I1 L1 L1")
    assert state.tasks == (NOTHING, NOTHING)


def test_a_moth_without_its_symbols_stands_and_counts() -> None:
    state = position(("I3", ""), gardens=("a5 b5",))
    state = GAME.play(state, mark(A, "c5 d5 e5"), Observed([])).state
    state = forced(state, lure(A, "I3"))
    assert [one.cards for one in state.gardens[A].lured] == [("I3",)]
    assert GAME.scores(state) == (4, 0)


def test_a_third_exchange_stands_and_costs_a_point() -> None:
    state = forced(position(("L1 L1", ""), exchanges=(2, 0)), Exchange(A))
    assert state.exchanges == (3, 0)
    ended = position(("",), exchanges=(3,), out=(True,), ended=True)
    assert sum_up(ended) == {"total": -3, "exchanges": -3}


def test_a_bonus_that_no_shape_covers_stands() -> None:
    state = forced(position(("", ""), sheet=("back",)), TakeBonus(A, "c5"))
    assert GAME.scores(state) == (3, 0)


@pytest.mark.parametrize(
    "action",
    [
        Lure(A, ("L2",)),  # not in the hand
        Lure(A, ("AL",)),  # half a moth
        Discard(A, ("L2", "L2")),
        Draw(A, "I3"),  # not in the display
        TakeBonus(A, "a5"),
        Mark(7, ("a5",)),
        Exchange(B),  # no cards
    ],
)
def test_what_is_not_there_cannot_stand(action: Action) -> None:
    assert impossible(position(("L1", "")), action).clauses


def test_nothing_stands_after_the_end() -> None:
    impossible(position(("L1",), out=(True,), ended=True), Draw(A))


def attempt(state: State, rng: Random) -> Action:
    """Think of an action, allowed or not."""
    sheet, seat = state.sheet(0), rng.randrange(state.rules.seats)
    keys = sorted(state.rules.components.cards)
    return rng.choice(
        [
            Mark(seat, tuple(sorted(rng.sample(sheet.names, 3)))),
            Draw(seat, rng.choice([None, *keys])),
            Lure(seat, (rng.choice(keys),)),
            Lure(seat, ("AL", "AR")),
            TakeBonus(seat, rng.choice(["b5", "c5", "d4", "a2", "d1"])),
            Exchange(seat, rng.random() < 0.5),
            Discard(seat, tuple(sorted(rng.choices(keys, k=2)))),
        ]
    )


@modest
@given(st.integers(0, 2**32), st.integers(1, 3), st.sampled_from([0.05, 0.3]))
def test_a_game_in_which_anything_may_stand_still_comes_to_an_end(
    seed: int, seats: int, odds: float
) -> None:
    """Whatever stood, somebody has something to choose until the night is over, no card is lost,
    and folding the events gives the same position.
    """
    rng = Random(seed)
    chance = Shuffled(rng)
    run = GAME.set_up(rules(seats, sheet=("back",)), 0, chance)
    state, stood = run.state, 0
    while not state.ended:
        action = attempt(state, rng)
        if stood < 15 and rng.random() < odds:
            try:
                run = GAME.force(state, action, chance)
            except Refusal:
                continue
            stood += 1
            assert GAME.action_of(state, run.events[0]) == action, kinds(run.events)
        else:
            legal = GAME.legal_actions(state)
            assert legal, state.tasks
            run = GAME.play(state, rng.choice(legal), chance)
        for event in run.events:
            GAME.cite(state, event)
            GAME.tell(state, event)
            state = GAME.evolve(state, event)
        assert state == run.state
        lured = sum(len(task.cards) for tasks in state.tasks for task in tasks if _is_held(task))
        found = sum(map(len, state.hands)) + len(state.stack) + len(state.display) + lured
        assert found + len(state.discards) == len(state.rules.components.deck)
    assert GAME.outcome(state) is not None


def _is_held(task: object) -> bool:
    return type(task).__name__ == "Release"
