"""What a player could know by now of an earlier position, counted by hand."""

from msgspec.structs import replace

from domain.events import Event
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.events import (
    CardsDiscarded,
    DisplayRestocked,
    HabitatRevealed,
    MothDrawn,
    MothLured,
    MothTaken,
)
from domain.games.nocturnis.state import State
from domain.piles import Pile
from tests.domain.nocturnis.build import A, B, cards, position


def now(state: State, reader: int | None, *events: Event) -> State:
    """Return a position as a reader could know it after these events."""
    views, shown = [GAME.observe(state, reader)], []
    for event in events:
        state = GAME.evolve(state, event)
        views.append(GAME.observe(state, reader))
        shown.append(GAME.redact(event, reader))
    known = views[-1]
    for view, event in zip(reversed(views[:-1]), reversed(shown), strict=True):
        known = GAME.recall(view, event, known)
    return known


def test_a_lured_moth_and_a_discarded_card_were_in_the_hand() -> None:
    state = position(("L1 I3 I1", ""), gardens=("a5 b5 c5",))
    known = now(state, B, MothLured(A, ("L1",)), CardsDiscarded(A, ("I1",)))
    assert known.hands[A] == cards("I1 L1 ?")


def test_what_may_have_been_drawn_unseen_is_not_certain() -> None:
    state = position(("L1 I3", ""), gardens=("a5 b5 c5",), stack="I1 I1 L1")
    known = now(state, B, MothDrawn(A, "I1"), MothLured(A, ("L1",)))
    assert known.hands[A] == cards("? ?")  # 1 - 1 drawn = 0


def test_a_card_taken_from_the_display_came_before_all_eyes() -> None:
    state = position(("L1 I3", ""), gardens=("a5 b5 c5",), display="L1 I2 I2")
    taken = now(state, B, MothTaken(A, "L1"), MothLured(A, ("L1",)))
    assert taken.hands[A] == cards("? ?")  # 1 lured - 1 taken = 0
    twice = now(state, B, MothTaken(A, "L1"), MothLured(A, ("L1",)), MothLured(A, ("L1",)))
    assert twice.hands[A] == cards("L1 ?")  # 2 - 1 = 1


def test_a_hand_that_everybody_knows_shows_what_was_drawn_to_it() -> None:
    # Ada's only card was taken from the display; she draws one unseen, and later lures I1.
    state = position(("L1", ""), gardens=("a5 b5 c5",), stack="I1 I2")
    state = replace(state, shown=(cards("L1"), Pile()))
    known = now(state, B, MothDrawn(A, "I1"), MothLured(A, ("I1",)))
    assert known.hands[A] == cards("L1")
    assert known.stack == cards("I1 ?")


def test_the_stack_held_what_came_to_the_display_and_to_oneself() -> None:
    state = position(("", ""), stack="I1 I2 I2 I3", display="L1 L1")
    known = now(state, A, MothDrawn(A, "I2"), DisplayRestocked(("I1",)), MothDrawn(B, "I3"))
    assert known.stack == cards("I1 I2 ? ?")


def test_a_stack_that_ran_out_held_the_cards_before_the_shuffle_and_no_others() -> None:
    state = position(("",), stack="I1", discards="L2 L2 I2", display="L1")
    known = now(state, A, DisplayRestocked(("I1", "L2")), MothDrawn(A, "I2"))
    assert known.stack == cards("I1")  # L2 and I2 come from the new stack
    assert known.discards == ("L2", "L2", "I2")


def test_the_habitats_to_come_are_known_from_those_that_came() -> None:
    state = position(habitat="Line")  # 11 cards, one on the table
    known = now(state, A, HabitatRevealed("Ell"), HabitatRevealed("Skew"))
    assert known.habitats == Pile(("Ell", "Skew"), 8)


def test_habitats_after_a_shuffle_say_nothing_about_the_stack_before() -> None:
    state = position(habitat="Line", habitats="Ell", habitat_discards="Skew Five")
    known = now(state, A, HabitatRevealed("Ell"), HabitatRevealed("Five"), HabitatRevealed("Skew"))
    assert known.habitats == cards("Ell")
