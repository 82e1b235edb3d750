"""A session logged at a table: whoever writes it down knows their own cards, and what all saw."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.chance import Observed
from domain.errors import Unanswered, Unseen
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.events import HandReplenished, Passed
from domain.games.lepidoptery.state import State
from domain.piles import Pile
from tests.contract.lepidoptery import FORCED
from tests.contract.plays import Play as Session
from tests.contract.plays import play_out
from tests.domain.lepidoptery.build import (
    A,
    B,
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


def logged(session: Session, seat: int | None) -> list[State]:
    """Write a session down as one seat saw it; list the position after every turn."""
    own = f"seat {'AB'[seat]}" if seat is not None else "nobody"
    states: list[State] = []
    for turn in session.turns:
        told = Observed(card if own in question else None for question, card in turn.answers)
        if turn.action is None:
            run = GAME.set_up(session.rules, session.start, told)
        else:
            run = GAME.play(states[-1], turn.action, told)
        states.append(run.state)
    return states


@pytest.mark.parametrize("seed", [21, 22, FORCED])
@pytest.mark.parametrize("seat", [A, B, None])
def test_a_log_knows_what_its_writer_knows(seed: int, seat: int | None) -> None:
    full = play_out("lepidoptery", GAME.options(), 2, seed)
    for state, turn in zip(logged(full, seat), full.turns, strict=True):
        assert GAME.observe(state, seat) == GAME.observe(turn.after, seat)
        assert GAME.legal_actions(turn.after) == [
            action for action in GAME.legal_actions(state) if action in _legal(turn.after)
        ]


def _legal(state: State) -> set[object]:
    return set(GAME.legal_actions(state))


@pytest.mark.parametrize("seed", [21, 22, FORCED])
def test_a_log_without_a_single_card_seen_still_says_who_won_and_how(seed: int) -> None:
    full = play_out("lepidoptery", GAME.options(), 2, seed)
    end = logged(full, None)[-1]
    assert GAME.outcome(end) == GAME.outcome(full.end)
    assert end.decks[A] == Pile(unknown=len(full.end.decks[A]))


def test_a_forced_pass_is_checked_by_counting_even_where_no_hand_was_seen() -> None:
    """Both decks are empty by then, so what was not played is what the leader holds."""
    full = play_out("lepidoptery", GAME.options(), 2, FORCED)
    before = [None, *logged(full, None)]
    forced = [
        (turn, state)
        for turn, state in zip(full.turns, before, strict=False)
        if turn.action == Pass(turn.before.turn) and turn.before.leading
    ]
    assert len(forced) == 3
    for turn, state in forced:
        assert state is not None
        assert state.hands[state.turn].known == ()
        assert state.unseen(state.turn) == list(turn.before.hands[state.turn].known)
        assert GAME.legal_actions(state) == [turn.action]
        assert turn.events[0] == Passed(state.turn)


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


def test_a_log_of_the_leaders_pass_goes_on_like_the_game_itself() -> None:
    """The hand was a 7 alone; the log without it comes to the same open position."""
    full = position(
        ("7 7", "8"),
        decks=("", ""),
        markers=("pair", None),
        jokers=(False, True),
        board={"single": "ABABAB"},
    )
    log = replace(full, hands=(Pile(unknown=2), Pile(unknown=1)))
    one, other = play(full, Pass(A)), play(log, Pass(A))
    assert one.events == [Passed(A)]
    assert other.events == [Passed(A, unchecked=True)]
    assert GAME.observe(one.state, None) == GAME.observe(other.state, None)


def test_unseen_draws_are_counted() -> None:
    state = position(("? ? ?", "8 9"), "B 4", decks=("? ? ? ?", "10 10"))
    run = play(state, Pass(A), *[None] * 4, "10", "10")
    assert run.events[1:] == [
        HandReplenished(A, (None,) * 4),
        HandReplenished(B, ("10", "10")),
    ]
    assert run.state.hands == (Pile(unknown=7), cards("8 9 10 10"))
    assert run.state.decks == (Pile(), Pile())


def test_a_drawn_card_cannot_be_one_whose_copies_all_show_already() -> None:
    state = position(("7 8", "5"), "B 4", spent=("7 7 7", ""), decks=("? ? ?", ""))
    with pytest.raises(Unseen, match="cannot be '7'"):
        play(state, Pass(A), "7")


def test_copies_are_counted_within_one_draw_too() -> None:
    """Two of three 1s are spent: the second 1 of the draw would be the fourth."""
    state = position(("8", "5"), "B 4", spent=("1 1", ""), decks=("? ? ?", ""))
    with pytest.raises(Unseen, match="cannot be '1'"):
        play(state, Pass(A), "1", "1")


def test_a_missing_answer_names_its_question_and_changes_nothing() -> None:
    state = position(("? ?", "?"), "B 4", decks=("? ? ?", "? ? ?"))
    before = msgspec.json.encode(state)
    with pytest.raises(Unanswered) as caught:
        GAME.play(state, Pass(A), Observed(["5", None, None, None]))
    assert (caught.value.given, "seat B" in caught.value.question) == (4, True)
    assert msgspec.json.encode(state) == before


def test_an_unseen_hand_sheds_out_with_its_last_card() -> None:
    state = position(("?", "?"), "B 4", decks=("", "?"))
    state = play(state, lay(A, "9")).state
    assert GAME.outcome(state).shed
    assert GAME.outcome(state).winners == (A,)


def test_an_unknown_hand_has_no_joker_beyond_the_one_that_lies_there() -> None:
    state = position(("? ? ?", ""), decks=("? ?", ""), jokers=(False, True))
    assert refused(state, Play(A, (4, 5), 4)).clauses == ("joker.used",)
