"""The chance to win at a position: it is played on many times, and wins are counted.

All seats play on as the greedy bot does, with a slip now and then so that no two games are alike:
an estimate of what the position is worth among players of that kind, no verdict on it.
"""

from random import Random
from statistics import stdev
from typing import Any

import msgspec

from analytics.bots.greedy import by_weights
from analytics.bots.playing import play_on
from analytics.intervals import Range, mean_range, wilson
from domain.chance import Shuffled
from domain.game import Game
from domain.games import find
from domain.imagining import Unimaginable

EVALUATOR = "greedy-1"
"""Who plays on; another number whenever the same games would come out otherwise."""

HIGHEST = 1e9  # points, beyond any game's

SLIP = 0.15  # of all choices, any legal action instead
GAMES = 200
"""Games a position: a chance of one half is then known to 7 points of 100 either way."""

PLAYER = by_weights({}, SLIP)


class Evaluation(msgspec.Struct, frozen=True):
    """What games from a position came to.

    :ivar chances: shares of wins, by seat; they add up to 1. Alone at the table: the mean score.
    :ivar games: how many; 0 after the end, where nothing is left to chance.
    :ivar deviation: of the scores, alone at the table.
    """

    chances: tuple[float, ...]
    games: int
    deviation: float | None = None

    @property
    def alone(self) -> bool:
        """Whether the chances are a score."""
        return len(self.chances) == 1

    @property
    def sound(self) -> bool:
        """Whether the numbers can be what games came to: shares, or a score and how it spread."""
        numbers = (*self.chances, self.deviation or 0)
        if self.games < 0 or not all(abs(number) <= HIGHEST for number in numbers):
            return False
        return self.alone or all(0 <= chance <= 1 for chance in self.chances)

    def range(self, seat: int) -> Range:
        """Return the 95% range that sampling leaves: Wilson's, or of a mean score."""
        value = self.chances[seat]
        if not self.games:
            return Range(value, value)
        if self.alone:
            return mean_range(value, self.deviation, self.games) or Range(value, value)
        return wilson(min(value * self.games, self.games), self.games)


def evaluate(game: Game, state: Any, rng: Random, games: int = GAMES) -> Evaluation:
    """Play on from a position, each time from a world that it could be.

    Each game has a stream of its own, drawn from ``rng`` before it: positions that are evaluated
    from the same seed meet the same luck, as far as they are alike.

    :param state: with unknown cards or without.

    :raises Unimaginable: more cards are unknown than are left.
    """
    if game.outcome(state) is not None:
        return Evaluation(_shares(game, state), 0)
    ends = []
    for _ in range(games):
        luck = Random(rng.getrandbits(64))
        ends.append(_shares(game, played_on(game, game.imagine(state, luck), luck)))
    means = tuple(sum(shares) / games for shares in zip(*ends, strict=True))
    alone = len(means) == 1 and games > 1
    return Evaluation(means, games, stdev(score for (score,) in ends) if alone else None)


def worth_of(game: str, rules: str, state: Any, seed: str, games: int) -> Evaluation | str:
    """Evaluate a position under a version of the rules; say why where that cannot be done."""
    try:
        return evaluate(find(game).under(rules), state, Random(seed), games)
    except Unimaginable as error:
        return str(error)


def _shares(game: Game, end: Any) -> tuple[float, ...]:
    """Return what an end is to each seat: its share of the win, or alone the score."""
    seats = end.rules.seats
    if seats == 1:
        return (float(game.scores(end)[0] or 0),)
    winners = game.outcome(end).winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


def played_on(game: Game, state: Any, rng: Random) -> Any:
    """Return an end that a position without unknown cards can come to."""
    players = [(PLAYER, rng)] * state.rules.seats
    for run in play_on(game, state, players, Shuffled(rng)):
        state = run.state
    return state
