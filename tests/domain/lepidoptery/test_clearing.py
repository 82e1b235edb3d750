"""Clearing columns, and the order within one play: place, look for a win, only then clear."""

import pytest
from msgspec.structs import replace

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.events import ColumnsCleared, CombinationPlayed, GameWon
from tests.domain.lepidoptery.build import (
    A,
    B,
    column,
    edition,
    go,
    kinds,
    lay,
    play,
    position,
    refused,
)

FULL = "ABABAB"


def test_a_second_full_column_clears_the_first() -> None:
    state = position(("7 7", ""), board={"run3": FULL, "pair": "BABAB", "single": "AB"})
    run = play(state, lay(A, "7 7"))
    assert run.events == [CombinationPlayed(A, (7, 7)), ColumnsCleared(("run3",))]
    assert column(run.state, "run3") == ""
    assert column(run.state, "pair") == "BABABA"
    assert column(run.state, "single") == "AB"
    assert run.state.clears == 1


def test_the_first_full_column_clears_nothing() -> None:
    state = position(("7 7", ""), board={"run3": "BABAB", "pair": "BABAB"})
    run = play(state, lay(A, "7 7"))
    assert kinds(run.events) == ["CombinationPlayed"]
    assert column(run.state, "run3") == "BABAB"
    assert run.state.clears == 0


def test_a_token_that_fills_no_column_clears_nothing() -> None:
    state = position(("7 7", ""), board={"run3": FULL, "pair": "BABA"})
    run = play(state, lay(A, "7 7"))
    assert kinds(run.events) == ["CombinationPlayed"]
    assert column(run.state, "run3") == FULL


def test_only_the_token_that_fills_a_column_clears() -> None:
    """Two full columns, laid out by hand: a token on d2 fills none, so both stay."""
    state = position(("7 7", ""), board={"run3": FULL, "triple": FULL, "pair": "B"})
    run = play(state, lay(A, "7 7"))
    assert kinds(run.events) == ["CombinationPlayed"]
    assert run.state.columns[0] == run.state.columns[4] == state.columns[0]


def test_every_other_full_column_is_cleared() -> None:
    """Two full columns cannot come about in play; laid out by hand both go."""
    state = position(("7 7", ""), board={"run3": FULL, "triple": FULL, "pair": "BABAB"})
    run = play(state, lay(A, "7 7"))
    assert run.events[1:] == [ColumnsCleared(("run3", "triple"))]
    assert [len(there) for there in run.state.columns] == [0, 0, 0, 6, 0]


@pytest.mark.parametrize("heights", [(2, 6, 6, 3, 6), (6, 6, 6, 1, 6), (1, 1, 1, 1, 1)])
def test_columns_of_unequal_height_are_full_at_their_own_height(heights: tuple[int, ...]) -> None:
    box = edition(heights=heights)
    full, nearly = "ABABAB"[: heights[0]], "BABABA"[: heights[3] - 1]
    run = play(position(("7 7", ""), board={"run3": full, "pair": nearly}, box=box), lay(A, "7 7"))
    assert run.events[1:] == [ColumnsCleared(("run3",))]
    assert (column(run.state, "run3"), column(run.state, "pair")) == ("", nearly + "A")


def test_both_players_tokens_go_back() -> None:
    """A has 3 + 2 tokens on the board, B 3 + 3; three of each lie in the column that is cleared."""
    state = position(("7 7", ""), board={"run3": FULL, "pair": "BABAB"})
    assert [state.tokens_left(seat) for seat in (A, B)] == [10, 9]  # 15 - 5, 15 - 6
    after = play(state, lay(A, "7 7")).state
    assert [after.tokens_left(seat) for seat in (A, B)] == [12, 12]  # 10 - 1 + 3, 9 + 3


def test_a_cleared_column_takes_tokens_again_from_below() -> None:
    state = position(("7 7", "8 9 10"), board={"run3": FULL, "pair": "BABAB"})
    state = go(state, lay(A, "7 7"), lay(B, "8 9 10"))
    assert column(state, "run3") == "B"


def test_the_column_filled_last_stays_full_and_blocks_its_type() -> None:
    state = go(position(("7 7", "9 9 10"), board={"run3": FULL, "pair": "BABAB"}), lay(A, "7 7"))
    assert refused(state, lay(B, "9 9")).clauses == ("play.placeable",)


def test_a_row_through_a_column_that_would_be_cleared_wins() -> None:
    """A fills d with d6 and has a6 b6 c6: column a is full too, and would go, but A has won."""
    board = {"run3": "BABABA", "run2": "ABABBA", "single": "BBABBA", "pair": "ABBAB"}
    state = position(("7 7", ""), board=board)
    run = play(state, lay(A, "7 7"))
    assert run.events == [CombinationPlayed(A, (7, 7)), GameWon(A)]
    assert [line.cells for line in GAME.outcome(run.state).lines] == [("a6", "b6", "c6", "d6")]
    assert column(run.state, "run3") == "BABABA"
    assert run.state.clears == 0


def test_shedding_out_comes_before_clearing_too() -> None:
    state = position(("7 7", "5"), board={"run3": FULL, "pair": "BABAB"}, decks=("", "5"))
    run = play(state, lay(A, "7 7"))
    assert run.events == [CombinationPlayed(A, (7, 7)), GameWon(A)]
    assert column(run.state, "run3") == FULL


def test_clearing_completes_no_row() -> None:
    """Nothing falls: what is cleared is a whole column, and rows through it are gone."""
    board = {"run3": "BABABA", "run2": "A", "single": "A", "pair": "BABAB", "triple": ""}
    state = position(("7 7", ""), board=board)
    run = play(state, lay(A, "7 7"))
    assert kinds(run.events) == ["CombinationPlayed", "ColumnsCleared"]
    assert not run.state.ended


def test_a_cleared_columns_tokens_count_for_no_row_afterwards() -> None:
    """a1 b1 c1 are A's until B's e6 clears a: then d1 makes three in a row and not four."""
    board = {"run3": "ABABAB", "run2": "A", "single": "A", "triple": "BABAB"}
    state = position(("9 9", "7 7 7"), board=board, turn=B, decks=("5", "5"))
    assert play(replace(state, turn=A), lay(A, "9 9")).state.ended
    state = play(state, lay(B, "7 7 7")).state
    assert column(state, "run3") == ""
    assert not play(state, lay(A, "9 9")).state.ended


def test_between_placing_and_clearing_nobody_chooses() -> None:
    state = position(("7 7", "8"), board={"run3": FULL, "pair": "BABAB"})
    between = GAME.evolve(state, CombinationPlayed(A, (7, 7)))
    assert (between.due, GAME.to_act(between)) == ("clear", ())
    assert refused(between, lay(B, "8")).clauses
    assert GAME.to_act(GAME.evolve(between, ColumnsCleared(("run3",)))) == (B,)


def test_between_placing_and_winning_nobody_chooses() -> None:
    state = position(("7 7", "8"), board={"pair": "AAA"})
    between = GAME.evolve(state, CombinationPlayed(A, (7, 7)))
    assert (between.due, between.ended, GAME.to_act(between)) == ("win", False, ())
    assert GAME.outcome(between) is None
