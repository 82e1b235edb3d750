"""PostgreSQL as the event store: the same answers as SQLite, many writers, nothing missed."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread
from uuid import UUID

import psycopg
import pytest
from psycopg_pool.base import AttemptWithBackoff

from domain.games.lantern_moths.actions import Draw
from domain.session import CODEC
from service.recorder import Recorder, new_id
from service.store import Conflict, Playtests, StoreError, choosing
from service.store.bulk import Row
from service.wiring import Services, build
from tests.analytics.build import dump
from tests.fresh import fresh
from tests.service.command_line import Mothlog
from tests.service.postgres import Server, environment
from tests.service.support import Clock, play_on, table

WRITERS, OPENED = 4, 6

on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)


@pytest.fixture
def empty(server: Server, tmp_path: Path) -> Iterator[Playtests]:
    """A store on PostgreSQL."""
    with environment(server.fresh()):
        store = Playtests(tmp_path / "postgres")
        yield store
        store.close()


def test_both_databases_give_the_same_answers(services: Services, empty: Playtests) -> None:
    for number in range(3):
        play_on(services, services.recorder.open(table(), key=f"key {number}").session, 9 * number)
    here = services.store
    rows = [row[1:] for row in here.read(0, 10_000)]
    empty.append_encoded(rows)
    assert [row[1:] for row in empty.read(0, 10_000)] == rows
    assert empty.read(0, 10_000)[3:8] == empty.read(empty.read(0, 3)[-1][0], 5)
    assert empty.last_position() == empty.read(0, 10_000)[-1][0]
    assert (empty.session_ids(), empty.all_ids()) == (here.session_ids(), here.all_ids())
    assert empty.newest_first() == here.newest_first()
    for session_id in here.session_ids():
        other = UUID(int=session_id.int ^ 1 << 90)  # another time, the same ending
        assert empty.twin(other) == here.twin(other) == session_id
        assert empty.load(session_id) == here.load(session_id)
        behind = session_id.hex[12:]
        every = ("0" * 20, "f" * 20, behind[10:])
        assert empty.bulk.endings(*every) == here.bulk.endings(*every) == [behind]
        assert empty.bulk.endings("0" * 20, "0" * 20, behind[10:]) == []
        (first,) = empty.bulk.select_events(session_id, desc=True, limit=1)
        assert first.originator_version == here.load(session_id).version
    assert empty.twin(new_id()) is None
    with pytest.raises(Conflict):
        empty.append_encoded(rows[-1:])


SLOW = """
CREATE FUNCTION {schema}.tarry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_sleep(random() * 0.02);
    IF EXISTS (SELECT FROM added WHERE topic = 'fails') THEN RAISE 'rolled back'; END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER tarries AFTER INSERT ON {table} REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION {schema}.tarry();
"""
"""Lets every transaction wait once it has its numbers, and rolls some back then."""


ONCE = """
CREATE SEQUENCE {schema}.ended;
CREATE FUNCTION {schema}.end_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('{schema}.ended') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ends AFTER INSERT ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION {schema}.end_once();
"""
"""Ends the connection of the first who writes."""


def sessions_of(store: Playtests, acknowledged: list[tuple[str, int]]) -> None:
    """Record moves and whole sessions, and try some that fail."""
    recorder = Recorder(store, Clock())
    for _ in range(OPENED):
        session = recorder.open(table()).session
        moved = recorder.act(session.id, Draw(0)).session
        acknowledged += [(session.id.hex, entry.version) for entry in moved.log]
        id_ = new_id().hex
        rows = [(id_, e.version, *CODEC.encode(e.at, e.event, e.key)) for e in moved.log]
        with pytest.raises(StoreError, match="rolled back"):
            store.append_encoded([*rows, (id_, 4, "fails", b"{}")])
        store.append_encoded(rows)
        acknowledged += [(id_, entry.version) for entry in moved.log]


@on_postgres
def test_whoever_follows_several_writers_misses_nothing(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTGRES_ENABLE_DB_FUNCTIONS", "yes")  # does not matter: it would miss some
    stores = [Playtests(services.data) for _ in range(WRITERS)]
    acknowledged: list[tuple[str, int]] = []
    threads = [Thread(target=sessions_of, args=(store, acknowledged)) for store in stores]
    recorder = services.store.bulk
    with recorder.datastore.transaction(commit=True) as c:
        c.execute(SLOW.format(schema=recorder.datastore.schema, table=recorder.table))
    for thread in threads:
        thread.start()
    followed, projected, alive = [], 0, True
    while alive:
        alive = any(thread.is_alive() for thread in threads)
        while rows := services.store.read(followed[-1][0] if followed else 0, 5):
            followed += rows
        projected += services.projector.catch_up()
    for thread, store in zip(threads, stores, strict=True):
        thread.join()
        store.close()
    log = services.store.read(0, 100_000)
    assert followed == log
    assert projected == len(log)
    assert sorted((id_, version) for _, id_, version, _, _ in log) == sorted(acknowledged)
    assert log[-1][0] > len(log), "no number was lost by a transaction that was rolled back"
    before = dump(services.projector.warehouse)
    assert services.projector.rebuild() == len(log)
    assert dump(services.projector.warehouse) == before


@on_postgres
def test_of_processes_that_start_at_once_one_creates_the_tables(services: Services) -> None:
    variables = {"POSTGRES_SCHEMA": "started_at_once"}
    with services.store.bulk.datastore.transaction(commit=True) as c:
        c.execute("CREATE SCHEMA started_at_once")
    barrier, stores = Barrier(4), list[Playtests]()

    def start() -> None:
        barrier.wait()
        stores.append(Playtests(services.data))

    with environment(variables):
        threads = [Thread(target=start) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(stores) == 4
    for store in stores:
        assert store.bulk.table == '"started_at_once"."playtests_events"'
        assert store.last_position() == 0
        store.close()


@on_postgres
def test_connections_that_the_server_ended_are_made_anew(services: Services) -> None:
    session = services.recorder.open(table()).session
    with services.store.bulk.datastore.transaction() as c:
        c.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert services.recorder.act(session.id, Draw(0)).session.version == 3
    assert services.store.load(session.id).version == 3


def test_a_server_that_was_away_for_long_is_found_by_the_next_request(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AttemptWithBackoff, "INITIAL_DELAY", 3600.0)  # as after hours
    monkeypatch.setattr("service.store.postgres.TRY_AGAIN", 0.1)
    monkeypatch.setenv("POSTGRES_CONNECT_TIMEOUT", "1")
    with environment(server.fresh()), closing(Playtests(tmp_path)) as store:
        with server.away(), pytest.raises(StoreError):
            store.last_position()
        monkeypatch.setattr(store.bulk.datastore.pool, "timeout", 60)
        assert store.last_position() == 0


def test_a_write_whose_connection_is_lost_is_not_tried_again(
    empty: Playtests, server: Server
) -> None:
    def broken() -> Iterator[Row]:
        yield (new_id().hex, 1, "session.opened:3", b"{}")
        with psycopg.connect(host=server.host, user="postgres", dbname="postgres") as db:
            db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE 'COPY%' AND pid <> pg_backend_pid()"
            )
        for version in range(2, 50_000):
            yield (new_id().hex, version, "session.opened:3", b"{}" * 50)

    with pytest.raises(StoreError):
        empty.append_encoded(broken())
    assert empty.last_position() == 0


def test_a_command_whose_connection_is_lost_is_not_tried_again(empty: Playtests) -> None:
    with empty.bulk.datastore.transaction(commit=True) as c:
        c.execute(ONCE.format(schema=empty.bulk.datastore.schema, table=empty.bulk.table))
    with pytest.raises(StoreError):
        Recorder(empty, Clock()).open(table())
    assert empty.last_position() == 0
    Recorder(empty, Clock()).open(table())
    assert [version for _, _, version, _, _ in empty.read(0, 10)] == [1, 2]


@pytest.mark.parametrize(
    "record",
    [
        lambda store: Recorder(store, Clock()).open(table()),
        lambda store: store.append_encoded([(new_id().hex, 1, "session.opened:3", b"{}")]),
    ],
    ids=["a command", "a whole session"],
)
def test_no_writer_overtakes_another(
    empty: Playtests, tmp_path: Path, record: Callable[[Playtests], object]
) -> None:
    with environment({"POSTGRES_LOCK_TIMEOUT": "1"}):
        second = Playtests(tmp_path)
    first = [(new_id().hex, version, "session.opened:3", b"{}") for version in (1, 2)]

    def beside() -> Iterator[Row]:
        yield first[0]
        with pytest.raises(StoreError, match="lock timeout"):
            record(second)
        yield first[1]

    empty.append_encoded(beside())
    assert [found[1:] for found in second.read(0, 10)] == first
    second.close()


def test_a_writer_waits_for_another_only_so_long(empty: Playtests, tmp_path: Path) -> None:
    row = (new_id().hex, 1, "session.opened:3", b"{}")
    with environment({"POSTGRES_LOCK_TIMEOUT": "1"}):
        impatient = Playtests(tmp_path)
    assert impatient.bulk.datastore.lock_timeout == 1
    with empty.bulk.datastore.transaction(commit=False) as c:
        c.execute(f"LOCK TABLE {empty.bulk.table} IN EXCLUSIVE MODE")
        with pytest.raises(StoreError, match="lock timeout"):
            impatient.append_encoded([row])
        assert impatient.read(0, 10) == []
    impatient.append_encoded([row])
    assert [found[1:] for found in empty.read(0, 10)] == [row]
    impatient.close()


def test_a_server_that_may_forget_is_asked_to_wait_for_its_disk(
    server: Server, tmp_path: Path
) -> None:
    with (
        psycopg.connect(
            host=server.host, user="postgres", dbname="postgres", autocommit=True
        ) as db,
        environment(server.fresh()),
    ):
        db.execute("ALTER DATABASE postgres SET synchronous_commit = off")
        try:
            with closing(build(fresh(tmp_path))) as services:
                assert services.store.bulk.durability()["synchronous_commit"] == "on"
                with services.accounts.database.writing() as connection:
                    assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        finally:
            db.execute("ALTER DATABASE postgres RESET synchronous_commit")


def test_without_its_library_postgres_is_refused_with_the_command_that_installs_it(
    command: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.postgres")
    monkeypatch.setenv("POSTGRES_DBNAME", "plays")
    monkeypatch.setattr(choosing, "find_spec", lambda name: None)
    ran = command("sessions")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "mothlog: the PostgreSQL database plays cannot be used: psycopg is not installed: "
        "pip install 'mothlog[postgres]'\n"
    )


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"PERSISTENCE_MODULE": "eventsourcing.popo"}, "expected eventsourcing.sqlite or"),
        ({"PERSISTENCE_MODULE": "eventsourcing.postgres"}, "key 'POSTGRES_DBNAME'"),
        (
            {
                "PERSISTENCE_MODULE": "eventsourcing.postgres",
                "POSTGRES_DBNAME": "plays",
                "POSTGRES_HOST": "/nowhere",
                "POSTGRES_USER": "ada",
                "POSTGRES_PASSWORD": "secret",
            },
            "PostgreSQL database plays cannot be used: connection is bad",
        ),
    ],
)
def test_a_store_that_cannot_be_reached_is_named(
    command: Mothlog, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], said: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    ran = command("sessions")
    assert ran.code == 1
    assert said in ran.err
    assert "secret" not in ran.err


def test_variables_with_the_name_of_the_application_go_first() -> None:
    environ = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "PLAYTESTS_PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_LOCK_TIMEOUT": "5",
        "PLAYTESTS_POSTGRES_LOCK_TIMEOUT": "6",
    }
    assert choosing.chosen(environ) == "postgres"
    told = choosing.settings(Path("data"), None, environ)
    assert told["PLAYTESTS_POSTGRES_LOCK_TIMEOUT"] == "6"


_asked = list[str]()


def give_password() -> str:
    """Give a password, and note that it was asked for."""
    _asked.append("asked")
    return "hunter2"


@on_postgres
def test_a_function_gives_the_password_to_events_and_accounts(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTGRES_GET_PASSWORD_TOPIC", f"{__name__}:give_password")
    monkeypatch.delenv("POSTGRES_PASSWORD")
    with closing(Playtests(services.data)):
        assert _asked
    _asked.clear()
    assert services.accounts.people() == []
    assert _asked
    monkeypatch.setenv("POSTGRES_GET_PASSWORD_TOPIC", "nowhere:nothing")
    with pytest.raises(StoreError, match="POSTGRES_GET_PASSWORD_TOPIC is 'nowhere:nothing'"):
        choosing.password()


@on_postgres
def test_another_process_reads_what_was_recorded(services: Services) -> None:
    session = services.recorder.open(table()).session
    again = build(fresh(services.data.parent / "other"))
    assert again.store.load(session.id) == session
    again.close()
