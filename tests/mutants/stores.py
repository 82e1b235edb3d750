"""PostgreSQL: chosen by variables, several processes write, and whoever follows misses nothing."""

from tests.mutants.mutant import Mutant

CHOOSING = "service/store/choosing.py"
POSTGRES = "service/store/postgres.py"
TESTS = "tests/service/test_postgres.py"
READS = "for at, id_, version, name, state in self._rows(query, after, limit)"
WRITES = "        with self._writing() as c:\n            c.executemany(insert, rows)"

MUTANTS = [
    Mutant(
        "the environment chooses PostgreSQL",
        CHOOSING,
        'module = _read(environ).get("PERSISTENCE_MODULE") or "eventsourcing.sqlite"',
        'module = "eventsourcing.sqlite"',
        (f"{TESTS}::test_another_process_reads_what_was_recorded",),
    ),
    Mutant(
        "variables with the name of the application go before those without",
        CHOOSING,
        "return Environment(APPLICATION, dict(",
        'return Environment("", dict(',
        (f"{TESTS}::test_variables_with_the_name_of_the_application_go_first",),
    ),
    Mutant(
        "a kind of store that there is not is refused",
        CHOOSING,
        '    raise PersistenceError(\n        f"PERSISTENCE_MODULE is {module!r}, expected '
        'eventsourcing.sqlite or eventsourcing.postgres"\n    )',
        '    return "sqlite"',
        (f"{TESTS}::test_a_store_that_cannot_be_reached_is_named",),
    ),
    Mutant(
        "the tables lie in the schema that is named",
        CHOOSING,
        'POSTGRES_ENABLE_DB_FUNCTIONS="no",',
        'POSTGRES_SCHEMA="public",',
        (f"{TESTS}::test_of_processes_that_start_at_once_one_creates_the_tables",),
    ),
    Mutant(
        "a function that is named gives the password",
        CHOOSING,
        'if not (topic := variable("POSTGRES_GET_PASSWORD_TOPIC", environ)):',
        'if not (topic := ""):',
        (f"{TESTS}::test_a_function_gives_the_password_to_events_and_accounts",),
    ),
    Mutant(
        "without its library PostgreSQL is refused with what installs it",
        CHOOSING,
        'if not (find_spec("psycopg") and find_spec("psycopg_pool")):',
        "if False:",
        (
            f"{TESTS}::test_without_its_library_postgres_is_refused_with_the_command_that_installs_it",
        ),
    ),
    Mutant(
        "a server that cannot be reached is told with the reason",
        POSTGRES,
        "        _reach(datastore)\n",
        "",
        (f"{TESTS}::test_a_store_that_cannot_be_reached_is_named",),
    ),
    Mutant(
        "no position becomes readable behind a later one",
        POSTGRES,
        "LOCK TABLE {{}} IN EXCLUSIVE MODE",
        "SELECT 1 FROM {{}} LIMIT 0",
        (
            f"{TESTS}::test_no_writer_overtakes_another",
            f"{TESTS}::test_whoever_follows_several_writers_misses_nothing",
        ),
    ),
    Mutant(
        "a number that a transaction took with it holds nobody up",
        POSTGRES,
        READS,
        READS.replace(
            "for at, id_, version, name, state in",
            "for n, (at, id_, version, name, state) in enumerate(",
        )
        + ", after + 1) if at == n",
        (f"{TESTS}::test_whoever_follows_several_writers_misses_nothing",),
    ),
    Mutant(
        "the statistics go over positions that are missing",
        "analytics/follower.py",
        "stored = self._source(self._reached, limit)",
        "stored = [row for n, row in enumerate(self._source(self._reached, limit), "
        "self._reached + 1) if row[0] == n]",
        ("tests/analytics/test_projection.py::test_positions_may_have_gaps",),
    ),
    Mutant(
        "rows of the statistics and their position move together",
        "analytics/batch.py",
        "                _insert(cursor, name, table)\n",
        "                _insert(cursor, name, table)\n            cursor.commit()\n"
        "            cursor.begin()\n",
        (
            "tests/analytics/test_warehouse.py::test_a_batch_behind_a_position_that_has_moved_writes_nothing",
        ),
    ),
    Mutant(
        "of two writers of one version on PostgreSQL one is told that the other was first",
        POSTGRES,
        "({}) VALUES (%s, %s, %s, %s)",
        "({}) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
        ("tests/service/test_recorder.py::test_of_writers_at_the_same_moment_exactly_one_wins",),
    ),
    Mutant(
        "of processes that start at once one creates the tables",
        POSTGRES,
        '            c.execute("SELECT pg_advisory_xact_lock(%s)", (CREATING,))\n',
        "",
        (f"{TESTS}::test_of_processes_that_start_at_once_one_creates_the_tables",),
    ),
    Mutant(
        "what another process recorded is seen by the next request",
        "service/folded.py",
        "self._store.catch_up(known)",
        "known",
        ("tests/service/test_folded.py::test_what_another_process_records_is_seen",),
    ),
    Mutant(
        "a second process follows with statistics of its own",
        "service/projector.py",
        "            except WarehouseBusy:\n                continue",
        "            except WarehouseBusy:\n                raise",
        (
            "tests/service/test_serving.py::"
            "test_a_second_process_records_beside_it_with_statistics_of_its_own",
        ),
    ),
    Mutant(
        "connections that the server ended are made anew",
        CHOOSING,
        'read.get("POSTGRES_PRE_PING") or "yes"',
        'read.get("POSTGRES_PRE_PING") or "no"',
        (f"{TESTS}::test_connections_that_the_server_ended_are_made_anew",),
    ),
    Mutant(
        "a write that lost its connection is not tried a second time",
        POSTGRES,
        WRITES,
        "        try:\n"
        + WRITES.replace("    ", "    ")
        .replace("\n", "\n    ")
        .replace("        with", "            with", 1)
        + "\n        except OperationalError:\n            with self._writing() as c:\n"
        "                c.executemany(insert, rows)",
        (f"{TESTS}::test_a_command_whose_connection_is_lost_is_not_tried_again",),
    ),
    Mutant(
        "a writer waits for another on PostgreSQL as long as is set",
        CHOOSING,
        'read.get("POSTGRES_LOCK_TIMEOUT") or WAIT',
        "WAIT",
        (f"{TESTS}::test_a_writer_waits_for_another_only_so_long",),
    ),
]
