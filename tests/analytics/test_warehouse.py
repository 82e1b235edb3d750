"""One file, one process, many threads; and what a file in the wrong state says."""

import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import pytest

from analytics.batch import Batch, Moved
from analytics.warehouse import (
    Warehouse,
    WarehouseBusy,
    WarehouseDamaged,
    WarehouseError,
    fingerprint,
)
from tests.analytics.build import dump, one_after_the_other, play

ROOT = Path(__file__).parents[2]

HOLD = """
import sys
from pathlib import Path
from analytics.warehouse import Warehouse
warehouse = Warehouse(Path(sys.argv[1]))
print("holding", flush=True)
sys.stdin.read()
"""


def test_another_process_finds_it_busy(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"holding\n"
        with pytest.raises(WarehouseBusy, match=r"another process .*w\.duckdb"):
            Warehouse(path)
        with pytest.raises(WarehouseBusy):
            Warehouse.anew(path)
        assert holder.stdin is not None
        holder.stdin.close()
    Warehouse(path).close()


def test_closing_it_frees_the_file(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    warehouse = Warehouse(path)
    other = threading.Thread(target=lambda: warehouse.cursor().execute("FROM position"))
    other.start()
    other.join()
    warehouse.cursor().execute("FROM position")
    warehouse.close()
    run = [sys.executable, "-c", HOLD, str(path)]
    done = subprocess.run(run, cwd=ROOT, input=b"", capture_output=True, check=True)
    assert done.stdout == b"holding\n"


@pytest.mark.parametrize(
    "content", [b"", b"no database", b"junk" * 5000], ids=["empty", "short", "junk"]
)
def test_a_file_that_is_none_says_what_helps(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(content)
    with pytest.raises(WarehouseDamaged, match=r"w\.duckdb are damaged .*mothlog rebuild"):
        Warehouse(path)
    assert path.read_bytes() == content
    warehouse = Warehouse.anew(path)
    assert _reached(warehouse) == 0
    warehouse.close()


def test_a_file_that_was_cut_off_says_what_helps(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    log = one_after_the_other([play("cut off")])
    warehouse = Warehouse(path)
    log.follow(warehouse)
    expected = dump(warehouse)
    warehouse.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
    with pytest.raises(WarehouseDamaged, match="mothlog rebuild"):
        Warehouse(path)
    warehouse = Warehouse.anew(path)
    log.follow(warehouse)
    assert dump(warehouse) == expected
    warehouse.close()


def test_a_folder_in_its_place_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / "w.duckdb").mkdir()
    with pytest.raises(WarehouseError, match="cannot open the statistics") as caught:
        Warehouse(tmp_path / "w.duckdb")
    assert not isinstance(caught.value, WarehouseDamaged)


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE position SET schema = 'of another version'",
        "DROP TABLE position",
        "DELETE FROM position",
    ],
)
def test_tables_of_another_version_are_built_anew(spoil: str, tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    log = one_after_the_other([play("version")])
    warehouse = Warehouse(path)
    log.follow(warehouse)
    expected = dump(warehouse)
    warehouse.cursor().execute("CREATE TABLE left_over AS SELECT 1 AS one")
    warehouse.cursor().execute("CREATE VIEW looks AS SELECT session FROM sessions")
    warehouse.cursor().execute(spoil)
    warehouse.close()

    warehouse = Warehouse(path)
    assert _reached(warehouse) == 0
    assert "left_over" not in warehouse.columns
    log.follow(warehouse)
    assert dump(warehouse) == expected
    warehouse.close()


def test_the_same_version_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    log = one_after_the_other([play("kept")])
    warehouse = Warehouse(path)
    log.follow(warehouse)
    expected = dump(warehouse)
    warehouse.close()
    warehouse = Warehouse(path)
    assert dump(warehouse) == expected
    assert log.follow(warehouse) == 0
    warehouse.close()


def test_each_thread_has_its_own_cursor(empty: Warehouse) -> None:
    cursors = [empty.cursor()]
    threads = [threading.Thread(target=lambda: cursors.append(empty.cursor())) for _ in range(3)]
    for thread in threads:
        thread.start()
        thread.join()
    assert len({id(cursor) for cursor in cursors}) == 4
    assert empty.cursor() is cursors[0]


def test_cursors_of_threads_that_ended_are_closed(empty: Warehouse) -> None:
    found = []
    thread = threading.Thread(target=lambda: found.append(empty.cursor()))
    thread.start()
    thread.join()
    next_thread = threading.Thread(target=empty.cursor)
    next_thread.start()
    next_thread.join()
    with pytest.raises(duckdb.ConnectionException):
        found[0].execute("SELECT 1")


def test_a_reader_sees_one_moment_while_rows_come_in(empty: Warehouse) -> None:
    log = one_after_the_other([play("one"), play("two")])
    first = next(row[0] for row in log.rows if row[0] > 1 and row[2] == 1) - 1
    log.up_to(first).follow(empty)
    seen = []

    def read() -> None:
        cursor = empty.cursor()
        cursor.begin()
        seen.append(cursor.execute("SELECT count(*) FROM sessions").fetchall())
        ready.set()
        done.wait()
        seen.append(cursor.execute("SELECT count(*) FROM sessions").fetchall())
        cursor.rollback()
        seen.append(cursor.execute("SELECT count(*) FROM sessions").fetchall())

    ready, done = threading.Event(), threading.Event()
    reader = threading.Thread(target=read)
    reader.start()
    ready.wait()
    log.follow(empty)
    done.set()
    reader.join()
    assert seen == [[(1,)], [(1,)], [(2,)]]


def test_a_batch_behind_a_position_that_has_moved_writes_nothing(empty: Warehouse) -> None:
    log = one_after_the_other([play("moved")])
    log.follow(empty)
    before = dump(empty)
    batch = Batch(empty.columns)
    batch.rows["damaged"].append(("0" * 32, None, 1, "a row that must not get in"))
    with pytest.raises(Moved, match="no longer at position 3"):
        batch.write(empty, 3, 9, "mark")
    assert dump(empty) == before


def test_the_fingerprint_is_stored(empty: Warehouse) -> None:
    found = empty.cursor().execute("SELECT schema FROM position").fetchall()
    assert found == [(fingerprint(),)]


def test_every_table_and_most_columns_are_explained(empty: Warehouse) -> None:
    query = "SELECT table_name FROM duckdb_tables() WHERE comment IS NULL"
    assert empty.cursor().execute(query).fetchall() == []


def _reached(warehouse: Warehouse) -> int:
    row = warehouse.cursor().execute("SELECT reached FROM position").fetchone()
    assert row is not None
    return int(row[0])
