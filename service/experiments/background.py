"""Small experiments that run beside the pages, in a process of their own."""

from dataclasses import dataclass, field
from typing import NamedTuple

from analytics.experiments import Question, check
from analytics.simulation import BESIDE
from service.experiments.bounds import affordable
from service.experiments.running import answer_of
from service.queue import Report, Stop, Worker
from service.wiring import Services

EACH = 5  # experiments of one person in line
MOST = 20  # experiments of all


@dataclass(frozen=True)
class Asked:
    """An experiment that somebody asked for; ``key`` tells it from others.

    :ivar store: whether its games are recorded.
    """

    key: str
    question: Question = field(compare=False)
    store: bool = field(compare=False)


class Running(NamedTuple):
    """An experiment that waits or runs.

    :ivar done: games a side so far.
    :ivar ahead: experiments that are run before it.
    """

    question: Question
    done: int
    ahead: int

    @property
    def part(self) -> int:
        """How much is done, of 100."""
        return 100 * self.done // self.question.games


class Background:
    """Runs experiments, one of each person in turn."""

    def __init__(self, services: Services) -> None:
        self._services = services
        closed = lambda: services.bell.closed  # noqa: E731
        self.worker = Worker[Asked]("experiments", EACH, MOST, self._run, closed)

    def start(self, question: Question, store: bool = False, who: str = "") -> None:
        """Put an experiment in line, unless it stands there.

        :param who: whose turn it takes.
        :raises Invalid: it cannot be answered, or takes too long to be answered here.
        :raises TooBusy: too many wait, theirs or anybody's.
        """
        check(question)
        affordable(question)
        self.worker.add(who, Asked(question.key, question, store))

    def cancel(self, key: str) -> None:
        """Take an experiment out of the line, though it runs.

        What was played is kept: asking again goes on from there.
        """
        for asked in self.worker.tasks():
            if asked.key == key:
                self.worker.cancel(asked)

    def progress(self, key: str) -> Running | None:
        """Say how far an experiment is that waits or runs."""
        return next((each for each in self.running() if each.question.key == key), None)

    def running(self) -> list[Running]:
        """List what runs and waits, in order."""
        asked = [(one.question, self.worker.progress(one)) for one in self.worker.tasks()]
        return [Running(question, at.done, at.ahead) for question, at in asked if at]

    def failed(self, key: str) -> tuple[Question, str] | None:
        """Return an experiment that came to nothing, and why."""
        failed = self.worker.failed().items()
        return next(((one.question, why) for one, why in failed if one.key == key), None)

    def _run(self, asked: Asked, report: Report, stop: Stop) -> None:
        def played(done: int) -> None:
            report(done, asked.question.games)

        how = {"workers": 1, "nice": BESIDE}
        store, question = asked.store, asked.question
        answer_of(self._services, question, store=store, report=played, stop=stop, **how)
