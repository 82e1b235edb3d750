"""What a seat may see of a position: the table and its own hand, counts of everything else."""

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.state import State
from domain.piles import Pile
from tests.domain.lepidoptery.build import A, B, cards, choices, lay, play, position

HANDS = ("1 2 3", "8 8 9 10")


def table(**more: object) -> State:
    return position(
        HANDS,
        "B 4, A 5 5",
        turn=B,
        spent=("1", "2 3"),
        board={"pair": "A", "single": "BB"},
        markers=("pair", "single"),
        jokers=(True, False),
        **more,
    )


def test_a_seat_sees_its_own_hand_and_counts_the_other() -> None:
    assert GAME.observe(table(), A).hands == (cards(HANDS[0]), Pile(unknown=4))
    assert GAME.observe(table(), B).hands == (Pile(unknown=3), cards(HANDS[1]))


def test_somebody_without_a_seat_sees_no_hand() -> None:
    assert GAME.observe(table(), None).hands == (Pile(unknown=3), Pile(unknown=4))


def test_both_decks_are_counts_for_everybody_the_own_one_too() -> None:
    """A: 38 - 3 in hand - 1 - 2 played = 32; B: 38 - 4 - 2 - 1 = 31."""
    for seat in (A, B, None):
        assert GAME.observe(table(), seat).decks == (Pile(unknown=32), Pile(unknown=31))


def test_everything_on_the_table_is_open() -> None:
    state = table()
    for seat in (A, B, None):
        view = GAME.observe(state, seat)
        for name in state.__struct_fields__:
            if name not in ("hands", "decks"):
                assert getattr(view, name) == getattr(state, name), name
        assert view.spent == (cards("1 5 5"), cards("2 3 4"))


def test_hands_stay_closed_after_the_end() -> None:
    state = play(position(("9", "5 6"), decks=("", "5")), lay(A, "9")).state
    assert GAME.observe(state, A).hands[B] == Pile(unknown=2)
    assert GAME.outcome(GAME.observe(state, None)) == GAME.outcome(state)


def test_looking_twice_shows_no_more() -> None:
    for seat in (A, B, None):
        once = GAME.observe(table(), seat)
        assert GAME.observe(once, seat) == once


def test_what_the_other_seat_sees_of_a_view_is_no_more_than_both_know() -> None:
    assert GAME.observe(GAME.observe(table(), A), B) == GAME.observe(table(), None)


def test_the_seat_in_turn_has_the_same_choices_by_what_it_sees() -> None:
    assert choices(GAME.observe(table(), B)) == choices(table())


def test_a_seat_knows_what_its_deck_holds_by_counting() -> None:
    """A's 38 less hand 1 2 3 and spent 1 5 5: one 1, three 2s, three 3s, four 4s, two 5s ..."""
    left = "1 2 2 2 3 3 3 4 4 4 4 5 5 6 6 6 6 7 7 7 7 8 8 8 8 9 9 9 9 10 10 10"
    assert len(left.split()) == 32
    assert sorted(GAME.observe(table(), A).unseen(A)) == sorted(left.split())


def test_the_scores_of_a_view_are_none_either() -> None:
    assert GAME.scores(GAME.observe(table(), A)) == (None, None)
