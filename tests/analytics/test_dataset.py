"""The data set is whole, names nobody, and answers what its page asks of it."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest

from analytics import dataset
from analytics.catalogue import PLAYED_ON, Column, Table, catalogue
from analytics.dataset import Taken, chosen, pseudonym, write
from analytics.warehouse import Warehouse
from tests.analytics.build import NAMES
from tests.tools.make_dataset_docs import TARGET, text

AT = datetime(2026, 6, 1, tzinfo=UTC)
KEY = b"k" * 32
PAGE = Path(__file__).parents[2] / TARGET


@pytest.fixture(scope="module")
def made(warehouse: Warehouse, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set; read only, please."""
    folder = tmp_path_factory.mktemp("set") / "moths"
    write(warehouse, folder, KEY, AT)
    return folder


@pytest.fixture
def outside() -> Iterator[duckdb.DuckDBPyConnection]:
    """A DuckDB that knows nothing of mothlog."""
    with duckdb.connect() as connection:
        yield connection


def files(folder: Path) -> list[str]:
    """List what lies in a folder."""
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_every_row_of_every_table_is_in_it_that_rests_on_no_play_that_goes_on(
    warehouse: Warehouse, made: Path, outside: duckdb.DuckDBPyConnection
) -> None:
    manifest = json.loads((made / "manifest.json").read_bytes())
    tables = chosen(catalogue(warehouse.cursor()))
    assert [*manifest["tables"]] == [each.table.name for each in tables]
    for each in tables:
        name = each.table.name
        where = f"WHERE session NOT IN (SELECT session FROM sessions WHERE {PLAYED_ON})"
        count = f'SELECT count(*) FROM "{name}" {where if each.table.may_tell else ""}'
        ((rows,),) = warehouse.cursor().execute(count).fetchall()
        assert manifest["tables"][name] == rows
        if not rows:
            assert not (made / name).exists()
            continue
        source = f"read_parquet('{made / name}/**/*.parquet', hive_partitioning = true)"
        assert outside.execute(f"SELECT count(*) FROM {source}").fetchone() == (rows,)
        kept = {column.name for column, use in each.uses if use != "left out"}
        found = {column for column, *_ in outside.execute(f"FROM {source} LIMIT 0").description}
        assert found == kept | {"game", "month"}


def test_numbers_are_those_of_the_statistics(
    warehouse: Warehouse, made: Path, outside: duckdb.DuckDBPyConnection
) -> None:
    columns = "session, seat, total, rank, won, share"
    source = f"read_parquet('{made / 'seats'}/**/*.parquet')"
    assert (
        outside.execute(f"SELECT {columns} FROM {source} ORDER BY ALL").fetchall()
        == warehouse.cursor().execute(f"SELECT {columns} FROM seats ORDER BY ALL").fetchall()
    )


def test_files_lie_by_game_and_month_and_the_manifest_knows_each(made: Path) -> None:
    manifest = json.loads((made / "manifest.json").read_bytes())
    listed = {part["path"]: part for part in manifest["files"]}
    assert {*listed, "manifest.json"} == {*files(made)}
    for path, part in listed.items():
        assert (made / path).stat().st_size == part["size"]
        if path.endswith(".parquet"):
            assert re.fullmatch(r"\w+/game=\w+/month=\d{4}-\d\d/\w+\.parquet", path)
            meta = pq.read_metadata(made / path)
            assert meta.num_rows == part["rows"]
            assert meta.row_group(0).column(0).compression == "ZSTD"
    assert (
        sum(n for months in manifest["games"].values() for n in months.values())
        == (manifest["tables"]["sessions"])
    )


def test_no_name_is_in_any_file(made: Path) -> None:
    for path in made.rglob("*.parquet"):
        frame = json.dumps(pq.read_table(path).to_pylist(), default=str)
        assert not [name for name in (*NAMES, "Random 1") if f'"{name}"' in frame]


def test_the_same_person_has_the_same_pseudonym_in_every_table_and_export(
    warehouse: Warehouse, made: Path, tmp_path: Path, outside: duckdb.DuckDBPyConnection
) -> None:
    def players(folder: Path) -> list[tuple[object, ...]]:
        return outside.execute(
            f"SELECT s.session, s.players, list(w.player ORDER BY w.seat) "
            f"FROM read_parquet('{folder}/sessions/**/*.parquet') s "
            f"JOIN read_parquet('{folder}/seats/**/*.parquet') w USING (session) "
            f"GROUP BY ALL ORDER BY ALL"
        ).fetchall()

    write(warehouse, tmp_path / "again", KEY, AT)
    write(warehouse, tmp_path / "other", b"o" * 32, AT)
    named = (
        warehouse.cursor().execute("SELECT session, players FROM sessions ORDER BY 1").fetchall()
    )
    assert players(made) == players(tmp_path / "again")
    assert [row[:2] for row in players(made)] == [
        (session, [pseudonym(name, KEY) for name in names]) for session, names in named
    ]
    assert all(row[1] == row[2] for row in players(made))
    ours, theirs = ({p for row in players(f) for p in row[1]} for f in (made, tmp_path / "other"))  # type: ignore[attr-defined]
    assert ours.isdisjoint(theirs)


def test_texts_are_left_out_unless_asked_for(
    warehouse: Warehouse, made: Path, tmp_path: Path
) -> None:
    left = json.loads((made / "manifest.json").read_bytes())["left_out"]
    assert {"sessions.title", "sessions.place", "sessions.tags"} <= {*left}
    manifest = write(warehouse, tmp_path / "with", KEY, AT, ["title", "tags"])
    assert "sessions.place" in manifest.left_out
    assert not {"sessions.title", "sessions.tags"} & {*manifest.left_out}
    with pytest.raises(ValueError, match="no text 'names', expected some of: colour"):
        write(warehouse, tmp_path / "wrong", KEY, AT, ["names"])
    assert files(tmp_path / "with") != []
    assert not (tmp_path / "wrong").exists()


def test_a_text_that_nobody_has_judged_is_left_out() -> None:
    columns = ("session BIGINT", "said VARCHAR", "more VARCHAR[]", "player VARCHAR", "kind VARCHAR")
    made = Table("", "new", "", False, tuple(Column(*c.split(), "") for c in columns))
    ((_, uses),) = chosen([made])
    assert [use for _, use in uses] == ["kept", "left out", "left out", "pseudonym", "kept"]


def test_every_text_of_today_is_judged(warehouse: Warehouse) -> None:
    left = {
        column.name
        for each in chosen(catalogue(warehouse.cursor()), dataset.TEXTS)
        for column, use in each.uses
        if use == "left out"
    }
    assert left == set(), "name them in analytics/dataset.py: words, texts or people"


def test_an_earlier_data_set_is_replaced_as_a_whole(warehouse: Warehouse, tmp_path: Path) -> None:
    folder = tmp_path / "moths"
    folder.mkdir()
    write(warehouse, folder, KEY, AT, ["title"])
    first = files(folder)
    write(warehouse, folder, KEY, AT)
    assert files(folder) == first
    assert [path.name for path in tmp_path.iterdir()] == ["moths"]


def test_a_folder_that_holds_something_else_is_refused_and_left_alone(
    warehouse: Warehouse, tmp_path: Path
) -> None:
    other, mixed, file = tmp_path / "other", tmp_path / "mixed", tmp_path / "file"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    with pytest.raises(Taken, match=r"holds 'thesis.txt' and is no data set"):
        write(warehouse, other, KEY, AT)
    write(warehouse, mixed, KEY, AT)
    (mixed / "sessions" / "notes.md").write_text("mine")
    with pytest.raises(Taken, match=r"also holds 'sessions/notes.md'"):
        write(warehouse, mixed, KEY, AT)
    file.write_text("mine")
    with pytest.raises(Taken, match="is no folder"):
        write(warehouse, file, KEY, AT)
    assert (other / "thesis.txt").read_text() == (mixed / "sessions/notes.md").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "mixed", "other"]


@pytest.mark.parametrize("at", ["_parts", "_move"])
def test_what_breaks_off_leaves_the_folder_as_it_was(
    warehouse: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    folder = tmp_path / "moths"
    write(warehouse, folder, KEY, AT)
    before = {path: (folder / path).read_bytes() for path in files(folder)}

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(dataset, at, full)
    with pytest.raises(OSError, match="no space"):
        write(warehouse, folder, KEY, AT)
    assert {path: (folder / path).read_bytes() for path in files(folder)} == before
    assert [path.name for path in tmp_path.iterdir()] == ["moths"]


def test_the_schema_describes_the_rows(made: Path) -> None:
    schema = json.loads((made / "schema.json").read_bytes())
    seats = schema["$defs"]["seats"]["properties"]
    table = pl.read_parquet(made / "seats" / "**" / "*.parquet", hive_partitioning=True)
    assert {*seats} == {*table.columns}
    assert seats["won"]["type"] == "boolean"
    assert seats["share"]["type"] == "number"
    assert "1 for a win" in seats["share"]["description"]


def test_the_dictionary_in_the_docs_is_that_of_the_tables() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == text(page), "run python -m tests.tools.make_dataset_docs"


def blocks(language: str) -> list[str]:
    """Return the code of the page in one language."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found


@pytest.mark.parametrize("sql", blocks("sql"))
def test_the_documented_queries_run_from_plain_duckdb(
    sql: str, made: Path, outside: duckdb.DuckDBPyConnection
) -> None:
    rows = outside.execute(sql.replace("'moths/", f"'{made}/")).fetchall()
    assert rows
    assert all(None not in row for row in rows)


def test_the_documented_query_runs_from_polars(
    made: Path, warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made.parent)
    (code,) = blocks("python")
    names: dict[str, pl.DataFrame] = {}
    exec(code, names)
    expected = (
        warehouse.cursor()
        .execute(
            "SELECT s.game, kind, count(*), median(think_seconds) FROM decisions "
            "JOIN sessions s USING (session) WHERE think_seconds IS NOT NULL "
            f"AND NOT ({PLAYED_ON}) "
            "GROUP BY ALL ORDER BY ALL"
        )
        .fetchall()
    )
    assert names["answer"].rows() == expected
    assert expected
