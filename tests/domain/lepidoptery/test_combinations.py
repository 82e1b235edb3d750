"""The five combination types, each with the rulebook's example."""

from itertools import product

import pytest

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from tests.domain.lepidoptery.build import A, choices, column, lay, play, position, refused
from tests.domain.lepidoptery.reference import TYPES

EXAMPLES = {
    "1 2 3": "run3",
    "4 5": "run2",
    "7": "single",
    "6 6": "pair",
    "8 8 8": "triple",
}


@pytest.mark.parametrize(("combination", "kind"), EXAMPLES.items())
def test_the_rulebooks_examples(combination: str, kind: str) -> None:
    state = position(("1 2 3 4 5 6 6 7 8 8 8", ""))
    assert combination in choices(state)
    after = play(state, lay(A, combination)).state
    assert after.markers[A] == kind
    assert column(after, kind) == "A"
    assert [len(there) for there in after.columns].count(0) == 4


def test_these_are_all_combinations_without_a_joker_that_ten_ranks_allow() -> None:
    """Eight runs of 3 (1-2-3 to 8-9-10), nine of 2, ten singles, pairs and triples: 47."""
    state = position(
        (" ".join(f"{rank} {rank} {rank}" for rank in range(1, 11)), ""), jokers=(False, True)
    )
    found = {action.ranks for action in GAME.legal_actions(state)}
    assert found == set(TYPES)
    assert len(found) == 8 + 9 + 10 + 10 + 10 == 47


def test_nothing_else_is_a_combination() -> None:
    """Of all 10 + 100 + 1000 ways to write one to three ranks down, 47 are combinations."""
    hand = " ".join(f"{rank} {rank} {rank}" for rank in range(1, 11))
    state = position((hand, ""), jokers=(False, True))
    written = [ranks for size in (1, 2, 3) for ranks in product(range(1, 11), repeat=size)]
    legal = {action.ranks for action in GAME.legal_actions(state)}
    assert [ranks for ranks in written if ranks not in TYPES and ranks in legal] == []
    for ranks in written[::7]:
        if ranks not in TYPES:
            assert refused(state, Play(A, ranks)).clauses


@pytest.mark.parametrize(
    "ranks",
    [
        (),
        (1, 3),
        (1, 2, 4),
        (1, 1, 2),
        (5, 4),
        (3, 2, 1),
        (2, 2, 2, 2),
        (1, 2, 3, 4),
        (2, 2, 3, 3),
    ],
)
def test_other_sets_of_cards_are_refused(ranks: tuple[int, ...]) -> None:
    """A gap, a mixture, a pair and one more, the wrong way round, and four of anything."""
    state = position(("1 1 2 2 2 2 3 3 4 5", ""))
    assert refused(state, Play(A, ranks)).clauses


@pytest.mark.parametrize("ranks", [(9, 10, 1), (10, 1), (10, 1, 2), (1, 10), (1, 9, 10)])
def test_a_run_does_not_go_from_ten_to_one(ranks: tuple[int, ...]) -> None:
    state = position(("1 1 2 9 10 10", ""))
    assert refused(state, Play(A, ranks)).clauses


@pytest.mark.parametrize("ranks", [(0,), (11,), (0, 1), (10, 11), (-1, 0, 1), (9, 10, 11)])
def test_ranks_go_from_one_to_ten(ranks: tuple[int, ...]) -> None:
    for joker in (None, ranks[0], ranks[-1]):
        assert refused(position(("1 1 9 9 10", "")), Play(A, ranks, joker)).clauses


def test_suits_do_not_matter() -> None:
    """Cards are ranks and nothing else: four 7s are one choice of a single, a pair, a triple."""
    state = position(("7 7 7 7", ""), jokers=(False, True))
    assert choices(state) == ["7", "7 7", "7 7 7"]


@pytest.mark.parametrize(
    ("hand", "combination"),
    [("7", "8"), ("7", "7 7"), ("7 7", "7 7 7"), ("7 9", "7 8"), ("1 2", "1 2 3"), ("", "5")],
)
def test_what_is_not_in_the_hand_cannot_be_played(hand: str, combination: str) -> None:
    """The card may still be in the deck, and that does not help."""
    refusal = refused(position((hand, "5 5")), lay(A, combination))
    assert refusal.clauses == ("play.hand",)


def test_played_cards_leave_the_hand_for_the_play_area() -> None:
    state = position(("4 4 5 9", ""))
    after = play(state, lay(A, "4 5")).state
    assert after.hands[A].known == ("4", "9")
    assert [(there.seat, there.ranks) for there in after.area] == [(A, (4, 5))]
    assert after.spent[A].known == ("4", "5")
    assert after.decks == state.decks


def test_three_cards_can_be_four_combinations() -> None:
    """6 6 7 without Joker: singles 6 and 7, run 6-7, pair 6-6."""
    state = position(("6 6 7", ""), jokers=(False, True))
    assert sorted(choices(state)) == ["6", "6 6", "6 7", "7"]
    assert Pass(A) not in GAME.legal_actions(state)
