"""The table's words for events and choices."""

import pytest

from domain.events import Event
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    Lure,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.games.nocturnis.events import (
    BonusTaken,
    CardsDiscarded,
    DisplayRestocked,
    DrawingStopped,
    ExchangeBegun,
    ExtraShapeSkipped,
    GameSetUp,
    HabitatMarked,
    HabitatRevealed,
    LureDeclined,
    MothDrawn,
    MothLured,
    MothTaken,
    NightEnded,
    RoundSatOut,
    WentOut,
)
from domain.games.nocturnis.state import State, blank
from domain.words import Card, Place, Seat, plain
from tests.domain.nocturnis.build import A, B, edition, go, lure, mark, position, rules

NAMES = ("Ada", "Ben")


def said(state: State, event: Event) -> str:
    return plain(GAME.tell(state, event).sentence, NAMES)


def extra() -> State:
    """Return a position in which Ada has to mark an extra Dot."""
    return go(position(("I2 L1", "")), mark(A, "a5 b5 c5"), lure(A, "I2"))


def test_the_set_up_says_how_many_cards_and_which_habitat() -> None:
    event = GameSetUp(("L1",) * 3, (("L1", "L2"), ("I1", "I2")), "Line")
    expected = "Everybody holds 2 cards; the first habitat is Line"
    assert said(blank(rules(2)), event) == expected


def test_one_card_is_one_card() -> None:
    event = GameSetUp(("L1",) * 3, (("L1",), ("I1",)), "Line")
    expected = "Everybody holds 1 card; the first habitat is Line"
    assert said(blank(rules(2, edition(opening_hand=1))), event) == expected


def test_a_round_says_its_number_and_habitat() -> None:
    state = position(("", ""), round=6)
    assert said(state, HabitatRevealed("Five")) == "Round 7: Five"
    empty = position(("", ""), round=6, habitats="", habitat_discards="Five")
    assert said(empty, HabitatRevealed("Five")) == "Round 7: Five; the habitats were shuffled anew"


def test_a_mark_says_its_shape_and_squares() -> None:
    telling = GAME.tell(position(("", "")), HabitatMarked(A, ("a5", "b5", "c5")))
    assert plain(telling.sentence, NAMES) == "Ada marks Line: a5 b5 c5"
    assert telling.places == ("a5", "b5", "c5")
    assert said(extra(), HabitatMarked(A, ("d5",))) == "Ada marks an extra Dot: d5"


def test_drawing_tells_the_source_and_hides_what_is_hidden() -> None:
    state = position(("", ""))
    assert said(state, MothDrawn(B, "L2")) == "Ben draws L2 from the stack"
    assert said(state, MothDrawn(B, None)) == "Ben draws a card from the stack"
    assert said(state, MothTaken(B, "L1")) == "Ben takes L1 from the display"
    empty = position(("", ""), stack="", discards="L2")
    assert said(empty, MothDrawn(B, "L2")) == "Ben draws L2 from the stack, shuffled anew"


def test_restocking_names_the_cards() -> None:
    state = position(("", ""))
    assert said(state, DisplayRestocked(("L1",))) == "L1 joins the display"
    assert said(state, DisplayRestocked(("L1", "I2"))) == "L1 and I2 join the display"


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (("L1",), "Ada lures Luna (L1) for 1 point"),
        (("L2",), "Ada lures Luna (L2) for 3 points and draws up to 2"),
        (("I1",), "Ada lures Io (I1) for 2 points and gains 2 points"),
        (("I2",), "Ada lures Io (I2) for 1 point and marks an extra Dot"),
        (("AL", "AR"), "Ada lures Atlas (AL and AR) for 7 points and draws up to 2"),
    ],
)
def test_a_lure_says_moth_cards_points_and_effect(cards: tuple[str, ...], sentence: str) -> None:
    assert said(position((" ".join(cards), "")), MothLured(A, cards)) == sentence


@pytest.mark.parametrize(
    ("square", "sentence"),
    [
        ("b5", "Ada draws up to 2 at b5"),
        ("c5", "Ada gains 3 points at c5"),
        ("d1", "Ada gains 1 point at d1"),
        ("d4", "Ada marks an extra Dot at d4"),
    ],
)
def test_a_bonus_says_what_it_brings(square: str, sentence: str) -> None:
    assert said(position(("", ""), sheet=("back",)), BonusTaken(A, square)) == sentence


def test_what_is_left_out_is_told() -> None:
    state = position(("", ""))
    assert said(state, LureDeclined(B)) == "Ben lures none"
    assert said(state, DrawingStopped(B)) == "Ben draws no more"
    assert said(extra(), ExtraShapeSkipped(A)) == "Ada has no place for an extra Dot"


def test_an_exchange_says_which_one_it_is() -> None:
    state = position(("I1 L1", ""), exchanges=(0, 1))
    assert said(state, ExchangeBegun(A)) == "Ada uses the first exchange"
    assert said(state, ExchangeBegun(B, True)) == (
        "Ben uses the second exchange, with a new display"
    )
    assert said(state, CardsDiscarded(A, ("I1", "L1"))) == "Ada discards I1 and L1"


def test_a_third_exchange_of_another_box_is_no_second_one() -> None:
    state = position(("", ""), exchanges=(2, 0), box=edition(exchanges=3))
    assert "second" not in said(state, ExchangeBegun(A))


def test_going_out_says_why() -> None:
    state = position(("", ""))
    assert said(state, RoundSatOut(A)) == "Ada can neither mark Line nor draw, and waits"
    assert said(state, WentOut(B)) == "Ben can neither mark Line nor draw, and is out"
    assert said(state, NightEnded()) == "The night is over: nobody can go on"


def test_the_timeline_marks_lures_bonuses_exchanges_and_the_end() -> None:
    state = position(("L1", ""), sheet=("back",))
    marked = {
        type(event).__name__: GAME.tell(state, event).mark
        for event in (
            MothLured(A, ("L1",)),
            BonusTaken(A, "b5"),
            ExchangeBegun(A),
            WentOut(A),
            NightEnded(),
            MothDrawn(A, "L1"),
            LureDeclined(A),
        )
    }
    assert marked == {
        "MothLured": "lure",
        "BonusTaken": "bonus",
        "ExchangeBegun": "exchange",
        "WentOut": "out",
        "NightEnded": "end",
        "MothDrawn": None,
        "LureDeclined": None,
    }


def test_seats_cards_and_places_are_parts_of_their_own() -> None:
    sentence = GAME.tell(position(("", "")), MothTaken(A, "L1")).sentence
    assert sentence == (Seat(A), " takes ", Card("L1"), " from the display")
    sentence = GAME.tell(position(("", "")), HabitatMarked(A, ("a5", "b5", "c5"))).sentence
    assert [part for part in sentence if isinstance(part, Place)] == [
        *(Place("a5"), Place("b5"), Place("c5")),
    ]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Mark(A, ("a5", "b5", "c5")), "Mark a5 b5 c5"),
        (Draw(A), "Draw from the stack"),
        (Draw(A, "L1"), "Take L1 from the display"),
        (StopDrawing(A), "Stop drawing"),
        (Lure(A, ("L1",)), "Lure Luna with L1"),
        (Lure(A, ("AL", "AR")), "Lure Atlas with AL and AR"),
        (LureNone(A), "Lure none"),
        (TakeBonus(A, "b5"), "Take the bonus of b5"),
        (Exchange(A), "Exchange two"),
        (Exchange(A, True), "Exchange two, with a new display"),
        (Discard(A, ("I1", "L1")), "Discard I1 and L1"),
    ],
)
def test_choices_are_said_without_their_seat(action: Action, sentence: str) -> None:
    assert plain(GAME.tell_action(position(("", "")), action), NAMES) == sentence
