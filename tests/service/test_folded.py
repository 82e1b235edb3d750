"""Sessions that are kept folded: as the store has them, within a bound."""

from threading import Thread

import pytest

from service.folded import EVENT, IDLE, SESSION, Folded
from service.store import NoSuchSession, Playtests
from service.wiring import Services
from tests.service.support import play_on, table


def counted(store: Playtests, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Write down which sessions the store folds from their beginning."""
    loads: list[object] = []
    load = store.load

    def loading(session_id: object) -> object:
        loads.append(session_id)
        return load(session_id)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "load", loading)
    return loads


def test_a_session_is_folded_once_and_is_always_as_stored(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = services.recorder.open(table()).session
    folded = Folded(services.store)
    loads = counted(services.store, monkeypatch)
    for moves in range(5):
        seen = folded.get(session.id)
        assert seen == Playtests.load(services.store, session.id)
        assert len(seen.moves) == moves + 1
        play_on(services, seen, 1)
    assert folded.get(session.id).state == Playtests.load(services.store, session.id).state
    assert loads == [session.id]


def test_moves_fold_nothing_anew(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = [services.recorder.open(table()).session for _ in range(40)]
    loads = counted(services.store, monkeypatch)
    for _ in range(3):
        sessions = [play_on(services, session, 1) for session in sessions]
    assert loads == []
    assert {len(session.moves) for session in sessions} == {4}


def test_what_another_process_records_is_seen(services: Services) -> None:
    session = services.recorder.open(table()).session
    other = Folded(services.store)
    assert other.get(session.id) == session
    moved = play_on(services, session, 4)
    assert other.get(session.id) == moved


def test_memory_is_bounded_and_the_last_ones_stay(services: Services) -> None:
    sessions = [services.recorder.open(table()).session for _ in range(6)]
    size = SESSION + EVENT * sessions[0].version
    folded = Folded(services.store, 3 * size)
    for session in sessions:
        folded.get(session.id)
    assert {*folded._kept} == {session.id for session in sessions[3:]}
    folded.get(sessions[3].id)
    folded.get(sessions[0].id)
    assert {*folded._kept} == {sessions[n].id for n in (5, 3, 0)}
    tiny = Folded(services.store, 1)
    tiny.get(sessions[0].id)
    assert len(tiny) == 1


def test_an_older_version_does_not_replace_a_newer_one(services: Services) -> None:
    session = services.recorder.open(table()).session
    moved = play_on(services, session, 3)
    folded = Folded(services.store)
    folded.keep(moved)
    folded.keep(session)
    assert folded._kept[session.id] is moved
    assert folded._kept.currsize == SESSION + EVENT * moved.version


def test_what_is_not_there_is_not_kept(services: Services) -> None:
    folded = Folded(services.store)
    with pytest.raises(NoSuchSession):
        folded.get(table_id := services.recorder._id_of("nobody"))
    assert table_id not in folded._kept


def test_threads_that_record_at_once_see_each_other(services: Services) -> None:
    session = services.recorder.open(table()).session

    def write(name: str) -> None:
        for n in range(10):
            services.recorder.add_note(session.id, 0, f"{name} {n}")

    threads = [Thread(target=write, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = services.recorder.folded.get(session.id)
    assert found == Playtests.load(services.store, session.id)
    assert found.version == session.version + 30


def test_a_session_that_nobody_asks_for_is_let_go(services: Services) -> None:
    sessions = [services.recorder.open(table()).session for _ in range(3)]
    now = 0.0
    folded = Folded(services.store, clock=lambda: now)
    folded.get(sessions[0].id)
    now = IDLE / 2
    folded.get(sessions[0].id)
    folded.get(sessions[1].id)
    now = IDLE * 1.25
    folded.get(sessions[2].id)
    assert len(folded) == 3
    now = IDLE * 1.75
    folded.get(sessions[1].id)
    assert {*folded._kept} == {sessions[n].id for n in (2, 1)}
