"""Option token_supply: does a play need a token that is not on the board?"""

import pytest

from domain.chance import Observed
from domain.errors import Refusal
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass
from domain.games.lepidoptery.state import State
from tests.domain.lepidoptery.build import (
    A,
    B,
    choices,
    column,
    edition,
    go,
    lay,
    play,
    position,
    refused,
    rules,
)

FIFTEEN = {
    "run3": "AABAAB",
    "run2": "AABA",
    "single": "BAABA",
    "pair": "AABB",
    "triple": "ABBAA",
}
"""A has 4 + 3 + 3 + 2 + 3 = 15 tokens there, B 2 + 1 + 2 + 2 + 2 = 9."""


def table(supply: str, hand: str = "7 7 8", **more: object) -> State:
    return position((hand, "8"), board=FIFTEEN, options={"token_supply": supply}, **more)


def test_fifteen_of_the_tokens_lie_on_the_board() -> None:
    state = table("limited")
    assert [state.tokens_left(seat) for seat in (A, B)] == [0, 6]  # 15 - 15, 15 - 9


def test_unlimited_lets_the_sixteenth_token_be_placed() -> None:
    after = play(table("unlimited"), lay(A, "7 8")).state
    assert column(after, "run2") == "AABAA"
    assert after.tokens_left(A) == -1


def test_limited_refuses_the_sixteenth_token() -> None:
    refusal = refused(table("limited"), lay(A, "7 8"))
    assert refusal.clauses == ("play.supply",)
    assert refusal.position == "climb 1, turn of seat A, leading"


def test_limited_leaves_nothing_but_the_pass_to_the_leader_and_the_follower() -> None:
    assert choices(table("limited")) == ["pass"]
    assert choices(table("limited", area="B 2")) == ["pass"]
    assert "7 8" in choices(table("unlimited", area="B 2"))


def test_a_leader_without_tokens_passes_the_lead() -> None:
    after = go(table("limited"), Pass(A))
    assert (GAME.to_act(after), after.leading) == ((B,), True)


def test_a_pass_for_want_of_a_token_is_checked_whatever_the_hand() -> None:
    """Nobody needs to see the hand to know that no token is left."""
    run = play(table("limited", "? ? ?"), Pass(A), *[None] * 9, *["1"] * 3, *["2"] * 4, *["3"] * 4)
    assert run.events[0].unchecked is False


def test_the_other_player_still_has_tokens() -> None:
    state = table("limited", area="A 2", turn=B)
    assert "8" in choices(state)


def test_cleared_tokens_return_to_their_owners() -> None:
    """B's single fills column c, and a is cleared: four tokens of A and two of B come back."""
    state = position(("7 7 8", "2 9"), board=FIFTEEN, turn=B, options={"token_supply": "limited"})
    state = go(state, lay(B, "2"))
    assert (column(state, "run3"), state.clears) == ("", 1)
    assert [state.tokens_left(seat) for seat in (A, B)] == [4, 7]  # 0 + 4, 6 - 1 + 2
    assert {"7 7", "7 8"} < set(choices(state))
    assert play(state, lay(A, "7 8")).state.tokens_left(A) == 3


def test_the_fifteenth_token_is_there() -> None:
    board = {**FIFTEEN, "triple": "ABBA"}
    state = position(("7 7 8", "8"), board=board, options={"token_supply": "limited"})
    assert state.tokens_left(A) == 1  # 15 - 14
    assert play(state, lay(A, "7 8")).state.tokens_left(A) == 0


@pytest.mark.parametrize(
    ("heights", "tokens", "refused_"),
    [
        ((6, 6, 6, 6, 6), 15, False),  # 30 - 4 = 26 < 30
        ((7, 7, 7, 6, 6), 15, False),  # 33 - 4 = 29 < 30
        ((7, 7, 7, 7, 6), 15, True),  # 34 - 4 = 30
        ((1, 1, 1, 1, 30), 15, True),  # 34 - 4 = 30
        ((10, 10, 10, 10, 10), 15, True),  # 50 - 4 = 46
        ((10, 10, 10, 10, 10), 24, False),  # 46 < 48
        ((10, 10, 10, 10, 10), 23, True),  # 46 = 46
        ((6, 6, 6, 6, 6), 13, True),  # 26 = 26
        ((6, 6, 6, 6, 6), 14, False),  # 26 < 28
        ((1, 1, 1, 1, 1), 1, False),  # 1 < 2
        ((2, 1, 1, 1, 1), 1, True),  # 2 = 2
    ],
)
def test_limited_is_refused_where_both_could_be_out_of_tokens_for_ever(
    heights: tuple[int, ...], tokens: int, refused_: bool
) -> None:
    """At the start of a turn one column may be full and the other four lack a token each."""
    table = rules(edition(heights=heights, tokens=tokens), token_supply="limited")
    if not refused_:
        assert GAME.set_up(table, A, Observed([None] * 24)).state.rules == table
        return
    with pytest.raises(Refusal) as caught:
        GAME.set_up(table, A, Observed([None] * 24))
    assert caught.value.clauses == ("play.supply",)
    assert str(sum(heights) - 4) in caught.value.reason
    assert str(2 * tokens) in caught.value.reason
    assert "pass for ever" in caught.value.reason
    assert caught.value.position == "set-up"


def test_the_same_board_is_accepted_with_an_unlimited_supply() -> None:
    table = rules(edition(heights=(7, 7, 7, 7, 7)), token_supply="unlimited")
    assert GAME.set_up(table, A, Observed([None] * 24)).state.rules == table
