"""What leaves which spot of the table for which, event by event."""

from msgspec.structs import replace

from domain.events import Event
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.events import (
    CardsDiscarded,
    DisplayRestocked,
    ExchangeBegun,
    HabitatMarked,
    HabitatRevealed,
    MothDrawn,
    MothLured,
    MothTaken,
)
from domain.games.nocturnis.state import DrawCards, MayLure, Release, State
from domain.words import describe
from tests.domain.nocturnis.build import A, B, position

NAMES = ("Ada", "Ben")


def told(state: State, event: Event) -> list[str]:
    return [describe(move, NAMES) for move in GAME.tell(state, event).moved]


def test_a_mark_is_pencilled_square_by_square() -> None:
    assert told(position(), HabitatMarked(A, ("a5", "b5", "c5"))) == [
        "mark → Ada’s sheet a5",
        "mark → Ada’s sheet b5",
        "mark → Ada’s sheet c5",
    ]


def test_cards_are_drawn_taken_and_the_display_is_filled() -> None:
    state = position(("L1", "I1"), display="L1 I2 I2")
    assert told(state, MothDrawn(B, None)) == ["a card: stack → Ben’s hand"]
    assert told(state, MothTaken(B, "I2")) == ["I2: display → Ben’s hand"]
    assert told(state, DisplayRestocked(("L2", "L2"))) == ["2 × L2: stack → display"]


def test_a_card_from_an_empty_stack_comes_after_the_shuffle() -> None:
    state = position(("L1",), stack="", discards="I1 I1 L2")
    assert told(state, MothDrawn(A, "I1")) == [
        "3 cards: discard pile → stack",
        "I1: stack → Ada’s hand",
    ]


def test_a_stack_that_is_shuffled_when_emptied_is_made_anew_after_its_last_card() -> None:
    state = position(("L1",), stack="I1", discards="I3 L2", options={"reshuffle": "when_emptied"})
    assert told(state, MothDrawn(A, "I1")) == [
        "I1: stack → Ada’s hand",
        "2 cards: discard pile → stack",
    ]


def luring(hand: str) -> State:
    state = position((hand,), gardens=("a5 b5 c5",), acted=(True,))
    return replace(state, tasks=((MayLure(0),),))


def test_a_lured_card_leaves_a_cross_and_is_discarded_at_once_where_it_brings_no_task() -> None:
    assert told(luring("L1"), MothLured(A, ("L1",))) == [
        "L1: Ada’s hand → discard pile",
        "cross → Ada’s crosses Luna",
    ]


def test_a_lured_card_waits_for_its_effect() -> None:
    assert told(luring("AL AR"), MothLured(A, ("AL", "AR"))) == [
        "AL: Ada’s hand → Ada’s lured",
        "AR: Ada’s hand → Ada’s lured",
        "cross → Ada’s crosses Atlas",
    ]


def test_the_card_goes_to_the_discards_with_the_last_card_of_its_effect() -> None:
    state = position(("I1",), acted=(True,), queue=(A,))
    state = replace(state, tasks=((Release(("L2",)), DrawCards(1, optional=True)),))
    assert told(state, MothDrawn(A, "I2")) == [
        "I2: stack → Ada’s hand",
        "L2: Ada’s lured → discard pile",
    ]


def test_a_square_that_was_marked_before_is_not_pencilled_again() -> None:
    """Against the rules a table may let shapes overlap."""
    state = position(gardens=("a5 b5",))
    assert told(state, HabitatMarked(A, ("b5", "c5", "d5"))) == [
        "mark → Ada’s sheet c5",
        "mark → Ada’s sheet d5",
    ]


def test_an_exchange_is_crossed_off_and_may_clear_the_display() -> None:
    state = position(("L1 I1", ""), display="L1 I2 I2")
    assert told(state, ExchangeBegun(A)) == ["cross → Ada’s exchanges"]
    assert told(state, ExchangeBegun(A, refresh=True)) == [
        "cross → Ada’s exchanges",
        "L1: display → discard pile",
        "2 × I2: display → discard pile",
    ]
    assert told(state, CardsDiscarded(A, ("I1", "L1"))) == [
        "I1: Ada’s hand → discard pile",
        "L1: Ada’s hand → discard pile",
    ]


def test_a_new_habitat_takes_the_place_of_the_last() -> None:
    assert told(position(habitat="Line"), HabitatRevealed("Ell")) == [
        "Line: habitat → habitat discards",
        "Ell: habitat stack → habitat",
    ]


def test_the_habitat_that_lay_there_is_shuffled_with_the_others() -> None:
    state = position(habitat="Line", habitats="", habitat_discards="Ell Skew")
    assert told(state, HabitatRevealed("Skew")) == [
        "3 cards: habitat discards → habitat stack",
        "Line: habitat → habitat discards",
        "Skew: habitat stack → habitat",
    ]
