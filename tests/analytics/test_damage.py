"""One session that cannot be read stops nothing else, and is named."""

from pathlib import Path
from typing import Any

import pytest

from analytics.batch import Batch
from analytics.progress import Stored
from analytics.warehouse import DuckDBError, Warehouse
from domain.games.lantern_moths.events import MothPlanted
from domain.session import CODEC
from tests.analytics.build import (
    START,
    Log,
    dump,
    interleaved,
    one_after_the_other,
    people,
    play,
)

BROKEN = 1


@pytest.fixture(scope="module")
def three() -> Log:
    """Return a store of three sessions that were played at the same time."""
    return interleaved(play(f"damage {n}", people(2 + n), notes=0.1) for n in range(3))


def rows_of(log: Log, nth: int) -> list[Stored]:
    """Return the rows of the session that was opened as that one."""
    session_id = [row[1] for row in log.rows if row[2] == 1][nth]
    return [row for row in log.rows if row[1] == session_id]


def changed(log: Log, row: Stored, name: str, state: bytes) -> Log:
    """Return a store in which one row has other contents."""
    return Log((*r[:3], name, state) if r == row else r for r in log.rows)


def expect_only_the_others(broken: Log, session_id: str, warehouse: Warehouse, tmp: Path) -> None:
    """Compare with a store that never had the damaged session."""
    clean = Warehouse(tmp / "clean.duckdb")
    broken.without(session_id).follow(clean)
    found, expected = dump(warehouse), dump(clean)
    for table in found.keys() - {"damaged", "position"}:
        assert found[table] == expected[table], table
    clean.close()


def damaged(warehouse: Warehouse) -> list[tuple[Any, ...]]:
    """Return what is said about damaged sessions."""
    query = "SELECT replace(id::VARCHAR, '-', ''), game, version, reason FROM damaged"
    return warehouse.cursor().execute(query).fetchall()


@pytest.mark.parametrize("batch", [10_000, 19])
@pytest.mark.parametrize(
    ("name", "state", "reason"),
    [
        ("lantern_moths.wick_lit:1", b'{"at":"2026-05-01T19', "cannot be read"),
        ("lantern_moths.wick_lit:1", b"\xff\xfe", "cannot be read"),
        ("lantern_moths.wick_lit:99", b'{"at":"2026-05-01T19:00:00Z","event":{}}', "no event"),
    ],
)
def test_unreadable_bytes(
    name: str, state: bytes, reason: str, batch: int, three: Log, empty: Warehouse, tmp_path: Path
) -> None:
    row = rows_of(three, BROKEN)[40]
    log = changed(three, row, name, state)
    assert log.follow(empty, batch) == len(log.rows)
    ((session_id, game, version, said),) = damaged(empty)
    assert (session_id, game, version) == (row[1], "lantern_moths", 41)
    assert reason in said
    expect_only_the_others(log, row[1], empty, tmp_path)
    assert log.follow(empty) == 0


@pytest.mark.parametrize("batch", [10_000, 19])
def test_an_event_that_does_not_fit(
    batch: int, three: Log, empty: Warehouse, tmp_path: Path
) -> None:
    row = next(r for r in rows_of(three, BROKEN)[30:] if r[3].endswith("moth_planted:1"))
    nobody_holds_it = CODEC.encode(START, MothPlanted(0, "Q9", "b2"))
    log = changed(three, row, *nobody_holds_it)
    log.follow(empty, batch)
    ((session_id, _, version, reason),) = damaged(empty)
    assert (session_id, version) == (row[1], row[2])
    assert "Q9" in reason
    expect_only_the_others(log, row[1], empty, tmp_path)


@pytest.mark.parametrize("batch", [10_000, 19])
@pytest.mark.parametrize(("version", "game"), [(1, None), (25, "lantern_moths")])
def test_a_missing_event(
    version: int, game: str | None, batch: int, three: Log, empty: Warehouse, tmp_path: Path
) -> None:
    row = rows_of(three, BROKEN)[version - 1]
    log = Log(r for r in three.rows if r != row)
    log.follow(empty, batch)
    ((session_id, found, at, reason),) = damaged(empty)
    assert (session_id, found, at) == (row[1], game, version)
    assert "missing" in reason
    expect_only_the_others(log, row[1], empty, tmp_path)


def test_an_unreadable_opening(three: Log, empty: Warehouse, tmp_path: Path) -> None:
    row = rows_of(three, BROKEN)[0]
    log = changed(three, row, row[3], b"{}")
    log.follow(empty)
    ((session_id, game, version, _),) = damaged(empty)
    assert (session_id, game, version) == (row[1], None, 1)
    expect_only_the_others(log, row[1], empty, tmp_path)


def test_an_unknown_game(three: Log, empty: Warehouse, tmp_path: Path) -> None:
    row = rows_of(three, BROKEN)[0]
    log = changed(three, row, row[3], row[4].replace(b'"lantern_moths"', b'"moon_moths"', 1))
    log.follow(empty)
    ((session_id, game, _, reason),) = damaged(empty)
    assert (session_id, game) == (row[1], "moon_moths")
    assert "moon_moths" in reason
    expect_only_the_others(log, row[1], empty, tmp_path)


@pytest.mark.parametrize("batch", [10_000, 23])
def test_a_number_too_large_for_any_column(
    batch: int, three: Log, empty: Warehouse, tmp_path: Path
) -> None:
    row = rows_of(three, BROKEN)[0]
    huge = row[4].replace(b'"copies":{"value":{"1":5', b'"copies":{"value":{"1":1' + b"0" * 30)
    huge = huge.replace(b'"edition_hash":"', b'"edition_hash":"other ')
    assert huge != row[4]
    log = changed(three, row, row[3], huge)
    assert log.follow(empty, batch) == len(log.rows)
    assert [found[0] for found in damaged(empty)] == [row[1]]
    expect_only_the_others(log, row[1], empty, tmp_path)


def test_a_store_that_fails_marks_nothing(empty: Warehouse) -> None:
    log = one_after_the_other([play("fails", moves=8, end="live")])
    log.up_to(10).follow(empty)
    before = dump(empty)

    def history(session_id: str, version: int) -> list[tuple[int, str, bytes]]:
        raise OSError("the disk is gone")

    log.history = history  # type: ignore[method-assign]
    with pytest.raises(OSError, match="the disk is gone"):
        log.follow(empty)
    assert dump(empty) == before


def test_what_a_full_disk_says_is_told_though_it_has_ended_the_transaction(
    empty: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Batch, cursor: Any) -> None:
        cursor.rollback()
        raise DuckDBError("No space left on device")

    monkeypatch.setattr(Batch, "_delete", full)
    with pytest.raises(DuckDBError, match="No space left"):
        one_after_the_other([play("fails", moves=8, end="live")]).follow(empty)
