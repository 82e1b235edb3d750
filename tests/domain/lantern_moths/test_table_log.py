"""A session logged at a table: whoever writes it down knows their own cards, and what all saw."""

import msgspec
import pytest

from domain.chance import Observed
from domain.errors import Unanswered, Unseen
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Plant
from domain.games.lantern_moths.state import State
from tests.contract.lantern_moths import seen
from tests.contract.plays import Play, play_out
from tests.domain.lantern_moths.build import A, B, cards, go, last_action, play, position

SESSIONS = [(GAME.options(), seats, 100 + seats) for seats in (2, 3, 4)]
SESSIONS += [(GAME.options(ghost_blocks="while_present", dusk_in_refill="not_replaced"), 3, 7)]


def logged(session: Play, seat: int | None) -> list[State]:
    """Write a session down as one seat saw it; list the position after every turn."""
    own = f"of seat {'ABCD'[seat]}'s" if seat is not None else "nobody's"
    states: list[State] = []
    for turn in session.turns:
        mine = turn.action is not None and turn.action.seat == seat
        told = Observed(
            card if seen(what, card) or own in what or (mine and what == "the drawn card") else None
            for what, card in turn.answers
        )
        if turn.action is None:
            run = GAME.set_up(session.rules, session.start, told)
        else:
            run = GAME.play(states[-1], turn.action, told)
        states.append(run.state)
    return states


@pytest.mark.parametrize("session", SESSIONS, ids=lambda s: f"{s[1]}-seats-{s[2]}")
def test_a_players_log_knows_what_the_player_knows(session: tuple[object, int, int]) -> None:
    options, seats, seed = session
    full = play_out("lantern_moths", options, seats, seed)
    for seat in range(seats):
        for state, turn in zip(logged(full, seat), full.turns, strict=True):
            assert GAME.observe(state, seat) == GAME.observe(turn.after, seat)


@pytest.mark.parametrize("session", SESSIONS, ids=lambda s: f"{s[1]}-seats-{s[2]}")
def test_a_log_without_a_single_hand_still_scores_the_game(
    session: tuple[object, int, int],
) -> None:
    """Every moth in a lantern lay on a tile before, for all to see."""
    options, seats, seed = session
    full = play_out("lantern_moths", options, seats, seed)
    end = logged(full, None)[-1]
    assert GAME.outcome(end) == GAME.outcome(full.end)
    assert sum(hand.unknown for hand in end.hands) > 0


def test_a_missing_answer_names_its_question_and_changes_nothing() -> None:
    """B's Draw is told, and one of the two cards of A's refill; then the recorder stops."""
    state = last_action(("? ? ?", "? ? ? ? ?"), {"b2": "X"}, deck="? ? ? ?")
    before = msgspec.json.encode(state)
    with pytest.raises(Unanswered) as caught:
        GAME.play(state, Draw(B), Observed(["E1", None]))
    assert str(caught.value) == "not told yet: a card of seat A's refill (after 2 answers)"
    assert msgspec.json.encode(state) == before


def test_an_unseen_hand_shrinks_by_what_is_planted_from_it() -> None:
    state = position(("? ? ?", "? ?"), {"b2": "X"}, deck="? ? ? ?")
    state = go(state, Plant(A, "E3", "b2"), Plant(A, "E3", "b2"))
    assert state.hands == (cards("?"), cards("? ?"))
    assert "E3" not in state.unseen()


def test_a_drawn_card_cannot_be_one_whose_copies_all_show_already() -> None:
    state = position(("? ?", ""), {"b2": "X E3"}, lanterns=("E3", ""), deck="? ? ?")
    with pytest.raises(Unseen, match="the drawn card cannot be 'E3'"):
        play(state, Draw(A), "E3")


def test_a_dusk_card_cannot_come_before_they_are_shuffled_in() -> None:
    with pytest.raises(Unseen, match="the drawn card cannot be 'D'"):
        play(position(deck="? ? ?", round=2), Draw(A), "D")


def test_a_seventh_dusk_card_cannot_come() -> None:
    over = {"last_round": 4, "ending": "fourth_dusk"}
    state = position(deck="? ? ?", dusk=6, round=4, **over)
    with pytest.raises(Unseen, match="the drawn card cannot be 'D'"):
        play(state, Draw(A), "D")


def test_dusk_cards_in_an_unseen_deck_are_known_to_be_there() -> None:
    five = "? ? ? ? ?"
    state = last_action((five, five), {"b2": "X"}, deck="? ? ?", round=2)
    state = play(state, Draw(B), None).state
    assert state.deck == cards("? ? D D D D D D")
    state = play(state, Draw(B), "D", "D", None).state
    assert state.deck == cards("? D D D D")
    assert len(state.dusk) == 2


def test_an_unseen_moth_is_no_dusk_card() -> None:
    """Whoever draws a Dusk card shows it, so a card that nobody saw was a moth."""
    state = position(("", ""), deck="? D D", round=3)
    assert play(state, Draw(A), None).state.deck == cards("D D")


def test_dusk_cards_stay_known_when_an_unseen_moth_leaves_a_known_deck() -> None:
    """Of B1, R2 and two Dusk cards one moth went: a moth and the Dusk cards are left."""
    state = position(("", ""), deck="B1 R2 D D", round=3)
    assert play(state, Draw(A), None).state.deck == cards("? D D")


def test_a_deck_of_dusk_cards_alone_has_no_unseen_moth_to_give() -> None:
    with pytest.raises(Unseen):
        play(position(("", ""), deck="D D", round=3), Draw(A), None)


def test_wicks_take_moths_to_a_lantern_in_a_log_too() -> None:
    five = "? ? ? ? ?"
    state = last_action((five, five), {"b2": "X E1 V3"}, wicks={"b2": (A,)}, deck="? ? ? ?")
    assert play(state, Draw(B), None).state.lanterns[A] == cards("E1 V3")
