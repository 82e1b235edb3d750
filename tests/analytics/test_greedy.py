"""Heuristics of all games: they value what a seat knows, and beat chance by far."""

import re
from itertools import product
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from analytics.bots import find_bot, move
from analytics.bots.greedy import VALUING
from analytics.intervals import wilson
from domain.chance import Shuffled
from domain.game import Game
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from service import seeds
from tests.contract.plays import option_sets


def played(
    game: Game, bots: tuple[str, ...], seed: str, options: Any = None
) -> list[tuple[Any, Any]]:
    """Play a whole game; return each position with what was chosen, the last one with ``None``."""
    rules = game.rules(seeds.edition(game), options or game.options(), len(bots))
    chance = Shuffled(Random(f"{seed}/shuffle"))
    rngs = [Random(f"{seed}/{seat}") for seat in range(len(bots))]
    state, found = game.set_up(rules, 0, chance).state, []
    while waiting := game.to_act(state):
        seat = waiting[0]
        action = move(game, state, seat, find_bot(bots[seat]), rngs[seat])
        found.append((state, action))
        state = game.play(state, action, chance).state
    return [*found, (state, None)]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_what_an_action_is_worth_rests_on_what_the_seat_knows(game: Game) -> None:
    """The same in a world that its observation could be, whichever actions are asked about."""
    valuing = VALUING[game.name]
    weights, worlds = valuing.Weights(), Random(8)
    for state, action in played(game, ("greedy",) * 2, "known")[:-1:4]:
        legal = game.legal_actions(state, action.seat)
        seen = game.observe(state, action.seat)
        values = valuing.values(seen, action.seat, legal, weights)
        assert len(values) == len(legal)
        world = game.imagine(seen, worlds)
        assert valuing.values(world, action.seat, legal, weights) == values
        some = legal[::3]
        assert valuing.values(world, action.seat, some, weights) == values[::3]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_weight_is_a_number_that_can_be_set_and_says_what_it_is(game: Game) -> None:
    kind = VALUING[game.name].Weights
    assert kind() == msgspec.convert({}, kind)
    for name, value in msgspec.structs.asdict(kind()).items():
        assert f":ivar {name}: " in (kind.__doc__ or "")
        changed = msgspec.convert({name: value}, kind)
        assert changed == kind()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"no such": 1.0}, kind)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_whatever_the_weights_every_action_has_a_value(game: Game) -> None:
    valuing, rng = VALUING[game.name], Random(4)
    numbers = (-9.0, -1.0, -0.25, 0.0, 0.5, 40.0)
    names = [
        name
        for name, value in msgspec.structs.asdict(valuing.Weights()).items()
        if isinstance(value, float)
    ]
    for state, action in played(game, ("greedy",) * 2, "odd")[:-1:3]:
        weights = valuing.Weights(**{name: rng.choice(numbers) for name in names})
        legal = game.legal_actions(state, action.seat)
        looks = valuing.values(game.observe(state, action.seat), action.seat, legal, weights)
        assert all(isfinite(look) for look in looks)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_it_plays_under_every_answer_to_every_open_question(game: Game) -> None:
    for number, options in enumerate(option_sets(game)):
        seats = (2, 3, 4)[number % 3] if 4 in game.seats else 2
        state, _ = played(game, ("greedy",) * seats, f"options {number}", options)[-1]
        assert game.outcome(state) is not None


@pytest.mark.parametrize(
    ("game", "seats", "games", "least"),
    [
        (LANTERN_MOTHS, 2, 80, 0.9),
        (LANTERN_MOTHS, 3, 60, 0.9),
        (LANTERN_MOTHS, 4, 60, 0.85),
        (LEPIDOPTERY, 2, 160, 0.9),
        (NOCTURNIS, 2, 14, 0.75),
    ],
)
def test_greedy_beats_random_from_every_seat(
    game: Game, seats: int, games: int, least: float
) -> None:
    won = 0
    for number, seat in product(range(games // seats), range(seats)):
        bots = tuple("greedy" if at == seat else "random" for at in range(seats))
        state, _ = played(game, bots, f"against chance {number}")[-1]
        won += game.outcome(state).winners == (seat,)
    assert wilson(won, games // seats * seats).low > least


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_documents_list_every_weight_with_its_default_and_what_it_is(game: Game) -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    part = page.split(f"### {game.title}\n")[1].split("\n#")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", part, re.M)
    kind = VALUING[game.name].Weights
    said = re.findall(r":ivar (\w+): ((?:.|\n(?!\s*(?::|$)))+)", kind.__doc__ or "")
    about = {name: " ".join(text.split()).removesuffix(".") for name, text in said}
    assert rows == [
        (name, shown(default), about[name])
        for name, default in msgspec.structs.asdict(kind()).items()
    ]


def shown(default: float | tuple[float, ...]) -> str:
    numbers = default if isinstance(default, tuple) else (default,)
    return ", ".join(f"{number:g}" for number in numbers)
