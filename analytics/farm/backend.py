"""What every place to work in does: take tasks and hand back their results in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from threading import local
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

AHEAD = 4  # tasks a worker that are handed out before their turn
PATIENCE = 0.2  # seconds between looks whether somebody wants to stop

Stop = Callable[[], bool]
"""Asked between tasks and while waiting; whoever answers yes wants no more results."""


class FarmError(Exception):
    """The workers cannot go on. What was handed back before stands."""


class Halted(KeyboardInterrupt):
    """Leaves a task in the middle; nothing of it is handed back."""


_here = local()


def here(work: Callable[[T], R], task: T) -> R:
    """Return a task's result, worked on in this thread.

    :raises Halted: a signal's handler called :func:`halt` meanwhile.
    """
    try:
        _here.busy = True
        return work(task)
    finally:
        _here.busy = False


def halt() -> None:
    """Leave the task that this thread works on, if it works on one; for handlers of signals.

    :raises Halted: it does.
    """
    if getattr(_here, "busy", False):
        _here.busy = False
        raise Halted


class Backend(Protocol):
    """A place where tasks are worked on, some at once.

    A task may be worked on twice, when a worker is gone before its result is here; its result
    is handed back once.
    """

    def results(self, work: Callable[[T], R], tasks: Iterable[T], stop: Stop) -> Iterator[R]:
        """Yield the result of each task, in the order of the tasks, until somebody stops it.

        Tasks are taken a few ahead of their results, so that neither fills the memory.

        :param work: a function that other processes can be sent.
        :raises FarmError: there are no workers, or a task ends all that try it.
        :raises Exception: what the work raised.
        """
        ...


class Here:
    """Works in this process, one task after the other."""

    def results(self, work: Callable[[T], R], tasks: Iterable[T], stop: Stop) -> Iterator[R]:
        """Yield the result of each task until somebody stops it."""
        for task in tasks:
            if stop():
                return
            try:
                result = here(work, task)
            except Halted:
                return
            yield result


class Pending(Protocol[R_co]):
    """A result that is not here yet."""

    def result(self, timeout: Any = None) -> R_co:
        """Return the result; wait for it that many seconds at most."""
        ...

    def done(self) -> bool:
        """Return whether it is here."""
        ...


def in_order(
    submit: Callable[[T], Pending[R]],
    tasks: Iterable[T],
    ahead: int,
    stop: Stop,
    waited: Callable[[], None] = lambda: None,
) -> Iterator[R]:
    """Yield the results of tasks that are submitted a number ahead, until somebody stops it.

    :param waited: called each time that a result has let itself be waited for.
    """
    tasks, waiting = iter(tasks), deque[Pending[R]]()
    while True:
        while len(waiting) < ahead and (task := next(tasks, None)) is not None:
            waiting.append(submit(task))
        if not waiting:
            return
        while True:
            if stop():
                return
            try:
                result = waiting[0].result(PATIENCE)
                break
            except TimeoutError:
                if waiting[0].done():  # the task's own, or it came just now
                    result = waiting[0].result()
                    break
                waited()
        waiting.popleft()
        yield result
