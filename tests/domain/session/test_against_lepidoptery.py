"""Plays against the rules of Lepidoptery that a table let stand, and what stands afterwards."""

import pytest

from domain.chance import Observed
from domain.errors import Refusal
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Action, Pass
from domain.games.lepidoptery.events import ColumnsCleared, GameWon, Passed
from domain.games.lepidoptery.state import State
from domain.run import Run
from domain.words import plain
from tests.domain.lepidoptery.build import (
    A,
    B,
    cards,
    choices,
    column,
    kinds,
    laid,
    lay,
    position,
)


def forced(state: State, action: Action, clause: str, *told: str | None) -> Run[State]:
    """Carry an action out that the rules refuse by that clause; all that is told is needed."""
    with pytest.raises(Refusal) as caught:
        GAME.play(state, action, Observed(told))
    assert clause in caught.value.clauses
    chance = Observed(told)
    run = GAME.force(state, action, chance)
    assert chance.given == len(told)
    assert GAME.action_of(state, run.events[0]) == action
    return run


def told(state: State, run: Run[State]) -> str:
    return plain(GAME.tell(state, run.events[0]).sentence, ["Ada", "Ben"])


def test_a_combination_that_does_not_beat_the_last_one_is_the_one_to_beat_now() -> None:
    state = forced(position(("4 4 9", "5 6"), "B 7"), lay(A, "4 4"), "climb.beat").state
    assert state.area == (laid("B 7"), laid("A 4 4"))
    assert column(state, "pair") == "A"
    assert state.turn == B
    assert "5" in choices(state)


def test_a_type_that_is_repeated_gets_its_token_and_its_marker_again() -> None:
    state = position(("4 4 9", "5"), markers=("pair", None), board={"pair": "A"})
    state = forced(state, lay(A, "4 4"), "play.different").state
    assert (column(state, "pair"), state.markers) == ("AA", ("pair", None))


def test_a_leaders_pass_clears_nothing_and_is_a_pass_like_any_other() -> None:
    """Ada could have played the 4; both hands are short of twelve and Ben's deck is empty."""
    before = position(("4", "5"), decks=("8 9", ""), jokers=(False, True))
    run = forced(before, Pass(A), "pass.lead", "8", "9")
    assert run.events[0] == Passed(A, unchecked=False)
    assert told(before, run) == "Ada passes while leading"
    assert GAME.cite(before, run.events[0])[0] == "pass.lead"
    assert run.state.hands == (cards("4 8 9"), cards("5"))
    assert (run.state.turn, run.state.markers[A], run.state.jokers[A]) == (B, "pass", True)


def test_a_pass_out_of_turn_clears_the_area_and_the_other_goes_on() -> None:
    before = position(("4", "5"), "B 3", decks=("", ""))
    run = forced(before, Pass(B), "play.alternate")
    assert told(before, run) == "Ben passes"
    assert (run.state.area, run.state.turn, run.state.leading) == ((), A, True)


def test_a_leading_pass_out_of_turn_says_nothing_about_what_could_be_played() -> None:
    before = position(("4", "? ?"), decks=("", "? ?"))
    run = forced(before, Pass(B), "play.alternate", None, None)
    assert run.events[0] == Passed(B, unchecked=False)
    assert told(before, run) == "Ben passes"


def test_a_play_out_of_turn_leaves_the_turn_with_the_other() -> None:
    state = forced(position(("4", "8 9")), lay(B, "8"), "play.alternate").state
    assert (state.turn, column(state, "single"), state.area) == (A, "B", (laid("B 8"),))
    assert choices(state) == ["pass"]


def test_a_joker_that_was_used_up_stands_for_a_card_again() -> None:
    state = position(("4 9", "5"), jokers=(False, True))
    state = forced(state, lay(A, "4 4*"), "joker.used").state
    assert (state.hands[A], state.jokers) == (cards("9"), (False, True))


def test_a_token_beyond_the_supply_lies_on_the_board() -> None:
    board = {"run3": "AAABA", "run2": "AABAA", "single": "AABAA", "pair": "BAAAB"}
    state = position(("4", "5"), board=board, options={"token_supply": "limited"})
    assert state.tokens_left(A) == 0
    run = forced(state, lay(A, "4"), "play.supply")
    assert column(run.state, "single") == "AABAAA"


def test_a_line_that_a_play_against_the_rules_completes_wins() -> None:
    state = position(("4 4 9", "5"), "B 7", board={"pair": "AAA"})
    run = forced(state, lay(A, "4 4"), "climb.beat")
    assert run.events[1:] == [GameWon(A)]
    outcome = GAME.outcome(run.state)
    assert outcome is not None
    assert (outcome.winners, outcome.ended_by) == ((A,), "line")


def test_a_column_that_it_fills_clears_another_full_one() -> None:
    board = {"pair": "ABABA", "single": "BABABA"}
    run = forced(position(("4 4 9", "5"), "B 7", board=board), lay(A, "4 4"), "climb.beat")
    assert run.events[1:] == [ColumnsCleared(("single",))]
    assert (column(run.state, "pair"), column(run.state, "single")) == ("ABABAA", "")


def test_an_unknown_hand_shows_what_it_played_against_the_rules() -> None:
    state = forced(position(("? ?", "?"), "B 7"), lay(A, "4 4"), "climb.beat").state
    assert (len(state.hands[A]), state.spent[A]) == (0, cards("4 4"))
    assert kinds(GAME.force(state, Pass(A), Observed([None] * 30)).events)[0] == "Passed"


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (lay(A, "9"), "play.placeable"),  # its column is full
        (lay(A, "4 9"), "combo.types"),
        (lay(A, "9 4"), "combo.types"),
        (lay(A, "4*"), "joker.rank"),
        (lay(A, "5 5"), "play.hand"),
        (lay(A, "10 11"), "joker.rank"),
        (Pass(2), "setup.players"),
    ],
)
def test_what_is_not_there_cannot_stand(action: Action, clause: str) -> None:
    state = position(("4 9 10", "5"), board={"single": "ABABAB"})
    with pytest.raises(Refusal) as caught:
        GAME.force(state, action, Observed(()))
    assert caught.value.clauses[0] == clause


def test_nothing_stands_after_the_win() -> None:
    with pytest.raises(Refusal):
        GAME.force(position(("4", "5"), "A 3", winner=A), lay(B, "5"), Observed(()))
