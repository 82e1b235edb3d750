"""Seats that act at the same time, from two devices: nothing is lost, nothing stale is taken."""

from threading import Barrier, Thread
from typing import Any

import pytest

from domain.games import NOCTURNIS
from domain.games.nocturnis.actions import Draw, Mark
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.store import Conflict
from service.wiring import Services


def opened(services: Services) -> Session:
    table = Table(
        game=NOCTURNIS,
        rules=seeds.rulebook(NOCTURNIS).version,
        edition=seeds.edition(NOCTURNIS),
        players=tuple(map(Player, ("Mira", "Tom", "Jun"))),
    )
    return services.recorder.open(table).session


def a_mark(session: Session, seat: int) -> Mark:
    return next(a for a in NOCTURNIS.legal_actions(session.state, seat) if isinstance(a, Mark))


def test_two_seats_that_saw_the_same_version_both_succeed(services: Services) -> None:
    session = opened(services)
    first, second = a_mark(session, 0), a_mark(session, 1)
    services.recorder.act(session.id, first, version=session.version)
    after = services.recorder.act(session.id, second, version=session.version).session
    assert [len(garden.shapes) for garden in after.state.gardens] == [1, 1, 0]


def test_the_same_seat_twice_from_one_version_is_a_conflict(services: Services) -> None:
    session = opened(services)
    mark = a_mark(session, 0)
    services.recorder.act(session.id, mark, version=session.version)
    with pytest.raises(Conflict):
        services.recorder.act(session.id, mark, version=session.version)


def test_a_choice_from_before_a_new_round_is_a_conflict(services: Services) -> None:
    session = opened(services)
    stale = session.version
    state = session.state
    while state.round == 1:
        seat = NOCTURNIS.to_act(state)[0]
        action = NOCTURNIS.legal_actions(state, seat)[-1]
        session = services.recorder.act(session.id, action).session
        state = session.state
    with pytest.raises(Conflict):
        services.recorder.act(session.id, Draw(2), version=stale)


def test_a_take_back_makes_every_seat_look_again(services: Services) -> None:
    session = opened(services)
    moved = services.recorder.act(session.id, a_mark(session, 0)).session
    services.recorder.take_back(session.id, 0)
    with pytest.raises(Conflict):
        services.recorder.act(session.id, a_mark(session, 1), version=moved.version)


def test_three_devices_at_the_same_moment_lose_nothing(services: Services) -> None:
    session = opened(services)
    marks = [a_mark(session, seat) for seat in range(3)]
    together, failed = Barrier(3), list[Any]()

    def act(mark: Mark) -> None:
        together.wait()
        try:
            services.recorder.act(session.id, mark, version=session.version)
        except Exception as error:
            failed.append(error)

    threads = [Thread(target=act, args=(mark,)) for mark in marks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    after = services.store.load(session.id)
    assert sorted(len(garden.shapes) for garden in after.state.gardens) == [1, 1, 1]
    assert [type(entry.event).__name__ for entry in after.log].count("HabitatMarked") == 3
