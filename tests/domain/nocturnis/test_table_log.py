"""A session logged at a table: whoever writes it down knows their own cards, and what all saw."""

from typing import Any

import msgspec
import pytest

from domain.chance import Observed
from domain.errors import Refusal, Unanswered, Unseen
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Draw, Exchange, LureNone
from domain.games.nocturnis.events import CardsDiscarded, MothDrawn, MothLured
from domain.games.nocturnis.state import State
from domain.piles import Pile
from tests.contract.nocturnis import EIGHT
from tests.contract.plays import Play as Session
from tests.contract.plays import play_out
from tests.domain.nocturnis.build import (
    A,
    B,
    cards,
    choices,
    discard,
    draws,
    edition,
    go,
    lure,
    lures,
    mark,
    play,
    position,
    refused,
    rows,
)

OPEN = ("display", "habitat")


def logged(session: Session, seat: int | None) -> list[State]:
    """Write a session down as one seat saw it; list the position after every turn."""
    states: list[State] = []
    for turn in session.turns:
        mine = turn.action is not None and turn.action.seat == seat
        own = f"seat {'ABCDEFGH'[seat]}" if seat is not None else "nobody"
        told = Observed(
            card if mine or own in question or any(word in question for word in OPEN) else None
            for question, card in turn.answers
        )
        if turn.action is None:
            run = GAME.set_up(session.rules, session.start, told)
        else:
            run = GAME.play(states[-1], turn.action, told)
        states.append(run.state)
    return states


@pytest.mark.parametrize(("seats", "seed"), [(1, 21), (2, 22), (4, 23), (8, EIGHT)])
@pytest.mark.parametrize("seat", [A, None])
def test_a_log_knows_what_its_writer_knows(seats: int, seed: int, seat: int | None) -> None:
    full = play_out("nocturnis", GAME.options(), seats, seed)
    for state, turn in zip(logged(full, seat), full.turns, strict=True):
        assert GAME.observe(state, seat) == GAME.observe(turn.after, seat)
        if seat is not None:
            assert GAME.legal_actions(state, seat) == GAME.legal_actions(turn.after, seat)


@pytest.mark.parametrize("options", [{}, {"reshuffle": "when_emptied", "sheet": ("back",)}])
def test_a_log_without_a_hidden_card_seen_still_gives_the_scores(options: dict[str, Any]) -> None:
    full = play_out("nocturnis", GAME.options(**options), 3, 24)
    *_, end = logged(full, None)
    assert GAME.outcome(end) == GAME.outcome(full.end)


@pytest.mark.parametrize(
    ("hand", "fits"),
    [
        ("?", {"L1", "L2", "I1", "I2", ""}),  # moon, fern, dew: all but two ferns
        ("I3", {""}),
        ("? I1", {"L1", "L2", "I1", "I2", ""}),
    ],
)
def test_a_card_that_nobody_saw_could_be_any_that_is_not_in_view(hand: str, fits: set[str]) -> None:
    assert lures(go(position((hand, "")), mark(A, "a5 b5 c5"))) == fits


def test_a_card_all_of_whose_copies_are_in_view_cannot_be_in_a_hand() -> None:
    """Both I3 lie open; row 5 has its two ferns."""
    state = position(("?", ""), "Five", display="I3 I3 L1")
    state = go(state, mark(A, "a5 b5 c5 d5 e5"))
    assert "I3" not in lures(state)
    assert refused(state, lure(A, "I3")).clauses == ("lure.hand",)


def test_an_unseen_card_shows_itself_when_it_is_lured() -> None:
    state = go(position(("? ?", "")), mark(A, "a5 b5 c5"))
    run = play(state, lure(A, "I1"))
    assert run.events == [MothLured(A, ("I1",))]
    assert run.state.hands[A] == Pile(unknown=1)
    assert run.state.discards == ("I1",)


def test_both_halves_need_two_cards() -> None:
    """One unknown card is not two halves; with one half known it could be the other."""
    for hand, there in (
        ("?", False),
        ("? ?", True),
        ("AL ?", True),
        ("AR ?", True),
        ("L1 ?", False),
    ):
        state = go(position((hand, ""), "Five"), mark(A, "a5 b5 c5 d5 e5"))
        assert ("AL AR" in lures(state)) is there, hand


def test_halves_that_lie_open_are_not_both_in_an_unknown_hand() -> None:
    """Both left halves are in the discards."""
    state = position(("? ?", ""), "Five", discards="AL AL")
    state = go(state, mark(A, "a5 b5 c5 d5 e5"))
    assert "AL AR" not in lures(state)


def test_discards_of_an_exchange_show_themselves() -> None:
    state = go(position(("? ? L1", "")), Exchange(A))
    run = play(state, discard(A, "I1 I1"))
    assert run.events == [CardsDiscarded(A, ("I1", "I1"))]
    assert run.state.hands[A] == cards("L1")
    refused(state, discard(A, "XX L1"))


def test_more_unknown_cards_than_there_are_cannot_be_discarded() -> None:
    state = go(position(("L1 ?", "")), Exchange(A))
    refused(state, discard(A, "I1 I2"))
    assert play(state, discard(A, "I1 L1")).state.hands[A] == Pile()


def test_a_drawn_card_may_stay_unseen_or_be_told() -> None:
    state = position(("?", ""))
    run = play(state, Draw(A), None)
    assert run.events == [MothDrawn(A, None)]
    assert run.state.hands[A] == Pile(unknown=2)
    assert play(run.state, Draw(A), "L2").state.hands[A] == cards("? ? L2")


def test_a_drawn_card_cannot_be_one_whose_copies_are_all_in_view() -> None:
    state = position(("?", ""), display="I3 I3 L1")
    with pytest.raises(Unseen, match="'I3'"):
        play(state, Draw(A), "I3")


def test_a_lured_card_whose_effect_draws_cannot_be_drawn() -> None:
    """Two of the four L2 are known elsewhere... one lies open, two are gone, and one was lured."""
    state = position(("? ?", ""), display="L2 L1 L1", discards="L2 L2")
    state = go(state, mark(A, "a5 b5 c5"), lure(A, "L2"))
    with pytest.raises(Unseen, match="'L2'"):
        play(state, Draw(A), "L2")


def test_a_card_of_the_display_has_to_be_told() -> None:
    state = position(("?", ""))
    with pytest.raises(Refusal, match="display lies open"):
        play(state, Draw(A, "L1"), None)
    with pytest.raises(Unanswered):
        play(state, Draw(A, "L1"))


def test_a_missing_answer_changes_nothing() -> None:
    state = position(("?",))
    before = msgspec.json.encode(state)
    with pytest.raises(Unanswered, match="drawn card"):
        GAME.play(state, Draw(A), Observed([]))
    assert msgspec.json.encode(state) == before


def test_after_a_reshuffle_the_stack_is_known_again() -> None:
    """Nobody knew the stack; it is used up, and the discards make a new one of known cards."""
    state = position(("?", ""), stack="?", discards="L2 I3", display="L1 L1 L1")
    state = play(state, Draw(A), None).state
    with pytest.raises(Unseen, match="expected one of: I3, L2"):
        play(state, Draw(A), "I1")
    state = play(state, Draw(A), None).state
    assert state.stack == Pile(unknown=1)
    assert len(state.hands[A]) == 3


def test_what_nobody_saw_is_counted_not_guessed() -> None:
    """A draws one of two known cards unseen: the other lies in the stack, which one is open."""
    state = position(("?", ""), stack="L2 I3", display="L1 L1 L1")
    state = play(state, Draw(A), None).state
    state = go(state, mark(B, "a5 b5 c5"))
    run = play(state, Draw(A), "L2", "Square")
    assert run.state.stack == Pile()
    assert "I3" in run.state.holdable(A)


def test_a_full_unknown_hand_draws_no_more() -> None:
    state = position(("? ? ? ? ?", ""))
    assert draws(state) == set()
    assert choices(state, A) == {"mark", "exchange"}


def test_an_unknown_hand_is_asked_and_an_empty_one_is_not() -> None:
    state = go(position(("?", "")), mark(A, "a5 b5 c5"))
    assert LureNone(A) in GAME.legal_actions(state, A)
    assert choices(go(position(("", "")), mark(A, "a5 b5 c5")), A) == set()


def test_crosses_bind_an_unknown_hand_too() -> None:
    garden = "a5 b5, c5 d5, e5 e4"
    state = position(("? ?", ""), gardens=(garden,), lured=("I1, I2, I3",))
    state = go(state, mark(A, "a4 b4 c4"))
    assert {"I1", "I2"}.isdisjoint(lures(state))


def test_a_box_of_one_kind_leaves_nothing_to_guess() -> None:
    box = edition(
        cards=rows("cards", {"key": "L1", "copies": 9})[2:3], species=rows("species")[1:2]
    )
    state = position(("? ?", ""), box=box, display="L1 L1 L1")
    state = go(state, mark(A, "a5 b5 c5"))
    assert lures(state) == {"L1", ""}
