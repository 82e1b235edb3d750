"""A play-out does in place what the game does from one position to the next."""

from random import Random

import pytest

from domain.chance import Shuffled
from domain.playout import Stepwise
from tests.contract.plays import Play


def test_a_game_in_place_is_the_same_game_event_by_event(play: Play) -> None:
    """The game's own ``play``, which checks each action and folds each event, says what is right.

    Both have the same stream of chance, so that one number drawn too many would part them.
    """
    game, choices, first, second = play.game, Random(2), Random(1), Random(1)
    run = game.set_up(play.rules, play.start, Shuffled(first))
    state = run.state
    second.setstate(first.getstate())
    playout = game.play_on(state, second)
    while seated := game.to_act(state):
        assert playout.seat == seated[0]
        legal = playout.legal()
        assert list(legal) == list(game.legal_actions(state, seated[0]))
        action = legal[int(choices.random() * len(legal))]
        run = game.play(state, action, Shuffled(first))
        state = run.state
        playout.events.clear()
        playout.play(action)
        assert playout.events == run.events
        assert playout.state() == state
    assert playout.seat is None


def test_a_game_goes_on_in_place_from_any_position(play: Play) -> None:
    for turn in play.turns[::10]:
        playout = play.game.play_on(turn.after, Random(1))
        assert playout.state() == turn.after
        if playout.seat is not None:
            assert list(playout.legal()) == list(play.game.legal_actions(turn.after, playout.seat))


def test_nothing_is_played_on_where_cards_are_unknown(play: Play) -> None:
    if not isinstance(play.game.play_on(play.end, Random(1)), Stepwise):
        with pytest.raises(ValueError, match="unknown"):
            play.game.play_on(play.game.observe(play.turns[0].after, None), Random(1))
