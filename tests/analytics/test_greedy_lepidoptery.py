"""How greedy looks at Lepidoptery: lines counted by hand, cards by chance, and plain choices."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from analytics.bots.greedy import lepidoptery_board as board
from analytics.bots.greedy.lepidoptery import Weights, likely, ready_in, unseen_of, values
from domain.chance import Shuffled
from domain.games import LEPIDOPTERY
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.combinations import kind_of
from domain.games.lepidoptery.lines import lines_through
from domain.games.lepidoptery.state import Laid
from domain.piles import Pile
from service import seeds

KINDS = ("run3", "run2", "single", "pair", "triple")
HEIGHTS = (6, 6, 6, 6, 6)
DECK = tuple(str(rank) for rank in range(1, 11) for _ in range(3 if rank in (1, 10) else 4))
DEFAULT = Weights()
BOARDS = st.tuples(*[st.lists(st.integers(0, 1), max_size=6).map(tuple)] * 5)


def position(hand: str, columns: str, *, beaten: tuple[int, ...] = (), **changes: Any) -> Any:
    """Return a position of seat 0. ``columns`` are the five from below, like ``01 . 1 . .``."""
    rules = LEPIDOPTERY.rules(seeds.edition(LEPIDOPTERY), LEPIDOPTERY.options(), 2)
    state = LEPIDOPTERY.set_up(rules, 0, Shuffled(Random(1))).state
    return replace(
        state,
        hands=(Pile.of(hand.split()), state.hands[1]),
        columns=tuple(tuple(map(int, column.replace(".", ""))) for column in columns.split()),
        area=(Laid(1, beaten),) if beaten else (),
        **changes,
    )


def looks(state: Any, weights: Weights = DEFAULT) -> dict[Any, float]:
    seen, legal = LEPIDOPTERY.observe(state, 0), LEPIDOPTERY.legal_actions(state, 0)
    return dict(zip(legal, values(seen, 0, legal, weights), strict=True))


def chosen(state: Any) -> Any:
    found = looks(state)
    return max(found, key=found.__getitem__)


def test_a_line_of_four_is_completed() -> None:
    """Level: b1, c1 and d1 are own ones, and only a run of three falls on a1."""
    state = position("1 2 3 6 6 9 9 9", ". 0 0 0 .")
    play = chosen(state)
    assert kind_of(play.ranks) in ("run3", "triple")
    assert looks(state)[play] > 90


def test_the_last_cards_win() -> None:
    state = position("6 6", ". . . . .", decks=(Pile(), Pile.of(DECK[:5])))
    assert chosen(state) == Play(0, (6, 6))


def test_a_line_of_the_other_seat_is_stopped() -> None:
    """It needs a pair, on d1."""
    state = position("2 3 4 5 5 7 8 8 9", "1 1 1 . 0")
    assert kind_of(chosen(state).ranks) == "pair"


def test_a_type_that_the_other_seat_just_played_is_no_danger() -> None:
    free = position("2 3 5 5", ". 1 1 1 0", markers=(None, None))
    busy = replace(free, markers=(None, "run3"))
    single = Play(0, (5,))
    without = Weights(danger=0)
    assert looks(free)[single] < looks(free, without)[single]
    assert looks(busy)[single] == looks(busy, without)[single]


def test_a_high_combination_leaves_the_other_seat_less_to_answer_with() -> None:
    """A pair on d1 would win; after 9-9-9 it has to be tens. Only danger counts here."""
    nought = dict.fromkeys(Weights.__struct_fields__, 0.0)
    state = position("1 1 2 9 9 9", "1 1 1 . .")
    found = looks(state, Weights(**{**nought, "danger": 50.0}))
    assert found[Play(0, (9, 9, 9))] > found[Play(0, (2,))]
    assert found[Play(0, (1, 1))] == 0  # d1 is taken, and d2 completes nothing


def test_a_joker_is_kept_where_cards_do() -> None:
    """Cards alone lay one more of rank 4; either way singles alone remain in the hand."""
    found = looks(position("4 4 9", ". . . . ."))
    more = DEFAULT.joker + DEFAULT.shed - 4 * DEFAULT.high
    assert found[Play(0, (4, 4))] - found[Play(0, (4, 4), 4)] == pytest.approx(more)


def test_it_passes_rather_than_spend_all_that_is_high_on_nothing() -> None:
    state = position("10", ". . . . .", beaten=(9,), jokers=(False, True))
    worn = Weights(high=1.0)
    found = looks(state, worn)
    assert found[Pass(0)] > found[Play(0, (10,))]


def test_every_four_spaces_in_line_are_counted() -> None:
    """Upright 5 x 3, level 2 x 6, and 2 x 3 each way across; a corner lies on three of them."""
    assert len(board.lines(HEIGHTS)) == 15 + 12 + 6 + 6
    assert len(board.through(HEIGHTS)[0]) == 3
    assert len(board.lines((1, 1, 1, 1, 1))) == 2


def test_a_token_begins_lines_goes_on_with_them_and_ends_others() -> None:
    """c1 lies on its upright line, on a1-d1 and on b1-e1.

    With an own b1: a1-d1 goes from one to two, the upright one is begun. With the other seat's d1:
    both level ones, where it has one, are open to nobody any more.
    """
    own = board.drop(((), (0,), (), (), (1,)), HEIGHTS, 2, 0)
    assert (own.mine, own.theirs) == ((-1, 1 - 1, 1, 0), (0, 0, 0, 0))
    other = board.drop(((), (), (), (1,), ()), HEIGHTS, 2, 0)
    assert (other.mine, other.theirs) == ((-1, 1, 0, 0), (0, -2, 0, 0))


def test_full_columns_are_cleared_before_lines_are_counted() -> None:
    columns = ((1, 1, 0, 1, 1, 0), (), (0, 0, 1, 0, 0), (), ())
    found = board.drop(columns, HEIGHTS, 2, 0)
    after = ((), (), (0, 0, 1, 0, 0, 0), (), ())
    assert found.next_mine == board.finishes(after, HEIGHTS, 0) == 0
    assert not found.wins


@given(BOARDS, st.integers(0, 1))
def test_next_tokens_that_win_are_those_that_make_a_line(columns: Any, seat: int) -> None:
    found = board.finishes(columns, HEIGHTS, seat)
    for column, there in enumerate(columns):
        then = (*columns[:column], (*there, seat), *columns[column + 1 :])
        wins = len(there) < 6 and bool(lines_through(then, column, len(there)))
        assert bool(found >> column & 1) == wins


@given(BOARDS, st.integers(0, 4), st.integers(0, 1))
def test_what_a_token_changes_is_the_difference_of_whole_boards(
    columns: Any, column: int, seat: int
) -> None:
    """But where it wins, or a full column is cleared."""
    there = columns[column]
    if len(there) >= 5 or (found := board.drop(columns, HEIGHTS, column, seat)).wins:
        return
    then = (*columns[:column], (*there, seat), *columns[column + 1 :])
    for tally, owner in ((found.mine, seat), (found.theirs, 1 - seat)):
        before, after = (_open(each, owner) for each in (columns, then))
        assert sum(n * lines for n, lines in enumerate(tally)) == after - before


def _open(columns: Any, owner: int) -> int:
    """Sum a seat's tokens over all lines of one to three of them and none of the other seat."""
    total = 0
    for line in board.lines(HEIGHTS):
        cells = [divmod(at, 6) for at in range(30) if line >> at & 1]
        held = [columns[x][y] for x, y in cells if y < len(columns[x])]
        if set(held) == {owner} and len(held) < 4:
            total += len(held)
    return total


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=9), st.data())
def test_what_a_hand_can_form_is_what_a_leader_may_lay(hand: list[str], data: Any) -> None:
    taken = data.draw(st.lists(st.sampled_from(sorted(set(hand))), max_size=2, unique=True))
    rest = Pile.of(hand).without_each(taken)
    ready = ready_in(Pile.of(hand).known, tuple((int(card), 1) for card in taken), KINDS)
    state = position(" ".join(rest.known), ". . . . .", jokers=(False, False))
    plays = [a for a in LEPIDOPTERY.legal_actions(state, 0) if isinstance(a, Play)]
    kinds = {kind_of(play.ranks) for play in plays}
    assert {kind for at, kind in enumerate(KINDS) if ready >> at & 1} == kinds


def test_chances_of_a_hand_are_those_of_cards_held_independently() -> None:
    """Two of four unseen cards are held: one each of 3 to 6, so each with 1/2."""
    unseen = (0, 0, 0, 1, 1, 1, 1, 0, 0)
    assert likely("single", 5, unseen, 2, False) == pytest.approx(1 - 1 / 4)
    assert likely("pair", 3, unseen, 2, False) == 0
    assert likely("pair", 6, unseen, 2, True) == pytest.approx(1 / 2)
    assert likely("run2", 5, unseen, 2, False) == pytest.approx(1 / 4)
    assert likely("run2", 5, unseen, 2, True) == pytest.approx(1 - 1 / 4 * 1 / 2)
    assert likely("run3", 4, unseen, 2, False) == pytest.approx(1 / 8)
    assert likely("run3", 4, unseen, 2, True) == pytest.approx(1 - 1 / 2 * 3 / 4)


def test_two_and_three_of_a_rank_follow_the_binomial() -> None:
    """Of four copies, each held with 1/2: at least two 11/16, at least three 5/16."""
    unseen = (0, 4, 0, 0)
    assert likely("pair", 1, unseen, 2, False) == pytest.approx(11 / 16)
    assert likely("triple", 1, unseen, 2, False) == pytest.approx(5 / 16)
    assert likely("triple", 1, unseen, 2, True) == pytest.approx(11 / 16)
    assert unseen_of(("1", "1", "2"), ("1",)) == (0, 1, 1, 0, 0)
