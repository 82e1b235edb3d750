"""The chance to win at a position: it is played on many times, and wins are counted.

Both sides play on as the greedy bot does, with a slip now and then so that no two games are alike:
an estimate of what the position is worth among players of that kind, no verdict on it.
"""

from functools import partial
from random import Random
from typing import Any, NamedTuple

from analytics.bots.greedy import by_weights
from domain.chance import Shuffled
from domain.game import Game

SLIP = 0.15  # of all choices, any legal action instead
GAMES = 60
"""Games a position: a chance of one half is then known to 13 points of 100 either way."""

PLAYER = by_weights({}, SLIP)


class Evaluation(NamedTuple):
    """What games from a position came to.

    :ivar chances: shares of wins, by seat; they add up to 1. Alone at the table: the mean score.
    """

    chances: tuple[float, ...]
    games: int


def evaluate(game: Game, state: Any, rng: Random, games: int = GAMES) -> Evaluation:
    """Play on from a position, each time from a world that it could be.

    :param state: with unknown cards or without.

    :raises Unimaginable: more cards are unknown than are left.
    """
    won = [0.0] * state.rules.seats
    for _ in range(games):
        end = played_on(game, game.imagine(state, rng), rng)
        winners = game.outcome(end).winners
        if len(won) == 1:
            won[0] += game.scores(end)[0] or 0
            continue
        for seat in winners:
            won[seat] += 1 / len(winners)
    return Evaluation(tuple(share / games for share in won), games)


def played_on(game: Game, state: Any, rng: Random) -> Any:
    """Return an end that a position without unknown cards can come to."""
    chance = Shuffled(rng)
    while seated := game.to_act(state):
        seat = seated[0]
        legal = game.legal_actions(state, seat)
        view = partial(game.observe, state, seat)
        state = game.play(state, PLAYER(game, view, legal, rng), chance).state
    return state
