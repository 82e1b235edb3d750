"""Climbing: what beats what, and what there is to beat."""

from itertools import product

import pytest

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from tests.domain.lepidoptery.build import A, B, choices, go, lay, play, position, refused
from tests.domain.lepidoptery.reference import TYPES

ALL = " ".join(f"{rank} {rank} {rank}" for rank in range(1, 11))


@pytest.mark.parametrize(
    ("lying", "played", "beaten"),
    [
        ("5", "6", True),  # lowest card 6 > 5
        ("5", "5", False),  # the same lowest card, not more cards
        ("5", "5 5", True),  # the same lowest card, 2 > 1
        ("5", "5 6", True),
        ("5", "5 6 7", True),  # 3 > 1
        ("5", "4 5 6", False),  # lowest card 4 < 5, whatever its other cards
        ("5", "4 4 4", False),
        ("5 6 7", "6", True),  # one card beats three
        ("5 6 7", "5 5 5", False),  # 3 = 3
        ("5 5 5", "5 6 7", False),
        ("5 5", "5 6", False),  # 2 = 2
        ("5 6", "5 5", False),
        ("5 6", "5 5 5", True),  # 3 > 2
        ("5 5 5", "5 6", False),  # fewer cards
        ("5 6", "6 7", True),  # the highest cards do not count
        ("8 9 10", "9", True),
        ("8 9 10", "8 8", False),
        ("10", "10 10", True),
        ("10", "9 10", False),
        ("10 10 10", "10", False),
        ("1", "2", True),
    ],
)
def test_what_beats_what(lying: str, played: str, beaten: bool) -> None:
    state = position((ALL, ""), f"B {lying}", decks=("5", "5"))
    assert (played in choices(state)) is beaten
    if beaten:
        assert play(state, lay(A, played)).state.area[-1].ranks == lay(A, played).ranks
    else:
        refusal = refused(state, lay(A, played))
        assert refusal.clauses == ("climb.beat",)
        assert refusal.position == "climb 1, turn of seat A"


def test_which_of_all_pairs_of_combinations_beat_each_other() -> None:
    """47 x 47 = 2209 pairs of combinations, each by its lowest card and its number of cards.

    Per lowest card from 1 to 8 there are two of three cards, two of two and a single (5); from 9
    there is no run of 3 (4), from 10 no run at all (3). Higher lowest cards beat: a combination on
    lowest card 1 is beaten by 47 - 5 = 42, on 2 by 37, ... on 8 by 7, on 9 by 3. That is
    5 x (42 + 37 + 32 + 27 + 22 + 17 + 12 + 7) + 4 x 3 = 5 x 196 + 12 = 992. With the same lowest
    card a single is beaten by the 4, 3 or 2 longer ones and each of two cards by those of three:
    8 x (4 + 2 x 2) + (3 + 2 x 1) + (2 + 1 x 1) = 64 + 5 + 3 = 72. Together 1064.
    """
    won = 0
    for lying, played in product(TYPES, TYPES):
        area = "B " + " ".join(map(str, lying))
        state = position((ALL, ""), area, decks=("5", "5"), jokers=(False, True))
        expected = played[0] > lying[0] or (played[0] == lying[0] and len(played) > len(lying))
        assert (Play(A, played) in GAME.legal_actions(state)) is expected
        won += expected
    assert won == 1064


def test_the_leader_has_nothing_to_beat() -> None:
    state = position(("1 2", ""), jokers=(False, True))
    assert state.leading
    assert sorted(choices(state)) == ["1", "1 2", "2"]


def test_the_combination_to_beat_is_the_last_one() -> None:
    """After 3, 9 and 9-9 the 9-9 counts, not the 3."""
    state = position(("4 9 9 9 10", ""), "B 3, A 9, B 9 9", jokers=(False, True))
    assert sorted(choices(state)) == ["10", "9 9 9", "pass"]


def test_an_own_combination_from_before_is_nothing_to_beat_after_an_answer() -> None:
    """A played 2, B the 3 on it: A has to beat the 3 and does so with 3-4."""
    state = position(("3 3 4", ""), "A 2, B 3", jokers=(False, True))
    assert sorted(choices(state)) == ["3 3", "3 4", "4", "pass"]


def test_after_a_pass_lower_cards_may_be_led() -> None:
    """B passes A's 10 10: A's 1, which did not beat anything, leads the next climb."""
    state = position(("1 5", "2 2 2"), "A 10 10", turn=B, markers=("pair", None))
    state = go(state, Pass(B))
    assert (state.leading, GAME.to_act(state)) == (True, (A,))
    assert lay(A, "1") in GAME.legal_actions(state)


def test_a_follower_may_pass_with_a_combination_that_beats() -> None:
    state = position(("9", ""), "B 3")
    assert {"9", "pass"} <= set(choices(state))


def test_combinations_pile_up_until_somebody_passes() -> None:
    state = position(("3 8", "5 9"))
    state = play(state, lay(A, "3")).state
    state = play(state, lay(B, "5")).state
    assert [(there.seat, there.ranks) for there in state.area] == [(A, (3,)), (B, (5,))]
    assert GAME.round_of(state) == 1


def test_the_answer_is_compared_by_the_joker_too() -> None:
    """B's 4*-5 has the Joker as its lowest card: it is a 4, and 4-4-4 beats it, 4-5 does not."""
    state = position(("4 4 4 5", ""), "B 4* 5", jokers=(False, False))
    assert sorted(choices(state)) == ["4 4 4", "5", "pass"]
