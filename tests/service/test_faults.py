"""Disks that are full, stores that are held, statistics that are gone, clocks that go back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from eventsourcing.sqlite import SQLiteConnectionPool
from flask.testing import FlaskClient

from analytics.clock import gap_before
from analytics.warehouse import DuckDBError
from service import projector as following
from service.projector import Projector
from service.store import Playtests, StoreError
from service.store import sqlite as sqlite_store
from service.store.copying import carry_on
from service.web.app import create_app
from service.wiring import Services, build
from tests.analytics.build import dump
from tests.fresh import fresh
from tests.service.command_line import Mothlog
from tests.service.killing import wait_for
from tests.service.support import Clock, alter, play_on, table


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """Services that wait a second for whoever holds the store."""
    monkeypatch.setenv("SQLITE_LOCK_TIMEOUT", "1")
    built = build(fresh(tmp_path / "data"), Clock(), Random(7))
    yield built
    built.close()


def client_of(services: Services) -> FlaskClient:
    return create_app(services).test_client()


def note(client: FlaskClient, session: Any, text: str) -> Any:
    return client.post(f"/api/sessions/{session.id}/notes", json={"text": text})


def assert_refused(answer: Any) -> None:
    assert answer.status_code == 503
    assert answer.json["error"]["code"] == "unavailable"
    assert "what was answered before is stored" in answer.json["error"]["message"]


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """A SQLite that was built not to wait for the disk."""
    create = SQLiteConnectionPool._create_connection

    def built_so(self: SQLiteConnectionPool) -> Any:
        connection = create(self)
        connection.cursor().execute("PRAGMA synchronous=OFF")
        return connection

    monkeypatch.setattr(SQLiteConnectionPool, "_create_connection", built_so)


@pytest.mark.usefixtures("forgetful")
def test_every_connection_waits_for_the_disk(tmp_path: Path) -> None:
    services = build(fresh(tmp_path))
    pool = services.store.bulk.datastore.pool
    connections = [pool.get_connection() for _ in range(pool.pool_size + pool.max_overflow)]
    try:
        for connection in connections:
            cursor = connection.cursor()
            found = []
            for name in ("journal_mode", "synchronous", "fullfsync"):
                cursor.execute(f"PRAGMA {name}")
                found.append(cursor.fetchone()[0])
            assert found == ["wal", 2, 1]  # 2 is FULL: a commit returns when the log is on disk
    finally:
        for connection in connections:
            pool.put_connection(connection)
    assert services.store.bulk.durability() == {"journal_mode": "wal", "synchronous": "full"}
    services.accounts.add("Ada", "designer", "a long enough one", "setup")
    with services.accounts.database.writing() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    services.close()


@pytest.mark.parametrize(("given", "waited"), [("", 30_000), ("7", 7_000)])
def test_a_writer_waits_for_another_as_long_as_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, waited: int
) -> None:
    monkeypatch.setenv("SQLITE_LOCK_TIMEOUT", given)
    with closing(Playtests(tmp_path)) as store, store.bulk.datastore.transaction(commit=True) as c:
        c.execute("PRAGMA busy_timeout")
        assert c.fetchone()[0] == waited  # ms


def test_a_full_disk_refuses_and_loses_nothing(services: Services) -> None:
    client, session = client_of(services), services.recorder.open(table()).session

    def limit(pages: int) -> None:
        with services.store.bulk.datastore.transaction(commit=False) as c:
            c.execute("PRAGMA page_count")
            c.execute(f"PRAGMA max_page_count={c.fetchone()[0] + pages}")

    limit(4)
    answered = []
    for number in range(100):
        answer = note(client, session, f"{number} " + "x" * 3_000)
        if answer.status_code != 201:
            break
        answered.append(number)
    assert 0 < len(answered) < 100
    assert_refused(answer)
    assert client.get(f"/sessions/{session.id}").status_code == 200
    kept = [int(entry.event.text.split()[0]) for entry in services.store.load(session.id).notes]
    assert kept == answered
    limit(1_000)
    assert note(client, session, "there is room again").status_code == 201
    with closing(sqlite3.connect(services.data / "events.sqlite")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ("originator_id = 'x' WHERE originator_version = 1", "no event is stored under its id"),
        ("originator_id = x'00ff' WHERE originator_version = 3", "version 3 is missing"),
        ("topic = NULL WHERE originator_version = 2", "version 2: None cannot be read"),
        ("state = 5 WHERE originator_version = 2", "cannot be read: a bytes-like object"),
        ("originator_id = CAST(x'ff' AS TEXT) WHERE originator_version = 3", "3 is missing"),
    ],
)
def test_a_row_that_is_no_event_harms_its_own_session_alone(
    services: Services, capsys: pytest.CaptureFixture[str], tmp_path: Path, damage: str, named: str
) -> None:
    mothlog, client = Mothlog(services.data, capsys), client_of(services)
    harmed, sound = (play_on(services, services.recorder.open(table()).session, 2) for _ in "ab")
    alter(services.store, f"UPDATE {{}} SET {damage} AND originator_id = '{harmed.id.hex}'")
    services.recorder.folded.clear()
    assert services.projector.catch_up() == harmed.version + sound.version
    assert client.get("/readyz").json["lag_events"] == 0
    page = client.get("/")
    assert page.status_code == 200
    assert str(sound.id) in page.text
    assert str(harmed.id) not in page.text
    assert "Traceback" not in client.get(f"/sessions/{harmed.id}").text
    assert play_on(services, sound, 1).version == sound.version + 1
    ran = mothlog("verify", "--workers", "1")
    assert ran.code == 1
    assert named in " ".join(ran.out.split())
    assert str(sound.id) not in ran.out
    for words in (["sessions"], ["backup", str(tmp_path / "kept")]):
        ran = mothlog(*words)
        assert "a fault of this program" not in ran.err
    assert "expected" in ran.err or "Could not decode" in ran.err
    with closing(Playtests(tmp_path / "copy")) as copy, pytest.raises(StoreError, match="expected"):
        carry_on(services.store, copy)


def test_an_event_that_was_put_in_as_text_is_read(services: Services) -> None:
    session = play_on(services, services.recorder.open(table()).session, 2)
    alter(services.store, "UPDATE {} SET state = CAST(state AS TEXT)")
    services.recorder.folded.clear()
    assert services.projector.catch_up() == session.version
    assert services.projector.warehouse.cursor().execute("FROM damaged").fetchall() == []
    assert services.store.load(session.id) == session


def test_a_file_whose_events_are_out_of_order_is_told_and_not_read_for_ever(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.recorder.open(table())
    rows = sqlite_store._rows

    def jumbled(*given: Any) -> list[Any]:
        return rows(*given)[::-1]

    monkeypatch.setattr(sqlite_store, "_rows", jumbled)
    with pytest.raises(StoreError, match="out of order"):
        services.projector.catch_up()


def test_a_file_that_says_of_itself_what_is_no_text_is_told(tmp_path: Path) -> None:
    with closing(Playtests(tmp_path)):
        pass
    file = tmp_path / "events.sqlite"
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE stored", b"CREATE TABL\xb9 stored"))
    with pytest.raises(StoreError, match="the file is damaged"):
        Playtests(tmp_path)


def test_a_store_that_is_held_is_named_and_loses_nothing(
    impatient: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    client, session = client_of(impatient), impatient.recorder.open(table()).session
    with closing(sqlite3.connect(impatient.data / "events.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert_refused(note(client, session, "not now"))
        assert client.get(f"/sessions/{session.id}").status_code == 200
        ran = Mothlog(impatient.data, capsys)("simulate", "nocturnis", "--games", "1")
        assert ran.code == 1
        assert "takes no more games (database is locked): 0 of 1 games recorded" in ran.err
        ran = Mothlog(impatient.data, capsys)("demo")
        assert ran.code == 1
        assert "events.sqlite in the data folder cannot be used: database is locked" in ran.err
        other.execute("ROLLBACK")
    assert note(client, session, "now").status_code == 201
    assert [entry.event.text for entry in impatient.store.load(session.id).notes] == ["now"]


def test_accounts_that_are_held_are_told_and_come_back(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.accounts.database.PATIENCE", 0)
    ada = services.accounts.add("Ada", "designer", "a long enough one", "setup")
    _, token = services.accounts.make_token(ada, "prototype", "read")
    client = client_of(services)
    headers = {"Authorization": f"Bearer {token}"}
    with closing(sqlite3.connect(services.data / "accounts.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert_refused(client.get("/api/sessions", headers=headers))  # notes when it was used
        other.execute("ROLLBACK")
    assert client.get("/api/sessions", headers=headers).status_code == 200


@pytest.mark.parametrize("harm", ["deleted", "overwritten"])
def test_statistics_that_are_lost_while_they_are_followed_are_whole_after_a_restart(
    tmp_path: Path, harm: str
) -> None:
    data = fresh(tmp_path / "data")
    services = build(data, Clock(), Random(7))
    play_on(services, services.recorder.open(table()).session)
    services.projector.start()
    wait_for(lambda: services.projector.reached() == services.store.last_position())
    path = data / "statistics.duckdb"
    if harm == "deleted":
        path.unlink()
    else:
        with path.open("r+b") as file:
            file.write(b"\xff" * path.stat().st_size)
    session = play_on(services, services.recorder.open(table()).session)
    wait_for(lambda: services.projector.reached() == services.store.last_position())
    services.close()
    again = build(data)
    again.projector.catch_up()
    after = dump(again.projector.warehouse)
    assert again.projector.rebuild() == again.store.last_position()
    assert dump(again.projector.warehouse) == after
    assert again.store.load(session.id) == session
    again.close()


def test_statistics_that_fail_twice_in_a_row_are_made_anew_once(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(services, services.recorder.open(table()).session, 5)
    made: list[int] = []
    rebuild = Projector.rebuild

    def broken(self: Projector) -> int:
        if made:
            made.append(0)
            self._stop.set()
            return 0
        raise DuckDBError("FATAL: cannot read a block")

    monkeypatch.setattr(following, "PAUSE", 0.01)
    monkeypatch.setattr(Projector, "catch_up", broken)
    monkeypatch.setattr(Projector, "rebuild", lambda self: made.append(rebuild(self)))
    services.projector.start()
    wait_for(lambda: len(made) == 2)
    assert made == [services.store.last_position(), 0]


def test_statistics_on_a_full_disk_are_left_as_they_are(
    services: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried, rebuilt = list[None](), list[Projector]()

    def full(self: Projector) -> int:
        tried.append(None)
        if len(tried) == 3:
            self._stop.set()
        raise DuckDBError("IO Error: No space left on device")

    monkeypatch.setattr(following, "PAUSE", 0.01)
    monkeypatch.setattr(Projector, "catch_up", full)
    monkeypatch.setattr(Projector, "rebuild", rebuilt.append)
    services.projector.start()
    services.projector._thread.join()
    assert rebuilt == []
    assert caplog.text.count("No space left on device); trying again") == 3


def test_statistics_that_cannot_be_written_are_shown_as_far_as_they_are(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(services)
    before = client.get("/statistics/lantern-moths")
    play_on(services, services.recorder.open(table()).session, 5)

    def full(_: Projector) -> int:
        raise DuckDBError("No space left on device")

    monkeypatch.setattr(Projector, "catch_up", full)
    assert client.get("/statistics/lantern-moths").status_code == before.status_code == 200


def test_a_clock_that_goes_back_changes_no_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Backwards(Clock):
        def __call__(self) -> Any:
            self.time -= timedelta(minutes=10)
            return self.time

    services = build(fresh(tmp_path / "data"), Backwards(), Random(7))
    session = play_on(services, services.recorder.open(table()).session)
    times = [entry.at for entry in session.log]
    assert times[0] > times[-1]
    assert {gap_before(session, entry.version) for entry in session.log} == {None}
    assert services.store.load(session.id) == session
    assert services.projector.catch_up() == services.store.last_position()
    before = dump(services.projector.warehouse)
    client = client_of(services)
    for address in (f"/sessions/{session.id}", "/", "/statistics/lantern-moths"):
        assert client.get(address, follow_redirects=True).status_code == 200
    services.projector.rebuild()
    assert dump(services.projector.warehouse) == before
    services.close()
    assert Mothlog(services.data, capsys)("verify").code == 0
    with closing(Playtests(services.data)) as store:
        assert store.load(session.id) == session
