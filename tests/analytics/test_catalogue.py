"""What the tables say of themselves."""

from pathlib import Path

import duckdb
import pytest

from analytics.catalogue import PLAYED_ON, catalogue
from analytics.sandbox import Sandbox
from analytics.snapshot import publish
from analytics.warehouse import Warehouse, WarehouseError
from domain.games import GAMES


def test_every_table_and_view_has_a_comment_and_games_come_last(warehouse: Warehouse) -> None:
    tables = catalogue(warehouse.cursor())
    assert {table.name for table in tables} >= {*warehouse.columns}
    assert all(table.comment and table.columns for table in tables)
    games = [table.game for table in tables if table.game]
    assert [*dict.fromkeys(games)] == [*GAMES]
    assert [table.game for table in tables][-len(games) :] == games


def test_keys_are_explained_wherever_they_stand(warehouse: Warehouse) -> None:
    for table in catalogue(warehouse.cursor()):
        said = {column.name: column.comment for column in table.columns}
        assert all(said[key] for key in ("session", "step", "seat") if key in said), table.name


def test_a_copy_has_the_same_tables_with_the_same_comments(
    warehouse: Warehouse, tmp_path: Path
) -> None:
    publish(warehouse, tmp_path / "copy" / "w.duckdb")
    sql = "SELECT table_name, comment FROM duckdb_tables() ORDER BY 1"
    found = Sandbox().run(tmp_path / "copy" / "w.duckdb", sql).cells
    assert [tuple(row) for row in found] == warehouse.cursor().execute(sql).fetchall()
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["w.duckdb"]


def test_a_copy_is_the_same_row_by_row_where_the_file_cannot_be_settled(
    warehouse: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analytics.snapshot.TRIES", 0)
    publish(warehouse, tmp_path / "w.duckdb")
    assert [path.name for path in tmp_path.iterdir()] == ["w.duckdb"]
    with duckdb.connect(str(tmp_path / "w.duckdb"), read_only=True) as copied:
        assert catalogue(copied) == catalogue(warehouse.cursor())
        played_on = f"SELECT session FROM sessions WHERE {PLAYED_ON}"
        for table in catalogue(copied):
            if table.view:
                continue
            texts = {"position": "'' AS mark", "damaged": "'' AS reason"}.get(table.name)
            rows = f"SELECT *{f' REPLACE ({texts})' if texts else ''} FROM {table.name}"
            if table.may_tell:
                rows += f" WHERE session NOT IN ({played_on})"
            found = copied.execute(f"FROM {table.name} ORDER BY ALL").fetchall()
            assert found == warehouse.cursor().execute(f"{rows} ORDER BY ALL").fetchall()


def test_a_copy_that_cannot_be_made_leaves_the_one_before(
    warehouse: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "w.duckdb"
    publish(warehouse, copy)
    before = copy.read_bytes()
    monkeypatch.setattr("analytics.snapshot.COPYING", "raise OSError('no space left on device')")
    with pytest.raises(WarehouseError, match="no space left on device"):
        publish(warehouse, copy)
    assert [path.name for path in tmp_path.iterdir()] == ["w.duckdb"]
    assert copy.read_bytes() == before
