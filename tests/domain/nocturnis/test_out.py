"""Who can neither mark nor draw is out; when all are, the night is over."""

from typing import Any

import pytest

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Draw, LureNone
from domain.games.nocturnis.events import (
    HabitatRevealed,
    MothDrawn,
    NightEnded,
    RoundSatOut,
    WentOut,
)
from domain.games.nocturnis.state import State
from tests.domain.nocturnis.build import (
    A,
    B,
    C,
    choices,
    edition,
    go,
    kinds,
    lure,
    mark,
    marks,
    play,
    position,
    refused,
    rows,
    rules,
)

SQUARES = [f"{column}{row}" for row in range(5, 0, -1) for column in "abcde"]
FULL = "I1 I1 I2 I2 L1"
"""Five cards: no draw."""


def all_but(free: str) -> str:
    """Return a garden in which everything is marked except these squares."""
    return " ".join(square for square in SQUARES if square not in free.split())


def table(hands: tuple[str, ...], *free: str, **more: Any) -> State:
    return position(hands, "Domino", gardens=[all_but(squares) for squares in free], **more)


def test_a_full_hand_and_a_shape_that_fits_nowhere_put_a_player_out() -> None:
    """A marks the last domino but one; the next card is a square of four: two squares are left."""
    state = table((FULL, ""), "a1 b1 d1 e1", "")
    state = go(state, mark(A, "a1 b1"), LureNone(A), Draw(B))
    run = play(state, Draw(B), "L2", "Square")
    assert run.events == [MothDrawn(B, "L2"), HabitatRevealed("Square"), WentOut(A)]
    assert run.state.out == (True, False)
    assert GAME.to_act(run.state) == (B,)
    assert GAME.outcome(run.state) is None


def test_out_is_for_good() -> None:
    """A domino comes back that would fit; A is out already."""
    state = table((FULL, "L1"), "d1 e1", "", out=(True, False))
    assert choices(state, A) == set()
    assert refused(state, mark(A, "d1 e1")).clauses == ("end.out",)
    refused(state, Draw(A))
    run = play(go(state, Draw(B)), Draw(B), "L2", "Domino")
    assert run.events[-1] == HabitatRevealed("Domino")
    assert run.state.out == (True, False)
    assert GAME.to_act(run.state) == (B,)


def test_who_may_draw_is_not_out() -> None:
    state = table(("I1 I1 I2 I2", ""), "a1", "", round=2)
    assert choices(state, A) == {"draw", "exchange"}
    assert marks(state, A) == set()


def test_who_fits_the_shape_is_not_out() -> None:
    state = table((FULL, ""), "d1 e1", "")
    assert marks(state, A) == {"d1 e1"}


def test_the_last_player_going_out_ends_the_night() -> None:
    """Solo: after the last domino the garden is full, and so is the hand but for two cards."""
    state = table((FULL,), "a1 b1")
    state = play(state, mark(A, "a1 b1")).state
    run = play(state, LureNone(A), "Domino")
    assert kinds(run.events) == ["LureDeclined", "HabitatRevealed", "WentOut", "NightEnded"]
    assert run.events[-2:] == [WentOut(A), NightEnded()]
    assert run.state.ended
    assert GAME.to_act(run.state) == ()
    assert GAME.legal_actions(run.state) == []
    assert GAME.outcome(run.state).ended_by == "all_out"


def test_with_cards_to_draw_a_full_garden_goes_on_until_the_hand_is_full() -> None:
    state = table(("I1",), "a1 b1")
    state = play(go(state, mark(A, "a1 b1")), LureNone(A), "Line").state
    state = go(state, Draw(A))
    state = play(state, Draw(A), "L2", "Line").state
    state = go(state, Draw(A))
    run = play(state, Draw(A), "L2", "Line")
    assert kinds(run.events)[1:] == ["HabitatRevealed", "WentOut", "NightEnded"]
    assert len(run.state.hands[A]) == 5


def test_out_below_five_cards_where_no_card_is_left() -> None:
    """Display, stack and discards are empty: one card in hand, and the garden is full."""
    state = table(("I1", "I2"), "a1 b1", "a1 b1", display="", stack="")
    state = go(state, mark(A, "a1 b1"), LureNone(A), mark(B, "a1 b1"))
    run = play(state, LureNone(B), "Domino")
    assert run.events[1:] == [HabitatRevealed("Domino"), WentOut(A), WentOut(B), NightEnded()]


def test_out_in_the_middle_of_a_round_when_another_takes_the_last_card() -> None:
    """A could have drawn, had B not taken the only card there was."""
    full = all_but("a1")
    state = position(("I1", "I2", ""), gardens=(full, full, ""), display="", stack="L1")
    assert choices(state, A) == {"draw"}
    run = play(state, Draw(B), "L1")
    assert run.events == [MothDrawn(B, "L1"), WentOut(A)]
    assert GAME.to_act(run.state) == (C,)


def test_nobody_goes_out_while_somebody_is_within_an_action() -> None:
    """B's lure will bring a card to the discards, and A can draw it again."""
    state = position(("I1", "L2"), gardens=(all_but("a1"), ""), display="", stack="L1")
    state = go(state, mark(B, "a5 b5 c5"), lure(B, "L2"))
    run = play(state, Draw(B), "L1")
    assert run.events == [MothDrawn(B, "L1")]
    assert run.state.discards == ("L2",)
    assert "draw" in choices(run.state, A)
    assert run.state.out == (False, False)


def test_a_seat_that_has_acted_does_not_go_out_before_the_next_round() -> None:
    state = table((FULL, ""), "a1 b1", "")
    run = play(go(state, mark(A, "a1 b1")), LureNone(A))
    assert run.state.out == (False, False)
    assert choices(run.state, A) == {"exchange"}


def test_a_round_goes_on_without_the_ones_who_are_out() -> None:
    state = position((FULL, "", ""), gardens=(all_but(""), "", ""), out=(True, False, False))
    state = go(state, mark(B, "a5 b5 c5"))
    run = play(state, mark(C, "a5 b5 c5"), "Five")
    assert run.events[-1] == HabitatRevealed("Five")
    assert GAME.to_act(run.state) == (B, C)


# --- this card or any card ----------------------------------------------------------------

ANY = {"out_when": "any_card"}


def test_under_any_card_a_player_waits_for_a_shape_that_fits() -> None:
    """Two squares beside each other are left: no line of three, but some domino to come."""
    state = table((FULL, ""), "a1 b1 c1 d1", "", options=ANY)
    state = go(state, mark(A, "a1 b1"), LureNone(A), Draw(B))
    run = play(state, Draw(B), "L2", "Line")
    assert run.events[1:] == [HabitatRevealed("Line"), RoundSatOut(A)]
    assert run.state.out == (False, False)
    assert GAME.to_act(run.state) == (B,)
    refused(run.state, mark(A, "c1 d1"))
    state = go(run.state, Draw(B))
    run = play(state, Draw(B), "L2", "Domino")
    assert run.events[1:] == [HabitatRevealed("Domino")]
    assert marks(run.state, A) == {"c1 d1"}


def test_under_this_card_the_same_player_is_out() -> None:
    state = table((FULL, ""), "a1 b1 c1 d1", "")
    state = go(state, mark(A, "a1 b1"), LureNone(A), Draw(B))
    run = play(state, Draw(B), "L2", "Line")
    assert run.events[1:] == [HabitatRevealed("Line"), WentOut(A)]


def test_under_any_card_the_shapes_of_effects_alone_do_not_count() -> None:
    """One square is left, which only the Dot fits; no habitat card shows it."""
    state = table((FULL, ""), "a1 b1 d1", "", options=ANY)
    state = go(state, mark(A, "a1 b1"), LureNone(A), Draw(B))
    run = play(state, Draw(B), "L2", "Line")
    assert run.events[1:] == [HabitatRevealed("Line"), WentOut(A)]


def test_alone_under_any_card_rounds_pass_until_a_shape_fits() -> None:
    state = play(table((FULL,), "a1 b1 c1 d1", options=ANY), mark(A, "a1 b1")).state
    run = play(state, LureNone(A), "Line", "Square", "Domino")
    assert run.events[1:] == [
        *(HabitatRevealed("Line"), RoundSatOut(A)),
        *(HabitatRevealed("Square"), RoundSatOut(A)),
        HabitatRevealed("Domino"),
    ]
    assert run.state.round == 5


def test_a_player_who_sat_a_round_out_may_still_exchange_in_it() -> None:
    """The round has not ended, and nobody draws."""
    state = table((FULL, ""), "a1 b1 c1 d1", "", options=ANY)
    state = go(state, mark(A, "a1 b1"), LureNone(A), Draw(B))
    state = play(state, Draw(B), "L2", "Line").state
    assert choices(state, A) == {"exchange"}


# --- eight players ------------------------------------------------------------------------


def test_eight_full_hands_are_more_than_all_cards() -> None:
    """36 cards: seven full hands and one card. The eighth is out with that one card."""
    box = edition(cards=rows("cards", {"key": "L1", "copies": 18}))
    deck = rules(8, box).components.deck
    assert len(deck) == 36
    hands = [" ".join(deck[5 * seat : 5 * seat + 5]) for seat in range(8)]
    assert [len(hand.split()) for hand in hands] == [5] * 7 + [1]
    gardens = [all_but("a1 b1")] + [all_but("a1")] * 7
    state = position(
        hands,
        "Domino",
        gardens=gardens,
        box=box,
        display="",
        stack="",
        acted=(False, *[True] * 7),
    )
    run = play(go(state, mark(A, "a1 b1")), LureNone(A), "Domino")
    assert run.events[1:] == [
        HabitatRevealed("Domino"),
        *(WentOut(seat) for seat in range(8)),
        NightEnded(),
    ]
    assert GAME.outcome(run.state).winners == tuple(range(8))


@pytest.mark.parametrize("seats", [1, 2, 5, 8])
def test_nobody_has_to_choose_at_a_table_where_all_are_out(seats: int) -> None:
    hands = ("",) * seats
    state = position(hands, out=(True,) * seats, ended=True)
    assert GAME.to_act(state) == ()
    assert GAME.phase(state) == "over"
