"""What was answered is stored: after kills, on a full disk, damaged, with a clock that is wrong."""

from tests.mutants.mutant import Mutant

SQLITE = "service/store/sqlite.py"
POSTGRES = "service/store/postgres.py"
CHOOSING = "service/store/choosing.py"
RECORDER = "service/recorder.py"
PROJECTOR = "service/projector.py"
ERRORS = "service/web/errors.py"
KILLED = (
    "tests/service/test_durability.py::"
    "test_what_was_acknowledged_survives_every_kill_and_is_there_once"
)
UNANSWERED = (
    "tests/service/test_durability.py::test_what_was_stored_and_not_answered_is_recorded_once"
)
FAULTS = "tests/service/test_faults.py"
DISK = f"{FAULTS}::test_every_connection_waits_for_the_disk"
FORGETS = (
    "tests/service/test_postgres.py::test_a_server_that_may_forget_is_asked_to_wait_for_its_disk"
)
CLI = "tests/service/test_cli.py"
LATER = '__import__("threading").Timer(5, self.insert_rows, '

MUTANTS = [
    Mutant(
        "a move is in SQLite before it is answered",
        SQLITE,
        "        c.executemany(self.insert_events_statement, rows)\n\n    def insert_rows",
        f"        {LATER}[rows]).start()\n\n    def insert_rows",
        (KILLED,),
    ),
    Mutant(
        "a move is in PostgreSQL before it is answered",
        POSTGRES,
        "        with self._writing() as c:\n            c.executemany(insert, rows)",
        f"        {LATER}[[(str(id_), *rest) for id_, *rest in rows]]).start()",
        (KILLED,),
    ),
    Mutant(
        "a request's key is stored with its events",
        "service/store/mapper.py",
        "domain_event.event, domain_event.key)",
        "domain_event.event, None)",
        (UNANSWERED, KILLED),
    ),
    Mutant(
        "a move whose answer a kill took away is not recorded a second time",
        RECORDER,
        "if key and (before := session.recorded_with(key)):",
        "if key and (before := ()):",
        (UNANSWERED,),
    ),
    Mutant(
        "an opening whose answer a kill took away opens no second session",
        RECORDER,
        "        session_id = self._id_of(key) if key else new_id()\n"
        "        if key and (earlier := self._earlier(session_id)):\n"
        "            return earlier\n        events = open_session",
        "        session_id = new_id()\n        events = open_session",
        (UNANSWERED,),
    ),
    Mutant(
        "every connection to SQLite waits for the disk, however SQLite was built",
        SQLITE,
        '        cursor.execute("PRAGMA synchronous=FULL")\n',
        "",
        (DISK,),
    ),
    Mutant(
        "a disk is asked to empty its own cache where that is a setting",
        SQLITE,
        '        cursor.execute("PRAGMA fullfsync=ON")\n',
        "",
        (DISK,),
    ),
    Mutant(
        "accounts in SQLite wait for the disk",
        "service/accounts/database.py",
        '"synchronous=FULL"',
        '"synchronous=NORMAL"',
        (DISK,),
    ),
    Mutant(
        "a write to PostgreSQL waits for the disk where the server would not",
        POSTGRES,
        'f"{WAIT_FOR_DISK}; SET LOCAL',
        'f"SET LOCAL',
        (FORGETS,),
    ),
    Mutant(
        "accounts in PostgreSQL wait for the disk where the server would not",
        "service/accounts/database.py",
        "        connection.execute(text(WAIT_FOR_DISK))\n",
        "",
        (FORGETS,),
    ),
    Mutant(
        "a write on a full disk is told that the store cannot be used",
        ERRORS,
        "    app.register_error_handler(StoreError, unavailable)\n",
        "",
        (f"{FAULTS}::test_a_full_disk_refuses_and_loses_nothing",),
    ),
    Mutant(
        "who is told so hears that what was answered is stored",
        ERRORS,
        '    503: "the event store cannot be used now; what was answered before is stored",',
        '    503: "the event store cannot be used now",',
        (f"{FAULTS}::test_a_full_disk_refuses_and_loses_nothing",),
    ),
    Mutant(
        "a simulation that finds its store held tells how many games are stored",
        "service/simulating.py",
        "        except (StoreError, sqlite3.Error) as error:",
        "        except sqlite3.Error as error:",
        (f"{FAULTS}::test_a_store_that_is_held_is_named_and_loses_nothing",),
    ),
    Mutant(
        "a command is told that another program holds the store",
        "service/cli/work.py",
        "STORE_FAILURES = (StoreError, sqlite3.Error)",
        "STORE_FAILURES = (sqlite3.Error,)",
        (f"{FAULTS}::test_a_store_that_is_held_is_named_and_loses_nothing",),
    ),
    Mutant(
        "accounts that another program holds are told of",
        ERRORS,
        "ACCOUNTS_FAILURES = (OperationalError, InterfaceError, TimeoutError)",
        "ACCOUNTS_FAILURES = (InterfaceError, TimeoutError)",
        (f"{FAULTS}::test_accounts_that_are_held_are_told_and_come_back",),
    ),
    Mutant(
        "a writer waits for another on SQLite as long as is set",
        CHOOSING,
        'read.get("SQLITE_LOCK_TIMEOUT") or WAIT',
        "WAIT",
        (f"{FAULTS}::test_a_writer_waits_for_another_as_long_as_is_set",),
    ),
    Mutant(
        "a writer waits half a minute for another where nothing is set",
        CHOOSING,
        'WAIT = "30"',
        'WAIT = "1"',
        (f"{FAULTS}::test_a_writer_waits_for_another_as_long_as_is_set",),
    ),
    Mutant(
        "a store that is no database is named",
        "service/cli/__init__.py",
        'return _fail(f"{described()} cannot be used: {error}")',
        "return _fail(str(error))",
        (f"{CLI}::test_an_event_store_that_is_no_database_is_named",),
    ),
    Mutant(
        "statistics that are damaged are made anew at the next start",
        PROJECTOR,
        "                return Warehouse.anew(path)",
        "                raise",
        (f"{CLI}::test_damaged_statistics_are_made_anew_from_the_stored_events",),
    ),
    Mutant(
        "a file that is no statistics says what helps",
        "analytics/warehouse.py",
        '        "`mothlog rebuild` makes them anew from the recorded sessions"',
        '        "so much for them"',
        ("tests/analytics/test_warehouse.py::test_a_file_that_is_none_says_what_helps",),
    ),
    Mutant(
        "statistics that cannot be read to their end say what helps",
        "service/cli/__init__.py",
        "; `mothlog rebuild` makes them anew",
        "",
        (f"{CLI}::test_statistics_damaged_in_the_middle_are_healed_by_one_rebuild",),
    ),
    Mutant(
        "a rebuild begins with an empty file",
        PROJECTOR,
        "            remove(path)\n",
        "",
        (f"{CLI}::test_statistics_with_a_table_missing_are_whole_after_one_rebuild",),
    ),
    Mutant(
        "statistics that fail while they are followed are made anew",
        PROJECTOR,
        "            self.rebuild()\n        except Exception:",
        "            pass\n        except Exception:",
        (f"{FAULTS}::test_statistics_that_fail_twice_in_a_row_are_made_anew_once",),
    ),
    Mutant(
        "statistics are not dropped for a full disk",
        PROJECTOR,
        'if self._failed != 2 or "No space left" in str(error):',
        "if self._failed != 2:",
        (f"{FAULTS}::test_statistics_on_a_full_disk_are_left_as_they_are",),
    ),
    Mutant(
        "statistics on a full disk are shown as far as they are",
        "service/web/counted.py",
        "with suppress(DuckDBError):",
        "with suppress():",
        (f"{FAULTS}::test_statistics_that_cannot_be_written_are_shown_as_far_as_they_are",),
    ),
    Mutant(
        "statistics of a store that lost its end are made anew",
        "analytics/follower.py",
        "                self._warehouse.reset()\n                return 0",
        "                pass",
        ("tests/analytics/test_projection.py::test_a_store_that_lost_its_tail_is_projected_anew",),
    ),
    Mutant(
        "versions order events, not times",
        "service/store/playtests.py",
        "    return fold(entries, session)",
        "    return fold(sorted(entries, key=lambda entry: entry.at), session)",
        (f"{FAULTS}::test_a_clock_that_goes_back_changes_no_order",),
    ),
    Mutant(
        "a move before the one before it took no time",
        "analytics/clock.py",
        "return seconds if 0 < seconds <= BREAK else None",
        "return seconds if seconds <= BREAK else None",
        (f"{FAULTS}::test_a_clock_that_goes_back_changes_no_order",),
    ),
    Mutant(
        "a key opens one session whatever the clock says",
        RECORDER,
        "return self.store.twin(session_id) or session_id",
        "return session_id",
        (
            "tests/service/test_recorder.py::test_a_key_opens_one_session_however_late_it_comes_again",
        ),
    ),
    Mutant(
        "who asks whether it can work hears that the store is away",
        "service/web/health.py",
        '        return _not("the store cannot be read")',
        '        return {"status": "ready"}',
        ("tests/web/test_health.py::test_it_is_not_ready_without_store_or_statistics",),
    ),
]
