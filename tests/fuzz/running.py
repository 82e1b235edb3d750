"""Sends so many bad inputs to a target, and holds the store and the clock to what is promised."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.fuzz.mutate import mutated
from tests.fuzz.pages import pages
from tests.fuzz.tally import Tally
from tests.fuzz.targets import Target, plain, seed_of
from tests.fuzz.world import World, world

HANGS = 20  # seconds of the processor for one input; the clock says little on a busy machine
RENEWED = 2_500  # inputs until a new world; what was accepted makes one slower


class Broken(AssertionError):
    """An input broke something; it can be made again from its number."""

    def __init__(self, target: str, number: int, raw: bytes, why: BaseException) -> None:
        said = f"{type(why).__name__}: {why}"
        super().__init__(f"{target}, input {number}: {said}\n{raw[:2000]!r}")


def targets(made: World) -> list[Target]:
    """List every target of a world."""
    return [*plain(made), *pages(made)]


def run(
    name: str, first: int, count: int, tell: Callable[[int], None] = lambda done: None
) -> Tally:
    """Send inputs to a target.

    :param first: the number of the first one; the same numbers make the same inputs.
    :param tell: told how many are done.
    :raises Broken: one broke something, or changed the store though it was refused.
    """
    tally = Tally(name)
    while tally.inputs < count:
        with world() as made:
            target = next(each for each in targets(made) if each.name == name)
            some = min(RENEWED, count - tally.inputs)
            _some(made, target, first + tally.inputs, some, tally)
        tell(tally.inputs)
    return tally


def _some(made: World, target: Target, first: int, count: int, tally: Tally) -> None:
    begun = made.position
    before = made.digest(begun)
    for number in range(first, first + count):
        rng = seed_of(target.name, number)
        raw = mutated(rng, rng.choice(target.seeds), target.seeds)
        accepted = tried(made, target, raw, number)
        tally.inputs += 1
        tally.accepted += accepted
    assert made.digest(begun) == before, f"{target.name}: stored events changed"


def tried(made: World, target: Target, raw: bytes, number: int = 0) -> bool:
    """Send one input; say whether it was accepted.

    :raises Broken: it broke something, or something was stored though it was refused.
    """
    at = made.position
    try:
        with _awake():
            accepted = target.attempt(raw)
        assert accepted or made.position == at, "refused, and yet something was stored"
    except Exception as error:
        raise Broken(target.name, number, raw, error) from error
    return accepted


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
