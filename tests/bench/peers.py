"""Random play by the bare rules beside other engines: RLCard, PettingZoo and OpenSpiel.

Everybody plays whole games in this process on one core, in turns, for the same processor time a
round; the best round of each counts, in player actions a second. The collector is off for all.
Each peer is driven as its own documents show. Two are driven faster as well, and said so: RLCard
step by step, without the trajectories that ``run`` gathers, and OpenSpiel's chance is drawn by one
random number where its documents call NumPy's ``choice``, which takes most of the time.

The peers are optional: ``make peers`` installs them (``requirements-peers.lock``).
"""

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from domain.chance import Shuffled
from domain.game import Game
from domain.games import LANTERN_MOTHS, LEPIDOPTERY
from service import seeds
from tests.bench.common import FigureRow

SECONDS = 0.5  # of processor time, a contestant and round

OneGame = Callable[[], int]
"""Plays one random game and returns how many actions its players took."""


class Peer(NamedTuple):
    """Somebody else's game, and how many times as fast as it ours is asked to be."""

    name: str
    package: str
    times: float | None
    prepare: Callable[[Random], OneGame]


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Print a table of all speeds, and yield our games against each peer that has a target."""
    present = [peer for peer in PEERS if all(map(find_spec, MODULES[peer.package]))]
    if missing := sorted({peer.package for peer in PEERS} - {peer.package for peer in present}):
        print(f"peers: not installed, so left out: {', '.join(missing)} (make peers)")
    contestants = {name: prepare(Random(1)) for name, prepare in OURS.items()}
    contestants |= {peer.name: peer.prepare(Random(1)) for peer in present}
    speeds = _speeds(contestants, arguments.rounds)
    _print(speeds, present)
    for ours in (IN_PLACE.format(game.title) for game in (LANTERN_MOTHS, LEPIDOPTERY)):
        for peer in present:
            if peer.times is not None:
                theirs = speeds[peer.name]
                yield ours, speeds[ours], "actions/s", peer.times * theirs, theirs, peer.name


def _speeds(contestants: dict[str, OneGame], rounds: int) -> dict[str, float]:
    best = dict.fromkeys(contestants, 0.0)
    for one_game in contestants.values():
        one_game()
    for _ in range(rounds):
        for name, one_game in contestants.items():
            gc.collect()
            gc.disable()
            best[name] = max(best[name], _speed(one_game))
            gc.enable()
    return best


def _speed(one_game: OneGame) -> float:
    actions, began = 0, time.process_time()
    while (taken := time.process_time() - began) < SECONDS:
        actions += one_game()
    return actions / taken


def _print(speeds: dict[str, float], peers: list[Peer]) -> None:
    table = Table("random games", "actions/s", *(f"{name}, times" for name in OURS))
    for name in (*OURS, *(peer.name for peer in peers)):
        ratios = (f"{speeds[ours] / speeds[name]:.2f}" for ours in OURS)
        table.add_row(name, f"{speeds[name]:,.0f}", *ratios)
    Console(width=150).print(table)


def _in_place(game: Game, rng: Random) -> OneGame:
    """Play on in place, as simulations do."""
    rules, random = _rules(game), rng.random

    def one_game() -> int:
        actions, chance = 0, Shuffled(rng)
        playout = game.play_on(game.set_up(rules, int(random() * 2), chance).state, rng)
        while playout.seat is not None:
            legal = playout.legal()
            playout.play(legal[int(random() * len(legal))])
            actions += 1
        return actions

    return one_game


def _by_positions(game: Game, rng: Random) -> OneGame:
    """Play from one position to the next, each one a value, each action checked again."""
    rules, random = _rules(game), rng.random

    def one_game() -> int:
        actions, chance = 0, Shuffled(rng)
        state = game.set_up(rules, int(random() * 2), chance).state
        while legal := game.legal_actions(state):
            state = game.play(state, legal[int(random() * len(legal))], chance).state
            actions += 1
        return actions

    return one_game


def _rules(game: Game) -> Any:
    return game.rules(seeds.edition(game), game.options(), 2)


def _rlcard_run(name: str) -> Callable[[Random], OneGame]:
    """Play as ``examples/run_random.py`` of RLCard does."""

    def prepare(rng: Random) -> OneGame:
        import rlcard
        from rlcard.agents import RandomAgent

        env = rlcard.make(name, config={"seed": 1})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

        def one_game() -> int:
            before = env.timestep
            env.run(is_training=False)
            return int(env.timestep - before)

        return one_game

    return prepare


def _rlcard_step(name: str) -> Callable[[Random], OneGame]:
    def prepare(rng: Random) -> OneGame:
        import rlcard

        env, random = rlcard.make(name, config={"seed": 1}), rng.random

        def one_game() -> int:
            actions, (state, _) = 0, env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(random() * len(legal))])
                actions += 1
            return actions

        return one_game

    return prepare


def _connect_four(rng: Random) -> OneGame:
    """Play as PettingZoo's page on its AEC interface does."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def one_game() -> int:
        actions = 0
        env.reset(seed=int(rng.random() * 1e9))
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                action = None
            else:
                action = env.action_space(agent).sample(observation["action_mask"])
                actions += 1
            env.step(action)
        return actions

    return one_game


def _openspiel(name: str) -> Callable[[Random], OneGame]:
    """Play as ``python/examples/example.py`` of OpenSpiel does."""

    def prepare(rng: Random) -> OneGame:
        import pyspiel

        game, random = pyspiel.load_game(name), rng.random

        def one_game() -> int:
            actions, state = 0, game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(_drawn(state.chance_outcomes(), random()))
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(random() * len(legal))])
                    actions += 1
            return actions

        return one_game

    return prepare


def _drawn(outcomes: list[tuple[int, float]], at: float) -> int:
    for outcome, probability in outcomes:
        at -= probability
        if at < 0:
            return outcome
    return outcomes[-1][0]


IN_PLACE, BY_POSITIONS = "{}, in place", "{}, by positions"

OURS: dict[str, Callable[[Random], OneGame]] = {
    text.format(game.title): lambda rng, way=way, game=game: way(game, rng)  # type: ignore[misc]
    for text, way in ((IN_PLACE, _in_place), (BY_POSITIONS, _by_positions))
    for game in (LANTERN_MOTHS, LEPIDOPTERY)
}

PEERS = (
    Peer("RLCard uno, env.run", "rlcard", 5, _rlcard_run("uno")),
    Peer("RLCard gin-rummy, env.run", "rlcard", 5, _rlcard_run("gin-rummy")),
    Peer("RLCard uno, steps alone", "rlcard", None, _rlcard_step("uno")),
    Peer("RLCard gin-rummy, steps alone", "rlcard", None, _rlcard_step("gin-rummy")),
    Peer("PettingZoo connect_four_v3", "pettingzoo[classic]", 10, _connect_four),
    Peer("OpenSpiel hearts", "open-spiel", 0.5, _openspiel("hearts")),
    Peer("OpenSpiel crazy_eights", "open-spiel", 0.5, _openspiel("crazy_eights")),
)

MODULES = {
    "rlcard": ("rlcard",),
    "pettingzoo[classic]": ("pettingzoo", "pygame"),
    "open-spiel": ("pyspiel",),
}
