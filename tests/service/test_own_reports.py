"""Saved queries as reports: on the pages, in the command, over HTTP, in files, at their steps."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pyarrow.parquet as pq
import pytest
from flask.testing import FlaskClient

from analytics.filters import LEFT_OUT_UNLESS_ASKED, Filters, basis
from domain.errors import Invalid
from service import demo
from service.asking import counted, reads_counted
from service.own_reports import answer, find
from service.queries import Plot, Queries, Saved
from service.web.app import create_app
from service.wiring import Services, build
from tests.service.command_line import Mothlog
from tests.web.reading import get

AT = datetime(2026, 11, 30, tzinfo=UTC)
LIT = (
    "SELECT s.id AS session_id, w.lit_step AS step, w.round FROM lm_wicks w "
    "JOIN counted s USING (session) ORDER BY ALL"
)
SIZES = "SELECT seats, count(*) AS sessions FROM counted GROUP BY seats ORDER BY seats"
ALL = "SELECT count(*) AS recorded FROM sessions WHERE game = 'lantern_moths'"


def saved(name: str, sql: str, plot: Plot | None = None, **more: str) -> Saved:
    """Return a query to save about Lantern Moths."""
    return Saved("", name, "What it says", sql, "lantern_moths", plot or Plot(), AT, **more)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo sessions, and three saved queries about them."""
    data = Path(tmp_path_factory.mktemp("own") / "data")
    services = build(data, rng=Random(3))
    demo.record(services.store)
    services.projector.catch_up()
    queries = Queries(data)
    queries.save(saved("How many are recorded?", ALL))
    queries.save(saved("Sizes of tables", SIZES, Plot("bar", "seats", "sessions")))
    dots = Plot("dots", "round", "step")
    queries.save(saved("Wicks, one by one", LIT, dots, excludes="tiles that nobody lit"))
    queries.save(saved("Broken", "SELECT nothing FROM nowhere"))
    services.close()
    return data


@pytest.fixture
def services(folder: Path) -> Iterator[Services]:
    """The folder, open."""
    made = build(folder)
    yield made
    made.close()


@pytest.fixture
def client(services: Services) -> FlaskClient:
    """A browser without scripts."""
    return create_app(services).test_client()


def test_filters_reach_a_query_that_reads_counted(services: Services) -> None:
    cursor = services.projector.warehouse.cursor()
    sizes = find(services, "lantern_moths", "own-sizes-of-tables")
    for filters in (
        Filters("lantern_moths"),
        Filters("lantern_moths", played_by="people", seats=(3,)),
        Filters("lantern_moths", include=tuple(LEFT_OUT_UNLESS_ASKED)),
    ):
        found = answer(services, sizes, filters).finding
        assert found is not None
        assert sum(row[1] for row in found.rows if isinstance(row[1], int)) == found.counted
        assert found.counted == basis(cursor, filters).counted
    everything = find(services, "lantern_moths", "own-how-many-are-recorded")
    unreached = answer(services, everything, Filters("lantern_moths", seats=(3,)))
    assert unreached.finding is not None
    assert not unreached.filtered
    assert unreached.finding.rows == [[basis(cursor, Filters("lantern_moths")).of]]
    of = basis(cursor, Filters("lantern_moths")).of
    assert unreached.finding.title == f"How many are recorded: {of}"


def test_on_the_sql_page_counted_is_what_reports_count_of_every_game(services: Services) -> None:
    (row,) = services.asking.ask("SELECT count(*), count(DISTINCT game) FROM counted").result.cells
    cursor = services.projector.warehouse.cursor()
    games = ("lantern_moths", "lepidoptery", "nocturnis")
    assert row == [sum(basis(cursor, Filters(game)).counted for game in games), 3]


@pytest.mark.parametrize(
    "sql",
    [
        "WITH counted AS (SELECT 7 AS n) SELECT n FROM counted",
        "WITH counted(n) AS MATERIALIZED (SELECT 7) SELECT n FROM counted",
        "CREATE TEMP TABLE counted AS SELECT 7 AS n; FROM counted",
        "SELECT 7 AS n /* FROM counted */",
    ],
)
def test_a_query_may_have_a_table_counted_of_its_own(services: Services, sql: str) -> None:
    assert not reads_counted(sql)
    assert services.asking.ask(sql).result.cells == [[7]]
    assert reads_counted("SELECT * FROM counted AS c, seats")
    assert "O''Hara" in counted(Filters("nocturnis", players=("O'Hara",)))


def test_the_catalogue_the_findings_and_the_report_show_it(client: FlaskClient) -> None:
    listed = get(client, "/statistics/lantern-moths/reports")
    (own,) = listed.find("section", class_="own")
    assert [code.text for code in own.find("code")] == [
        *("own-broken", "own-wicks-one-by-one", "own-sizes-of-tables"),
        "own-how-many-are-recorded",
    ]
    assert "DuckDB does not understand the query" in own.text
    assert not get(client, "/statistics/nocturnis/reports").find("section", class_="own")
    assert (
        "tiles that nobody lit" in get(client, "/statistics/lantern-moths?all=1").one(id="own").text
    )
    report = get(client, "/statistics/lantern-moths/report/own-wicks-one-by-one?seats=3")
    assert report.one("h1").text == "Wicks, one by one"
    meant = report.one(class_="meant").text
    assert "What it says. Counts the sessions that the filters let in." in meant
    assert "tiles that nobody lit." in meant
    assert "Version 1, 2026-11-30" in meant
    assert "of " in report.one(class_="basis").text
    apart = get(client, "/statistics/lantern-moths/report/own-how-many-are-recorded")
    assert "The filters do not reach this query" in apart.one(class_="found").text
    broken = get(client, "/statistics/lantern-moths/report/own-broken")
    assert "does not understand" in broken.one(class_="found").text
    assert client.get("/statistics/lantern-moths/report/own-none").status_code == 404
    assert client.get("/statistics/lepidoptery/report/own-broken").status_code == 404


def test_each_row_opens_the_step_that_it_names(client: FlaskClient, services: Services) -> None:
    told = client.get("/api/statistics/lantern-moths/own-wicks-one-by-one").get_json()
    session, step, _ = told["rows"][5]
    assert told["row_keys"][5] == f"{session}:{step}"
    page = get(client, "/statistics/lantern-moths/report/own-wicks-one-by-one")
    address = page.one("tbody").find("a")[5].attrs["href"]
    assert address.startswith("/statistics/lantern-moths/own-wicks-one-by-one/")
    assert client.get(address).location == f"/sessions/{session}?step={step}"
    figure = json.loads(page.one(class_="plot").attrs["data-figure"])
    assert ["", session, step] in figure["data"][0]["customdata"]
    key = f"key={session}:{step}"
    one = client.get(f"/api/statistics/lantern-moths/own-wicks-one-by-one/moments?{key}").get_json()
    assert one["moments"] == [{"session": session, "step": step, "seats": []}]
    event = client.get(f"/api/sessions/{session}/events?limit=5000").get_json()["events"]
    assert any("wick" in json.dumps(row) for row in event if row.get("step") == step)
    for bad in ("", "x", f"{session}:", f"{session}:-1", "1:2"):
        path = f"/api/statistics/lantern-moths/own-wicks-one-by-one/moments?key={bad}"
        assert client.get(path).status_code in (400, 404)


def test_command_api_and_files_agree(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mothlog = Mothlog(folder, capsys)
    asked = ("stats", "lantern-moths", "own-sizes-of-tables", "--by", "people", "--seats", "3")
    (told,) = mothlog(*asked, "--json").json["reports"]
    assert (told["own"], told["filtered"], told["refused"]) == (True, True, "")
    assert len(told["rows"]) == 1
    assert list(csv.reader(io.StringIO(mothlog(*asked, "--format", "csv").out))) == [
        ["seats", "sessions"],
        [str(cell) for cell in told["rows"][0]],
    ]
    assert "Version 1, 2026-11-30." in mothlog(*asked).out
    mothlog(*asked, "--format", "parquet", "-o", str(tmp_path / "own.parquet"))
    table = pq.read_table(tmp_path / "own.parquet")
    assert [*map(list, zip(*(c.to_pylist() for c in table.columns), strict=True))] == told["rows"]
    assert b"2026-11-30" in table.schema.metadata[b"mothlog.definition"]
    listed = mothlog("stats", "lantern-moths", "--list").out
    assert "own-sizes-of-tables  Sizes of tables (saved query, 2026-11-30)" in listed
    whole = mothlog("stats", "lantern-moths", "--json").json["reports"]
    own = [report for report in whole if report.get("own")]
    assert [report["id"] for report in own[:2]] == ["own-broken", "own-wicks-one-by-one"]
    assert 'column "nothing"' in own[0]["refused"] or "nowhere" in own[0]["refused"]
    refused = mothlog("stats", "lantern-moths", "own-broken")
    assert refused.code == 1
    assert "the saved query 'Broken' has no answer" in refused.err
    services = build(folder)
    client = create_app(services).test_client()
    query = "by=people&seats=3"
    over = client.get(f"/api/statistics/lantern-moths/own-sizes-of-tables?{query}").get_json()
    assert {name: over[name] for name in told} == told
    rows = client.get("/api/statistics/lantern-moths").get_json()["reports"]
    assert [row["counted"] for row in rows if row["own"] and not row["filtered"]] == [None, None]
    text = client.get(f"/api/statistics/lantern-moths/own-sizes-of-tables?{query}&format=csv").text
    assert text.splitlines()[0] == "seats,sessions"
    said = client.get("/api/statistics/lantern-moths/own-broken")
    assert (said.status_code, "has no answer" in said.text) == (422, True)
    services.close()


def test_a_change_is_a_new_version_with_a_new_date(tmp_path: Path) -> None:
    queries = Queries(tmp_path)
    first = queries.save(saved("A b", ALL))
    later = AT.replace(day=30, hour=9, year=2027)
    same = queries.save(Saved("", "A b", "What it says", ALL, "", Plot("bar"), later))
    assert (same.version, same.at, same.id, same.plot.kind) == (1, AT, first.id, "bar")
    changed = queries.save(Saved("", "A b", "Else", ALL, "lantern_moths", Plot(), later))
    assert (changed.version, changed.at) == (2, later)
    with pytest.raises(Invalid, match="would be called own-a-b too"):
        queries.save(saved("a, B", ALL))
    assert queries.save(saved("ночь", ALL)).report.removeprefix("own-") in {
        each.id for each in queries.read().saved
    }
