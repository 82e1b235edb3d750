"""What a seat may see: all sheets and piles on the table, its own hand, and what it saw taken."""

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Draw, Exchange, StopDrawing
from domain.games.nocturnis.events import GameSetUp, MothDrawn, MothTaken
from domain.games.nocturnis.state import State
from domain.piles import Pile
from tests.domain.nocturnis.build import (
    A,
    B,
    C,
    cards,
    discard,
    go,
    lure,
    mark,
    play,
    position,
)


def table() -> State:
    """Seat A took I1 from the display and drew L2 unseen; B drew two unseen."""
    state = position(("L1", "AL", ""), display="I1 I2 L1", discards="I3")
    state = play(state, Draw(A, "I1"), "L1").state
    state = play(state, Draw(A), "L2").state
    return go(state, Draw(B), Draw(B))


def test_a_seat_sees_its_own_hand() -> None:
    assert GAME.observe(table(), A).hands[A] == cards("I1 L1 L2")


def test_others_know_the_card_that_they_saw_being_taken_and_count_the_rest() -> None:
    for seat in (B, C, None):
        assert GAME.observe(table(), seat).hands[A] == cards("I1 ? ?")
    assert GAME.observe(table(), A).hands[B] == cards("? ? ?")


def test_nobody_sees_into_a_stack() -> None:
    state = table()
    for seat in (A, B, C, None):
        view = GAME.observe(state, seat)
        assert view.stack == Pile(unknown=len(state.stack))
        assert view.habitats == Pile(unknown=len(state.habitats))


def test_display_discards_sheets_and_exchanges_are_open() -> None:
    state = go(table(), mark(C, "a5 b5 c5"))
    for seat in (A, B, C, None):
        view = GAME.observe(state, seat)
        for name in (
            *("display", "discards", "gardens", "habitat", "habitat_discards", "acted", "out"),
            *("exchanges", "queue", "tasks", "round"),
        ):
            assert getattr(view, name) == getattr(state, name), name


def test_a_card_seen_being_taken_is_known_until_it_leaves_the_hand() -> None:
    """A had an I1 and takes another from the display: one of the two is known to be there."""
    state = position(("I1 L1", "", ""), display="I1 I2 L2")
    state = play(state, Draw(A, "I1"), "L1").state
    state = play(state, Draw(A), "I3").state
    assert GAME.observe(state, B).hands[A] == cards("I1 ? ? ?")
    state = go(state, Exchange(A), discard(A, "I1 L1"))
    assert GAME.observe(state, B).hands[A] == cards("? ?")
    assert state.hands[A] == cards("I1 I3")


def test_a_lured_card_is_no_longer_known_in_the_hand() -> None:
    state = position(("L2", ""), display="I1 I2 L1")
    state = go(state, mark(A, "a5 b5 c5"), lure(A, "L2"), Draw(A, "I1"), StopDrawing(A))
    assert GAME.observe(state, B).hands[A] == cards("I1")
    state = play(state, mark(B, "a5 b5 c5"), "Domino").state
    state = go(state, mark(A, "c4 d4"), lure(A, "I1"))
    assert state.hands[A] == GAME.observe(state, B).hands[A] == cards("")


def test_points_are_open_while_the_game_goes_on() -> None:
    state = position(("", ""), gardens=("a5 b5, c5 d5", ""), lured=("L2, I1",))
    for seat in (A, B, None):
        assert GAME.scores(GAME.observe(state, seat)) == (7, 0)


def test_a_view_offers_a_seat_its_own_choices() -> None:
    state = go(position(("L2 I1", "L1")), mark(A, "a5 b5 c5"))
    view = GAME.observe(state, A)
    assert GAME.legal_actions(view, A) == GAME.legal_actions(state, A)


def test_cards_that_could_be_unseen_are_all_that_lie_nowhere_in_view() -> None:
    state = table()
    view = GAME.observe(state, A)
    hidden = sorted([*state.stack.known, *state.hands[B].known, *state.hands[C].known])
    assert view.unseen() == hidden
    everybody = GAME.observe(state, None)
    assert everybody.unseen() == sorted([*hidden, "L1", "L2"])


def test_a_lured_card_whose_effect_goes_on_is_not_unseen() -> None:
    state = go(position(("L2 I1", "")), mark(A, "a5 b5 c5"), lure(A, "L2"))
    view = GAME.observe(state, B)
    hidden = sorted([*state.stack.known, *state.hands[A].known])
    assert view.unseen() == hidden
    after = go(state, StopDrawing(A))
    assert GAME.observe(after, B).unseen() == hidden


def test_habitats_that_could_come_are_those_not_seen_since_the_last_shuffle() -> None:
    state = position(("", ""), "Line", habitats="Five Ell", habitat_discards="Square")
    assert "Square" not in GAME.observe(state, A).unseen_habitats()


def test_looking_twice_shows_no_more() -> None:
    state = table()
    for seat in (A, B, C, None):
        once = GAME.observe(state, seat)
        assert GAME.observe(once, seat) == once
    assert GAME.observe(GAME.observe(state, A), B) == GAME.observe(state, None)


# --- events -------------------------------------------------------------------------------


def test_opening_hands_are_their_owners_alone() -> None:
    event = GameSetUp(("L1", "L1", "I1"), (("I2", "AL"), ("L2", "I3")), "Line")
    assert GAME.redact(event, A).hands == (("I2", "AL"), (None, None))
    assert GAME.redact(event, B).hands == ((None, None), ("L2", "I3"))
    assert GAME.redact(event, None).hands == ((None, None), (None, None))
    for seat in (A, B, None):
        shown = GAME.redact(event, seat)
        assert (shown.display, shown.habitat) == (event.display, event.habitat)


def test_a_drawn_card_is_its_drawers_alone_and_a_taken_one_is_open() -> None:
    drawn, taken = MothDrawn(A, "L2"), MothTaken(A, "L2")
    assert GAME.redact(drawn, A) == drawn
    for seat in (B, None):
        assert GAME.redact(drawn, seat) == MothDrawn(A, None)
        assert GAME.redact(taken, seat) == taken
