"""Whole stores copied: to the other database and back, into a file and out of it."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from uuid import UUID

import pytest
from argon2 import PasswordHasher

from domain.games.lantern_moths.actions import Draw
from service.accounts import Accounts
from service.accounts.copying import read
from service.accounts.hidden import Passwords
from service.recorder import Recorder
from service.store import Playtests
from service.store.copying import hold
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
