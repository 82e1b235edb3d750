"""Bots that play a game on to its end, each with a random stream of its own."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from analytics.bots.bot import Choose
from analytics.bots.cast import Cast
from domain.chance import Chance
from domain.game import Game
from domain.run import Run

Player = tuple[Choose, Random]


def seated(cast: Cast, bots: Sequence[str], seed: str) -> list[Player]:
    """Seat bots by name, with streams apart from one another and from the shuffle.

    :raises Invalid: there is no such bot.
    """
    return [(cast.find(bot).choose, Random(f"{seed}/bot/{seat}")) for seat, bot in enumerate(bots)]


def play_on(
    game: Game, state: Any, players: Sequence[Player], chance: Chance
) -> Iterator[Run[Any]]:
    """Play a game without unknown cards to its end; yield what each action leads to."""
    while waiting := game.to_act(state):
        seat = waiting[0]
        choose, rng = players[seat]
        legal = game.legal_actions(state, seat)
        action = choose(game, partial(game.observe, state, seat), legal, rng)
        run = game.play(state, action, chance)
        yield run
        state = run.state
