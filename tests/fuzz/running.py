"""Sends so many bad inputs to a target, and holds the store and the clock to what is promised."""

import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tests.fuzz.asked import asked
from tests.fuzz.commands import commands
from tests.fuzz.kept import kept
from tests.fuzz.pages import pages
from tests.fuzz.people import people
from tests.fuzz.played import played
from tests.fuzz.stores import stores
from tests.fuzz.tally import Tally
from tests.fuzz.targets import Target, plain
from tests.fuzz.world import World, world

HANGS = 20  # seconds of the processor for one input; the clock says little on a busy machine
FAULTS = 20  # after which a target is given up
RENEWED = 2_500  # inputs until a new world; what was accepted makes one slower


class Broken(AssertionError):
    """An input broke something; it can be made again from its number."""

    def __init__(
        self, target: str, number: int, raw: bytes, why: BaseException, log: Sequence[str] = ()
    ) -> None:
        said = "\n".join([f"{type(why).__name__}: {why}", *log[:1]])
        super().__init__(f"{target}, input {number}: {said}\n{raw[:2000]!r}")


KINDS = (plain, pages, people, played, asked, kept, stores, commands)


def targets(made: World) -> list[Target]:
    """List every target of a world."""
    return [target for kind in KINDS for target in kind(made)]


def named(made: World, name: str) -> Target:
    """Return the target of that name."""
    return next(each for each in targets(made) if each.name == name)


def run(
    name: str, first: int, count: int, tell: Callable[[int], None] = lambda done: None
) -> Tally:
    """Send inputs to a target.

    :param first: the number of the first one; the same numbers make the same inputs.
    :param tell: told how many are done.
    :returns: with what they broke; after many faults it ends.
    :raises AssertionError: what was stored before is no longer the same.
    """
    tally = Tally(name)
    while tally.inputs < count and len(tally.broken) < FAULTS:
        with world() as made:
            target = named(made, name)
            some = min(RENEWED, count - tally.inputs)
            _some(made, target, first + tally.inputs, some, tally)
        tell(tally.inputs)
    return tally


def _some(made: World, target: Target, first: int, count: int, tally: Tally) -> None:
    made.settle()
    _ = target.seeds
    begun = made.marks
    before = made.digest(begun)
    for number in range(first, first + count):
        tally.inputs += 1
        try:
            tally.accepted += tried(made, target, target.input(number), number)
        except Broken as fault:
            tally.broken.append(str(fault))
            if len(tally.broken) >= FAULTS:
                break
    assert made.digest(begun) == before, f"{target.name}: stored events changed"


def tried(made: World, target: Target, raw: bytes, number: int = 0) -> bool:
    """Send one input; say whether it was accepted.

    :raises Broken: it broke something, or something was stored though it was refused.
    """
    at = made.marks
    with _heard() as traces:
        try:
            with _awake():
                accepted = target.attempt(raw)
                made.settle()
            assert not traces, "a traceback in the log"
            assert accepted or made.marks[: len(at)] == at, "refused, and yet something was stored"
        except Exception as error:
            raise Broken(target.name, number, raw, error, traces) from error
    return accepted


class _Traces(logging.Handler):
    """Keeps what is logged with a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the record's text."""
        if record.exc_info:
            self.found.append(logging.Formatter().format(record)[-1500:])


@contextmanager
def _heard() -> Iterator[list[str]]:
    """Lend a list of the tracebacks that are logged meanwhile, in whichever thread."""
    heard, root = _Traces(), logging.getLogger()
    root.addHandler(heard)
    try:
        yield heard.found
    finally:
        root.removeHandler(heard)


@contextmanager
def _awake() -> Iterator[None]:
    """Interrupt what hangs."""

    def hung(*_: object) -> None:
        raise TimeoutError(f"hangs for {HANGS} seconds")

    was = signal.signal(signal.SIGPROF, hung)
    signal.setitimer(signal.ITIMER_PROF, HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, was)
