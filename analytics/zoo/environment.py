"""A game as an environment of PettingZoo's AEC interface: one seat after the other acts."""

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from analytics.zoo import lantern_moths, lepidoptery, nocturnis
from analytics.zoo.numbering import Numbering
from analytics.zoo.parts import Parts
from domain.chance import Shuffled
from domain.edition import EditionBase, parse_edition
from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES, find
from domain.options import filled_in, read_options

LOOK: dict[str, Callable[[Any, int], Parts]] = {
    "lantern_moths": lantern_moths.look,
    "lepidoptery": lepidoptery.look,
    "nocturnis": nocturnis.look,
}
"""What a seat sees in numbers."""

RENDER_MODES = ["human", "ansi"]
MOST = 999.0  # of a number in an observation
ILLEGAL = -1.0  # reward of an illegal action, which ends the game

Observed = dict[str, NDArray[Any]]


class raw_env(AECEnv[str, Observed, int]):  # noqa: N801 (PettingZoo's name for it)
    """A game without the wrappers that catch wrong use.

    :param game: its name, in the store or on the command line.
    :param options: values of the rulebook's open questions; the others keep their default.
    :param edition: what lies in the box; without one what comes with the game.
    :param render_mode: ``ansi`` for text, ``human`` to print it.

    :raises Invalid: a game, a number of seats, an option or an edition that does not fit.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo reads it from the class)
        "name": "mothlog_v1",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str = "lantern_moths",
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        edition: EditionBase | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = _game(game)
        if seats not in self.game.seats:
            expected = f"{self.game.seats[0]} to {self.game.seats[-1]}"
            raise Invalid(f"seats: found {seats!r}, expected {expected}")
        if render_mode not in (None, *RENDER_MODES):
            raise Invalid(f"render_mode: found {render_mode!r}, expected 'ansi' or 'human'")
        given = filled_in(self.game.options, options or {})
        box = edition or _shipped(self.game)
        self.rules = self.game.rules(box, read_options(self.game.options, given), seats)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.numbering = Numbering(self.game, self.rules)
        self._look, self._rng = LOOK[self.game.name], Random()
        self.position: Any = self.game.blank(self.rules)
        self.layout, width = _layout(self._look(self.position, 0))
        self.action_spaces = {a: spaces.Discrete(len(self.numbering)) for a in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, MOST, (width,), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.numbering),), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations; it is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions; it is the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew. Without a seed the next game of the stream begins.

        :param seed: the same one gives the same deal, and with the same actions the same game.
        :param options: left alone; a ruling is an argument of the environment.
        """
        if seed is not None:
            self._rng = Random(int(seed))
        self._chance = Shuffled(self._rng)
        start = int(self._rng.random() * self.rules.seats)
        self.position = self.game.set_up(self.rules, start, self._chance).state
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observed:
        """Return what a seat sees, and the mask of what it may do: nothing out of its turn."""
        seat = self.possible_agents.index(agent)
        seen = self.game.observe(self.position, seat)
        numbers = [n for part in self._look(seen, seat).values() for n in part]
        choosing = agent == self.agent_selection and not self.terminations.get(agent, True)
        legal = self.game.legal_actions(self.position, seat) if choosing else ()
        return {
            "observation": np.minimum(np.array(numbers, dtype=np.float32), MOST),
            "action_mask": self.numbering.mask(legal),
        }

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act; an agent whose game is over takes ``None``.

        :raises Refusal: the rules forbid the action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        meant = self.numbering.action(int(action), self.possible_agents.index(agent))
        self.position = self.game.play(self.position, meant, self._chance).state
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if (outcome := self.game.outcome(self.position)) is not None:
            told, shares = msgspec.to_builtins(outcome), rewards(outcome, self.rules.seats)
            self.rewards = dict(zip(self.possible_agents, shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"outcome": told} for agent in self.agents}
        else:
            self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the whole position as text, hidden cards included, or print it."""
        if self.render_mode is None:
            return None
        text = self.game.as_text(self.position, self.possible_agents)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: an environment holds nothing open."""

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.game.to_act(self.position)[0]]


def env(
    game: str = "lantern_moths",
    seats: int = 2,
    options: Mapping[str, str] | None = None,
    edition: EditionBase | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observed, int]:
    """Return a game as an environment that catches wrong use: an illegal action ends it with a
    reward of -1 for whoever did it. Parameters and errors are those of :class:`raw_env`.
    """
    raw = raw_env(game, seats, options, edition, render_mode)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def rewards(outcome: Any, seats: int) -> list[float]:
    """Return what each seat gets in the end: winners share 1, the others -1; all winners 0. A
    game for one gives its stars.
    """
    if seats == 1:
        return [float(outcome.stars)]
    won, lost = len(outcome.winners), seats - len(outcome.winners)
    if not lost:
        return [0.0] * seats
    return [1 / won if seat in outcome.winners else -1 / lost for seat in range(seats)]


def _game(name: str) -> Game:
    try:
        return find(name)
    except KeyError:
        expected = ", ".join(GAMES)
        raise Invalid(f"game: found {name!r}, expected one of: {expected}") from None


def _shipped(game: Game) -> EditionBase:
    text = files("seeds").joinpath(f"{game.name}/edition.toml").read_text(encoding="utf-8")
    return parse_edition(tomllib.loads(text), game.edition)


def _layout(parts: Parts) -> tuple[dict[str, slice], int]:
    """Return where each part lies in an observation, and how long that is."""
    layout, at = {}, 0
    for name, numbers in parts.items():
        layout[name] = slice(at, at + len(numbers))
        at += len(numbers)
    return layout, at
