"""Whatever is typed ends in an answer or in words, and nothing but its own process feels it."""

import csv
import hashlib
import io
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from analytics.sandbox import Limits, Refused, Sandbox
from analytics.snapshot import publish
from analytics.warehouse import Warehouse
from tests.analytics.hostile import Hostile, hostile

SMALL = Limits(seconds=30, memory=128, rows=20, columns=100, size=100_000)
BRIEF = SMALL._replace(seconds=1.2)
CORPUS = hostile()


@pytest.fixture(scope="module")
def copy(warehouse: Warehouse, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A published copy in a folder like a data folder, with something beside it to steal."""
    data = tmp_path_factory.mktemp("data")
    (data / "secret.key").write_text("secret")
    file = data / "published" / "statistics.duckdb"
    publish(warehouse, file)
    return file


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """A sandbox that leaves nobody behind."""
    before = children()
    yield Sandbox()
    assert children() <= before


def children() -> set[int]:
    """Return the processes that this one has begun and not seen the end of."""
    found: set[int] = set()
    for each in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            found |= {int(pid) for pid in each.read_text().split()}
    return found


def lying(copy: Path) -> dict[str, str]:
    """Return every file of the data folder with its content."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in copy.parents[1].rglob("*")
        if path.is_file()
    }


def ask(sandbox: Sandbox, copy: Path, sql: str, limits: Limits = SMALL) -> str:
    """Run a query and say how it ended."""
    try:
        sandbox.run(copy, sql, "page", limits)
    except Refused as error:
        return error.kind if str(error) else "silent"
    return "ok"


def test_the_corpus_is_large_and_no_two_are_the_same() -> None:
    assert len(CORPUS) >= 100
    assert len({each.sql for each in CORPUS}) == len({each.name for each in CORPUS}) == len(CORPUS)


@pytest.mark.parametrize("each", CORPUS, ids=lambda each: each.name)
def test_a_hostile_query_ends_well(each: Hostile, copy: Path, sandbox: Sandbox) -> None:
    before, started = lying(copy), time.monotonic()
    limits = BRIEF if "time" in each.ends else SMALL
    assert ask(sandbox, copy, each.sql, limits) in each.ends
    assert time.monotonic() - started < limits.seconds + 5
    assert lying(copy) == before
    assert sandbox.run(copy, "SELECT 41 + 1", limits=SMALL).cells == [[42]]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT count(*) FROM range(1000000000000)", "stopped after 1.2 s"),
        ("SELECT repeat('x', 2000000000)", "more than the 128 MB"),
        ("SELECT " + "1, " * 200 + "2", "201 columns, expected at most 100"),
        ("SELECT '" + "x" * 60_000 + "'", "60,009 characters, expected at most 50,000"),
        ("DELETE FROM sessions", "cannot change, create or drop"),
        ("SET threads = 8", "settings are fixed"),
        ("FROM read_csv('/etc/passwd')", "no file, no address"),
        ("SELECT nothing FROM sessions", '"nothing" not found'),
    ],
)
def test_a_refusal_says_which_limit_it_was(
    sql: str, said: str, copy: Path, sandbox: Sandbox
) -> None:
    with pytest.raises(Refused, match=said):
        sandbox.run(copy, sql, limits=BRIEF if "stopped" in said else SMALL)


def test_a_mistake_shows_its_place(copy: Path, sandbox: Sandbox) -> None:
    with pytest.raises(Refused) as caught:
        sandbox.run(copy, "SELECT 1,\n  nothing FROM sessions", limits=SMALL)
    assert "LINE 2:" in caught.value.detail
    assert "^" in caught.value.detail


def test_what_is_long_is_cut_and_says_so(copy: Path, sandbox: Sandbox) -> None:
    many = sandbox.run(copy, "FROM range(1000)", limits=SMALL)
    assert (many.rows, many.cut) == (20, "rows")
    assert many.cells == [[n] for n in range(20)]
    wide = sandbox.run(
        copy, "SELECT repeat('x', 60000) FROM range(9)", "csv", SMALL._replace(cell=10)
    )
    assert (wide.rows, wide.cut) == (1, "bytes")
    short = sandbox.run(copy, "SELECT repeat('x', 60000) AS t", limits=SMALL._replace(cell=10))
    assert short.cells == [["x" * 9 + "…"]]
    exactly = sandbox.run(copy, "FROM range(20)", limits=SMALL)
    assert (exactly.rows, exactly.cut) == (20, "")


def test_every_format_holds_the_same_rows(copy: Path, sandbox: Sandbox) -> None:
    sql = "SELECT session, game, players, seconds FROM sessions ORDER BY session LIMIT 5"
    page = sandbox.run(copy, sql, limits=SMALL)
    as_csv = [*csv.reader(io.StringIO(sandbox.run(copy, sql, "csv").payload.decode()))]
    as_json = json.loads(sandbox.run(copy, sql, "json").payload)
    parquet = pq.read_table(io.BytesIO(sandbox.run(copy, sql, "parquet").payload)).to_pylist()
    names = [column.name for column in page.columns]
    assert names == as_csv[0] == list(as_json[0]) == list(parquet[0])
    assert as_json == parquet
    assert [row[0] for row in page.cells] == [row["session"] for row in parquet]
    assert [json.loads(row[2]) for row in as_csv[1:]] == [row["players"] for row in parquet]
    assert [row[3] for row in as_csv[1:]] == [
        "" if row["seconds"] is None else str(row["seconds"]) for row in parquet
    ]


def test_parquet_stops_at_the_same_limits(copy: Path, sandbox: Sandbox) -> None:
    many = sandbox.run(copy, "FROM range(5000)", "parquet", SMALL)
    assert (many.rows, many.cut) == (20, "rows")
    assert pq.read_table(io.BytesIO(many.payload)).num_rows == 20
    with pytest.raises(Refused, match="cast it") as caught:
        sandbox.run(copy, "SELECT INTERVAL 3 MONTH AS i", "parquet", SMALL)
    assert caught.value.kind == "format"


def test_a_pivot_and_a_temporary_table_work(copy: Path, sandbox: Sandbox) -> None:
    pivot = "PIVOT (SELECT 1 AS n, 'a' AS k) ON k USING sum(n)"
    assert sandbox.run(copy, pivot, limits=SMALL).cells == [[1]]
    two = "CREATE TEMP TABLE t AS SELECT 7 AS n; SELECT n FROM t"
    assert sandbox.run(copy, two, limits=SMALL).cells == [[7]]


def test_the_answer_knows_where_the_copy_stands(
    warehouse: Warehouse, copy: Path, sandbox: Sandbox
) -> None:
    ((reached,),) = warehouse.cursor().execute("SELECT reached FROM position").fetchall()
    assert sandbox.run(copy, "SELECT 1", limits=SMALL).reached == reached


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_a_process_that_dies_is_told_of(by: signal.Signals, copy: Path, sandbox: Sandbox) -> None:
    said: list[str] = []

    def run() -> None:
        try:
            sandbox.run(copy, "SELECT count(*) FROM range(1000000000000)", limits=SMALL)
        except Refused as error:
            said.append(f"{error.kind}: {error}")

    before = children()
    thread = threading.Thread(target=run)
    thread.start()
    while not (started := children() - before):
        time.sleep(0.01)
    os.kill(started.pop(), by)
    thread.join(20)
    assert said == [f"crash: the query ended its own process ({by.name}); nothing else was hurt"]


def test_only_so_many_run_at_once(copy: Path) -> None:
    sandbox = Sandbox(at_once=1, patience=0.1)
    before = children()
    long = threading.Thread(
        target=ask, args=(sandbox, copy, "SELECT count(*) FROM range(1000000000000)", BRIEF)
    )
    long.start()
    while not children() - before:
        time.sleep(0.01)
    with pytest.raises(Refused, match="1 queries are running") as caught:
        sandbox.run(copy, "SELECT 1", limits=SMALL)
    assert caught.value.kind == "busy"
    long.join()
    assert sandbox.run(copy, "SELECT 1", limits=SMALL).cells == [[1]]


def test_a_query_sees_none_of_the_secrets_of_its_surroundings(
    copy: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", "hidden")
    everything = "SELECT * FROM duckdb_settings()"
    assert b"hidden" not in sandbox.run(copy, everything, "json", Limits(size=10_000_000)).payload
