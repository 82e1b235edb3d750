"""Bots: each exists for certain games, chooses what is legal, and sees what its seat sees."""

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from analytics.bots import Bot, bots_of, cast_of, find_bot, move
from domain.chance import Shuffled
from domain.game import Game
from domain.games import GAMES
from service import seeds
from tests.contract.plays import CASES

QUICK = {"ismcts": "ismcts-2"}
"""Bots that are tried with less time to think."""

PAIRS = [
    (game, find_bot(QUICK.get(name, name))) for game in GAMES.values() for name in bots_of(game)
]


def played(game: Game, bot: Bot, seats: int, seed: str) -> list[tuple[Any, Any]]:
    """Play a whole game by a bot; return each position with what was chosen in it."""
    rules = game.rules(seeds.edition(game), game.options(), seats)
    rng = Random(seed)
    chance = Shuffled(rng)
    state, found = game.set_up(rules, 0, chance).state, []
    while waiting := game.to_act(state):
        action = move(game, state, waiting[-1], bot, rng)
        found.append((state, action))
        state = game.play(state, action, chance).state
    assert game.outcome(state) is not None
    return found


positions = cache(played)
"""The same, played once for all tests that ask the same."""


def test_a_bot_is_offered_only_for_games_that_it_plays() -> None:
    for game in GAMES.values():
        assert {"random", "ismcts"} <= set(bots_of(game))
        assert all(bot.plays(game) for bot in bots_of(game).values())
    assert all(find_bot(name).name == name for name in cast_of().names)


@pytest.mark.parametrize(("game", "bot"), PAIRS, ids=lambda one: one.name)
def test_every_choice_is_legal_for_the_seat_that_was_asked(game: Game, bot: Bot) -> None:
    seats = min(game.seats[-1], 3)
    for state, action in positions(game, bot, seats, "hidden"):
        assert action in game.legal_actions(state, action.seat)


@pytest.mark.parametrize(("game", "bot"), PAIRS, ids=lambda one: one.name)
def test_the_same_seed_gives_the_same_choices(game: Game, bot: Bot) -> None:
    seats = min(game.seats[-1], 2)
    first, second = positions(game, bot, seats, "twice"), played(game, bot, seats, "twice")
    assert [action for _, action in first] == [action for _, action in second]


@pytest.mark.parametrize(("game", "bot"), PAIRS, ids=lambda one: one.name)
def test_a_bot_chooses_the_same_whatever_its_seat_cannot_see(game: Game, bot: Bot) -> None:
    seats, swaps = min(game.seats[-1], 3), CASES[game.name].swaps
    compared = 0
    for state, action in positions(game, bot, seats, "hidden")[::5]:
        chosen = move(game, state, action.seat, bot, Random(1))
        for other in islice(swaps(state, action.seat), 4):
            assert other != state
            assert move(game, other, action.seat, bot, Random(1)) == chosen
            compared += 1
    assert compared
