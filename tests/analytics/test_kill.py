"""A projector that is killed in the middle neither loses nor doubles a row."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from analytics.projection import catch_up
from analytics.warehouse import Warehouse
from service.store import Playtests
from tests.analytics.build import Log, dump, interleaved, people, play

ROOT = Path(__file__).parents[2]

FOLLOW = """
import sys
from pathlib import Path
from uuid import UUID
from analytics.projection import catch_up
from analytics.warehouse import Warehouse
from service.store import Playtests

store = Playtests(Path(sys.argv[1]))

def source(after, limit):
    print(after, flush=True)
    return store.read(after, limit)

def history(session_id, version):
    events = store.recorder.select_events(UUID(session_id), lte=version)
    return [(e.originator_version, e.topic, e.state) for e in events]

catch_up(Warehouse(Path(sys.argv[2])), source, history, batch=11)
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[tuple[Playtests, Log]]:
    """Return a store on a real file, and the same rows in memory."""
    games = (play(f"kill {n}", people(2 + n % 2), take_backs=0.02) for n in range(12))
    log = interleaved(games, seed="kill")
    store = Playtests(tmp_path / "data")
    store.append_encoded(row[1:] for row in log.rows)
    assert store.read(0, len(log.rows) + 1) == log.rows
    yield store, log
    store.close()


def test_killed_again_and_again_it_loses_and_doubles_nothing(
    store: tuple[Playtests, Log], tmp_path: Path
) -> None:
    playtests, log = store
    path = tmp_path / "killed.duckdb"
    reached = [0]
    for lines in (2, 5, 9, 14):
        command = [sys.executable, "-c", FOLLOW, str(tmp_path / "data"), str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as follower:
            assert follower.stdout is not None
            for _ in range(lines):
                assert follower.stdout.readline()
            follower.kill()
        warehouse, expected = Warehouse(path), Warehouse(tmp_path / f"clean-{lines}.duckdb")
        (position,) = warehouse.cursor().execute("SELECT reached FROM position").fetchall()
        reached.append(position[0])
        log.up_to(reached[-1]).follow(expected)
        assert dump(warehouse) == dump(expected)
        warehouse.close()
        expected.close()
    assert reached == sorted(set(reached))
    assert reached[-1] < log.end

    def history(session_id: str, version: int) -> list[tuple[int, str, bytes]]:
        events = playtests.recorder.select_events(UUID(session_id), lte=version)
        return [(e.originator_version, e.topic, e.state) for e in events]

    warehouse, expected = Warehouse(path), Warehouse(tmp_path / "clean.duckdb")
    assert catch_up(warehouse, playtests.read, history) == log.end - reached[-1]
    log.follow(expected)
    assert dump(warehouse) == dump(expected)
    warehouse.close()
    expected.close()
