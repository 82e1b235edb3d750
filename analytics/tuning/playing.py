"""Games of candidates: the same deals for all of them, in worker processes where there are some."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from analytics.experiments.measures import MEASURES
from analytics.experiments.measures import Values as MeasureValues
from analytics.experiments.playing import Played, openings, play
from analytics.experiments.question import Arm, Question
from analytics.farm import Crew, Here
from analytics.tuning.aims import Aim, Column
from analytics.tuning.tuning import Built, Tuning
from domain.games import GAMES

CHUNK = 10  # games a task

_PLACE = {measure.key: nth for nth, measure in enumerate(MEASURES)}
_OF_MEASURE = {"ties": "tied", "minutes": "actions", "under": "points", "over": "points"}

Number = float | None
Numbers = tuple[tuple[Number, ...], ...]
"""What a game has for each aim: one number, or for ``balance`` each place's part of the win."""


class Stopped(Exception):
    """Somebody wants no more games."""


class Task(NamedTuple):
    """Some games of one candidate on one side."""

    question: Question
    aims: tuple[Aim, ...]
    seconds: float
    first: int
    end: int


Work = Callable[[Sequence[Task]], Iterator[list[Numbers]]]
"""Yields what each task found, in order."""


def some(task: Task) -> list[Numbers]:
    """Play the games of a task."""
    question = task.question
    (arm,) = question.arms
    opened = openings(question)[arm.label]
    return [_numbers(task, play(question, arm, opened, n), n) for n in range(task.first, task.end)]


def tasks_of(tuning: Tuning, candidate: Built, games: int, seed: str) -> list[list[Task]]:
    """Return a candidate's tasks, side by side.

    :param seed: names the deals, which are the same for every candidate.
    """
    return [
        [
            Task(
                _question(tuning, candidate, side, games, seed),
                tuning.aims,
                tuning.seconds,
                first,
                min(first + CHUNK, games),
            )
            for first in range(0, games, CHUNK)
        ]
        for side in tuning.sides
    ]


def columns_of(aims: Sequence[Aim], games: Sequence[Numbers]) -> list[Column] | None:
    """Return a column of numbers for each aim: shape (games, 1), for ``balance`` (games, places).

    ``None`` where an aim has a game without a number.
    """
    found = []
    for nth in range(len(aims)):
        rows = [game[nth] for game in games]
        if any(number is None for row in rows for number in row):
            return None
        found.append(np.array(rows, dtype=np.float64))
    return found


@contextmanager
def at_work(workers: int, stop: Callable[[], bool]) -> Iterator[Work]:
    """Lend what plays tasks.

    :param workers: processes; with 1 the games are played in this one.
    :param stop: asked before each task is waited for; then :class:`Stopped` is raised.
    :raises FarmError: a task ended several processes, one after the other.
    """

    def all_of(results: Iterator[list[Numbers]], tasks: Sequence[Task]) -> Iterator[list[Numbers]]:
        left = len(tasks)
        for result in results:
            left -= 1
            yield result
        if left:
            raise Stopped

    if workers == 1:
        yield lambda tasks: all_of(Here().results(some, tasks, stop), tasks)
        return
    with Crew(some, workers) as crew:
        yield lambda tasks: all_of(crew.results(tasks, stop), tasks)


def _question(
    tuning: Tuning, candidate: Built, side: dict[str, str], games: int, seed: str
) -> Question:
    arm = Arm(
        label="tuning",
        options=candidate.options | side,
        edition=candidate.edition,
        bots=tuning.bots,
    )
    return Question(
        game=tuning.game,
        name="tuning",
        text="",
        rules=tuning.rules,
        seats=tuning.seats,
        arms=(arm,),
        games=games,
        seed=seed,
        cast=tuning.cast,
    )


def _numbers(task: Task, played: Played, number: int) -> Numbers:
    seats = task.question.seats
    return tuple(
        _parts(played.measured.winners, number % seats, seats)
        if aim.key == "balance"
        else (_number(task, aim, played.measured.values),)
        for aim in task.aims
    )


def _number(task: Task, aim: Aim, values: MeasureValues) -> Number:
    question = task.question
    number = values[_PLACE[_OF_MEASURE.get(aim.key, aim.key)]]
    if number is None:
        return None
    if aim.key == "minutes":
        at_once = question.seats if GAMES[question.game].simultaneous else 1
        return number * task.seconds / 60 / at_once
    if aim.key in ("under", "over"):
        two, three = question.arms[0].edition["stars"]["value"]
        return float(number < two if aim.key == "under" else number > three)
    return number


def _parts(winners: tuple[int, ...] | None, start: int, seats: int) -> tuple[Number, ...]:
    """Return the part of the win of each place, from the seat that begins."""
    if not winners:
        return (None,) * seats
    return tuple(((start + place) % seats in winners) / len(winners) for place in range(seats))
