"""Whole stores copied: to the other database and back, into a file and out of it."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from typing import Any
from uuid import UUID

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection

from domain.games.lantern_moths.actions import Draw
from service.accounts import Accounts, copying
from service.accounts.copying import read
from service.accounts.hidden import Passwords
from service.recorder import Recorder
from service.store import Playtests
from service.store import copying as store_copying
from service.store.bulk import Row
from service.store.copying import hold
from service.transfer import backup
from service.transfer.backup import back_up, read_backup
from service.transfer.kept import FILES, FOLDERS, LEFT_OUT
from service.wiring import Services
from tests.service.command_line import Mothlog
from tests.service.postgres import Server
from tests.service.support import Clock, alter, play_on, table

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
GOOD = "a long enough one"
QUICK = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


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


def people(data: Path) -> Accounts:
    """The accounts of a data folder and the store that the environment names."""
    return Accounts(data, Clock(), lambda _: None, QUICK)


def fill(accounts: Accounts) -> tuple[str, str]:
    """Make three people, remove the last, and make a token and links; return both secrets."""
    ada = accounts.add("Ada", "designer", GOOD, "setup")
    accounts.add("Ben", "player", GOOD, "setup")
    accounts.remove(accounts.add("Zoë", "watcher", GOOD, "setup").id, "Ada")
    _, token = accounts.make_token(ada, "prototype", "record")
    accounts.revoke(accounts.invite_person("player", "Ada").invitation.id, "Ada")
    accounts.set_host(UUID(int=5), ada)
    accounts.sign_in("nobody", "wrong password")
    return token, accounts.invite_seat(UUID(int=5), 1, "Ada").secret


COUNTED = "2 people, 1 token, 2 invitations, 1 host, 9 lines of the audit log"
"""Three were added and one removed; a token, two links, one revoked, and a sign-in refused."""


def assert_works(accounts: Accounts, token: str, link: str) -> None:
    """What was filled lets in, and the removed person's number is not given again."""
    assert accounts.sign_in("ada", GOOD) is not None
    bearer, invited = accounts.bearer(token), accounts.peek(link)
    assert bearer is not None
    assert (bearer[0].name, bearer[1].scope) == ("Ada", "record")
    assert invited is not None
    assert (invited.seat, invited.session_id) == (1, UUID(int=5))
    assert accounts.hosted(bearer[0], [UUID(int=5)]) == {UUID(int=5)}
    assert accounts.entries()[-1].what == "person added as designer"
    assert accounts.add("Cleo", "player", GOOD, "setup").id == 4


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
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE {} SET state = '{{}}' WHERE originator_version = 2", "version 2 of session"),
        ("UPDATE {} SET topic = 'x:1' WHERE originator_version = 3", "version 3 of session"),
        ("INSERT INTO {0} SELECT originator_id, 9, topic, state FROM {0} WHERE "
         "originator_version = 2", "in the copy, the end)"),
    ],
    ids=["content", "name", "more"],
)  # fmt: skip
def test_a_store_that_differs_in_one_event_is_left_alone(
    services: Services, mothlog: Mothlog, tmp_path: Path, change: str, said: str
) -> None:
    play_on(services, services.recorder.open(table()).session, 3)
    assert mothlog("migrate-store", "--to", "postgres").code == 0
    alter(services.store, change)
    before = rows(services.store)
    ran = mothlog("migrate-store", "--to", "sqlite")
    assert ran.code == 1
    assert "holds other events than the PostgreSQL database postgres, and is left" in ran.err
    assert said in ran.err
    assert rows(services.store) == before


def altered(self: Playtests, told: Iterable[Row]) -> None:
    """Store events as a database would that does not keep what it is given."""
    self.bulk.insert_rows((*row[:3], row[3].replace(b"Ada", b"Eve")) for row in told)


@pytest.mark.usefixtures("postgres")
def test_an_event_that_arrives_as_another_is_told(
    services: Services, mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(services, 1)
    monkeypatch.setattr(Playtests, "append_encoded", altered)
    ran = mothlog("migrate-store", "--to", "postgres")
    assert (ran.code, ran.out) == (1, "")
    assert "event 1: version 1 of session" in ran.err


@pytest.mark.usefixtures("postgres")
def test_a_copy_that_is_stopped_half_way_leaves_nothing(
    services: Services, mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(services)
    told = store_copying._told

    def stop(*given: Any) -> Iterator[Row]:
        yield from islice(told(*given), 7)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(store_copying, "_told", stop)
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


@pytest.mark.usefixtures("postgres")
def test_accounts_move_with_the_events_both_ways(
    services: Services, mothlog: Mothlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(services, 1)
    with closing(people(services.data)) as accounts:
        secrets = fill(accounts)
    ran = mothlog("migrate-store", "--to", "postgres")
    assert (ran.code, ran.err) == (0, "")
    assert f"{COUNTED} in the PostgreSQL database postgres: the same" in ran.out
    back = other(mothlog, tmp_path)
    ran = back("migrate-store", "--to", "sqlite")
    assert f"{COUNTED} in accounts.sqlite in the data folder: the same" in ran.out
    with closing(people(back.data)) as accounts:
        assert_works(accounts, *secrets)
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.postgres")
    with closing(people(services.data)) as accounts:
        assert_works(accounts, *secrets)


@pytest.mark.usefixtures("postgres")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("theirs", "accounts were changed meanwhile: stop the service and run it again"),
        ("ours", "the accounts that were written are not those that were read"),
    ],
    ids=["theirs", "ours"],
)
def test_accounts_that_are_others_when_they_are_read_again_are_told(
    services: Services,
    mothlog: Mothlog,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    said: str,
) -> None:
    services.accounts.add("Ada", "designer", GOOD, "setup")
    count_on = copying._count_on

    def beside(target: Connection, last: dict[str, int]) -> None:
        count_on(target, last)
        if change == "theirs":
            services.accounts.add("Ben", "player", GOOD, "setup")
        else:
            target.exec_driver_sql("UPDATE people SET role = 'player'")

    monkeypatch.setattr(copying, "_count_on", beside)
    ran = mothlog("migrate-store", "--to", "postgres")
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err


@pytest.mark.usefixtures("postgres")
def test_an_earlier_state_of_accounts_is_brought_up_to_date_and_others_are_left_alone(
    services: Services, mothlog: Mothlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(services, 1)
    with closing(people(services.data)) as accounts:
        fill(accounts)
        assert mothlog("migrate-store", "--to", "postgres").code == 0
        accounts.remove(accounts.named("Ben").id, "Ada")
    ran = mothlog("migrate-store", "--to", "postgres")
    assert "1 person, 1 token, 2 invitations, 1 host, 10 lines of the audit log in the" in ran.out
    foreign = other(mothlog, tmp_path)
    with closing(people(foreign.data)) as accounts:
        accounts.add("Mallory", "designer", GOOD, "setup")
        before = read(accounts.database)
    ran = foreign("migrate-store", "--to", "sqlite")
    assert ran.code == 1
    assert (
        "other accounts than those in the PostgreSQL database postgres are in accounts.sqlite in "
        "the data folder already, and it is left as it is: 1 person, 1 line of the audit log; "
        "expected none"
    ) in ran.err
    with closing(Playtests(foreign.data)) as store, closing(people(foreign.data)) as accounts:
        assert rows(store) == []
        assert read(accounts.database) == before


@both
def test_a_backup_is_written_while_others_record_and_restored_elsewhere(
    services: Services, mothlog: Mothlog, tmp_path: Path, database: str,
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    play(services)
    files = [*(name for name in FILES if name != "accounts.sqlite")]
    files += [f"{folder}/some/own.json" for folder in FOLDERS]
    for name in [*files, "secret.key", "evaluations/half.0123abcd"]:
        path = services.data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name} 1")
    secrets = fill(services.accounts)
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
    assert f"events of 3 sessions and {len(files) + 1} files in" in ran.out
    assert f"{COUNTED} in {file}, checked" in ran.out
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == [file.name]
    other_kind = {"sqlite": "postgres", "postgres": "sqlite"}[database]
    for number, kind in enumerate((database, other_kind)):
        monkeypatch.setenv("PERSISTENCE_MODULE", f"eventsourcing.{kind}")
        if kind == "postgres":
            for name, value in request.getfixturevalue("server").fresh().items():
                monkeypatch.setenv(name, value)
        back = Mothlog(tmp_path / f"elsewhere {number}", mothlog._capsys)
        ran = back("restore", str(file))
        assert f"{len(files) + 1} files restored, checked" in ran.out, ran.err
        assert f"{COUNTED} restored, checked" in ran.out
        assert back.data.stat().st_mode & 0o777 == 0o700
        with closing(Playtests(back.data)) as copy:
            held = hold(services.store, copy)
            assert held.same > 10
            assert held.same + held.more == len(rows(services.store))
        assert back("verify").out.startswith("3 sessions, none damaged")
        assert all((back.data / name).read_text() == f"{name} 1" for name in files)
        assert not (back.data / "secret.key").exists()
        assert (back.data / "accounts.sqlite").exists() == (kind == "sqlite")
        with closing(people(back.data)) as accounts:
            assert_works(accounts, *secrets)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_a_backup_is_not_restored_where_there_are_people(
    services: Services, mothlog: Mothlog, tmp_path: Path, server: Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    fill(services.accounts)
    file = tmp_path / "kept"
    assert mothlog("backup", str(file)).code == 0
    for name, value in server.fresh().items():
        monkeypatch.setenv(name, value)
    back = other(mothlog, tmp_path)
    with closing(people(back.data)) as accounts:
        accounts.add("Mallory", "designer", GOOD, "setup")
        ran = back("restore", str(file))
        assert (ran.code, ran.out) == (1, "")
        assert (
            "accounts are in the PostgreSQL database postgres already: 1 person, 1 line of the "
            "audit log; expected none"
        ) in ran.err
        assert [person.name for person in accounts.people()] == ["Mallory"]


def test_every_part_of_a_data_folder_is_in_a_backup_or_left_out_for_a_reason() -> None:
    page = Path(__file__).parents[2] / "docs" / "architecture.md"
    listed = re.findall(r"^\| `([^`]+)`", page.read_text("utf-8"), re.MULTILINE)
    assert {name.rstrip("/") for name in listed} == {*FILES, *FOLDERS, *LEFT_OUT}


def test_accounts_that_cannot_be_read_are_told(
    services: Services, mothlog: Mothlog, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(services.data / "accounts.sqlite")) as db:
        db.execute("CREATE TABLE people (name TEXT)")
    ran = mothlog("backup", str(tmp_path / "kept"))
    assert ran.code == 1
    assert "the accounts cannot be read, accounts.sqlite of the backup: table people" in ran.err
    assert not (tmp_path / "kept").exists()


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


def test_a_backup_that_is_killed_takes_no_name(
    services: Services, mothlog: Mothlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(services)
    file = tmp_path / "monday.sqlite"

    def killed(*_: object) -> None:
        assert not file.exists()
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr("service.transfer.backup._hold_against", killed)
        with pytest.raises(SystemExit):
            back_up(services.data, "sqlite", file, Clock()())
    assert not file.exists()
    assert mothlog("backup", str(file)).code == 0
    written = file.read_bytes()
    again = mothlog("backup", str(file))
    assert (again.code, file.read_bytes()) == (1, written)
    assert "is there already" in again.err


def test_a_file_that_comes_up_meanwhile_is_not_overwritten(
    services: Services, mothlog: Mothlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(services, 1)
    file = tmp_path / "monday.sqlite"
    monkeypatch.setattr(
        "service.transfer.backup._hold_against", lambda *_: file.write_text("somebody's")
    )
    ran = mothlog("backup", str(file))
    assert (ran.code, file.read_text()) == (1, "somebody's")
    assert "is there already, expected a new file" in ran.err


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("UPDATE stored_events SET state = '{}' WHERE rowid = 2", "event 2 of the copy is not"),
        ("DELETE FROM stored_events WHERE rowid = 2", "event 2 of the copy is not"),
        ("CREATE TRIGGER later AFTER INSERT ON backup BEGIN UPDATE backup_files "
         "SET content = 'x'; END", "its content does not match its check sum"),
    ],
    ids=["changed", "lost", "files"],
)  # fmt: skip
def test_a_backup_that_is_not_what_is_stored_gets_no_name(
    services: Services, mothlog: Mothlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    harm: str, said: str,
) -> None:  # fmt: skip
    play(services, 1)
    (services.data / "queries.json").write_text("{}")
    monkeypatch.setattr(backup, "TABLES", f"{backup.TABLES}; {harm};")
    ran = mothlog("backup", str(tmp_path / "kept"))
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("what", ["events", "files", "accounts"])
def test_what_is_restored_is_held_against_the_backup(
    services: Services, mothlog: Mothlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    play(services, 1)
    (services.data / "queries.json").write_text("{}")
    services.accounts.add("Ada", "designer", GOOD, "setup")
    file = tmp_path / "kept"
    assert mothlog("backup", str(file)).code == 0
    put = backup.put

    def other_file(data: Path, name: str, content: bytes) -> None:
        if name == "queries.json" and what == "files":
            content = b"[]"
        put(data, name, content)
        if name == "accounts.sqlite" and what == "accounts":
            with closing(sqlite3.connect(data / name)) as db:
                db.execute("UPDATE people SET role = 'player'")
                db.commit()

    monkeypatch.setattr(backup, "put", other_file)
    if what == "events":
        monkeypatch.setattr(Playtests, "append_encoded", altered)
    ran = other(mothlog, tmp_path)("restore", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert "what was stored is not what the backup holds; do not use this store" in ran.err


def test_a_backup_has_its_name_where_a_file_has_one_only(
    services: Services, mothlog: Mothlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_only(self: Path, target: Path) -> None:
        raise PermissionError

    play(services)
    file = tmp_path / "monday.sqlite"
    monkeypatch.setattr(Path, "hardlink_to", one_only)
    assert mothlog("backup", str(file)).code == 0
    assert read_backup(file).sessions == 2


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE stored_events SET state = '{}' WHERE rowid = 2", "does not match its check sum"),
        ("DELETE FROM stored_events WHERE rowid = 2", "does not match its check sum"),
        ("UPDATE backup_files SET content = 'x'", "does not match its check sum"),
        ("UPDATE backup_files SET path = '../x'", "'../x', which is no file of a data folder"),
        ("UPDATE backup SET value = '9' WHERE key = 'format'", "format '9', expected '1'"),
        ("DROP TABLE backup", "is no backup of mothlog"),
        (
            "UPDATE stored_events SET originator_id = 'x' WHERE rowid = 1",
            "version 1 of session 'x', 'session.opened",
        ),
    ],
    ids=["event", "lost", "file", "path", "format", "no backup", "no event"],
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
