"""Whole stores copied: to the other database and back, into a file and out of it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from domain.games.lantern_moths.actions import Draw
from service.recorder import Recorder
from service.store import Playtests
from service.store.copying import hold
from service.wiring import Services
from tests.service.command_line import Mothlog
from tests.service.postgres import Server
from tests.service.support import Clock, alter, play_on, table

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def postgres(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables that name a database, while SQLite stays the store."""
    for name, value in server.fresh().items():
        if name != "PERSISTENCE_MODULE":
            monkeypatch.setenv(name, value)


@pytest.fixture
def mothlog(services: Services, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """The command line on the folder of the services."""
    return Mothlog(services.data, capsys)


def play(services: Services, sessions: int = 2) -> None:
    for number in range(sessions):
        play_on(services, services.recorder.open(table()).session, 5 + number)


def rows(store: Playtests) -> list[tuple[object, ...]]:
    return [row[1:] for row in store.read(0, 100_000)]


def other(mothlog: Mothlog, tmp_path: Path) -> Mothlog:
    return Mothlog(tmp_path / "elsewhere", mothlog._capsys)


@pytest.mark.usefixtures("postgres")
def test_a_store_moves_to_postgres_and_back_event_by_event(
    services: Services, mothlog: Mothlog, tmp_path: Path
) -> None:
    play(services)
    events = len(rows(services.store))
    ran = mothlog("migrate-store", "--to", "postgres")
    assert (ran.code, ran.err) == (0, "")
    assert f"{events} events of 2 sessions in the PostgreSQL database postgres" in ran.out
    with closing(Playtests(services.data, "postgres")) as copy:
        assert rows(copy) == rows(services.store)
    back = other(mothlog, tmp_path)
    assert back("migrate-store", "--to", "sqlite").code == 0
    with closing(Playtests(back.data)) as copy:
        assert copy.read(0, 1_000) == services.store.read(0, 1_000)
    assert back("verify").out.startswith("2 sessions, none damaged")


@pytest.mark.usefixtures("postgres")
def test_a_copy_is_carried_on_and_another_store_is_left_alone(
    services: Services, mothlog: Mothlog, tmp_path: Path
) -> None:
    play(services, 1)
    assert mothlog("migrate-store", "--to", "postgres").code == 0
    play(services, 1)
    assert "of 2 sessions" in mothlog("migrate-store", "--to", "postgres").out
    assert "of 2 sessions" in mothlog("migrate-store", "--to", "postgres").out
    foreign = Playtests(tmp_path / "foreign")
    Recorder(foreign, Clock()).open(table())
    before = rows(foreign)
    ran = Mothlog(tmp_path / "foreign", mothlog._capsys)("migrate-store", "--to", "sqlite")
    assert ran.code == 1
    assert "holds other events than the PostgreSQL database postgres, and is left" in ran.err
    assert rows(foreign) == before
    foreign.close()


@pytest.mark.usefixtures("postgres")
def test_a_copy_that_is_stopped_half_way_leaves_nothing(
    services: Services, mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(services)
    monkeypatch.setattr("service.store.copying.BATCH", 3)

    read = list[int]()

    def stop(self: Playtests, after: int, limit: int) -> object:
        if after > 6 and after in read:  # the first time they are only counted
            raise KeyboardInterrupt
        read.append(after)
        return self.bulk.select_rows(after, limit)

    with monkeypatch.context() as patched:
        patched.setattr(Playtests, "read", stop)
        ran = mothlog("migrate-store", "--to", "postgres")
    assert (ran.code, ran.err) == (1, "\nmothlog: stopped\n")
    with closing(Playtests(services.data, "postgres")) as copy:
        assert rows(copy) == []
    assert mothlog("migrate-store", "--to", "postgres").code == 0


@pytest.mark.usefixtures("postgres")
def test_events_that_were_recorded_meanwhile_are_told(
    services: Services, mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(services, 1)
    append = Playtests.append_encoded

    def beside(self: Playtests, told: object) -> None:
        append(self, told)  # type: ignore[arg-type]
        play(services, 1)

    with monkeypatch.context() as patched:
        patched.setattr(Playtests, "append_encoded", beside)
        ran = mothlog("migrate-store", "--to", "postgres")
    assert ran.code == 1
    assert "events were recorded meanwhile: stop the service and run it again" in ran.err
    assert mothlog("migrate-store", "--to", "postgres").code == 0


@both
def test_a_backup_is_written_while_others_record_and_restored_elsewhere(
    services: Services, mothlog: Mothlog, tmp_path: Path, database: str,
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    play(services)
    (services.data / "editions" / "nocturnis").mkdir(parents=True)
    (services.data / "editions" / "nocturnis" / "own.toml").write_text("x = 1")
    (services.data / "queries.json").write_text("{}")
    (services.data / "secret.key").write_text("secret")
    with closing(sqlite3.connect(services.data / "accounts.sqlite")) as db:
        db.execute("CREATE TABLE people (name TEXT)")
        db.execute("INSERT INTO people VALUES ('Ada')")
        db.commit()
    session, stop = services.recorder.open(table()).session, Event()

    def record() -> None:
        while not stop.is_set():
            services.recorder.add_note(session.id, 0, "goes on")

    file = tmp_path / "kept.backup"
    writer = Thread(target=record)
    writer.start()
    try:
        ran = mothlog("backup", str(file))
    finally:
        stop.set()
        writer.join()
    assert (ran.code, ran.err) == (0, "")
    assert "events of 3 sessions and 3 files in" in ran.out
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == [file.name]
    if database == "postgres":
        for name, value in request.getfixturevalue("server").fresh().items():
            monkeypatch.setenv(name, value)
    back = other(mothlog, tmp_path)
    assert "3 files restored, checked" in back("restore", str(file)).out
    with closing(Playtests(back.data)) as copy:
        held = hold(services.store, copy)
        assert held.same > 10
        assert held.same + held.more == len(rows(services.store))
    assert back("verify").out.startswith("3 sessions, none damaged")
    assert (back.data / "editions" / "nocturnis" / "own.toml").read_text() == "x = 1"
    assert not (back.data / "secret.key").exists()
    with closing(sqlite3.connect(back.data / "accounts.sqlite")) as db:
        assert db.execute("SELECT name FROM people").fetchall() == [("Ada",)]


def test_nothing_is_overwritten(services: Services, mothlog: Mothlog, tmp_path: Path) -> None:
    play(services, 1)
    (services.data / "queries.json").write_text("{}")
    file = tmp_path / "kept"
    assert mothlog("backup", str(file)).code == 0
    written = file.read_bytes()
    ran = mothlog("backup", str(file))
    assert (ran.code, file.read_bytes()) == (1, written)
    assert "is there already, expected a new file" in ran.err
    before = rows(services.store)
    ran = mothlog("restore", str(file))
    assert (ran.code, rows(services.store)) == (1, before)
    assert "the store holds events already" in ran.err
    back = other(mothlog, tmp_path)
    back.data.mkdir()
    (back.data / "queries.json").write_text("[]")
    ran = back("restore", str(file))
    assert ran.code == 1
    assert "holds other files already: queries.json" in ran.err
    with closing(Playtests(back.data)) as empty:
        assert rows(empty) == []
    assert (back.data / "queries.json").read_text() == "[]"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE stored_events SET state = '{}' WHERE rowid = 2", "does not match its check sum"),
        ("DELETE FROM stored_events WHERE rowid = 2", "does not match its check sum"),
        ("UPDATE backup_files SET content = 'x'", "does not match its check sum"),
        ("UPDATE backup_files SET path = '../x'", "'../x', which is no file of a data folder"),
        ("UPDATE backup SET value = '9' WHERE key = 'format'", "format '9', expected '1'"),
        ("DROP TABLE backup", "is no backup of mothlog"),
    ],
)
def test_a_backup_that_was_changed_is_refused(
    services: Services, mothlog: Mothlog, tmp_path: Path, damage: str, said: str
) -> None:
    play(services, 1)
    (services.data / "queries.json").write_text("{}")
    file = tmp_path / "kept"
    assert mothlog("backup", str(file)).code == 0
    with closing(sqlite3.connect(file)) as db:
        db.execute(damage)
        db.commit()
    back = other(mothlog, tmp_path)
    ran = back("restore", str(file))
    assert ran.code == 1
    assert said in ran.err
    assert not (tmp_path / "x").exists()
    assert not (back.data / "queries.json").exists()


def test_files_that_are_no_backup_are_refused(mothlog: Mothlog, tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("not a database at all" * 500)
    ran = mothlog("restore", str(file))
    assert ran.code == 1
    assert "is no backup of mothlog" in ran.err
    assert "no folder" in mothlog("backup", str(tmp_path / "nowhere" / "file")).err


def test_a_damaged_event_is_kept_as_it_is_and_told(
    services: Services, mothlog: Mothlog, tmp_path: Path
) -> None:
    session = services.recorder.open(table()).session
    services.recorder.act(session.id, Draw(0))
    alter(services.store, "UPDATE {} SET state = '{{' WHERE originator_version = 3")
    file = tmp_path / "kept"
    ran = mothlog("backup", str(file))
    assert ran.code == 0
    assert "1 events cannot be read" in ran.err
    back = other(mothlog, tmp_path)
    assert back("restore", str(file)).code == 0
    with closing(Playtests(back.data)) as copy:
        assert rows(copy)[2][3] == b"{"
