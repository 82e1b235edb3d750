"""Luring: every symbol within the one shape just marked, one moth a shape, a cross for each."""

import pytest

from domain.games.nocturnis.actions import LureNone
from domain.games.nocturnis.events import (
    HabitatMarked,
    HabitatRevealed,
    LureDeclined,
    MothLured,
)
from tests.domain.nocturnis.build import (
    NOTHING,
    A,
    B,
    cards,
    choices,
    go,
    kinds,
    lure,
    lures,
    mark,
    play,
    position,
    refused,
)


def test_a_moth_comes_whose_symbols_are_all_within_the_shape() -> None:
    """a5 b5 c5 show moon, fern, dew: not two ferns for I3."""
    state = go(position(("L1 L2 I1 I2 I3", "")), mark(A, "a5 b5 c5"))
    assert lures(state) == {"L1", "L2", "I1", "I2", ""}
    assert refused(state, lure(A, "I3")).clauses == ("lure.symbols",)


def test_where_the_symbols_lie_within_the_shape_does_not_matter() -> None:
    """a5 a4 a3 show moon, dew, fern: the moon and the fern of L2 do not touch."""
    assert lures(go(position(("L2", "")), mark(A, "a5 a4 a3"))) == {"L2", ""}


def test_each_symbol_is_needed_as_often_as_the_card_shows_it() -> None:
    """a5 a4 a3 b3 show moon, dew, fern, dew: one fern. Row 5 has two."""
    ell = go(position(("I3", ""), "Ell"), mark(A, "a5 a4 a3 b3"))
    assert lures(ell) == {""}
    five = go(position(("I3", ""), "Five"), mark(A, "a5 b5 c5 d5 e5"))
    assert lures(five) == {"I3", ""}


def test_symbols_of_an_earlier_shape_do_not_count() -> None:
    """b5 has the second fern, but it lies in the shape before: c5 c4 are dew and fern alone."""
    state = position(("I3", ""), "Domino", gardens=("a5 b5",))
    state = go(state, mark(A, "c5 c4"))
    assert lures(state) == {""}
    assert refused(state, lure(A, "I3")).clauses == ("lure.symbols",)


def test_a_square_without_a_symbol_adds_none() -> None:
    """b3 c3 d3 show dew, nothing, fern."""
    state = position(("L1 I2", ""), gardens=("a5 a4 a3",))
    assert lures(go(state, mark(A, "b3 c3 d3"))) == {"I2", ""}


def test_a_lured_moth_leaves_the_hand_and_ends_up_in_the_discards() -> None:
    state = go(position(("L1 I1", "")), mark(A, "a5 b5 c5"))
    run = play(state, lure(A, "L1"))
    assert run.events == [MothLured(A, ("L1",))]
    assert run.state.hands[A] == cards("I1")
    assert run.state.discards == ("L1",)
    assert run.state.gardens[A].lured[0].cards == ("L1",)


def test_one_moth_comes_to_a_shape_at_most() -> None:
    state = go(position(("L1 L1 I1", "")), mark(A, "a5 b5 c5"), lure(A, "L1"))
    assert "lure" not in choices(state, A)
    refused(state, lure(A, "I1"))
    refused(state, lure(A, "L1"))


def test_marking_without_luring_is_allowed() -> None:
    state = go(position(("L1", "")), mark(A, "a5 b5 c5"))
    run = play(state, LureNone(A))
    assert run.events == [LureDeclined(A)]
    assert run.state.hands[A] == cards("L1")
    refused(run.state, lure(A, "L1"))


def test_the_question_comes_even_if_no_card_in_hand_would_fit() -> None:
    """Hands are hidden: a question left out would tell."""
    state = go(position(("I3", "")), mark(A, "a5 b5 c5"))
    assert choices(state, A) == {"lure_none"}


def test_an_empty_hand_is_not_asked() -> None:
    run = play(position(("",)), mark(A, "a5 b5 c5"), "Square")
    assert run.events == [HabitatMarked(A, ("a5", "b5", "c5")), HabitatRevealed("Square")]


def test_the_round_waits_for_the_answer() -> None:
    run = play(position(("L1",)), mark(A, "a5 b5 c5"))
    assert kinds(run.events) == ["HabitatMarked"]
    assert kinds(play(run.state, lure(A, "L1"), "Five").events) == ["MothLured", "HabitatRevealed"]


def test_a_species_comes_no_more_often_than_it_has_crosses() -> None:
    """Io has room for 3."""
    garden = "a5 b5, c5 d5, e5 e4"
    two = position(("I1 L1", ""), "Line", gardens=(garden,), lured=("I1, I2",))
    two = go(two, mark(A, "a4 b4 c4"))
    assert lures(two) == {"I1", "L1", ""}
    three = position(("I1 L1", ""), "Line", gardens=(garden,), lured=("I1, I2, I3",))
    three = go(three, mark(A, "a4 b4 c4"))
    assert lures(three) == {"L1", ""}
    assert refused(three, lure(A, "I1")).clauses == ("lure.crosses",)


def test_the_crosses_of_one_seat_are_not_those_of_another() -> None:
    garden = "a5 b5, c5 d5, e5 e4"
    state = position(("I1", "I1"), gardens=(garden, ""), lured=("I1, I2, I3",))
    assert lures(go(state, mark(B, "a5 b5 c5")), B) == {"I1", ""}


@pytest.mark.parametrize("text", ["L2", "L1 L1", "L1 I1", "XX", ""])
def test_cards_that_are_not_in_hand_or_are_no_moth_are_refused(text: str) -> None:
    refused(go(position(("L1 I1 I1", "")), mark(A, "a5 b5 c5")), lure(A, text))


def test_nothing_comes_before_a_shape_is_marked() -> None:
    refused(position(("L1",)), lure(A, "L1"))
    refused(position(("L1",)), LureNone(A))


def test_nobody_lures_with_another_seats_shape() -> None:
    state = go(position(("L1", "L1")), mark(A, "a5 b5 c5"))
    refused(state, lure(B, "L1"))
    refused(state, LureNone(B))


def test_a_moth_comes_to_a_shape_marked_in_an_earlier_round_no_more() -> None:
    state = go(position(("L1", "")), mark(A, "a5 b5 c5"), LureNone(A), mark(B, "a5 b5 c5"))
    assert state.round == 3
    assert lures(state) == set()
    assert state.gardens[A].lured == NOTHING
