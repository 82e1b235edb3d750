"""Question 3: does a fourth Dusk card in the refill end the game, or is there one more round?"""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Light, Plant
from domain.games.lantern_moths.events import DuskPlaced, NightEnded
from domain.games.lantern_moths.state import State
from tests.domain.lantern_moths.build import A, B, cards, go, kinds, last_action, play

FIVE = "R1 R1 R1 R1 R1"
MORE = "one_more_round"


def about_to_refill(value: str, hands: tuple[str, ...], deck: str, **more: object) -> State:
    """Three Dusk cards lie there in round 5, and B's last action ends the round."""
    options = {"fourth_dusk_in_refill": value}
    return last_action(hands, {"b2": "X"}, deck=deck, dusk=3, round=5, options=options, **more)


def test_ends_now_ends_the_game_with_the_round_just_played() -> None:
    state = about_to_refill("ends_now", ("E1 E1 E1 E1", FIVE), "B1 B2 V1 V1 D D")
    run = play(state, Draw(B), "B1", "D", "B2")
    assert run.events[-1] == NightEnded("fourth_dusk")
    assert GAME.outcome(run.state).rounds == 5


def test_one_more_round_is_played_to_its_end() -> None:
    state = about_to_refill(MORE, ("E1 E1 E1 E1", FIVE), "B1 B2 V1 V1 D D")
    run = play(state, Draw(B), "B1", "D", "B2")
    assert kinds(run.events) == ["CardDrawn", "DuskPlaced", "HandRefilled", "StartPassed"]
    assert (run.state.ended, run.state.round, GAME.to_act(run.state)) == (False, 6, (B,))
    state = go(run.state, Plant(B, "R1", "b2"), Light(B, "b2"), Plant(A, "E1", "b2"))
    over = play(state, Plant(A, "B2", "b2"), "V1", "V1")  # B holds 6 - 1 = 5, A 5 - 2 = 3
    assert kinds(over.events) == [
        *("MothPlanted", "MothsTaken", "WicksReturned", "HandRefilled"),
        *("StartPassed", "NightEnded"),
    ]
    assert over.events[-1] == NightEnded("fourth_dusk")
    assert over.state.lanterns[B] == cards("B2 E1 R1")
    assert GAME.outcome(over.state).rounds == 6


def test_there_is_only_one_more_round_whatever_dusk_cards_still_come() -> None:
    state = about_to_refill(MORE, ("E1 E1 E1 E1", FIVE), "B1 B2 B3 V1 V1 D D D")
    state = play(state, Draw(B), "B1", "D", "B2").state
    state = play(state, Draw(B), "D", "B3").state
    state = go(state, Plant(B, "R1", "b2"), Plant(A, "E1", "b2"))
    over = play(state, Plant(A, "B2", "b2"), "D", "V1", "V1")
    assert over.events[-1] == NightEnded("fourth_dusk")
    assert len(over.state.dusk) == 6
    assert GAME.outcome(over.state).rounds == 6


@pytest.mark.parametrize("value", ["ends_now", MORE])
def test_a_fourth_dusk_card_in_a_draw_action_ends_its_own_round_either_way(value: str) -> None:
    state = about_to_refill(value, (FIVE, FIVE), "B1 B2 D D D")
    run = play(state, Draw(B), "D", "B1")
    assert run.events[-1] == NightEnded("fourth_dusk")
    assert GAME.outcome(run.state).rounds == 5


def test_with_an_empty_deck_there_is_no_more_round() -> None:
    """The fourth Dusk card's replacement was the last card."""
    state = about_to_refill(MORE, ("E1 E1 E1 E1", FIVE), "B1 B2 D")
    run = play(state, Draw(B), "B1", "D", "B2")
    assert run.events[-1] == NightEnded("deck_out")
    assert GAME.outcome(run.state).rounds == 5


def test_a_fourth_dusk_card_that_is_itself_the_last_card_leaves_no_more_round() -> None:
    state = about_to_refill(MORE, ("E1 E1 E1 E1", FIVE), "B1 D")
    run = play(state, Draw(B), "B1", "D")
    assert run.events[1] == DuskPlaced(A, replaced=False)
    assert run.events[-1] == NightEnded("deck_out")
    assert GAME.outcome(run.state).rounds == 5


def test_a_later_players_refill_may_empty_the_deck_and_end_it_too() -> None:
    state = about_to_refill(MORE, ("E1 E1 E1 E1", "R1 R1 R1 R1"), "B1 B2 D", lit=False)
    run = play(state, Plant(B, "R1", "b2"), "D", "B2", "B1")  # A 4 + 1, B 3 + 1
    assert run.events[-1] == NightEnded("deck_out")
    assert GAME.outcome(run.state).rounds == 5


def test_a_deck_that_empties_within_the_extra_round_does_not_change_why_it_ended() -> None:
    """Running out counts only before the fourth Dusk card, and this round was the last anyway."""
    state = about_to_refill(MORE, ("E1 E1 E1 E1", FIVE), "B1 B2 V1 D")
    state = play(state, Draw(B), "B1", "D", "B2").state
    state = go(state, Draw(B), Plant(B, "R1", "b2"), Plant(A, "E1", "b2"))
    assert len(state.deck) == 0
    run = play(state, Light(A, "b2"))
    assert run.events[-1] == NightEnded("fourth_dusk")
    assert GAME.outcome(run.state).rounds == 6


def test_ends_now_is_the_default() -> None:
    assert GAME.options().fourth_dusk_in_refill == "ends_now"
