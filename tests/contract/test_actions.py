"""What is legal is accepted; everything else in the whole action space is refused."""

from random import Random

import msgspec
import pytest

from domain.chance import Shuffled
from domain.errors import Refusal
from tests.contract.plays import CASES, Play, book


def test_every_legal_action_is_accepted(play: Play) -> None:
    game = play.game
    for turn in play.turns:
        state = turn.after
        for action in game.legal_actions(state):
            events = game.decide(state, action, Shuffled(Random(1)))
            assert game.action_of(state, events[0]) == action


def test_every_other_action_is_refused_with_clauses_that_exist(play: Play) -> None:
    game, ids = play.game, {clause.id for clause in book(play.game.name).clauses}
    for turn in play.sample:
        state = turn.after
        legal = set(game.legal_actions(state))
        refused = 0
        before = msgspec.json.encode(state)
        for action in CASES[game.name].space(state):
            if action in legal:
                legal.remove(action)
                continue
            with pytest.raises(Refusal) as caught:
                game.play(state, action, Shuffled(Random(1)))
            refusal = caught.value
            refused += 1
            assert refusal.clauses, action
            assert set(refusal.clauses) <= ids, action
            assert refusal.action in str(refusal)
            assert refusal.position in str(refusal)
            assert refusal.reason
        assert legal == set(), "the space lacks actions that are legal"
        assert refused > 0
        assert msgspec.json.encode(state) == before


def test_the_count_of_legal_actions_is_how_many_are_listed(play: Play) -> None:
    """Counting has a code of its own, for speed."""
    for turn in play.turns:
        for state in (turn.after, play.game.observe(turn.after, None)):
            assert play.game.count_legal(state) == len(play.game.legal_actions(state))


def test_only_seats_that_have_to_choose_have_legal_actions(play: Play) -> None:
    """Where everybody acts at once, others may have some that they need not take."""
    for turn in play.turns:
        acting = {action.seat for action in play.game.legal_actions(turn.after)}
        waiting = set(play.game.to_act(turn.after))
        assert waiting <= acting if play.game.simultaneous else waiting == acting


def test_the_legal_actions_of_all_are_those_of_each_seat_by_itself(play: Play) -> None:
    game = play.game
    for turn in play.turns:
        mine = [game.legal_actions(turn.after, seat) for seat in range(play.rules.seats)]
        assert list(game.legal_actions(turn.after)) == [a for actions in mine for a in actions]
        for seat, actions in enumerate(mine):
            assert {action.seat for action in actions} <= {seat}
            assert game.count_legal(turn.after, seat) == len(actions)


def test_nobody_has_to_choose_while_events_still_follow(play: Play) -> None:
    """A position within a run is on its way to the next choice, and is none itself."""
    game = play.game
    for turn in play.turns:
        state = turn.before
        for event in turn.events[:-1]:
            state = game.evolve(state, event)
            assert game.to_act(state) == (), event
            assert list(game.legal_actions(state)) == [], event


def test_nothing_is_legal_after_the_end_and_nobody_has_to_act(play: Play) -> None:
    assert list(play.game.legal_actions(play.end)) == []
    assert play.game.to_act(play.end) == ()
    assert play.game.phase(play.end) == "over"


def test_every_random_game_ends_with_an_outcome(play: Play) -> None:
    outcome = play.game.outcome(play.end)
    assert outcome is not None
    for turn in play.turns[:-1]:
        assert play.game.outcome(turn.after) is None


def test_a_run_begins_with_its_action_and_no_other_event_is_one(play: Play) -> None:
    game = play.game
    for turn in play.turns:
        state, begun = turn.before, []
        for event in turn.events:
            begun.append(game.action_of(state, event))
            state = game.evolve(state, event)
        assert begun == [turn.action] + [None] * (len(begun) - 1)


def test_actions_survive_json(play: Play) -> None:
    for turn in play.turns[1:]:
        stored = msgspec.json.encode(turn.action)
        again = msgspec.json.decode(stored, type=play.game.action)
        assert again == turn.action
        assert type(again) is type(turn.action)
