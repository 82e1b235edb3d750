"""The Dusk cards: when they go in, what drawing one does, and how the fourth ends the night."""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Light, Plant
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    HandRefilled,
    NightEnded,
    StartPassed,
)
from tests.domain.lantern_moths.build import (
    A,
    B,
    C,
    cards,
    go,
    kinds,
    last_action,
    play,
    position,
    refused,
)

GREY = {"b2": "X"}
FULL = "E1 E1 E1 E1 E1"


@pytest.mark.parametrize(("round", "goes_in"), [(1, False), (2, True), (3, False), (4, False)])
def test_the_six_dusk_cards_go_in_after_round_two_alone(round: int, goes_in: bool) -> None:
    state = last_action((FULL, FULL), GREY, deck="B1 B1 B1", round=round)
    run = play(state, Draw(B), "B1")
    assert (DuskShuffledIn() in run.events) is goes_in
    if goes_in:
        assert run.events[-2:] == [StartPassed(B), DuskShuffledIn()]
        assert run.state.deck == cards("B1 B1 D D D D D D")  # 2 moths + 6 Dusk = 8
        assert run.state.dusk_aside == 0


def test_a_dusk_card_is_placed_and_its_drawer_draws_again() -> None:
    run = play(position(deck="B1 D D", round=3), Draw(A), "D", "B1")
    assert run.events == [DuskPlaced(A, replaced=True), CardDrawn(A, "B1")]
    assert run.state.hands[A] == cards("B1")
    assert (len(run.state.dusk), run.state.deck) == (1, cards("D"))


def test_a_dusk_card_does_not_count_as_the_draw() -> None:
    state = play(position(deck="B1 B2 D", round=3), Draw(A), "D", "B1").state
    assert (GAME.to_act(state), state.actions_done) == ((A,), 1)
    assert GAME.to_act(play(state, Draw(A), "B2").state) == (B,)


def test_several_dusk_cards_may_come_in_one_draw() -> None:
    run = play(position(deck="B1 D D D", round=3), Draw(A), "D", "D", "D", "B1")
    assert run.events == [*[DuskPlaced(A, replaced=True)] * 3, CardDrawn(A, "B1")]
    assert run.state.actions_done == 1


def test_one_dusk_card_begins_the_draw_and_the_card_after_it_belongs_to_the_same() -> None:
    state = position(deck="B1 D D", round=3)
    events = play(state, Draw(A), "D", "D", "B1").events
    begun = []
    for event in events:
        begun.append(GAME.action_of(state, event))
        state = GAME.evolve(state, event)
    assert begun == [Draw(A), None, None]


def test_whoever_placed_a_dusk_card_draws_again_and_can_do_nothing_else() -> None:
    state = position(("E1", ""), deck="B1 D", round=3)
    drawing = GAME.evolve(state, DuskPlaced(A, replaced=True))
    assert GAME.legal_actions(drawing) == []
    assert refused(drawing, Plant(A, "E1", "b2")).clauses


def test_round_three_begins_once_the_dusk_cards_went_in() -> None:
    state = last_action((FULL, FULL), GREY, deck="B1 B1 B1", round=2)
    for event in play(state, Draw(B), "B1").events[:-1]:
        state = GAME.evolve(state, event)
    assert GAME.legal_actions(state) == []
    assert refused(state, Draw(B)).clauses


def test_a_dusk_card_is_replaced_only_while_the_deck_has_a_card() -> None:
    run = play(position(deck="D", round=3), Draw(A), "D")
    assert run.events == [DuskPlaced(A, replaced=False)]
    assert run.state.hands[A] == cards("")
    assert run.state.actions_done == 1  # the action is used up all the same


def test_a_dusk_card_in_a_refill_is_placed_and_replaced() -> None:
    """A holds 3 and draws 2: a moth, a Dusk card, its replacement."""
    state = last_action(("E1 E1 E1", FULL), GREY, deck="B1 B2 B3 D D", round=3)
    run = play(state, Draw(B), "B1", "B2", "D", "B3")
    assert run.events[1:4] == [
        HandRefilled(A, ("B2",)),
        DuskPlaced(A, replaced=True),
        HandRefilled(A, ("B3",)),
    ]
    assert run.state.hands[A] == cards("E1 E1 E1 B2 B3")  # 3 + 1 + 1 = 5


def test_a_refill_may_begin_with_dusk_cards() -> None:
    state = last_action(("E1 E1 E1 E1", FULL), GREY, deck="B1 B2 B3 D D", round=3)
    run = play(state, Draw(B), "B1", "D", "D", "B3")
    assert run.events[1:4] == [*[DuskPlaced(A, replaced=True)] * 2, HandRefilled(A, ("B3",))]


@pytest.mark.parametrize("before", [0, 1, 2])
def test_the_first_three_dusk_cards_end_nothing(before: int) -> None:
    state = last_action((FULL, FULL), GREY, deck="B1 B1 D D D D D D", dusk=before, round=3)
    run = play(state, Draw(B), "D", "B1")
    assert "NightEnded" not in kinds(run.events)
    assert (run.state.round, GAME.outcome(run.state)) == (4, None)


def test_after_the_fourth_dusk_card_the_round_is_finished_with_all_its_steps() -> None:
    """A, who starts, draws it; then A's second action, B's turn and C's turn are still played."""
    state = position(
        ("E1 E1 E1", "R1 R1 R1 R1 R1", "V1 V1 V1 V1 V1"),
        {"b2": "X R2"},
        deck="B1 B1 B1 B2 B2 B3 D D D",
        dusk=3,
        round=5,
    )
    state = play(state, Draw(A), "D", "B1").state
    assert not state.ended
    state = go(state, Light(A, "b2"), Plant(B, "R1", "b2"), Plant(B, "R1", "b2"))
    assert GAME.to_act(state) == (C,)
    state = play(state, Draw(C), "B2").state
    run = play(state, Draw(C), "B3", "B1", "B1", "B2")  # refills: A 1, B 2, C none
    assert kinds(run.events) == [
        *("CardDrawn", "MothsTaken", "WicksReturned", "HandRefilled", "HandRefilled"),
        *("StartPassed", "NightEnded"),
    ]
    assert run.events[-1] == NightEnded("fourth_dusk")
    assert run.state.lanterns[A] == cards("R1 R1 R2")
    assert [len(hand) for hand in run.state.hands] == [5, 5, 7]


def test_the_fourth_dusk_card_is_replaced_too() -> None:
    run = play(position(deck="B1 D D D", dusk=3, round=4), Draw(A), "D", "B1")
    assert run.events == [DuskPlaced(A, replaced=True), CardDrawn(A, "B1")]


def test_a_fourth_dusk_card_in_the_last_action_of_a_round_ends_the_game_with_it() -> None:
    state = last_action((FULL, FULL), GREY, deck="B1 B2 D D D", dusk=3, round=4)
    run = play(state, Draw(B), "D", "B1")
    assert run.events[-1] == NightEnded("fourth_dusk")
    assert GAME.outcome(run.state).rounds == 4


def test_a_fourth_dusk_card_in_the_refill_ends_the_game_there() -> None:
    """The round is finished first: B still refills after A drew the card."""
    state = last_action(("E1 E1 E1 E1", "R1 R1 R1"), GREY, deck="B1 B2 B3 D D D", dusk=3, round=4)
    run = play(state, Draw(B), "B1", "D", "B2", "B3")
    assert run.events[1:] == [
        DuskPlaced(A, replaced=True),
        HandRefilled(A, ("B2",)),
        HandRefilled(B, ("B3",)),
        StartPassed(B),
        NightEnded("fourth_dusk"),
    ]
    assert GAME.outcome(run.state).rounds == 4


def test_the_fifth_and_sixth_dusk_cards_may_still_come_and_are_replaced() -> None:
    state = position(deck="B1 B2 D D D", dusk=3, round=4)
    state = play(state, Draw(A), "D", "B1").state
    run = play(state, Draw(A), "D", "D", "B2")
    assert run.events == [*[DuskPlaced(A, replaced=True)] * 2, CardDrawn(A, "B2")]
    assert len(run.state.dusk) == 6
    assert run.state.last_round == 4


def test_nothing_can_be_done_after_the_end() -> None:
    state = last_action((FULL, FULL), GREY, deck="B1 B2 D D D", dusk=3, round=4)
    over = play(state, Draw(B), "D", "B1").state
    assert (GAME.legal_actions(over), GAME.to_act(over), GAME.phase(over)) == ([], (), "over")
    for action in (Draw(A), Draw(B), Plant(B, "E1", "b2"), Light(B, "b2")):
        refusal = refused(over, action)
        assert refusal.clauses == ("night.fourth",)
        assert (refusal.reason, refusal.position) == ("the game is over", "after the end, round 4")
