"""A copy of the statistics for others to read, since one process alone can open the file itself."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from analytics.catalogue import PLAYED_ON, catalogue
from analytics.warehouse import Cursor, Warehouse, WarehouseError, remove, statements_of

COPYING = "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])"
"""Runs in a process of its own: closing the file here would free it for others to write, as POSIX
takes a process's locks on a file away with the first descriptor that it closes."""

TRIES, PAUSE = 5, 0.02  # seconds apart


def publish(warehouse: Warehouse, copy: Path) -> None:
    """Write what may be read of the warehouse to ``copy``, which is there whole or as it was.

    :raises WarehouseError: the copy cannot be made; says why.
    """
    hand_out(take(warehouse, copy), copy)


def take(warehouse: Warehouse, copy: Path) -> Path:
    """Copy the warehouse as it is to a file beside ``copy``, for :func:`hand_out`; return it.

    Whoever moves the warehouse has to wait meanwhile; readers do not.

    :raises WarehouseError: the copy cannot be made; says why.
    """
    aside = copy.with_name(copy.name + ".new")
    cursor = warehouse.cursor().cursor()
    with _made_aside(aside, copy):
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
            remove(aside)
            if _settled(cursor):
                _copy_file(warehouse.path, aside)
            else:
                _copy_rows(cursor, aside)
        finally:
            cursor.close()
    return aside


def hand_out(aside: Path, copy: Path) -> None:
    """Put what :func:`take` returned in the place of ``copy``, without what is still hidden.

    :raises WarehouseError: that cannot be done; says why.
    """
    with _made_aside(aside, copy):
        with duckdb.connect(str(aside)) as connection:
            _leave_out(connection)
        aside.chmod(0o600)
        aside.replace(copy)


@contextmanager
def _made_aside(aside: Path, copy: Path) -> Iterator[None]:
    """Leave nothing of a file where it could not be made."""
    try:
        yield
    except (OSError, duckdb.Error) as error:
        remove(aside)
        raise WarehouseError(f"cannot copy the statistics to {copy}: {error}") from error
    except BaseException:
        remove(aside)
        raise


def _leave_out(cursor: Cursor) -> None:
    """Take out what nobody may know yet: all that rests on the cards of sessions that are played
    on, and the two texts that are made from events as they are stored.

    Tables are made anew, because deleted rows still count in what DuckDB says of a column.
    """
    hidden = f"SELECT session FROM sessions WHERE {PLAYED_ON}"
    for table in catalogue(cursor):
        if table.may_tell and not table.view:
            where = f"WHERE session IN ({hidden})"
            if cursor.execute(f'SELECT 1 FROM "{table.name}" {where} LIMIT 1').fetchone():
                _make_anew(cursor, table.name, f"WHERE session NOT IN ({hidden})")
    _make_anew(cursor, "position", "", "* REPLACE ('' AS mark)")
    _make_anew(cursor, "damaged", "", "* REPLACE ('' AS reason)")
    cursor.execute("CHECKPOINT")


def _make_anew(cursor: Cursor, table: str, where: str, columns: str = "*") -> None:
    """Fill a table with some of its own rows."""
    cursor.execute(f'ALTER TABLE "{table}" RENAME TO leaving')
    for statement in statements_of(table):
        cursor.execute(statement)
    cursor.execute(f'INSERT INTO "{table}" SELECT {columns} FROM leaving {where}')
    cursor.execute("DROP TABLE leaving")


def _settled(cursor: Cursor) -> bool:
    """Bring everything into the file itself; impossible while a reader needs what is not there."""
    for _ in range(TRIES):
        try:
            cursor.execute("CHECKPOINT")
            return True
        except duckdb.TransactionException:
            time.sleep(PAUSE)
    return False


def _copy_file(path: Path, aside: Path) -> None:
    """Copy the bytes: a gigabyte in a second or so."""
    command = [sys.executable, "-I", "-S", "-c", COPYING, str(path), str(aside)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError((done.stderr.strip().splitlines() or ["no reason given"])[-1])


def _copy_rows(cursor: Cursor, aside: Path) -> None:
    """Copy row by row, which takes longer and needs nobody to stand still."""
    target = str(aside).replace("'", "''")
    ((name,),) = cursor.execute("SELECT current_database()").fetchall()
    cursor.execute(f"ATTACH '{target}' AS published_copy")
    try:
        cursor.execute(f'COPY FROM DATABASE "{name}" TO published_copy')
    finally:
        cursor.execute("DETACH published_copy")
