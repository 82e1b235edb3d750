"""Jokers: any rank, never a single, used once until their own player passes."""

import pytest

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from tests.domain.lepidoptery.build import (
    A,
    B,
    choices,
    column,
    go,
    kinds,
    lay,
    play,
    position,
    refused,
)


@pytest.mark.parametrize(
    ("hand", "with_joker"),
    [
        ("7", {"7* 7", "6* 7", "7 8*"}),
        ("1", {"1* 1", "1 2*"}),  # nothing lies below a 1
        ("10", {"10* 10", "9* 10"}),  # nothing lies above a 10
        ("9 10", {"9* 9", "8* 9", "9 10*", "10* 10", "9* 10", "8* 9 10"}),
        ("1 2", {"1* 1", "1 2*", "2* 2", "1* 2", "2 3*", "1 2 3*"}),
        ("4 6", {"4* 4", "3* 4", "4 5*", "6* 6", "5* 6", "6 7*", "4 5* 6"}),
        ("8 8", {"8* 8", "7* 8", "8 9*", "8* 8 8"}),
        ("3 7", {"3* 3", "2* 3", "3 4*", "7* 7", "6* 7", "7 8*"}),
    ],
)
def test_every_way_to_use_a_joker(hand: str, with_joker: set[str]) -> None:
    state = position((hand, ""))
    assert {text for text in choices(state) if "*" in text} == with_joker


def test_with_nine_and_ten_the_joker_is_an_eight() -> None:
    """A run never wraps: 9-10-1 is none, and 8-9-10 has the 8 as its lowest card."""
    state = position(("9 10", ""), "B 8")
    after = play(state, lay(A, "8* 9 10")).state
    assert (after.area[-1].ranks, after.area[-1].joker) == ((8, 9, 10), 8)
    refused(state, Play(A, (9, 10, 11), 11))
    refused(state, Play(A, (9, 10, 1), 1))


def test_the_joker_may_be_the_lowest_card() -> None:
    """On B's 6 the run 6*-7 has the same lowest card and more cards; on a 7 it has a lower one."""
    assert "6* 7" in choices(position(("7", ""), "B 6"))
    assert refused(position(("7", ""), "B 7"), lay(A, "6* 7")).clauses == ("climb.beat",)


@pytest.mark.parametrize(
    ("lying", "combination", "beats"),
    [
        ("5", "5* 5", True),  # 5 = 5, 2 > 1
        ("5 5", "5* 5 5", True),  # 3 > 2
        ("5 5", "5 6*", False),  # 2 = 2
        ("5 6", "5 6 7*", True),
        ("6", "5 6* 7", False),
    ],
)
def test_more_cards_counts_the_joker(lying: str, combination: str, beats: bool) -> None:
    state = position(("5 5 6 7", ""), f"B {lying}")
    assert (combination in choices(state)) is beats
    if not beats:
        assert refused(state, lay(A, combination)).clauses == ("climb.beat",)


def test_the_joker_may_stand_for_a_rank_that_is_held_too() -> None:
    """4-5-6 from a hand of 4 5 6: all real, or the Joker as any of the three."""
    state = position(("4 5 6", ""))
    runs = [text for text in choices(state) if text.replace("*", "") == "4 5 6"]
    assert sorted(runs) == ["4 5 6", "4 5 6*", "4 5* 6", "4* 5 6"]
    left = {text: play(state, lay(A, text)).state.hands[A].known for text in runs}
    assert left == {"4 5 6": (), "4 5 6*": ("6",), "4 5* 6": ("5",), "4* 5 6": ("4",)}


def test_each_choice_of_the_joker_is_an_action_of_its_own() -> None:
    actions = GAME.legal_actions(position(("4 5 6", "")))
    assert len(set(actions)) == len(actions)
    assert Play(A, (4, 5), 4) in actions
    assert Play(A, (4, 5), 5) in actions
    assert Play(A, (4, 5)) in actions


def test_among_equal_cards_the_joker_is_one_choice() -> None:
    state = position(("8 8 8", ""))
    assert sorted(text for text in choices(state) if set(text) <= set("8* ")) == [
        *("8", "8 8", "8 8 8", "8* 8", "8* 8 8")
    ]


@pytest.mark.parametrize("rank", range(1, 11))
def test_a_joker_is_never_a_single(rank: int) -> None:
    for hand in ("7", str(rank)):
        refusal = refused(position((hand, "")), Play(A, (rank,), rank))
        assert refusal.clauses == ("joker.single",)


def test_a_joker_alone_is_no_hand_to_play_from() -> None:
    """With no card there is nothing to join: whoever leads has to pass."""
    assert choices(position(("", "5"), decks=("7 7", "5"))) == ["pass"]


@pytest.mark.parametrize(("ranks", "joker"), [((4, 5), 6), ((4, 5), 0), ((8, 8), 9), ((7,), 3)])
def test_the_joker_stands_for_a_rank_of_its_combination(ranks: tuple[int, ...], joker: int) -> None:
    assert refused(position(("4 5 7 8 8", "")), Play(A, ranks, joker)).clauses


def test_a_combination_has_at_least_one_real_card() -> None:
    assert refused(position(("7", "")), Play(A, (3, 4), 3)).clauses == ("play.hand",)


def test_a_used_joker_is_turned_over_and_cannot_be_used_again() -> None:
    state = go(position(("4 6 8 9", "10 10")), lay(A, "4 5* 6"), Pass(B))
    assert state.jokers == (False, True)
    refusal = refused(state, lay(A, "8 8*"))
    assert refusal.clauses == ("joker.used",)
    assert [text for text in choices(state) if "*" in text] == []


def test_a_combination_of_real_cards_leaves_the_joker_up() -> None:
    assert play(position(("4 5", "")), lay(A, "4 5")).state.jokers == (True, True)


def test_the_own_pass_turns_the_joker_up_again() -> None:
    state = position(("8 9", "10 10"), "B 4", jokers=(False, False))
    state = go(state, Pass(A))
    assert state.jokers == (True, False)


def test_the_other_players_pass_does_not() -> None:
    state = position(("8 9", "10 10"), "A 4", turn=B, jokers=(False, False))
    state = go(state, Pass(B))
    assert state.jokers == (False, True)


def test_a_used_joker_is_not_among_the_played_cards() -> None:
    after = play(position(("8 8 3", "")), lay(A, "8 8 8*")).state
    assert after.spent[A].known == ("8", "8")
    assert after.hands[A].known == ("3",)


def test_a_token_goes_to_the_column_of_the_whole_combination() -> None:
    """One 8 and the Joker are a pair, two 8s and the Joker a triple."""
    state = position(("8 8 8", ""))
    assert column(play(state, lay(A, "8 8*")).state, "pair") == "A"
    assert column(play(state, lay(A, "8 8 8*")).state, "triple") == "A"


def test_the_joker_need_not_be_played_to_shed_out() -> None:
    """It is not part of the deck: the last card goes as a single while the Joker lies face up."""
    run = play(position(("9", "5"), decks=("", "5")), lay(A, "9"))
    assert run.state.jokers == (True, True)
    assert kinds(run.events) == ["CombinationPlayed", "GameWon"]


def test_the_joker_may_help_to_shed_out() -> None:
    """B's 8 lies there and A holds one 8: only with the Joker does it beat (2 > 1)."""
    state = position(("8", "5"), "B 8", decks=("", "5"))
    run = play(state, lay(A, "8 8*"))
    assert kinds(run.events) == ["CombinationPlayed", "GameWon"]
    assert GAME.outcome(run.state).shed


def test_each_player_has_one_joker() -> None:
    """Two gaps cannot be filled: from 4 and 6 nothing reaches 8, and 3-4-5 needs two real cards."""
    texts = choices(position(("4", "")))
    assert {len(text.split()) for text in texts} == {1, 2}
    assert all(text.count("*") <= 1 for text in texts)
