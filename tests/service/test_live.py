"""The bell: whoever listens hears of each version, whichever process stored it."""

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from threading import enumerate as threads

import pytest

from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import live, seeds
from service.live import Bell, Full
from service.store import Playtests
from service.wiring import Services, build
from tests.fresh import fresh

LONG = 30.0  # seconds; only a broken bell waits them out


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = build(fresh(tmp_path / "data"), rng=Random(5))
    yield made
    made.close()


def opened(services: Services) -> Session:
    game = find("lantern-moths")
    players = (Player("Ada"), Player("Ben"))
    edition = seeds.edition(game)
    table = Table(game=game, rules=seeds.rulebook(game).version, edition=edition, players=players)
    return services.recorder.open(table).session


def bells() -> list[Thread]:
    return [thread for thread in threads() if thread.name == "bell"]


def test_a_listener_hears_of_what_this_process_stores(services: Services) -> None:
    session = opened(services)
    with services.bell.listen(session.id) as listener:
        noted = services.recorder.add_note(session.id, 0, "moth").session
        assert listener.wait(LONG)
        assert listener.version == noted.version == session.version + 1


def test_and_of_what_another_process_stores(services: Services) -> None:
    session = opened(services)
    with services.bell.listen(session.id) as listener:
        other = build(services.data)  # its bell and its recorder are its own
        noted = other.recorder.add_note(session.id, 0, "moth").session
        other.close()
        assert listener.wait(LONG)
        assert listener.version == noted.version


def test_what_this_process_stores_is_told_without_waiting_for_the_next_look(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PAUSE", 20 * LONG)
    session = opened(services)
    with services.bell.listen(session.id) as listener:
        services.recorder.add_note(session.id, 0, "moth")
        assert listener.wait(LONG)
        assert listener.version == session.version + 1


def test_what_other_processes_store_is_looked_for_within_a_second(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, pauses = opened(services), SimpleQueue[float]()

    class Told(Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.put(LONG if timeout is None else timeout)
            return super().wait(timeout)

    monkeypatch.setattr(services.bell, "_wake", Told())
    with services.bell.listen(session.id):
        assert pauses.get(timeout=LONG) < 1
        assert pauses.get(timeout=LONG) < 1


def test_but_not_of_another_session(services: Services) -> None:
    one, two = opened(services), opened(services)
    with services.bell.listen(one.id) as first, services.bell.listen(two.id) as second:
        services.recorder.add_note(one.id, 0, "moth")
        assert first.wait(LONG)
        services.recorder.add_note(two.id, 0, "moth")
        assert second.wait(LONG)
        assert (first.version, second.version) == (one.version + 1, two.version + 1)


def test_only_so_many_listen(services: Services) -> None:
    session = opened(services)
    bell = Bell(services.store, most=1)
    first = bell.listen(session.id)
    with pytest.raises(Full, match="1 listen already"):
        bell.listen(session.id)
    first.close()
    bell.listen(session.id).close()
    bell.close()


def test_no_thread_stays_when_nobody_listens(services: Services) -> None:
    session, before = opened(services), bells()
    for _ in range(3):
        services.bell.listen(session.id).close()
    for own in set(bells()) - set(before):
        own.join(LONG)
    assert set(bells()) <= set(before)


def test_closing_ends_whoever_listens_and_lets_nobody_in(tmp_path: Path) -> None:
    services = build(fresh(tmp_path / "data"))
    session = opened(services)
    listener = services.bell.listen(session.id)
    waited: list[bool] = []
    waiting = Thread(target=lambda: waited.append(listener.wait(LONG)))
    waiting.start()
    services.close()
    waiting.join()
    assert waited == [True]
    assert listener.over
    with pytest.raises(Full):
        services.bell.listen(session.id)


def test_a_store_that_fails_for_a_moment_is_read_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, read, failed = opened(services), Playtests.read, []

    def failing(store: Playtests, after: int, limit: int) -> object:
        if not failed:
            failed.append(after)
            raise OSError("locked")
        return read(store, after, limit)

    monkeypatch.setattr(Playtests, "read", failing)
    with services.bell.listen(session.id) as listener:
        services.recorder.add_note(session.id, 0, "moth")
        assert listener.wait(LONG)
    assert len(failed) == 1
