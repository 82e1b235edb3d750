"""The SQL page: a query, its answer, files, saving it as a report, and all that it refuses."""

import io
import re
from typing import Any

import pyarrow.parquet as pq
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.examples import examples
from service.queries import Queries
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get, read

LINES = "SELECT range AS n, n * n AS square FROM range(3)"


def post(client: FlaskClient, path: str, follow: bool = False, **fields: str) -> TestResponse:
    """Send a form with the token of the page."""
    token = get(client, "/sql").find("input", name="csrf_token")[0].attrs["value"]
    data = {**fields, "csrf_token": token}
    return client.post(path, data=data, follow_redirects=follow)


def ask(client: FlaskClient, sql: str, status: int = 200, **fields: str) -> Element:
    """Run a query and return the page."""
    answer = post(client, "/sql", q=sql, **fields)
    assert answer.status_code == status, answer.text[-2000:]
    return read(answer)


def cells(page: Element) -> list[list[str]]:
    """Return the table of a result as texts."""
    body = page.one(id="result").one("tbody")
    return [[td.text for td in row.find("td")] for row in body.find("tr")]


def test_the_page_leads_to_itself_and_shows_tables_with_their_meaning(client: FlaskClient) -> None:
    page = get(client, "/")
    assert "/sql" in [a.attrs["href"] for a in page.one("nav").find("a")]
    tables = get(client, "/sql").one(class_="tables")
    assert "One row a recorded play, as it stands" in tables.text
    assert "how many actions were legal" in tables.text


def test_a_link_fills_the_query_in_and_runs_nothing(
    client: FlaskClient, services: Services
) -> None:
    page = get(client, "/sql?q=SELECT+1+%3C%2Ftextarea%3E")
    assert page.one("textarea", id="q").text == "SELECT 1 </textarea>"
    assert "Nothing runs before you say so" in page.one(id="result").text
    assert not (services.data / "published").exists()
    assert Queries(services.data).read().past == ()


def test_a_query_is_answered_with_rows_time_and_what_it_knows_of(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    page = ask(client, LINES)
    assert cells(page) == [["0", "0"], ["1", "1"], ["2", "4"]]
    said = page.one(id="result").one("h2").text
    assert re.fullmatch(r"3 rows in \d\.\d\d s, as of version [\d,]+", said)
    assert page.one("textarea", id="q").text == LINES


def test_without_a_token_nothing_runs(client: FlaskClient) -> None:
    for path in ("/sql", "/sql/download", "/sql/save", "/sql/forget", "/sql/saved/x/remove"):
        assert client.post(path, data={"q": LINES, "format": "csv"}).status_code == 400


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("DELETE FROM sessions", "Read only. The tables here are a copy to read"),
        ("FROM read_csv('/etc/passwd')", "No files, no network."),
        ("SET threads = 9", "Settings are fixed."),
        ("SELECT nothing", "DuckDB does not understand the query."),
        ("", "there is no query".capitalize()),
        ("SELECT '" + "x" * 60_000 + "'", "Too long a query."),
    ],
)
def test_a_refusal_says_which_limit_and_keeps_the_query(
    client: FlaskClient, sql: str, said: str
) -> None:
    page = ask(client, sql, 422)
    assert said in page.one(class_="notice").text
    assert page.one("textarea", id="q").text == sql


def test_a_session_leads_to_its_replay_at_the_step(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished(2)
    by_id = ask(client, "SELECT id, 4 AS step FROM sessions")
    assert by_id.one("tbody").one("a").attrs["href"] == f"/sessions/{session.id}?step=4"
    by_number = ask(client, "SELECT 'x' AS other, session FROM sessions")
    assert by_number.one("tbody").one("a").attrs["href"] == f"/sessions/{session.id}"
    unknown = ask(client, "SELECT 99 AS session, 'x' AS id")
    assert not unknown.one("tbody").find("a")


def test_markup_in_a_result_stays_text(client: FlaskClient) -> None:
    page = ask(client, 'SELECT \'<script>x</script>\' AS "<b>", NULL AS """a"')
    assert cells(page) == [["<script>x</script>", "NULL"]]
    assert page.one("thead").text == '<b> "a'
    assert not page.one(id="result").find("script")


def test_a_picture_is_drawn_or_says_why_not(client: FlaskClient) -> None:
    drawn = ask(client, LINES, kind="line", x="n", y="square", series="")
    assert '"y":[0,1,4]' in drawn.one(class_="plot").attrs["data-figure"]
    selected = [o.text for o in drawn.one(class_="plots").find("option") if "selected" in o.attrs]
    assert selected == ["line", "n", "square"]
    undrawn = ask(client, LINES, kind="line", x="gone", y="square", series="")
    assert "No plot: column 'gone' for x" in undrawn.one(class_="notice").text
    assert cells(undrawn)


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_file_holds_more_than_the_page(client: FlaskClient, form: str) -> None:
    many = "FROM range(700)"
    assert "There are more: a page shows 500" in ask(client, many).one(id="result").text
    answer = post(client, "/sql/download", q=many, format=form)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="mothlog.{form}"'
    rows = {
        "csv": lambda: len(answer.text.splitlines()) - 1,
        "json": lambda: len(answer.json),
        "parquet": lambda: pq.read_table(io.BytesIO(answer.data)).num_rows,
    }[form]()
    assert rows == 700
    assert post(client, "/sql/download", q="SELECT", format=form).status_code == 422
    assert post(client, "/sql/download", q=many, format="xml").status_code == 400


def test_a_saved_query_becomes_a_card_on_its_games_statistics(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    tables.finished(3)
    fields: dict[str, Any] = {"name": "Squares <3", "description": "How they grow."}
    fields |= {"game": "lantern_moths", "kind": "bar", "x": "n", "y": "square"}
    page = read(post(client, "/sql/save", True, q=LINES, **fields))
    assert page.one("h1").text == "Squares <3"
    assert cells(page)[-1] == ["2", "4"]
    own = get(client, "/statistics/lantern-moths").one(id="own")
    assert own.one("h2", id="own-title").text == "Your own"
    card = own.one(class_="card")
    assert card.one("h2").text == "Squares <3"
    assert "How they grow." in card.text
    assert '"y":[0,1,4]' in card.one(class_="plot").attrs["data-figure"]
    assert [td.text for td in card.one("tbody").find("td")] == ["0", "0", "1", "1", "2", "4"]
    assert not get(client, "/statistics/nocturnis").find(id="own")
    (link,) = [a for a in card.find("a") if a.text == "Open the query"]
    (saved,) = Queries(services.data).read().saved
    assert link.attrs["href"] == f"/sql/saved/{saved.id}"
    post(client, f"/sql/saved/{saved.id}/remove")
    assert not get(client, "/statistics/lantern-moths").find(id="own")
    get(client, f"/sql/saved/{saved.id}", 404)


def test_a_card_whose_query_fails_says_so_and_the_page_stands(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    post(client, "/sql/save", q="SELECT gone FROM sessions", name="Old", game="lantern_moths")
    card = get(client, "/statistics/lantern-moths").one(id="own").one(class_="card")
    assert 'Referenced column "gone" not found' in card.text


def test_what_cannot_be_saved_says_why_and_keeps_the_query(client: FlaskClient) -> None:
    answer = post(client, "/sql/save", q=LINES, name=" ")
    assert answer.status_code == 422
    page = read(answer)
    assert "The query has no name" in page.one(class_="problem").text
    assert page.one("textarea", id="q").text == LINES
    assert post(client, "/sql/save", q=LINES, name="x", game="chess").status_code == 400


def test_the_history_lists_what_was_run_and_can_be_emptied(
    client: FlaskClient, services: Services
) -> None:
    ask(client, LINES)
    ask(client, "DELETE FROM sessions", 422)
    past = get(client, "/sql").one(class_="past")
    assert [li.one("code").text for li in past.find("li")] == ["DELETE FROM sessions", LINES]
    assert "Read only" in past.find("li")[0].text
    again = get(client, past.find("li")[1].one("a").attrs["href"])
    assert again.one("textarea", id="q").text == LINES
    post(client, "/sql/forget")
    assert not get(client, "/sql").one(class_="past").find("li")
    get(client, "/sql?past=gone", 404)


def test_every_example_is_offered_and_runs(client: FlaskClient) -> None:
    shelf = get(client, "/sql").one(class_="shelf")
    links = [a.attrs["href"] for a in shelf.find("a")]
    assert len(links) == len(examples())
    page = get(client, links[0])
    assert page.one("textarea", id="q").text == " ".join(examples()[0].sql.split())


def test_a_damaged_file_of_queries_is_said_and_queries_still_run(
    client: FlaskClient, services: Services
) -> None:
    (services.data / "queries.json").write_text("{")
    assert (
        "queries.json in the data folder is damaged"
        in get(client, "/sql").one(class_="notice").text
    )
    assert cells(ask(client, LINES))
    assert post(client, "/sql/save", q=LINES, name="x").status_code == 422
    assert (services.data / "queries.json").read_text() == "{"


def test_a_page_with_a_picture_alone_lets_styles_be_set(app: Flask) -> None:
    client = app.test_client()
    plain = post(client, "/sql", q=LINES).headers["Content-Security-Policy"]
    drawn = post(client, "/sql", q=LINES, kind="bar", x="n", y="square")
    assert "unsafe-inline" not in plain
    assert "style-src 'self' 'unsafe-inline'" in drawn.headers["Content-Security-Policy"]
