"""What a play-out holds as numbers: hands by rank, boards by line."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance import Shuffled
from domain.errors import Refusal
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.combinations import Combination, Kind
from domain.games.lepidoptery.combinations import combinations as every
from domain.games.lepidoptery.edition import Edition
from domain.games.lepidoptery.held import cards_of, lowest_bits, number
from domain.games.lepidoptery.legal import check
from domain.games.lepidoptery.lines import lines_through
from domain.games.lepidoptery.state import State
from domain.games.lepidoptery.table import table_of
from tests.domain.lepidoptery.build import COLUMNS, PRINTED, edition, rules

RANKS = tuple(range(1, 11))
PRINTED_TABLE = table_of(COLUMNS, (6, 6, 6, 6, 6), RANKS, 4)

CARDS = st.lists(st.sampled_from(sorted(PRINTED.elements())), max_size=38).map(
    lambda cards: sorted((Counter(cards) & PRINTED).elements())
)

EDITIONS = {
    "columns in another order and of other heights": edition(
        columns=("triple", "single", "run3", "pair", "run2"), heights=(1, 7, 4, 2, 5)
    ),
    "many of few cards": edition(copies={4: 1, 5: 9, 6: 6}, hand=8),
    "many ranks of one card": edition(copies=dict.fromkeys(range(1, 31), 1), hand=20),
}


@given(CARDS)
def test_a_hand_as_a_number_holds_its_cards(cards: list[str]) -> None:
    bits = lowest_bits(RANKS, 4)
    held = number(cards, bits)
    assert cards_of(held, bits) == tuple(cards)
    assert held.bit_count() == len(cards)


@given(CARDS, st.sampled_from([(kind, each) for kind in COLUMNS for each in every(kind, RANKS)]))
def test_the_cards_of_a_play_leave_the_number(
    cards: list[str], played: tuple[Kind, Combination]
) -> None:
    kind, (_, ranks, joker) = played
    move = PRINTED_TABLE.moves[Play(0, ranks, joker)]
    assert move.marker == kind
    hand, bits = Counter(cards) | Counter(move.cards), PRINTED_TABLE.bits
    held = number(hand.elements(), bits)
    left = held & move.other | held >> move.times & move.own
    assert cards_of(left, bits) == tuple(sorted((hand - Counter(move.cards)).elements()))


def holds_a_line(board: int) -> bool:
    two = board & board >> 1
    return bool(two & two >> 2)


def test_four_tokens_side_by_side_are_the_lines_of_the_board() -> None:
    """Upright 3 in each of 5 columns, across 2 in each of 6 rows, and 2 x 3 each way cornerwise:
    15 + 12 + 6 + 6 = 39 of the 27,405 ways to lay four tokens on 30 cells.
    """
    cells = [cell for column in PRINTED_TABLE.cells for cell in column]
    assert sum(holds_a_line(sum(four)) for four in combinations(cells, 4)) == 39


@given(st.lists(st.lists(st.sampled_from((0, 1)), max_size=7), min_size=5, max_size=5))
def test_a_board_holds_a_line_where_one_goes_through_a_token(columns: list[list[int]]) -> None:
    cells = table_of(COLUMNS, (7, 7, 7, 7, 7), RANKS, 4).cells
    for seat in (0, 1):
        places = [
            (column, row)
            for column, tokens in enumerate(columns)
            for row, token in enumerate(tokens)
            if token == seat
        ]
        board = sum(cells[column][row] for column, row in places)
        assert holds_a_line(board) == any(lines_through(columns, *place) for place in places)


@pytest.mark.parametrize("box", EDITIONS.values(), ids=EDITIONS)
def test_other_editions_are_played_in_place_as_from_position_to_position(box: Edition) -> None:
    for seed in range(5):
        first, second, choices = Random(seed), Random(seed), Random(-1 - seed)
        state = GAME.set_up(rules(box), 0, Shuffled(first)).state
        second.setstate(first.getstate())
        playout = GAME.play_on(state, second)
        while legal := GAME.legal_actions(state):
            assert playout.legal() == legal
            action = choices.choice(legal)
            run = GAME.play(state, action, Shuffled(first))
            state = run.state
            playout.events.clear()
            playout.play(action)
            assert playout.events == run.events
            assert playout.state() == state


@pytest.mark.parametrize("box", EDITIONS.values(), ids=EDITIONS)
def test_what_is_not_refused_is_listed_in_order(box: Edition) -> None:
    choices = Random(1)
    table = rules(box)
    columns, ranks = table.components.columns, table.components.ranks
    state = GAME.set_up(table, 0, Shuffled(choices)).state
    while legal := GAME.legal_actions(state):
        seat = state.turn
        plays = [Play(seat, one.ranks, one.joker) for kind in columns for one in every(kind, ranks)]
        assert legal == [each for each in (*plays, Pass(seat)) if allowed(state, each)]
        state = GAME.play(state, choices.choice(legal), Shuffled(choices)).state


def allowed(state: State, action: Action) -> bool:
    try:
        check(state, action)
    except Refusal:
        return False
    return True
