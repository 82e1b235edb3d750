"""Turns alternate, and nobody else may act."""

import pytest

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Action, Pass
from tests.domain.lepidoptery.build import A, B, deal, go, lay, play, position, refused


def test_turns_alternate_after_plays_and_passes() -> None:
    state, turns = position(("3 5 5 9", "4 8 8")), []
    for action in (lay(A, "3"), lay(B, "4"), lay(A, "5 5"), Pass(B), lay(A, "9")):
        turns.append(GAME.to_act(state))
        state = go(state, action)
    assert [*turns, GAME.to_act(state)] == [(A,), (B,), (A,), (B,), (A,), (B,)]


def test_the_second_seat_may_lead_first() -> None:
    state = go(deal(start=B).state, lay(B, "7"))
    assert GAME.to_act(state) == (A,)


@pytest.mark.parametrize("action", [lay(B, "4"), Pass(B)])
def test_the_other_seat_may_not_act(action: Action) -> None:
    refusal = refused(position(("3", "4"), "A 2"), action)
    assert refusal.clauses == ("play.alternate",)
    assert "turn of seat A" in refusal.reason
    assert refusal.position == "climb 1, turn of seat A"


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_nobody_from_outside_the_table_may_act(seat: int) -> None:
    state = position(("3", "4"), "B 2")
    assert refused(state, lay(seat, "3")).clauses == ("play.alternate",)
    assert refused(state, Pass(seat)).clauses == ("play.alternate",)


def test_nobody_acts_after_the_end() -> None:
    state = play(position(("9", "5"), decks=("", "5")), lay(A, "9")).state
    assert (GAME.to_act(state), list(GAME.legal_actions(state))) == ((), [])
    assert (GAME.phase(state), state.position()) == ("over", "after the end, climb 1")
    for action in (lay(A, "9"), lay(B, "5"), Pass(A), Pass(B)):
        refusal = refused(state, action)
        assert refusal.reason == "the game is over"
        assert refusal.clauses
        assert refusal.position == "after the end, climb 1"


def test_plays_are_counted_by_seat() -> None:
    state = go(position(("3 5 5 9", "4 8 8")), lay(A, "3"), lay(B, "4"), lay(A, "5 5"))
    assert state.plays == (2, 1)


def test_a_refusal_says_what_why_by_which_clause_and_where() -> None:
    refusal = refused(position(("3", "4"), "B 2, A 5, B 6"), lay(A, "3"))
    assert str(refusal) == (
        f"cannot {refusal.action}: {refusal.reason} [{', '.join(refusal.clauses)}]"
        f" ({refusal.position})"
    )
    assert refusal.clauses == ("climb.beat",)
    assert "3" in refusal.action
    assert "6" in refusal.reason
