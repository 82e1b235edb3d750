"""A copy of the statistics for others to read, since one process alone can open the file itself."""

import subprocess
import sys
import time
from pathlib import Path

import duckdb

from analytics.warehouse import Cursor, Warehouse, WarehouseError

COPYING = "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])"
"""Runs in a process of its own: closing the file here would free it for others to write, as POSIX
takes a process's locks on a file away with the first descriptor that it closes."""

TRIES, PAUSE = 5, 0.02  # seconds apart


def publish(warehouse: Warehouse, copy: Path) -> None:
    """Write the warehouse as it is to ``copy``, which is there whole or as it was before.

    Whoever moves the warehouse has to wait meanwhile; readers do not.

    :raises WarehouseError: the copy cannot be made; says why.
    """
    copy.parent.mkdir(parents=True, exist_ok=True)
    aside = copy.with_name(copy.name + ".new")
    aside.unlink(missing_ok=True)
    cursor = warehouse.cursor().cursor()
    try:
        if _settled(cursor):
            _copy_file(warehouse.path, aside)
        else:
            _copy_rows(cursor, aside)
        aside.chmod(0o600)
        aside.replace(copy)
    except (OSError, duckdb.Error) as error:
        raise WarehouseError(f"cannot copy the statistics to {copy}: {error}") from error
    finally:
        cursor.close()
        aside.unlink(missing_ok=True)


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
