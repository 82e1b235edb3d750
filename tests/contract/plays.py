"""Random plays of every registered game, under each answer to each open question."""

import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

from domain.chance import Candidates, Shuffled
from domain.edition import EditionBase, parse_edition
from domain.events import Event
from domain.game import Game
from domain.games import GAMES
from domain.piles import Pile
from domain.rulebook import Rulebook, parse_rulebook
from tests.contract import lantern_moths, lepidoptery, nocturnis
from tests.contract.case import Case

SEEDS = Path(__file__).parents[2] / "seeds"
CASES: dict[str, Case] = {
    "lantern_moths": lantern_moths.CASE,
    "lepidoptery": lepidoptery.CASE,
    "nocturnis": nocturnis.CASE,
}
EVERYTHING = "MOTHLOG_FUZZ" in os.environ
SAMPLE = 60  # turns: of a session that is longer, those between are left to make fuzz
LONGEST = 5000  # actions; no game comes near


class Recording:
    """A chance source that remembers its questions and answers."""

    def __init__(self, seed: int) -> None:
        self._shuffled = Shuffled(Random(seed))
        self.answers: list[tuple[str, str]] = []

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        card = self._shuffled.draw(pile, question, candidates)
        assert card is not None
        self.answers.append((question, card))
        return card


@dataclass(frozen=True)
class Turn:
    """One choice, or the set-up (``action`` is then ``None``), and everything that followed."""

    before: Any
    action: Any
    answers: tuple[tuple[str, str], ...]
    events: tuple[Event, ...]
    after: Any


@dataclass(frozen=True)
class Play:
    """A whole session. ``steps`` pairs each event with the position before it."""

    game: Game
    rules: Any
    start: int
    turns: tuple[Turn, ...]

    @property
    def steps(self) -> list[tuple[Any, Event]]:
        steps = []
        for turn in self.turns:
            state = turn.before
            for event in turn.events:
                steps.append((state, event))
                state = self.game.evolve(state, event)
        return steps

    @property
    def end(self) -> Any:
        return self.turns[-1].after

    @property
    def sample(self) -> tuple[Turn, ...]:
        """Some sixty turns from all over the session; all where MOTHLOG_FUZZ is set."""
        return self.turns if EVERYTHING else self.turns[:: -(-len(self.turns) // SAMPLE)]

    def seats(self) -> tuple[int | None, ...]:
        """List everybody who may look: each seat, and somebody without one."""
        return (*range(self.rules.seats), None)


@cache
def edition(name: str) -> EditionBase:
    """Return the edition of a game that ships with it."""
    text = (SEEDS / name / "edition.toml").read_text(encoding="utf-8")
    return parse_edition(tomllib.loads(text), GAMES[name].edition)


@cache
def book(name: str) -> Rulebook:
    """Return the rulebook of a game."""
    return parse_rulebook(
        tomllib.loads((SEEDS / name / "rulebook.toml").read_text(encoding="utf-8"))
    )


def literals(annotation: Any) -> tuple[str, ...]:
    """List the texts that an option's type admits, in order; ``tuple[Literal, ...]`` too."""
    args = get_args(annotation)
    if get_origin(annotation) is tuple:
        return literals(args[0])
    return tuple(arg for arg in args if isinstance(arg, str))


def option_sets(game: Game) -> Iterator[Any]:
    """Yield the defaults, every other answer by itself, and the last answer to every question.
    An answer for each seat is the same for all of them.
    """
    hints = get_type_hints(game.options)
    answers: dict[str, list[Any]] = {
        name: [(value,) if get_origin(hint) is tuple else value for value in literals(hint)]
        for name, hint in hints.items()
    }
    yield game.options()
    for name, values in answers.items():
        for value in values[1:]:
            yield game.options(**{name: value})
    yield game.options(**{name: values[-1] for name, values in answers.items()})


@cache
def play_out(name: str, options: Any, seats: int, seed: int) -> Play:
    """Play one game to its end, every choice at random."""
    game = GAMES[name]
    rules = game.rules(edition(name), options, seats)
    chance, rng = Recording(seed), Random(seed + 1)
    start = int(rng.random() * seats)
    turns: list[Turn] = []
    state, action, run = game.blank(rules), None, game.set_up(rules, start, chance)
    while True:
        turns.append(Turn(state, action, tuple(chance.answers), tuple(run.events), run.state))
        chance.answers.clear()
        state = run.state
        legal = game.legal_actions(state)
        if not legal:
            return Play(game, rules, start, tuple(turns))
        assert len(turns) < LONGEST, f"no end in sight after {LONGEST} actions"
        action = legal[int(rng.random() * len(legal))]
        run = game.play(state, action, chance)


def plays() -> Iterator[tuple[str, Any, int, int]]:
    """Yield the sessions that every contract test looks at: all options, all numbers of seats, and
    what a game's case adds.
    """
    for name, game in GAMES.items():
        tables = [*game.seats]
        for seed, options in enumerate(option_sets(game)):
            yield name, options, tables[seed % len(tables)], seed
        for seed in CASES[name].also:
            yield name, game.options(), tables[seed % len(tables)], seed
