"""Pass & Refresh: who may, and its four steps."""

import pytest

from domain.chance import Observed
from domain.errors import Unanswered, Unseen
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass
from domain.games.lepidoptery.events import HandReplenished, Passed
from tests.domain.lepidoptery.build import (
    LOW,
    A,
    B,
    cards,
    choices,
    go,
    kinds,
    lay,
    play,
    position,
    refused,
)

THIRTEEN = LOW + " 4"


def test_a_pass_clears_the_area_and_moves_the_marker_and_turns_the_joker_up() -> None:
    state = position(
        ("7", "8"), "B 4, A 5 5", turn=B, markers=("pair", "single"), jokers=(False, False)
    )
    after = go(state, Pass(B))
    assert after.area == ()
    assert after.markers == ("pair", "pass")
    assert after.jokers == (False, True)


def test_passed_combinations_are_discarded_not_taken_back() -> None:
    state = position(("7", "8"), "B 4, A 5 5", turn=B)
    after = go(state, Pass(B))
    assert after.spent == (cards("5 5"), cards("4"))


def test_the_board_stays_as_it_is() -> None:
    state = position(("7", "8"), "A 5 5", turn=B, board={"pair": "BA", "run3": "A"})
    assert go(state, Pass(B)).columns == state.columns


@pytest.mark.parametrize(
    ("a", "b", "drawn"),
    [
        ("7", "8", (11, 11)),  # 12 - 1
        ("", "8 8 8", (12, 9)),
        (LOW, "8", (1, 11)),  # twelve already: one card
        (THIRTEEN, LOW, (1, 1)),  # more than twelve: one card too
        ("2 2 3 3 4 4 5 5 6 6 7", THIRTEEN, (1, 1)),  # eleven: one card makes twelve
    ],
)
def test_both_draw_to_twelve_and_one_card_with_twelve_or_more(
    a: str, b: str, drawn: tuple[int, int]
) -> None:
    state = position((a, b), "A 9", turn=B)
    after = go(state, Pass(B))
    assert [len(after.hands[seat]) - len(state.hands[seat]) for seat in (A, B)] == list(drawn)
    assert [len(state.decks[seat]) - len(after.decks[seat]) for seat in (A, B)] == list(drawn)


def test_a_deck_that_is_too_short_gives_what_it_has() -> None:
    """A would need 11 cards and has 2; B would need 10 and has none."""
    state = position(("7", "8 8"), "A 9", turn=B, decks=("3 4", ""))
    run = play(state, Pass(B), "3", "4")
    assert run.state.hands == (cards("3 4 7"), cards("8 8"))
    assert run.state.decks == (cards(""), cards(""))
    assert kinds(run.events) == ["Passed", "HandReplenished"]


def test_a_full_hand_draws_nothing_from_an_empty_deck() -> None:
    state = position((LOW, "8 8"), "A 9", turn=B, decks=("", ""))
    run = play(state, Pass(B))
    assert (run.state.hands, kinds(run.events)) == (state.hands, ["Passed"])


def test_each_draws_from_their_own_deck_the_one_who_passed_first() -> None:
    state = position(("7", "8 8"), "A 9", turn=B, decks=("1 1 1", "10 10"))
    run = play(state, Pass(B), "10", "10", "1", "1", "1")
    assert run.events == [
        Passed(B),
        HandReplenished(B, ("10", "10")),
        HandReplenished(A, ("1", "1", "1")),
    ]
    assert run.state.hands == (cards("1 1 1 7"), cards("8 8 10 10"))


def test_a_card_of_the_other_deck_cannot_be_drawn() -> None:
    state = position(("7", "8 8"), "A 9", turn=B, decks=("1 1 1", "10 10"))
    with pytest.raises(Unseen, match="cannot be '1'; expected one of: 10"):
        play(state, Pass(B), "1")


def test_a_missing_answer_says_which_card_it_waits_for() -> None:
    state = position(("7", "8 8"), "A 9", turn=B, decks=("1 1 1", "10 10"))
    with pytest.raises(Unanswered) as caught:
        GAME.play(state, Pass(B), Observed(["10", "10", "1"]))
    assert caught.value.given == 3
    assert "seat A" in caught.value.question


def test_cards_drawn_one_after_the_other_are_there_once() -> None:
    """The deck holds one 10: the second card of the draw cannot be another."""
    state = position(("7", "8 8"), "A 9", turn=B, decks=("", "9 10"))
    with pytest.raises(Unseen, match="cannot be '10'"):
        play(state, Pass(B), "10", "10")


def test_after_a_pass_the_other_player_leads() -> None:
    after = go(position(("7", "8"), "B 4"), Pass(A))
    assert (GAME.to_act(after), after.leading) == ((B,), True)
    assert Pass(B) not in GAME.legal_actions(after)


def test_a_pass_begins_the_next_climb() -> None:
    after = go(position(("7", "8"), "B 4"), Pass(A))
    assert (GAME.round_of(after), after.position()) == (2, "climb 2, turn of seat B, leading")


def test_while_cards_are_drawn_it_is_nobodys_turn() -> None:
    state = position(("7", "8"), "B 4")
    between = GAME.evolve(state, Passed(A))
    assert (GAME.to_act(between), GAME.phase(between)) == ((), "refresh")
    assert (GAME.round_of(between), between.owed) == (1, (11, 11))  # 12 - 1 each
    refusal = refused(between, lay(B, "8"))
    assert refusal.clauses
    assert refusal.position == "climb 1, between turns"


@pytest.mark.parametrize("hand", ["1", "9", "9 9", LOW])
def test_a_follower_may_always_pass(hand: str) -> None:
    assert "pass" in choices(position((hand, ""), "B 4"))


def test_a_leader_who_can_play_must_play() -> None:
    refusal = refused(position(("7", "")), Pass(A))
    assert refusal.clauses == ("pass.lead",)
    assert refusal.position == "climb 1, turn of seat A, leading"
    assert str(refusal).startswith("cannot pass")


def test_the_joker_alone_can_make_a_leader_able() -> None:
    """A's last type was a single: with the Joker up the 7 is a pair or a run of 2."""
    able = position(("7", ""), markers=("single", None))
    assert sorted(choices(able)) == ["6* 7", "7 8*", "7* 7"]
    unable = position(("7", ""), markers=("single", None), jokers=(False, True))
    assert choices(unable) == ["pass"]


def test_a_leader_who_cannot_play_passes_the_lead() -> None:
    state = position(("7", "8"), markers=("single", "pair"), jokers=(False, True))
    run = play(
        state, Pass(A), *["1"] * 3, *["2"] * 4, *["3"] * 4, *["4"] * 4, *["5"] * 4, "6", "6", "6"
    )
    assert run.events[0] == Passed(A)
    assert (GAME.to_act(run.state), run.state.leading) == ((B,), True)
    assert run.state.jokers == (True, True)
    assert run.state.markers == ("pass", "pair")


def test_a_leader_with_an_empty_hand_cannot_play() -> None:
    state = position(("", "8"), decks=("7 7", "5"))
    after = play(state, Pass(A), "7", "7", "5").state
    assert after.hands == (cards("7 7"), cards("5 8"))
    assert not after.ended


def test_a_leader_whose_only_column_is_full_cannot_play() -> None:
    state = position(("7", ""), board={"single": "ABABAB"}, jokers=(False, True))
    assert choices(state) == ["pass"]


def test_each_pass_is_counted() -> None:
    state = go(position(("7 8", "8 9"), "B 4"), Pass(A))
    assert (state.passes, state.plays) == ((1, 0), (0, 0))
