"""Every report of every game says the same on its page, in the command, the API and its files."""

import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest
from flask.testing import FlaskClient

from analytics import stats
from analytics.export import written
from analytics.filters import Filters
from domain.games import GAMES
from service import demo
from service.web.app import create_app
from service.wiring import build
from tests.bench.common import plan, record_games
from tests.service.command_line import Mothlog
from tests.web.reading import Element, get

ASKED = {
    "": [],
    "by=bots": ["--by", "bots"],
    "by=all&include=abandoned&include=amended&from=2026-01-01": [
        *("--by", "all", "--include", "abandoned,amended", "--from", "2026-01-01")
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo sessions and a few simulated ones of every game."""
    data = Path(tmp_path_factory.mktemp("same") / "data")
    services = build(data, rng=Random(3))
    demo.record(services.store)
    for game in GAMES.values():
        record_games(services.store, plan(2, "same", game), 20, 1)
    services.projector.catch_up()
    services.close()
    return data


@pytest.fixture(scope="module")
def units(folder: Path) -> dict[str, dict[str, Any]]:
    """Which columns of a game's report hold shares, hours and clauses; a filter alters none."""
    services = build(folder)
    cursor = services.projector.warehouse.cursor()
    found = {
        f"{game} {report.id}": report.units
        for game in GAMES
        for report in stats.findings(cursor, Filters(game))
    }
    services.close()
    return found


@pytest.mark.parametrize("query", ASKED)
@pytest.mark.parametrize("game", [game.command_name for game in GAMES.values()])
def test_page_command_api_and_files_agree_cell_by_cell(
    folder: Path, units: dict[str, Any], game: str, query: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mothlog = Mothlog(folder, capsys)
    told = mothlog("stats", game, *ASKED[query], "--format", "json").json
    printed = tables(mothlog("stats", game, *ASKED[query]).out)
    assert len(told["reports"]) == len(printed) == len(stats.catalogue(told["game"]))
    one = told["reports"][-1]["id"]
    filed = mothlog("stats", game, one, *ASKED[query], "--format", "csv").out
    services = build(folder)
    client = create_app(services).test_client()
    listed = api(client, game, "", query)
    assert (listed["basis"], listed["filters"]) == (told["basis"], told["filters"])
    try:
        for report, table in zip(told["reports"], printed, strict=True):
            id_ = report["id"]
            answered = api(client, game, f"/{id_}", query)
            assert {name: answered[name] for name in report} == report
            rows = report["rows"]
            texts = csv_rows(client.get(f"/api/statistics/{game}/{id_}?{query}&format=csv").text)
            assert texts[0] == report["columns"]
            assert texts[1:] == [["" if c is None else str(c) for c in row] for row in rows]
            parquet = client.get(
                f"/api/statistics/{game}/{id_}?{query}",
                headers={"Accept": "application/vnd.apache.parquet"},
            ).data
            assert columns_of(parquet) == [[row[n] for row in rows] for n in range(len(texts[0]))]
            heads, held = report["columns"], units[f"{told['game']} {id_}"]
            said = [
                [written(cell, held.get(name)) for cell, name in zip(row, heads, strict=True)]
                for row in rows
            ]
            assert page_rows(get(client, f"/statistics/{game}/report/{id_}?{query}")) == spaced(
                said
            )
            assert table == spaced(said)
        assert csv_rows(filed) == texts
    finally:
        services.close()


def test_the_sql_of_a_report_runs_as_it_stands_and_gives_the_same(folder: Path) -> None:
    services = build(folder)
    client = create_app(services).test_client()
    cursor = services.projector.warehouse.cursor()
    for game in GAMES.values():
        told = api(client, game.command_name, "", "by=all&player=Ida&include=unfinished")
        filters = Filters(game.name, players=("Ida",), include=("unfinished",))
        for row in told["reports"]:
            query = "by=all&player=Ida&include=unfinished"
            answered = api(client, game.command_name, f"/{row['id']}", query)
            known = stats.named(game.name, row["id"])
            assert list(answered["sql"]) == list(known.queries)
            numbers = {
                name: cursor.execute(text).fetchall() for name, text in answered["sql"].items()
            }
            assert known.summarise(numbers).title == row["title"]
        assert told["filters"]["players"] == list(filters.players)
    page = get(client, "/statistics/lantern-moths/report/wick-fate?player=O'Hara")
    links = [a for a in page.find("a", class_="btn") if a.text.startswith("Open as SQL")]
    opened = get(client, links[0].attrs["href"]).one("textarea").text
    assert "list_has_any(players, ['O''Hara'])" in opened
    services.close()


def test_moments_over_the_api_are_those_of_the_page(folder: Path) -> None:
    services = build(folder)
    client = create_app(services).test_client()
    key, query = "all:contested", "seats=3&by=people"
    whole = api(client, "lantern-moths", f"/wick-fate/moments?key={key}", query)
    report = api(client, "lantern-moths", "/wick-fate", query)
    row = report["rows"][report["row_keys"].index(key)]
    assert whole["things"] == row[2] == sum(len(each["seats"]) for each in whole["moments"])
    assert whole["steps"] == len(whole["moments"])
    assert whole["next"] is None
    seen: list[Any] = []
    after: int | None = 0
    while after is not None:
        part = api(
            client, "lantern-moths", f"/wick-fate/moments?key={key}&limit=7&after={after}", query
        )
        seen += part["moments"]
        after = part["next"]
    assert seen == whole["moments"]
    page = get(client, f"/statistics/lantern-moths/wick-fate/{key}?{query}")
    steps = [a.attrs["href"] for a in page.find("a", class_="ev")]
    assert steps == [f"/sessions/{m['session']}?step={m['step']}" for m in seen[:60]]
    assert page.one(class_="basis").text.startswith(f"{report['basis']['counted']} of ")
    services.close()


def api(client: FlaskClient, game: str, path: str, query: str) -> Any:
    """Return what the API answers."""
    mark = "&" if "?" in path else "?"
    response = client.get(f"/api/statistics/{game}{path}{mark}{query}")
    assert response.status_code == 200, response.text
    return json.loads(response.text)


def csv_rows(text: str) -> list[list[str]]:
    """Read a file of CSV."""
    return [*csv.reader(io.StringIO(text))]


def columns_of(parquet: bytes) -> list[list[Any]]:
    """Read a Parquet file, column by column."""
    return [column.to_pylist() for column in pq.read_table(io.BytesIO(parquet)).columns]


def page_rows(page: Element) -> list[list[str]]:
    """Read the table of a report's page, without the links to moments."""
    found = page.find("table", class_="cov")
    rows = [row for body in found[0].find("tbody") for row in body.find("tr")] if found else []
    return [[cell.text for cell in row.find() if _counts(cell)] for row in rows]


def _counts(cell: Element) -> bool:
    return cell.tag == "th" or (cell.tag == "td" and "data-name" in cell.attrs)


def tables(out: str) -> list[list[list[str]]]:
    """Read the tables that the command prints."""
    found: list[list[list[str]]] = []
    for line in out.splitlines():
        if line.startswith("┏"):
            found.append([])
        elif line.startswith("│"):
            found[-1].append([cell.strip() for cell in line.strip("│").split("│")])
    return found


def spaced(rows: list[list[str]]) -> list[list[str]]:
    """Return texts as a page has them: single spaces."""
    return [[" ".join(cell.split()) for cell in row] for row in rows]
