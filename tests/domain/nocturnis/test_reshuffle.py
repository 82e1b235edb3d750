"""An empty stack is made anew of its discards: when a card is wanted, or as soon as it is empty."""

from typing import Any

import pytest

from domain.games.nocturnis.actions import Draw, Exchange, LureNone
from domain.games.nocturnis.events import DisplayRestocked, HabitatRevealed, MothDrawn, MothTaken
from domain.games.nocturnis.state import State
from domain.piles import Pile
from tests.domain.nocturnis.build import (
    A,
    B,
    cards,
    discard,
    draws,
    edition,
    go,
    lure,
    mark,
    play,
    position,
    rows,
)

NEEDED = {"reshuffle": "when_needed"}
EMPTIED = {"reshuffle": "when_emptied"}
both = pytest.mark.parametrize("options", [NEEDED, EMPTIED], ids=["needed", "emptied"])


def low(**more: Any) -> State:
    """Lay out a table whose stack holds one card and whose discards hold three."""
    return position(("", ""), stack="I1", discards="L2 L2 I3", display="L1 L1 L1", **more)


def test_when_needed_the_discards_lie_until_a_card_is_wanted() -> None:
    state = play(low(options=NEEDED), Draw(A), "I1").state
    assert (state.stack, state.discards) == (Pile(), ("L2", "L2", "I3"))
    assert None in draws(state)
    state = play(state, Draw(A), "L2").state
    assert (state.stack, state.discards) == (cards("I3 L2"), ())


def test_when_emptied_they_are_shuffled_with_the_last_card() -> None:
    state = play(low(options=EMPTIED), Draw(A), "I1").state
    assert (state.stack, state.discards) == (cards("I3 L2 L2"), ())


def test_a_display_is_restocked_from_the_new_stack() -> None:
    state = position(("", ""), stack="", discards="L2 L2 I3", display="L1 L1 I1", options=NEEDED)
    run = play(state, Draw(A, "I1"), "I3")
    assert run.events == [MothTaken(A, "I1"), DisplayRestocked(("I3",))]
    assert (run.state.stack, run.state.discards) == (cards("L2 L2"), ())


def test_cards_discarded_onto_an_empty_stack_are_shuffled_at_once_when_emptied() -> None:
    """The stack was empty with nothing to make it of; the first discards become it."""
    for options, stack, thrown in ((NEEDED, "", ("I1", "I2")), (EMPTIED, "I1 I2", ())):
        state = position(("I1 I2", ""), stack="", display="L1 L1 L1", options=options)
        state = go(state, Exchange(A), discard(A, "I1 I2"))
        assert (state.stack, tuple(sorted(state.discards))) == (cards(stack), thrown)


@both
def test_no_card_is_lost_by_shuffling(options: dict[str, str]) -> None:
    state = low(options=options)
    state = go(state, Draw(A), Draw(A), Draw(B), Draw(B))
    found = sum(len(hand) for hand in state.hands) + len(state.stack) + len(state.discards)
    assert found + len(state.display) == 1 + 3 + 3


def test_a_lured_card_is_among_them_only_after_its_effect() -> None:
    """With one card in the stack, L2 draws it and then finds nothing else to draw."""
    for options in (NEEDED, EMPTIED):
        state = position(("L2", ""), stack="I1", display="", options=options)
        state = go(state, mark(A, "a5 b5 c5"), lure(A, "L2"))
        run = play(state, Draw(A), "I1")
        assert run.events == [MothDrawn(A, "I1")]
        state = run.state
        assert state.hands[A] == cards("I1")
        whole = Pile.of([*state.stack.known, *state.discards])
        assert whole == cards("L2")


# --- habitat cards ------------------------------------------------------------------------


def habitats(options: dict[str, str], left: str, gone: str) -> State:
    return position(
        ("", ""), "Square", habitats=left, habitat_discards=gone, gardens=("", ""), options=options
    )


def marked(state: State) -> State:
    return go(state, mark(A, "a5 b5 a4 b4"))


@both
def test_the_last_habitat_of_the_stack_is_turned_up(options: dict[str, str]) -> None:
    run = play(marked(habitats(options, "Domino", "Line")), mark(B, "a5 b5 a4 b4"), "Domino")
    assert run.events[-1] == HabitatRevealed("Domino")
    assert run.state.habitat == "Domino"


def test_when_needed_the_habitat_on_the_table_may_come_straight_back() -> None:
    state = marked(habitats(NEEDED, "", "Line"))
    run = play(state, mark(B, "a5 b5 a4 b4"), "Square")
    assert run.events[-1] == HabitatRevealed("Square")
    assert (run.state.habitats, run.state.habitat_discards) == (Pile.of(["Line"]), ())


def test_when_needed_the_discards_of_habitats_lie_until_then() -> None:
    state = go(habitats(NEEDED, "Domino", "Line"), mark(A, "a5 b5 a4 b4"), mark(B, "a5 b5 a4 b4"))
    assert state.habitat == "Domino"
    assert (state.habitats, sorted(state.habitat_discards)) == (Pile(), ["Line", "Square"])


def test_when_emptied_the_habitat_on_the_table_is_not_among_the_shuffled() -> None:
    """Square was discarded before Domino came; Domino itself lies on the table."""
    state = go(habitats(EMPTIED, "Domino", "Line"), mark(A, "a5 b5 a4 b4"), mark(B, "a5 b5 a4 b4"))
    assert state.habitat == "Domino"
    assert (state.habitats, state.habitat_discards) == (Pile.of(["Line", "Square"]), ())


@both
def test_a_single_habitat_card_comes_again_every_round(options: dict[str, str]) -> None:
    box = edition(
        shapes=rows(
            "shapes",
            *(
                {"name": name, "copies": 0}
                for name in ("Line", "Corner", "Square", "Ell", "Skew", "Five")
            ),
            {"name": "Domino", "copies": 1},
        )
    )
    state = position(("",), "Domino", box=box, options=options)
    for squares in ("a5 b5", "c5 d5", "e5 e4"):
        run = play(state, mark(A, squares), "Domino")
        assert run.events[-1] == HabitatRevealed("Domino")
        state = run.state


@both
def test_an_opening_that_takes_every_card_leaves_an_empty_stack(options: dict[str, str]) -> None:
    box = edition(cards=rows("cards")[2:4], species=rows("species")[1:2])
    state = position(("L1 L1", "L1"), display="L1 L1 L1", stack="", box=box, options=options)
    assert draws(state) == {"L1"}
    state = go(state, mark(A, "a5 b5 c5"), LureNone(A))
    assert draws(state, B) == {"L1"}


def test_a_display_is_restocked_before_the_lured_card_is_discarded() -> None:
    """Restocking is part of taking a card, taking is the effect, and the discard comes after."""
    state = position(("L2", ""), stack="I1", discards="I3", options=NEEDED)
    state = go(state, mark(A, "a5 b5 c5"), lure(A, "L2"))
    state = play(state, Draw(A), "I1").state
    run = play(state, Draw(A, "L1"), "I3")
    assert run.events == [MothTaken(A, "L1"), DisplayRestocked(("I3",))]
    assert (run.state.stack, run.state.discards) == (Pile(), ("L2",))


def test_an_emptied_stack_is_made_anew_before_the_lured_card_is_discarded() -> None:
    """The effect's second card empties the stack: I3 alone is there to be shuffled."""
    state = position(("L2", ""), stack="I1 I2", discards="I3", options=EMPTIED)
    state = go(state, mark(A, "a5 b5 c5"), lure(A, "L2"))
    state = play(state, Draw(A), "I1").state
    state = play(state, Draw(A), "I2").state
    assert (state.stack, state.discards) == (cards("I3"), ("L2",))
