"""A session logged at a table: whoever writes it down knows their own cards, and what all saw."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.chance import Observed
from domain.errors import Unanswered, Unseen
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass
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
    play,
    position,
)


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
