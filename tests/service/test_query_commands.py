"""``mothlog query`` and ``mothlog dataset``: from a question to a file, and what they refuse."""

import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from service import demo
from service.queries import Plot, Queries, Saved
from service.wiring import build, now
from tests.service.command_line import Mothlog

SESSIONS = "SELECT id, game, players FROM sessions ORDER BY id"


@pytest.fixture
def filled(command: Mothlog) -> Mothlog:
    """The command line on a folder with the demo sessions."""
    services = build(command.data)
    demo.record(services.store)
    services.close()
    return command


def test_a_table_is_for_reading_and_says_what_it_knows_of(filled: Mothlog) -> None:
    ran = filled("query", SESSIONS, "--limit", "2")
    assert ran.code == 0
    assert ran.out.split()[:3] == ["id", "game", "players"]
    assert "2 rows, as of version" in ran.err
    assert "there are more" in ran.err


def test_every_format_holds_the_same_rows(filled: Mothlog, tmp_path: Path) -> None:
    rows = filled("query", SESSIONS, "--format", "json").json
    out = tmp_path / "sessions.parquet"
    assert filled("query", SESSIONS, "--format", "parquet", "--out", str(out)).code == 0
    table = pq.read_table(out)
    assert table.column("players").to_pylist() == [row["players"] for row in rows]
    lines = filled("query", SESSIONS, "--format", "csv").out.splitlines()
    assert [line.split(",")[0] for line in lines] == ["id", *(row["id"] for row in rows)]


def test_a_query_comes_from_a_file_from_standard_input_or_by_its_name(
    filled: Mothlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "question.sql"
    file.write_text("-- é\nSELECT 6 * 7 AS answer", encoding="utf-8")
    assert filled("query", "--file", str(file), "--format", "json").json == [{"answer": 42}]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"SELECT 5 AS n")))
    assert filled("query", "--file", "-", "--format", "csv").out == "n\n5\n"
    Queries(filled.data).save(Saved("", "Mine", "", "SELECT 1 AS n", "", Plot(), now()))
    assert filled("query", "--saved", "Mine", "--format", "csv").out == "n\n1\n"
    ran = filled("query", "--saved", "Nobody's")
    assert (ran.code, ran.err) == (1, 'mothlog: no saved query "Nobody\'s"\n')


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "expected one of: SQL, --file, --saved"),
        (["SELECT 1", "--saved", "x"], 2, "expected one of: SQL, --file, --saved"),
        (["SELECT 1", "--limit", "0"], 2, "1<=x<=100000"),
        (["SELECT 1", "--format", "xml"], 2, "table"),
        (["DELETE FROM sessions"], 1, "cannot change, create or drop"),
        (["FROM read_csv('/etc/passwd')"], 1, "no file"),
        (["SELECT nothing"], 1, "^"),
        (["--file", "missing.sql"], 2, "missing.sql"),
    ],
)
def test_what_cannot_be_answered_says_why(
    command: Mothlog, arguments: list[str], code: int, said: str
) -> None:
    ran = command("query", *arguments)
    assert ran.code == code
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_a_data_set_is_written_told_of_and_written_again(filled: Mothlog, tmp_path: Path) -> None:
    folder = tmp_path / "moths"
    first = filled("dataset", str(folder))
    assert first.code == 0
    assert "sessions, " in first.out
    assert "left out: sessions.title" in first.out
    key = (filled.data / "pseudonyms.key").read_bytes()
    assert (filled.data / "pseudonyms.key").stat().st_mode & 0o077 == 0
    assert filled("dataset", str(folder), "--with", "title").code == 0
    assert (filled.data / "pseudonyms.key").read_bytes() == key
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert "sessions.title" not in manifest["left_out"]


def test_a_data_set_is_not_written_over_something_else(filled: Mothlog, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    ran = filled("dataset", str(tmp_path / "mine"))
    assert ran.code == 1
    assert "holds 'thesis.txt' and is no data set" in ran.err
    assert filled("dataset", str(tmp_path / "new"), "--with", "names").code == 2
    assert not (tmp_path / "new").exists()


def test_a_folder_without_sessions_makes_a_data_set_without_rows(
    command: Mothlog, tmp_path: Path
) -> None:
    ran = command("dataset", str(tmp_path / "moths"))
    assert ran.code == 0
    assert "0 sessions, 0 rows in 2 files" in ran.out
