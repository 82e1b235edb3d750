"""Draw: the deck's top card, or that of the discard pile."""

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw
from domain.games.lantern_moths.events import CardDrawn
from tests.domain.lantern_moths.build import A, B, cards, go, play, position, refused


def test_draw_takes_the_top_card_of_the_deck_to_the_hand() -> None:
    run = play(position(("E1", ""), deck="B1 R2 V3"), Draw(A), "R2")
    assert run.events == [CardDrawn(A, "R2")]
    assert run.state.hands[A] == cards("E1 R2")
    assert run.state.deck == cards("B1 V3")


def test_draw_may_take_the_top_card_of_the_discard_pile() -> None:
    run = play(position(discard="E1 V2", deck="B1"), Draw(A, "discard"))
    assert run.events == [CardDrawn(A, "V2", "discard")]
    assert run.state.hands[A] == cards("V2")
    assert (run.state.discard, run.state.deck) == (("E1",), cards("B1"))


def test_only_the_top_of_the_discard_pile_can_be_drawn() -> None:
    state = position(discard="E1 V2 R3")
    draws = [action for action in GAME.legal_actions(state) if isinstance(action, Draw)]
    assert draws == [Draw(A, "deck"), Draw(A, "discard")]
    state = go(state, Draw(A, "discard"), Draw(A, "discard"))
    assert (state.hands[A], state.discard) == (cards("R3 V2"), ("E1",))


def test_a_card_from_the_discard_pile_is_shown_to_everyone() -> None:
    event = CardDrawn(A, "V2", "discard")
    assert GAME.redact(event, B) == GAME.redact(event, None) == event


def test_an_empty_discard_pile_leaves_only_the_deck() -> None:
    state = position()
    draws = [action for action in GAME.legal_actions(state) if isinstance(action, Draw)]
    assert draws == [Draw(A, "deck")]
    refusal = refused(state, Draw(A, "discard"))
    assert refusal.clauses == ("turn.draw.empty", "turn.draw.discard")
    assert str(refusal) == (
        "cannot draw from the discard pile: the discard pile is empty"
        " [turn.draw.empty, turn.draw.discard] (round 1, turn of seat A, action 1)"
    )


def test_an_empty_deck_leaves_only_the_discard_pile() -> None:
    state = position(deck="", discard="E1", last_round=1, ending="deck_out")
    draws = [action for action in GAME.legal_actions(state) if isinstance(action, Draw)]
    assert draws == [Draw(A, "discard")]
    refusal = refused(state, Draw(A, "deck"))
    assert refusal.clauses == ("turn.draw.empty",)
    assert refusal.reason == "the deck is empty"


def test_a_hand_has_no_limit() -> None:
    state = go(position(("E1 E1 E1 E1 E1 R1 R1", "")), Draw(A), Draw(A))
    assert len(state.hands[A]) == 9


def test_a_card_that_nobody_saw_is_drawn_as_unknown() -> None:
    run = play(position(("E1", ""), deck="? ? ?"), Draw(A), None)
    assert run.events == [CardDrawn(A, None)]
    assert run.state.hands[A] == cards("E1 ?")
    assert run.state.deck == cards("? ?")


def test_a_card_seen_from_an_unknown_deck_is_known_from_then_on() -> None:
    run = play(position(("E1", ""), deck="? ? ?"), Draw(A), "G2")
    assert run.state.hands[A] == cards("E1 G2")
    assert run.state.deck == cards("? ?")


def test_drawing_changes_nothing_but_hand_and_deck() -> None:
    before = position(("E1", "V1 V2"), {"b2": "X E2", "b3": "R"}, lanterns=("B1", "B2"))
    after = play(before, Draw(A), "B1").state
    same = ("faces", "faces_left", "moths", "wicks", "lanterns", "discard", "dusk", "dusk_aside")
    assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]
    assert after.hands[B] == before.hands[B]
