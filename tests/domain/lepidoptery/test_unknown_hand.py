"""What a hand that nobody saw may play, and when its pass can be checked."""

import pytest

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.events import Passed
from domain.piles import Pile
from tests.domain.lepidoptery.build import (
    A,
    cards,
    choices,
    deal,
    go,
    lay,
    play,
    position,
    refused,
)

UNSEEN = " ".join("?" * 12)
SEVENS = "7 7 7 7"


def test_an_unseen_hand_could_play_anything_that_a_deck_allows() -> None:
    """47 combinations of real cards. With the Joker: two choices a run of 2 (9 x 2), three a run
    of 3 (8 x 3), one a pair and one a triple (10 + 10): 18 + 24 + 20 = 62. The leader's pass
    cannot be checked. 47 + 62 + 1 = 110.
    """
    state = deal(UNSEEN, UNSEEN).state
    assert len(GAME.legal_actions(state)) == GAME.count_legal(state) == 110


def test_an_unseen_hand_shrinks_by_what_is_played_from_it() -> None:
    state = go(deal(UNSEEN, UNSEEN).state, lay(A, "7 7 7"))
    assert state.hands == (Pile(unknown=9), Pile(unknown=12))
    assert state.spent[A] == cards("7 7 7")


def test_the_joker_is_no_card_of_the_hand() -> None:
    state = go(deal(UNSEEN, UNSEEN).state, lay(A, "7 7* 7"))
    assert state.hands[A] == Pile(unknown=10)


def test_nobody_plays_a_fifth_seven() -> None:
    state = position(("? ? ?", ""), spent=(SEVENS, ""), decks=("? ? ?", ""), jokers=(False, True))
    assert [text for text in choices(state) if "7" in text.split()] == []
    for combination in ("7", "7 7", "7 7 7", "6 7", "7 8", "6 7 8"):
        assert refused(state, lay(A, combination)).clauses == ("play.hand",)


def test_with_all_sevens_spent_only_the_joker_can_be_one() -> None:
    """A 7 can be the Joker of 7-8, 6-7 and three runs of 3, but no 7 goes with it in a pair."""
    state = position(("? ? ?", ""), spent=(SEVENS, ""), decks=("? ? ?", ""))
    sevens = [text for text in choices(state) if "7" in text.replace("*", "").split()]
    assert sorted(sevens) == ["5 6 7*", "6 7*", "6 7* 8", "7* 8", "7* 8 9"]


def test_a_second_copy_that_is_spent_leaves_two_for_a_pair() -> None:
    """Two of four 7s are spent: single and pair are possible, a triple only with the Joker."""
    state = position(("? ? ?", ""), spent=("7 7", ""), decks=("? ? ?", ""))
    sevens = {text for text in choices(state) if set(text.replace("*", "").split()) == {"7"}}
    assert sevens == {"7", "7 7", "7* 7", "7* 7 7"}


def test_the_other_players_sevens_say_nothing_about_the_own_deck() -> None:
    state = position(("? ? ?", ""), spent=("", SEVENS), decks=("? ? ?", ""))
    assert {"7", "7 7", "7 7 7"} <= set(choices(state))


def test_cards_known_to_lie_in_the_deck_are_not_in_the_hand() -> None:
    """Three 1s: one spent, two known in the deck. None can be in the hand."""
    state = position(("? ? ?", ""), spent=("1", ""), decks=("1 1 ? ?", ""), jokers=(False, True))
    assert "1" not in choices(state)


@pytest.mark.parametrize(
    ("hand", "possible", "impossible"),
    [
        ("?", {"5", "5* 5", "4 5*"}, {"5 5", "4 5", "4 5 6*"}),  # one card, with or without Joker
        ("? ?", {"5 5", "4 5", "4 5 6*"}, {"5 5 5", "4 5 6"}),
        ("5 ?", {"5 5", "4 5", "6", "5 6 7*", "5* 5 5"}, {"5 5 5", "6 6", "4 5 6", "6 7 8*"}),
        ("5 6 ?", {"5 6 7", "6 6", "8", "8* 8", "6 7* 8"}, {"8 8", "7 8", "5 5 5"}),
    ],
)
def test_a_hand_plays_no_more_unknown_cards_than_it_has(
    hand: str, possible: set[str], impossible: set[str]
) -> None:
    state = position((hand, ""), decks=("? ? ? ?", ""))
    legal = set(choices(state))
    assert possible <= legal
    assert impossible & legal == set()
    for combination in impossible:
        assert refused(state, lay(A, combination)).clauses == ("play.hand",)


def test_a_known_card_is_used_before_an_unknown_one() -> None:
    state = position(("5 ?", ""), decks=("? ?", ""))
    assert play(state, lay(A, "5 6")).state.hands[A] == Pile()
    assert play(state, lay(A, "5")).state.hands[A] == Pile(unknown=1)
    assert play(state, lay(A, "6")).state.hands[A] == cards("5")


def test_a_leaders_pass_from_an_unknown_hand_is_recorded_as_unchecked() -> None:
    state = position(("? ?", "8"), decks=("", ""), markers=("single", None))
    assert Pass(A) in GAME.legal_actions(state)
    run = play(state, Pass(A))
    assert run.events == [Passed(A, unchecked=True)]


def test_a_leaders_pass_from_a_known_hand_is_never_unchecked() -> None:
    state = position(("8", "8"), decks=("", ""), markers=("single", None), jokers=(False, True))
    assert play(state, Pass(A)).events == [Passed(A)]


def test_a_followers_pass_is_never_unchecked() -> None:
    for hand in ("? ?", "8"):
        state = position((hand, "8"), "B 4", decks=("", ""))
        assert play(state, Pass(A)).events == [Passed(A)]


def test_a_leader_whose_known_cards_suffice_must_play() -> None:
    """The 7 is known: whatever the other two are, it can be led."""
    state = position(("7 ? ?", "8"), decks=("? ?", ""))
    assert Pass(A) not in GAME.legal_actions(state)
    assert refused(state, Pass(A)).clauses == ("pass.lead",)


def test_known_cards_that_do_not_suffice_leave_the_pass_unchecked() -> None:
    """The 7 is no single again; what the unknown card would make of it nobody can say."""
    state = position(("7 ?", "8"), decks=("", ""), markers=("single", None), jokers=(False, True))
    assert {"7 7", "6 7", "7 8", "pass"} == set(choices(state))
    assert play(state, Pass(A)).events == [Passed(A, unchecked=True)]


def test_a_pass_is_checked_where_no_unknown_card_could_help() -> None:
    """One card and no Joker is a single, and A's last combination was one: A cannot play."""
    state = position(("?", "8"), decks=("", ""), markers=("single", None), jokers=(False, True))
    assert choices(state) == ["pass"]
    assert play(state, Pass(A)).events == [Passed(A)]


def test_the_own_joker_makes_one_known_card_suffice() -> None:
    state = position(("7 ?", "8"), decks=("? ?", ""), markers=("single", None))
    assert refused(state, Pass(A)).clauses == ("pass.lead",)


def test_an_unseen_hand_sheds_out_with_its_last_card() -> None:
    state = position(("?", "?"), "B 4", decks=("", "?"))
    state = play(state, lay(A, "9")).state
    assert GAME.outcome(state).shed
    assert GAME.outcome(state).winners == (A,)


def test_an_unknown_hand_has_no_joker_beyond_the_one_that_lies_there() -> None:
    state = position(("? ? ?", ""), decks=("? ?", ""), jokers=(False, True))
    assert refused(state, Play(A, (4, 5), 4)).clauses == ("joker.used",)
