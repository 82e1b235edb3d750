"""The deck runs out: the round is finished in the same way, and the game is over."""

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    HandRefilled,
    NightEnded,
    StartPassed,
)
from tests.domain.lantern_moths.build import (
    A,
    B,
    C,
    cards,
    deal,
    edition,
    go,
    kinds,
    last_action,
    play,
    position,
    refused,
)

GREY = {"b2": "X"}
FULL = "E1 E1 E1 E1 E1"

# 4 colours x 1 card + 7 Ghosts = 11 cards: two hands of five leave a deck of one.
ELEVEN = edition(copies={1: 1}, ghosts=7)
GHOSTS = "G2 G2 G2 G2 G2"


def test_the_deck_runs_out_when_its_last_card_leaves_it() -> None:
    state = play(position(deck="B1 B2", round=3), Draw(A), "B1").state
    assert state.last_round is None
    state = play(state, Draw(A), "B2").state
    assert (state.last_round, state.ending) == (3, "deck_out")


def test_the_round_is_finished_before_the_game_is_over() -> None:
    state = play(position((FULL, FULL), GREY, deck="B1", round=3), Draw(A), "B1").state
    state = go(state, Light(A, "b2"), Plant(B, "E1", "b2"))
    run = play(state, Plant(B, "E1", "b2"))
    assert kinds(run.events) == [
        *("MothPlanted", "MothsTaken", "WicksReturned", "StartPassed", "NightEnded")
    ]
    assert run.events[-1] == NightEnded("deck_out")
    assert run.state.lanterns[A] == cards("E1 E1")
    assert len(run.state.hands[B]) == 3  # nothing was left to draw


def test_an_empty_deck_can_no_longer_be_drawn_from() -> None:
    state = play(position((FULL, FULL), GREY, deck="B1", round=3), Draw(A), "B1").state
    assert refused(state, Draw(A)).clauses == ("turn.draw.empty",)
    assert not [action for action in GAME.legal_actions(state) if isinstance(action, Draw)]


def test_a_refill_that_empties_the_deck_ends_the_game_with_its_round() -> None:
    state = last_action(("E1 E1", "R1 R1", FULL), GREY, deck="B1 B2 B3 V1", round=3)
    run = play(state, Flip(C, "b3"), "E", "B1", "B2", "B3", "V1")
    assert run.events[1:] == [
        HandRefilled(A, ("B1", "B2", "B3")),
        HandRefilled(B, ("V1",)),
        StartPassed(B),
        NightEnded("deck_out"),
    ]


def test_a_third_dusk_card_that_empties_the_deck_is_no_fourth() -> None:
    state = last_action((FULL, FULL), GREY, deck="D", dusk=2, round=3)
    run = play(state, Draw(B), "D")
    assert run.events == [DuskPlaced(B, replaced=False), StartPassed(B), NightEnded("deck_out")]


def test_a_fourth_dusk_card_that_empties_the_deck_is_why_the_night_ended() -> None:
    state = last_action((FULL, FULL), GREY, deck="D", dusk=3, round=3)
    run = play(state, Draw(B), "D")
    assert run.events == [DuskPlaced(B, replaced=False), StartPassed(B), NightEnded("fourth_dusk")]


def test_a_deck_that_empties_after_the_fourth_dusk_card_changes_nothing() -> None:
    state = last_action((FULL, FULL), GREY, deck="B1 D", dusk=3, round=3)
    run = play(state, Draw(B), "D", "B1")
    assert run.events[-1] == NightEnded("fourth_dusk")


def test_a_small_edition_may_run_out_in_round_one() -> None:
    state = deal(GHOSTS, "G2 G2 B1 E1 R1", box=ELEVEN).state
    run = play(state, Draw(A), "V1")
    assert run.events == [CardDrawn(A, "V1")]
    assert run.state.last_round == 1
    run = play(go(run.state, Light(A, "b2"), Plant(B, "R1", "b2")), Plant(B, "B1", "b2"))
    assert run.events[-1] == NightEnded("deck_out")
    assert GAME.outcome(run.state).rounds == 1
    assert run.state.lanterns[A] == cards("B1 R1")


def test_a_small_edition_may_run_out_in_round_two_and_the_dusk_cards_never_go_in() -> None:
    state = last_action((FULL, "R1 R1 R1 R1"), GREY, deck="B1", round=2)
    run = play(state, Flip(B, "b3"), "E", "B1")
    assert kinds(run.events) == ["TileFlipped", "HandRefilled", "StartPassed", "NightEnded"]
    assert run.state.dusk_aside == 6


def test_a_deal_that_takes_every_card_leaves_one_round_to_play() -> None:
    """4 colours x 1 card + 6 Ghosts = 10 cards, five for each of two."""
    ten = edition(copies={1: 1}, ghosts=6)
    state = deal(GHOSTS, "G2 B1 E1 R1 V1", box=ten).state
    assert (len(state.deck), state.last_round, GAME.to_act(state)) == (0, 1, (A,))
    assert refused(state, Draw(A)).clauses == ("turn.draw.empty",)
    over = go(state, *[Plant(A, "G2", "b2")] * 2, Plant(B, "G2", "b2"), Light(B, "b2"))
    assert (over.ended, over.ending) == (True, "deck_out")


def test_an_action_after_the_end_is_refused_by_the_clause_that_ended_it() -> None:
    state = last_action((FULL, FULL), GREY, deck="B1", round=3)
    over = play(state, Draw(B), "B1").state
    refusal = refused(over, Light(B, "b2"))
    assert refusal.clauses == ("night.deck-out",)
    assert str(refusal) == (
        "cannot light b2: the game is over [night.deck-out] (after the end, round 3)"
    )
