"""A copy of the statistics for others to read, since one process alone can open the file itself."""

import subprocess
import sys
import time
from pathlib import Path

import duckdb

from analytics.warehouse import Warehouse, WarehouseError

COPYING = "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])"
"""Runs in a process of its own: closing the file here would free it for others to write, as POSIX
takes a process's locks on a file away with the first descriptor that it closes."""

TRIES, PAUSE = 50, 0.02  # seconds apart


def publish(warehouse: Warehouse, copy: Path) -> None:
    """Write the warehouse as it is to ``copy``, which is there whole or as it was before.

    Whoever moves the warehouse has to wait meanwhile; readers do not.

    :raises WarehouseError: the copy cannot be made; says why.
    """
    copy.parent.mkdir(parents=True, exist_ok=True)
    aside = copy.with_name(copy.name + ".new")
    _settle(warehouse)
    command = [sys.executable, "-I", "-S", "-c", COPYING, str(warehouse.path), str(aside)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            why = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise WarehouseError(f"cannot copy the statistics to {copy}: {why}")
        aside.chmod(0o600)
        aside.replace(copy)
    finally:
        aside.unlink(missing_ok=True)


def _settle(warehouse: Warehouse) -> None:
    """Bring everything into the file itself.

    A reader's statement can count as a writer's for a moment, although nothing else writes.
    """
    for nth in range(TRIES):
        try:
            warehouse.cursor().execute("CHECKPOINT")
            return
        except duckdb.TransactionException as error:
            if nth == TRIES - 1:
                raise WarehouseError(f"the statistics are being written to: {error}") from error
            time.sleep(PAUSE)
