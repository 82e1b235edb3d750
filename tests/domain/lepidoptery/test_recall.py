"""What a player could know by now of an earlier position, counted by hand."""

from domain.events import Event
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.events import CombinationPlayed, HandReplenished, Passed
from domain.games.lepidoptery.state import State
from tests.domain.lepidoptery.build import A, B, cards, position


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


def test_a_combination_was_in_the_hand_but_for_its_joker() -> None:
    state = position(("4 5 6 9", "3 3"))
    known = now(state, B, CombinationPlayed(A, (4, 5, 6), joker=6))
    assert known.hands[A] == cards("4 5 ? ?")
    assert known.hands[B] == cards("3 3")


def test_after_a_pass_what_was_drawn_unseen_counts_against_every_card() -> None:
    # Ada holds 11 and draws 1. Then she plays a triple of 7, and a single 9.
    hand = "7 7 7 9 1 1 1 2 2 2 3"
    state = position((hand, "3"), decks=("8 8", "4"))
    drawn = (Passed(A), HandReplenished(A, ("8",)))
    later = (CombinationPlayed(A, (7, 7, 7)), CombinationPlayed(A, (9,)))
    known = now(state, B, *drawn, *later)
    assert known.hands[A] == cards("7 7 " + "? " * 9)  # 7: 3 - 1 = 2; 9: 1 - 1 = 0
    assert known.decks[A] == cards("? ?")


def test_cards_that_were_played_before_the_draw_are_certain() -> None:
    state = position(("7 7 9", "3"), decks=("8 8", "4 4"))
    events = (CombinationPlayed(A, (7, 7)), Passed(B), HandReplenished(A, ("8", "8")))
    known = now(state, B, *events, CombinationPlayed(A, (9,)))
    assert known.hands[A] == cards("7 7 ?")  # 9: 1 - 2 drawn, not certain


def test_ones_own_deck_held_what_one_drew() -> None:
    state = position(("7", "3"), decks=("8 9 9", "4 5"))
    known = now(state, A, Passed(A), HandReplenished(A, ("9", "8")))
    assert known.decks[A] == cards("8 9 ?")
    assert known.decks[B] == cards("? ?")


def test_an_empty_hand_that_drew_unseen_shows_what_the_deck_held() -> None:
    state = position(("", "3"), decks=("8 9", "4"))
    events = (Passed(A), HandReplenished(A, ("8", "9")), CombinationPlayed(A, (8,)))
    assert now(state, B, *events).decks[A] == cards("8 ?")


def test_somebody_without_a_seat_learns_from_both() -> None:
    state = position(("7 9", "8 2"))
    known = now(state, None, CombinationPlayed(A, (7,)), CombinationPlayed(B, (8,)))
    assert known.hands == (cards("7 ?"), cards("8 ?"))
