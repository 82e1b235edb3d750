"""What a keeper could know by now of an earlier position, counted by hand."""

from domain.events import Event
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    GameSetUp,
    HandRefilled,
    MothPlanted,
    MothsTaken,
    NightEnded,
    TileFlipped,
)
from domain.games.lantern_moths.state import State
from domain.piles import Pile
from tests.domain.lantern_moths.build import A, B, cards, position


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


def test_a_card_that_is_planted_was_in_the_hand_before() -> None:
    state = position(("E1 E2 R1 V1 B1", "R1"))
    hand = now(state, B, MothPlanted(A, "E1", "b2"), MothPlanted(A, "R1", "b2")).hands[A]
    assert hand == cards("E1 R1 ? ? ?")


def test_what_may_have_been_drawn_in_between_is_not_certain() -> None:
    state = position(("E1 E2", "R1"), deck="E3 E3 R2")
    events = (CardDrawn(A, "E3"), MothPlanted(A, "E2", "b2"))
    assert now(state, B, *events).hands[A] == cards("? ?")  # 1 - 1 drawn = 0


def test_two_of_a_kind_after_one_draw_were_one_before_it() -> None:
    state = position(("E1 E2", "R1"), deck="E1 E3 R2")
    events = (CardDrawn(A, "E1"), MothPlanted(A, "E1", "b2"), MothPlanted(A, "E1", "b2"))
    assert now(state, B, *events).hands[A] == cards("E1 ?")  # 2 - 1 drawn = 1


def test_a_card_from_the_discard_pile_was_seen_to_come() -> None:
    state = position(("E1 E2", "R1"), discard="E2")
    events = (CardDrawn(A, "E2", "discard"), MothPlanted(A, "E2", "b2"))
    assert now(state, B, *events).hands[A] == cards("? ?")  # it may be that one: 1 - 1 = 0
    more = (*events, MothPlanted(A, "E2", "b2"))
    assert now(state, B, *more).hands[A] == cards("E2 ?")  # 2 - 1 = 1, for certain


def test_ones_own_draws_lay_in_the_deck() -> None:
    state = position(("E1", "R1"), deck="E3 R2 V2 V2")
    known = now(state, A, HandRefilled(A, ("V2", "E3")), HandRefilled(B, ("R2",)))
    assert known.deck == cards("E3 V2 ? ?")  # the other's R2 and what is left: not seen
    assert known.hands[A] == cards("E1")


def test_an_empty_hand_that_drew_unseen_shows_what_the_deck_held() -> None:
    state = position(("", "R1"), deck="E3 R2 V2")
    events = (HandRefilled(A, ("E3", "R2")), MothPlanted(A, "R2", "b2"))
    assert now(state, B, *events).deck == cards("R2 ? ?")


def test_a_dusk_card_was_in_the_deck_and_not_before_it_was_shuffled_in() -> None:
    state = position(("E1", "R1"), round=2, deck="E3 R2 V2")
    known = now(state, B, DuskShuffledIn(), DuskPlaced(A, replaced=True), CardDrawn(A, "E3"))
    assert known.deck == cards("? ? ?")
    later = GAME.evolve(state, DuskShuffledIn())
    assert now(later, B, DuskPlaced(A, replaced=True)).deck == Pile(("D",) * 6, 3)


def test_a_tile_that_was_flipped_lay_face_down_and_its_place_is_not_told() -> None:
    known = now(position(("E1", "R1")), B, TileFlipped(A, "c2", "V"), TileFlipped(A, "c3", "V"))
    assert known.faces_left == Pile(("V", "V"), 6)  # nine tiles less the middle one
    assert known.faces.count(None) == 8


def test_lanterns_are_counts_while_the_night_goes_on_and_open_once_it_is_over() -> None:
    state = position(("E1", "R1"), {"b2": "X R1 R2"}, lanterns=("V1 V2", ""))
    taken = MothsTaken(A, "b2", ("R1", "R2"))
    assert now(state, B, taken).lanterns[A] == cards("? ?")
    assert now(state, B, taken, NightEnded("fourth_dusk")).lanterns[A] == cards("V1 V2")
    assert now(state, A, taken).lanterns[A] == cards("V1 V2")


def test_before_the_set_up_the_deck_held_what_was_dealt_and_showed() -> None:
    blank = GAME.blank(position().rules)
    dealt = GameSetUp(A, "X", (("E1",) * 2 + ("E2",) * 3, ("R1",) * 5))
    known = now(blank, A, dealt, MothPlanted(B, "R1", "b2"))
    assert known.deck == Pile(("E1", "E1", "E2", "E2", "E2", "R1"), 42)  # 48 - 5 - 1
    assert known.faces_left == Pile(("X",), 8)
