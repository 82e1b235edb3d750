"""The exchange action: perhaps a new display, then two cards for two, at a point at the end."""

from typing import Any

import pytest

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Discard, Draw, Exchange, LureNone, StopDrawing
from domain.games.nocturnis.events import (
    CardsDiscarded,
    DisplayRestocked,
    ExchangeBegun,
    HabitatRevealed,
    MothDrawn,
    MothTaken,
)
from domain.games.nocturnis.state import State
from tests.domain.nocturnis.build import (
    A,
    B,
    cards,
    choices,
    discard,
    draws,
    go,
    kinds,
    lure,
    lures,
    mark,
    marks,
    play,
    position,
    refused,
    sum_up,
)

HAND = "I1 I2 L1"


def exchanged(state: State, seat: int = A, gone: str = "I1 I2") -> State:
    return go(state, Exchange(seat), discard(seat, gone), Draw(seat), Draw(seat))


def test_two_cards_go_and_two_come() -> None:
    run = play(position((HAND, "")), Exchange(A))
    assert run.events == [ExchangeBegun(A)]
    assert choices(run.state, A) == {"discard"}
    run = play(run.state, discard(A, "I1 L1"))
    assert run.events == [CardsDiscarded(A, ("I1", "L1"))]
    assert sorted(run.state.discards) == ["I1", "L1"]
    assert choices(run.state, A) == {"draw"}
    run = play(run.state, Draw(A), "I3")
    assert run.events == [MothDrawn(A, "I3")]
    run = play(run.state, Draw(A, "L1"), "L2")
    assert run.events == [MothTaken(A, "L1"), DisplayRestocked(("L2",))]
    assert run.state.hands[A] == cards("I2 I3 L1")
    assert run.state.exchanges == (1, 0)


def test_the_display_may_be_replaced_first() -> None:
    state = position((HAND, ""), display="L1 L2 I3")
    run = play(state, Exchange(A, True), "AL", "AR", "L1")
    assert run.events == [ExchangeBegun(A, True), DisplayRestocked(("AL", "AR", "L1"))]
    assert sorted(run.state.display) == ["AL", "AR", "L1"]
    assert sorted(run.state.discards) == ["I3", "L1", "L2"]
    state = go(run.state, discard(A, "I1 I2"))
    assert draws(state) == {None, "AL", "AR", "L1"}


def test_a_short_display_is_replaced_by_three_cards() -> None:
    run = play(position((HAND, ""), display="L1"), Exchange(A, True), "AL", "AR", "L1")
    assert len(run.state.display) == 3


def test_a_display_that_went_may_come_back_where_the_stack_runs_out() -> None:
    """One card in the stack, three in the display: they are discarded before they are missing."""
    state = position((HAND, ""), display="L1 L2 I3", stack="AL")
    run = play(state, Exchange(A, True), "AL", "L2", "L1")
    assert sorted(run.state.display) == ["AL", "L1", "L2"]
    assert len(run.state.stack) + len(run.state.discards) == 1


def test_the_exchange_comes_before_the_own_action() -> None:
    state = exchanged(position((HAND, "")))
    assert state.acted == (False, False)
    assert {"mark", "draw"} <= choices(state, A)


def test_it_comes_between_the_mark_and_the_lure() -> None:
    state = go(position((HAND, "")), mark(A, "a5 b5 c5"))
    assert choices(state, A) == {"lure", "lure_none", "exchange"}
    state = go(state, Exchange(A), discard(A, "I1 I2"))
    state = play(state, Draw(A), "L2").state
    refused(state, lure(A, "L1"))
    state = play(state, Draw(A), "I3").state
    assert lures(state) == {"L1", "L2", ""}


def test_it_comes_between_two_own_cards() -> None:
    state = go(position((HAND, "")), Draw(A))
    assert choices(state, A) == {"draw", "exchange"}
    state = exchanged(state)
    assert len(state.hands[A]) == 4
    assert state.acted == (False, False) or state.top(A) is not None
    assert "draw" in choices(state, A)
    state = go(state, Draw(A))
    assert len(state.hands[A]) == 5
    assert "draw" not in choices(state, A)


def test_it_comes_within_an_effects_draw() -> None:
    state = go(position(("L2 I1 I2", "")), mark(A, "a5 b5 c5"), lure(A, "L2"))
    assert choices(state, A) == {"draw", "stop_drawing", "exchange"}
    state = exchanged(state)
    assert choices(state, A) == {"draw", "stop_drawing", "exchange"}
    assert len(state.hands[A]) == 2


def test_it_comes_before_an_extra_shape_and_before_a_bonus() -> None:
    state = go(position(("I2 I1 I1 I1", "")), mark(A, "a5 b5 c5"), lure(A, "I2"))
    state = exchanged(state, gone="I1 I1")
    assert marks(state) == {"d5", "a4", "b4", "c4"}
    state = go(position((HAND, ""), sheet=("back",)), mark(A, "a5 b5 c5"))
    assert choices(state, A) == {"take_bonus", "exchange"}
    assert "take_bonus" in choices(exchanged(state), A)


def test_it_comes_after_the_own_action_while_the_round_goes_on() -> None:
    state = go(position((HAND, "")), mark(A, "a5 b5 c5"), LureNone(A))
    assert GAME.to_act(state) == (B,)
    assert choices(state, A) == {"exchange"}
    state = exchanged(state)
    assert state.exchanges == (1, 0)
    assert state.round == 2


def test_the_next_round_waits_until_a_late_exchange_is_done() -> None:
    state = go(position((HAND, "")), mark(A, "a5 b5 c5"), LureNone(A), Exchange(A))
    state = go(state, mark(B, "a5 b5 c5"))
    assert state.round == 2
    assert GAME.to_act(state) == (A,)
    state = go(state, discard(A, "I1 I2"), Draw(A))
    run = play(state, Draw(A), "L2", "Square")
    assert run.events == [MothDrawn(A, "L2"), HabitatRevealed("Square")]


@pytest.mark.parametrize("limit", ["hand_limit", "unlimited"])
def test_a_full_hand_stays_full(limit: str) -> None:
    """The limit does not bind: five, less two, and two."""
    state = position(("I1 I1 I2 I2 L1", ""), options={"effect_draw_limit": limit})
    state = exchanged(state)
    assert len(state.hands[A]) == 5
    assert "draw" not in choices(state, A)
    assert "mark" in choices(state, A)


def test_a_hand_above_the_limit_ends_where_it_was() -> None:
    state = position(("I1 I1 I2 I2 L1 L1 L2", ""), options={"effect_draw_limit": "unlimited"})
    assert len(exchanged(state).hands[A]) == 7


def test_the_discarded_cards_can_be_drawn_again_where_nothing_else_is_left() -> None:
    state = position(("I1 I2", ""), display="", stack="")
    state = go(state, Exchange(A), discard(A, "I1 I2"))
    assert draws(state) == {None}
    state = play(state, Draw(A), "I2").state
    state = play(state, Draw(A), "I1").state
    assert state.hands[A] == cards("I1 I2")


def test_two_exchanges_in_one_round_are_allowed_and_no_third_ever() -> None:
    state = exchanged(position(("I1 I1 I2 I2 L1", "")), gone="I1 I1")
    state = exchanged(state, gone="I2 I2")
    assert state.exchanges == (2, 0)
    assert refused(state, Exchange(A)).clauses == ("exchange.twice",)
    assert refused(state, Exchange(A, True)).clauses == ("exchange.twice",)
    assert "exchange" not in choices(state, A)


@pytest.mark.parametrize("hand", ["", "I1"])
def test_two_cards_are_needed(hand: str) -> None:
    state = position((hand, ""))
    assert refused(state, Exchange(A)).clauses == ("exchange.discard",)
    assert "exchange" not in choices(state, A)


def test_nobody_exchanges_while_another_draws() -> None:
    state = go(position(("", HAND)), Draw(A))
    assert refused(state, Exchange(B)).clauses == ("draw.one-at-a-time",)
    assert "exchange" in choices(go(state, Draw(A)), B)


def test_nobody_exchanges_while_another_exchanges() -> None:
    state = go(position((HAND, "L1 L2 I3")), Exchange(A))
    assert refused(state, Exchange(B)).clauses == ("draw.one-at-a-time",)
    assert refused(state, Draw(B)).clauses == ("draw.one-at-a-time",)
    assert "mark" in choices(state, B)


def test_an_exchange_is_finished_before_the_next_one_begins() -> None:
    state = go(position(("I1 I1 I2 I2 L1", "")), Exchange(A))
    refused(state, Exchange(A))
    refused(state, mark(A, "a5 b5 c5"))
    refused(state, Draw(A))
    state = go(state, discard(A, "I1 I1"))
    refused(state, Exchange(A))
    refused(state, StopDrawing(A))
    refused(state, mark(A, "a5 b5 c5"))
    state = go(state, Draw(A))
    refused(state, Exchange(A))


@pytest.mark.parametrize("gone", [(), ("I1",), ("I1", "I1"), ("I1", "L2"), ("I1", "I2", "L1")])
def test_two_cards_of_the_hand_are_discarded(gone: tuple[str, ...]) -> None:
    state = go(position((HAND, "")), Exchange(A))
    assert refused(state, Discard(A, gone)).clauses == ("exchange.discard",)


def test_cards_are_discarded_within_an_exchange_alone() -> None:
    refused(position((HAND, "")), discard(A, "I1 I2"))


def test_a_seat_that_is_out_exchanges_no_more() -> None:
    state = position((HAND, ""), out=(True, False))
    refused(state, Exchange(A))
    assert choices(state, A) == set()


def test_after_the_end_nobody_exchanges() -> None:
    refused(position((HAND,), out=(True,), ended=True), Exchange(A))


def test_another_seat_takes_a_card_once_the_exchange_is_done() -> None:
    state = exchanged(position((HAND, "")))
    assert None in draws(state, B)
    assert kinds(play(state, Draw(B), "L2").events) == ["MothDrawn"]


def test_waiting_draws_come_behind_the_whole_exchange() -> None:
    """B's effect begins while A exchanges, between A's own two cards: A finishes both first."""
    state = go(position((HAND, "L2")), Draw(A), Exchange(A), mark(B, "a5 b5 c5"), lure(B, "L2"))
    for action in (discard(A, "I1 I2"), Draw(A), Draw(A), Draw(A)):
        assert draws(state, B) == set()
        state = go(state, action)
    assert None in draws(state, B)


@pytest.mark.parametrize(("used", "cost"), [(0, 0), (1, -1), (2, -2)])
def test_each_costs_a_point_at_the_end(used: int, cost: int) -> None:
    more: dict[str, Any] = {"exchanges": (used,), "out": (True,), "ended": True}
    state = position(("",), gardens=("a5 b5",), lured=("L2",), **more)
    assert GAME.outcome(state).scores[A].total == 3 + cost
    assert sum_up(state).get("exchanges", 0) == cost


def test_points_may_fall_below_zero() -> None:
    state = position(("",), exchanges=(2,), out=(True,), ended=True)
    assert GAME.outcome(state).scores[A].total == -2
