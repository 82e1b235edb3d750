"""Four in a row: upright, level and slanting, longer ones, several at once, and none.

Columns from the left: a run of 3, b run of 2, c single, d pair, e triple; rows from below.
"""

from collections.abc import Mapping

import pytest

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.state import State
from tests.domain.lepidoptery.build import (
    COLUMNS,
    A,
    B,
    edition,
    go,
    kinds,
    lay,
    play,
    position,
)

HAND = "7 7 7 8 9 10"
TO = {"run3": "7 8 9", "run2": "7 8", "single": "7", "pair": "7 7", "triple": "7 7 7"}


def drop(kind: str, board: Mapping[str, str], **more: object) -> State:
    """Let A drop a token into a column."""
    state = position((HAND, ""), board=board, decks=("5", "5"), **more)
    return play(state, lay(A, TO[kind])).state


def found(state: State) -> list[tuple[str, str]]:
    """List the lines that won, each with its kind and its cells."""
    result = GAME.outcome(state)
    return [] if result is None else [(line.kind, " ".join(line.cells)) for line in result.lines]


@pytest.mark.parametrize(
    ("board", "kind", "line"),
    [
        ({"single": "AAA"}, "single", ("vertical", "c1 c2 c3 c4")),
        ({"run3": "BAAA"}, "run3", ("vertical", "a2 a3 a4 a5")),
        ({"triple": "BBAAA"}, "triple", ("vertical", "e3 e4 e5 e6")),
        (
            {"run3": "A", "run2": "A", "single": "A"},
            "pair",
            ("horizontal", "a1 b1 c1 d1"),
        ),
        (
            {"run2": "BA", "single": "BA", "pair": "B", "triple": "AA"},
            "pair",
            ("horizontal", "b2 c2 d2 e2"),
        ),
        (
            {"run3": "A", "run2": "BA", "single": "ABA", "pair": "BBB"},
            "pair",
            ("diagonal", "a1 b2 c3 d4"),
        ),
        (
            {"run3": "BBB", "run2": "ABA", "single": "BA", "pair": "A"},
            "run3",
            ("diagonal", "a4 b3 c2 d1"),
        ),
        (
            {"run2": "BBA", "single": "BBB", "pair": "BABBA", "triple": "ABABBA"},
            "single",
            ("diagonal", "b3 c4 d5 e6"),
        ),
        (
            {"run2": "BAB", "single": "ABA", "pair": "BA", "triple": "A"},
            "run2",
            ("diagonal", "b4 c3 d2 e1"),
        ),
    ],
)
def test_four_in_a_row_win(board: Mapping[str, str], kind: str, line: tuple[str, str]) -> None:
    state = drop(kind, board)
    assert found(state) == [line]
    result = GAME.outcome(state)
    assert (result.winners, result.ended_by, result.decided_by) == ((A,), "line", "line")
    assert not result.shed


@pytest.mark.parametrize(
    ("board", "kind"),
    [
        ({"single": "AA"}, "single"),  # three
        ({"run3": "A", "run2": "A"}, "single"),  # three
        ({"single": "AABA"}, "single"),  # B between: c1 c2, c4 c5
        ({"run3": "A", "run2": "A", "single": "B", "triple": "A"}, "pair"),  # B at c1
        ({"run3": "A", "run2": "A", "triple": "A"}, "pair"),  # a gap at c1
        ({"run3": "A", "run2": "BA", "single": "ABB", "pair": "BBB"}, "pair"),  # B at c3
        ({"run3": "A", "run2": "BA", "pair": "BBB"}, "pair"),  # a gap at c3
        ({"run3": "A", "run2": "BA", "single": "AB", "pair": "AB"}, "pair"),  # steps, no line
        ({"single": "BBB"}, "single"),
    ],
)
def test_three_or_a_broken_row_do_not(board: Mapping[str, str], kind: str) -> None:
    state = drop(kind, board)
    assert (state.ended, state.winner, GAME.outcome(state)) == (False, None, None)


def test_a_row_does_not_go_round_the_board() -> None:
    """d1, e1 and a1, b1: five columns in a ring would join them."""
    assert not drop("triple", {"run3": "A", "run2": "A", "pair": "A"}).ended


def test_the_middle_token_can_complete_a_row() -> None:
    state = drop("run2", {"run3": "A", "single": "A", "pair": "A"})
    assert found(state) == [("horizontal", "a1 b1 c1 d1")]


def test_five_in_a_row_list_all_their_cells() -> None:
    state = drop("single", {"run3": "A", "run2": "A", "pair": "A", "triple": "A"})
    assert found(state) == [("horizontal", "a1 b1 c1 d1 e1")]


def test_five_in_a_slanting_row_list_all_their_cells() -> None:
    """a1 b2 . d4 e5, and A drops on c3."""
    board = {"run3": "A", "run2": "BA", "single": "BB", "pair": "BBBA", "triple": "BABBA"}
    assert found(drop("single", board)) == [("diagonal", "a1 b2 c3 d4 e5")]


def test_one_token_can_complete_several_rows() -> None:
    """d4 closes d1 to d4, a4 to d4, and both a1 to d4 and d4 with e3 only: three rows win."""
    board = {"run3": "ABBA", "run2": "BABA", "single": "BBAA", "pair": "AAA", "triple": "BBA"}
    assert sorted(found(drop("pair", board))) == [
        ("diagonal", "a1 b2 c3 d4"),
        ("horizontal", "a4 b4 c4 d4"),
        ("vertical", "d1 d2 d3 d4"),
    ]


def test_two_slanting_rows_at_once() -> None:
    """c3: rising a1 b2 c3 d4, falling a5 b4 c3 d2 and on to e1."""
    board = {
        "run3": "ABBBA",
        "run2": "BABA",
        "single": "BB",
        "pair": "BABA",
        "triple": "A",
    }
    assert sorted(found(drop("single", board))) == [
        ("diagonal", "a1 b2 c3 d4"),
        ("diagonal", "a5 b4 c3 d2 e1"),
    ]


def test_the_other_players_tokens_complete_no_row() -> None:
    """B B A B along the bottom."""
    state = drop("single", {"run3": "B", "run2": "B", "pair": "B"})
    assert not state.ended


def test_the_second_seat_wins_alike() -> None:
    state = position(
        ("", "7 7"), board={"pair": "BBB"}, decks=("5", "5"), turn=B, markers=("single", None)
    )
    after = play(state, lay(B, "7 7")).state
    assert found(after) == [("vertical", "d1 d2 d3 d4")]
    assert (after.winner, GAME.outcome(after).winners) == (B, (B,))


def test_rows_follow_the_columns_of_the_edition() -> None:
    """With triple and pair as columns a and b, a pair completes a1 b1 c1 d1 and no other."""
    box = edition(columns=("triple", "pair", "single", "run2", "run3"))
    board = {"triple": "A", "single": "A", "run2": "A"}
    assert found(drop("pair", board, box=box)) == [("horizontal", "a1 b1 c1 d1")]


def test_a_column_of_height_one_can_take_part_in_a_row_along_the_bottom() -> None:
    box = edition(heights=(6, 6, 1, 6, 6))
    board = {"run3": "A", "run2": "A", "pair": "A"}
    assert found(drop("single", board, box=box)) == [("horizontal", "a1 b1 c1 d1")]


def test_a_low_column_ends_every_row_above_it() -> None:
    """Column c is one high: a2 b2 and d2 e2 have nothing between them."""
    box = edition(heights=(6, 6, 1, 6, 6))
    board = {"run3": "BA", "run2": "BA", "single": "B", "pair": "BA", "triple": "B"}
    assert not drop("triple", board, box=box).ended


def test_a_row_that_grows_over_turns_is_seen_when_its_fourth_token_falls() -> None:
    """A leads a run of 3, a run of 2, a single, a pair; B passes each time."""
    state = position(("1 1 2 2 3 3 4 4 5 5 6 6", "7"))
    for combination in ("1 2 3", "1 2", "3"):
        state = go(state, lay(A, combination), Pass(B))
        assert not state.ended
    run = play(state, lay(A, "4 4"))
    assert kinds(run.events) == ["CombinationPlayed", "GameWon"]
    assert found(run.state) == [("horizontal", "a1 b1 c1 d1")]
    result = GAME.outcome(run.state)
    assert (result.plays, result.passes, result.clears, result.climbs) == ((4, 0), (0, 3), 0, 4)


def test_every_row_of_an_empty_board_can_be_won() -> None:
    """5 x 3 upright, 2 x 6 level and 2 x 3 slanting each way: 39 rows of four on 5 x 6 spaces."""
    cells = {(x, y) for x in range(5) for y in range(6)}
    rows = [
        [(x + i * across, y + i * up) for i in range(4)]
        for x, y in sorted(cells)
        for across, up in ((0, 1), (1, 0), (1, 1), (1, -1))
        if (x + 3 * across, y + 3 * up) in cells
    ]
    assert len(rows) == 5 * 3 + 2 * 6 + 2 * (2 * 3) == 39
    for row in rows:
        heights: dict[int, int] = {}
        for x, y in row:
            heights[x] = max(heights.get(x, 0), y + 1)
        last = max((x, y) for x, y in row if y + 1 == heights[x])
        # Every space below belongs to the row, or to nobody in particular: B and A in turns.
        columns = [
            "".join("A" if (x, y) in row else "BBA"[(x + y) % 2] for y in range(heights.get(x, 0)))
            for x in range(5)
        ]
        columns[last[0]] = columns[last[0]][: last[1]]
        board = dict(zip(COLUMNS, columns, strict=True))
        state = drop(COLUMNS[last[0]], board)
        assert state.ended, row
        names = {f"{'abcde'[x]}{y + 1}" for x, y in row}
        assert any(names <= set(line.split()) for _, line in found(state)), row


def test_a_play_that_wins_ends_the_game_at_once() -> None:
    state = drop("single", {"single": "AAA"})
    assert GAME.phase(state) == "over"
    assert Play(B, (9,)) not in GAME.legal_actions(state)
