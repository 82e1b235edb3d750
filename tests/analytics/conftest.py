"""A store of some sixty sessions of every kind, and a warehouse that follows it."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from uuid import UUID

import pytest

from analytics.warehouse import Warehouse
from domain.games import LEPIDOPTERY, NOCTURNIS
from domain.session.events import Branch
from tests.analytics.build import Log, Request, bots, interleaved, people, play, set_right


def every_kind() -> Iterator[list[Request]]:
    """Play sessions of people, bots and both, to the end and not, under several rulings."""
    seed = count()
    rulings = [{}, {"ghost_blocks": "while_present"}, {"dusk_in_refill": "not_replaced"}]
    for nth in range(20):
        seated = people(2 + nth % 3)
        yield play(
            next(seed),
            seated,
            take_backs=0.02,
            notes=0.05,
            options=rulings[nth % 3],
            prototype=("", "paper", "linen")[nth % 3],
            tags=((), ("demo",), ("club", "demo"))[nth % 3],
            end="finished" if nth % 5 == 0 else "closed",
            seconds=(4, 8, 15, 30, 2400) if nth % 4 == 0 else (4, 8, 15, 30),
        )
    for nth in range(24):
        yield play(next(seed), bots(2 + nth % 3), mode="simulated", seconds=(0,), prototype="linen")
    for nth in range(8):
        mixed = (*people(1 + nth % 2), *bots(2))
        yield play(next(seed), mixed, options={"ghost_in_sets": "any_colour"}, mode="table")
    for nth in range(3):  # written down afterwards: the clock stands still
        yield play(next(seed), people(2 + nth), mode="table", seconds=(0,))
    for nth in range(5):
        yield play(next(seed), people(2 + nth % 2), moves=9 + 7 * nth, end="abandoned")
    for nth in range(5):
        yield play(next(seed), people(3), moves=4 + 11 * nth, end="live", take_backs=0.1)
    for nth in range(3):  # what if?
        source = Branch(UUID(int=nth + 1), 7 * nth)
        yield play(next(seed), (*people(2), *bots(1)), branch=source, end="finished")
        yield set_right(play(next(seed), people(3), mode="table", end="finished"))


@pytest.fixture(scope="session")
def log() -> Log:
    """Return the store: sessions played at the same time, so that they lie mixed."""
    return interleaved(every_kind())


@pytest.fixture(scope="session")
def warehouse(log: Log, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """Return a warehouse that holds the whole store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("warehouse") / "w.duckdb")
    log.follow(warehouse)
    yield warehouse
    warehouse.close()


def climbing() -> Iterator[list[Request]]:
    """Play Lepidoptery in every way, and a few sessions of another game beside it."""
    for nth in range(40):
        seated = people(2) if nth % 2 else bots(2)
        mode = "digital" if nth % 2 else "simulated"
        yield play(f"c{nth}", seated, game=LEPIDOPTERY, mode=mode, take_backs=0.01 * (nth % 2))  # type: ignore[arg-type]
    for nth in range(4):
        moves, end = 9 + 7 * nth, ("live", "abandoned")[nth % 2]
        yield play(f"u{nth}", game=LEPIDOPTERY, moves=moves, end=end, take_backs=0.1)
    for nth in range(3):
        yield play(f"other {nth}", people(2), moves=20, end="live")


@pytest.fixture(scope="session")
def climbing_log() -> Log:
    """Return a store of Lepidoptery, with some sessions of another game among them."""
    return interleaved(climbing())


@pytest.fixture(scope="session")
def climbing_warehouse(
    climbing_log: Log, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Warehouse]:
    """Return a warehouse that holds that store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("climbing") / "w.duckdb")
    climbing_log.follow(warehouse)
    yield warehouse
    warehouse.close()


def nights() -> Iterator[list[Request]]:
    """Play Nocturnis with every number of seats and either side, and another game beside it."""
    rulings = [
        {},
        {"out_when": "any_card", "sheet": "back"},
        {"effect_draw_limit": "unlimited", "reshuffle": "when_emptied"},
        {"first_round": "must_mark", "sheet": "back", "effect_draw_limit": "unlimited"},
    ]
    for nth in range(24):
        seats = nth % 8 + 1
        options = dict(rulings[nth // 2 % 4])
        if nth % 3 == 0:
            options["sheet"] = ",".join(("front", "back")[(nth + s) % 2] for s in range(seats))
        seated = people(seats) if nth % 2 else bots(seats)
        mode = "digital" if nth % 2 else "simulated"
        back = 0.01 * (seats in (2, 4))
        yield play(f"n{nth}", seated, game=NOCTURNIS, mode=mode, options=options, take_backs=back)  # type: ignore[arg-type]
    for nth in range(14):
        seated = people(1) if nth % 2 else bots(1)
        yield play(f"solo{nth}", seated, game=NOCTURNIS, options={"sheet": "back"})
    for nth in range(4):
        moves, end = 30 + 17 * nth, ("live", "abandoned")[nth % 2]
        options = {"sheet": "back"}
        yield play(f"cut{nth}", people(2 + nth), game=NOCTURNIS, options=options, moves=moves,
                   end=end, take_backs=0.05)  # fmt: skip
    for nth in range(3):
        yield play(f"other {nth}", people(2), moves=20, end="live")


@pytest.fixture(scope="session")
def night_log() -> Log:
    """Return a store of Nocturnis, with some sessions of another game among them."""
    return interleaved(nights())


@pytest.fixture(scope="session")
def night_warehouse(
    night_log: Log, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Warehouse]:
    """Return a warehouse that holds that store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("nights") / "w.duckdb")
    night_log.follow(warehouse)
    yield warehouse
    warehouse.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Warehouse]:
    """Return a warehouse that holds nothing yet."""
    warehouse = Warehouse(tmp_path / "empty.duckdb")
    yield warehouse
    warehouse.close()
