"""An edition tried by bots: how its scores spread. Nothing is recorded."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

import msgspec

from analytics.farm import Backend, Here, Processes
from analytics.simulation import CHUNK, Plan, opening, played
from domain.games import GAMES

PARTS = 10  # tenths of the games, for the spread


class Played(NamedTuple):
    """A finished game: every seat's points, and the rounds it took."""

    scores: tuple[int | None, ...]
    rounds: int


class Trial(msgspec.Struct, frozen=True):
    """How the scores of all seats of all games spread.

    :ivar counts: how many scores there were of each number of points, from the lowest.
    :ivar tenths: the lowest score, those that a tenth, two tenths… of the scores do not exceed,
        and the highest.
    :ivar rounds: the mean number of rounds.
    """

    games: int
    scores: int
    mean: float
    deviation: float
    tenths: tuple[int, ...]
    counts: dict[int, int]
    rounds: float

    def under(self, points: int) -> float:
        """Return the part of the scores that are lower."""
        return sum(n for score, n in self.counts.items() if score < points) / self.scores

    def over(self, points: int) -> float:
        """Return the part of the scores that are higher."""
        return sum(n for score, n in self.counts.items() if score > points) / self.scores


def try_out(plan: Plan, games: int, workers: int = 1) -> Iterator[Played]:
    """Yield the games of a plan, the same ones that would be simulated for it, in order.

    :param workers: processes; with 1 the games are played in this one.
    :raises FarmError: some games ended several processes, one after the other.
    """
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    alone = workers == 1 or len(chunks) == 1
    where: Backend = Here() if alone else Processes(workers)
    for found in where.results(partial(_some, plan), chunks, lambda: False):
        yield from found


def summary(found: Iterable[Played]) -> Trial:
    """Count scores.

    :raises ValueError: no game, or one without points.
    """
    games = list(found)
    scores = sorted(score for game in games for score in game.scores if score is not None)
    if not scores:
        raise ValueError("no scores to count")
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    last = len(scores) - 1
    return Trial(
        games=len(games),
        scores=len(scores),
        mean=round(mean, 2),
        deviation=round(variance**0.5, 2),
        tenths=tuple(scores[last * tenth // PARTS] for tenth in range(PARTS + 1)),
        counts={points: scores.count(points) for points in dict.fromkeys(scores)},
        rounds=round(sum(game.rounds for game in games) / len(games), 2),
    )


def _some(plan: Plan, numbers: range) -> list[Played]:
    game, opened = GAMES[plan.game], opening(plan)
    last = [played(plan, opened, number)[1] for number in numbers]
    return [Played(game.scores(state), game.round_of(state)) for state in last]
