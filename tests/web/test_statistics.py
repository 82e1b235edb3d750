"""The statistics page: what counts, why the rest does not, and the way back to each moment."""

import html
import json
import re
from datetime import timedelta
from math import inf

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from analytics import stats
from analytics.filters import Filters, LeftOut
from domain.games import GAMES
from service import demo
from service.web.filtering import Bar, read
from service.wiring import Services
from tests.web.conftest import GAME, Tables
from tests.web.reading import get

PAGE = "/statistics/lantern-moths"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count every card at once, however busy the machine is."""
    monkeypatch.setattr("service.web.pages.statistics.SOON", inf)


def test_without_sessions_the_page_says_how_to_get_some(client: FlaskClient) -> None:
    page = get(client, PAGE)
    assert "No session of Lantern Moths yet." in page.one(class_="empty").text
    assert client.get("/statistics").headers["Location"] == PAGE


def test_a_session_counts_at_once_and_every_one_left_out_has_a_reason_that_lets_it_in(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    tables.finished(3)
    tables.open("Ada", "Ben")
    page = get(client, PAGE)
    assert page.one(class_="basis").text == "2 of 3 sessions"
    (unfinished,) = page.one(class_="out").find("a")
    assert unfinished.text == "1 unfinished"
    assert get(client, unfinished.attrs["href"]).one(class_="basis").text == "3 of 3 sessions"


@pytest.mark.parametrize(
    ("query", "basis"),
    [
        ("", "3 of 3 sessions"),
        ("?seats=2", "1 of 3 sessions"),
        ("?seats=2&seats=3", "3 of 3 sessions"),
        ("?by=people", "0 of 3 sessions"),
        ("?by=bots&seats=3", "2 of 3 sessions"),
        ("?player=Nobody", "0 of 3 sessions"),
        ("?option-ghost_blocks=while_present", "0 of 3 sessions"),
        ("?seats=9", "0 of 3 sessions"),
        ("?mode=odd", "0 of 3 sessions"),
        ("?option-nothing=1", "0 of 3 sessions"),
        ("?option-ghost_blocks=maybe", "0 of 3 sessions"),
        ("?tag=demo", "0 of 3 sessions"),
        ("?without=demo", "3 of 3 sessions"),
        ("?seats=&by=&tag=", "3 of 3 sessions"),
    ],
)
def test_filters_in_the_address_say_what_counts(
    client: FlaskClient, tables: Tables, query: str, basis: str
) -> None:
    for seats in (2, 3, 3):
        tables.finished(seats)
    assert get(client, PAGE + query).one(class_="basis").text == basis


def test_a_filter_that_no_session_fits_stays_visible_in_the_bar(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    page = get(client, PAGE + "?seats=9")
    chosen = [o for o in page.find("option") if o.text == "9"]
    assert [o.attrs["value"] for o in chosen if "selected" in o.attrs] == ["9"]
    (left,) = page.one(class_="out").find("a")
    assert left.text == "1 other seat counts"
    assert get(client, left.attrs["href"]).one(class_="basis").text == "1 of 1 session"


@pytest.mark.parametrize(
    ("query", "expected"),
    [("seats=x", "expected how many seats"), ("seats=1e3", "seats=1e3"), ("seats=²", "seats"),
     ("by=cats", "all, people, bots, mixed"), ("include=damaged", "unfinished, abandoned")],
)  # fmt: skip
def test_what_cannot_be_a_filter_is_refused_with_what_was_expected(
    client: FlaskClient, query: str, expected: str
) -> None:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 422
    assert expected in answer.text


def test_people_s_sessions_come_first_and_the_demo_can_be_left_out(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    demo.record(services.store)
    tables.finished(2)
    page = get(client, PAGE)
    by = page.one(class_="seg", aria_label="Played by")
    assert by.one("a", aria_current="true").text == "People"
    assert "1 with bots" in [a.text for a in page.one(class_="out").find("a")]
    everybody = next(a.attrs["href"] for a in by.find("a") if a.text == "All")
    assert get(client, everybody).one(class_="basis").text == "41 of 48 sessions"
    own = get(client, PAGE + "?by=all&without=demo")
    assert own.one(class_="basis").text == "1 of 48 sessions"
    assert "47 tagged demo" in [a.text for a in own.one(class_="out").find("a")]


def test_side_by_side_each_card_has_both_findings_with_their_own_counts(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    demo.record(services.store)
    tables.finished(3)
    page = get(client, PAGE + "?by=side&seats=3")
    assert page.one(class_="basis").text == "31 of 48 sessions"
    cards = page.find("section", class_="card")
    once = []
    for card in cards:
        if not card.find("div", class_="half"):
            once.append(card.attrs["id"])
            continue
        people, bots = card.find("div", class_="half")
        counts = [int(half.one("p", class_="of").text.split()[1]) for half in (people, bots)]
        assert counts[0] <= 30
        assert counts[1] <= 1
        if card.attrs["id"] == "overview":
            assert counts == [30, 1]
    assert once == ["people-and-bots"]  # it is the same on both sides
    people, bots = cards[1].find("div", class_="half")
    assert people.find("div", class_="plot")
    assert "Too few sessions" in bots.one("h2").text
    for half, by in ((people, "People"), (bots, "by=bots")):
        link = half.find("td", class_="num")[-1].one("a").attrs["href"]
        assert (by in link) == (half is bots)
        assert client.get(link).status_code == 200


def test_what_was_let_in_is_said_and_can_be_left_out_again(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    tables.open("Ada", "Ben")
    page = get(client, PAGE + "?include=unfinished")
    (let_in,) = page.one(class_="out").find("a")
    assert let_in.text == "with 1 unfinished"
    assert get(client, let_in.attrs["href"]).one(class_="basis").text == "1 of 2 sessions"


def test_each_finding_has_its_numbers_as_a_table_that_is_open_without_scripts(
    client: FlaskClient, tables: Tables
) -> None:
    for _ in range(13):
        tables.finished(2)
    page = get(client, PAGE)
    cards = page.find("section", class_="card")
    assert len(cards) >= 5
    told = [table for card in cards for table in card.find("details", class_="as-table")]
    assert len(told) >= 5
    assert all(card.one("h2").text for card in cards)
    assert all("open" in table.attrs for table in told)
    for plot in page.find("div", class_="plot"):
        assert json.loads(html.unescape(plot.attrs["data-figure"]))["data"]
        assert "role" in plot.attrs


def test_clauses_that_never_fired_come_first_and_lead_to_the_rules(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    rows = get(client, PAGE).one("section", id="rule-coverage").find("tr")[1:]
    fired = [row.one("td", data_name="Fired").text for row in rows]
    first = next(nth for nth, text in enumerate(fired) if text not in ("0", "–"))
    assert first > 0
    assert not {"0", "–"} & set(fired[first:])
    for row in (rows[0], rows[-1]):
        clause = row.one("a", class_="cite")
        path, _, anchor = clause.attrs["href"].partition("#")
        assert (path, anchor) == ("/rules/lantern-moths", clause.text)
        assert get(client, path).one(id=anchor)


def test_no_figure_has_buttons_or_a_way_to_send_it_anywhere(client: FlaskClient) -> None:
    scripts = {}
    for name in ("figures", "stats", "lines"):
        with client.get(f"/static/js/{name}.js") as response:
            scripts[name] = response.text
    config = re.search(r"const CONFIG = \{(.*?)\};", scripts["figures"], re.DOTALL)
    assert config
    said = dict(re.findall(r"(\w+): ([^,]+),", config[1]))
    off = ("displayModeBar", "displaylogo", "showSendToCloud", "showLink", "showEditInChartStudio")
    assert {said[name] for name in (*off, "sendData")} == {"false"}
    assert said["plotlyServerURL"] == '""'
    for name in ("stats", "lines"):
        assert scripts[name].count("Plotly.react(") == scripts[name].count(", CONFIG)") == 1


def test_too_few_sessions_are_said_and_measured(client: FlaskClient, tables: Tables) -> None:
    tables.finished(4)
    few = get(client, PAGE).find("section", class_="few")
    assert few
    (session,) = few[0].one(class_="lst").find("a")
    assert client.get(session.attrs["href"]).status_code == 200
    assert few[0].text.lower().count("too few") == 1
    meter = few[0].one("svg", class_="meter")
    assert meter.attrs["aria-label"] == "1 of 12 sessions"
    assert len(meter.find("rect", class_="on")) == 1


def test_every_row_leads_to_its_moments_and_each_moment_into_the_replay(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    tables.finished(2)
    rows = get(client, PAGE + "?seats=2").find("td", class_="num")
    links = [a.attrs["href"] for td in rows for a in td.find("a")]
    assert links
    followed = 0
    for link in links:
        page = get(client, link)
        assert "seats=2" in page.one(class_="push").attrs["href"]
        for step in page.find("a", class_="ev")[:2]:
            assert get(client, step.attrs["href"]).find("a", aria_current="step")
            followed += 1
    assert followed


def test_tables_write_shares_and_hours_as_the_text_does(
    client: FlaskClient, services: Services
) -> None:
    demo.record(services.store)
    page = get(client, PAGE + "?seats=3")
    (wins,) = page.find("section", id="seat-wins")
    assert [td.text for td in wins.find("td", data_name="Share")] == ["30%", "33%", "37%"]
    assert wins.find("td", data_name="From")[0].text == "17%"
    assert page.find("td", data_name="Hours of play")[0].text == "10 h 11 min"


def test_a_step_is_listed_once_and_says_whose_wicks_it_counts(
    client: FlaskClient, services: Services
) -> None:
    demo.record(services.store)
    page = get(client, f"{PAGE}/wick-fate/all:contested?seats=3")
    assert page.one("h1").text == "Lit wicks, contested: all rounds"
    assert [chip.text for chip in page.find(class_="chip")] == ["3 seats", "played by people"]
    steps = [a.attrs["href"] for a in page.find("a", class_="ev")]
    assert len(steps) == len(set(steps)) > 10
    for more in page.find("b", class_="more"):
        count, _, names = more.text.partition(" wicks: ")
        assert int(count) == len(names.split(", ")) >= 2


def test_a_won_game_says_who_won_and_by_what_score(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.finished(3)
    outcome = GAME.outcome(session.state)
    assert outcome is not None
    assert len(outcome.winners) == 1
    order = session.moves[0].event.start  # type: ignore[attr-defined]
    nth = (outcome.winners[0] - order) % 3 + 1
    page = get(client, f"{PAGE}/seat-wins/3:{nth}")
    assert page.one("h1").text.endswith("of 3 seats, wins")
    total = GAME.scores(session.state)[outcome.winners[0]]
    assert f"{session.names[outcome.winners[0]]} {total} won, " in page.one(class_="moments").text


def test_a_row_or_report_that_is_not_there_answers_404(client: FlaskClient, tables: Tables) -> None:
    tables.finished(2)
    for path in ("nothing/1", "seat-wins/9:9", "seat-wins/<x>", "seat-wins/a/b/c"):
        assert client.get(f"{PAGE}/{path}").status_code == 404


def test_an_address_read_into_filters_and_written_again_stays_the_same(
    app: Flask, services: Services
) -> None:
    filters = Filters(
        game="lantern_moths",
        seats=(2, 4),
        played_by="people",
        players=("Ada & Ben",),
        options={"ghost_blocks": "while_present"},
        prototype="v4 #2",
        include=("unfinished",),
        tags=("club",),
        without_tags=("demo",),
    )
    with app.test_request_context():
        path = Bar(GAME, filters).with_()
    with app.test_request_context(path) as context:
        assert read(GAME, context.request.args) == filters


def test_a_reason_links_to_the_address_without_its_filter(app: Flask) -> None:
    filters = Filters(game="lantern_moths", seats=(2,), options={"ghost_blocks": "while_present"})
    with app.test_request_context():
        bar = Bar(GAME, filters)
        assert "seats" not in bar.include(LeftOut("other seat counts", "seats", 3))
        assert "by=all" in Bar(GAME, filters, "people").include(
            LeftOut("with bots", "played_by", 3)
        )
        assert "ghost" not in bar.include(LeftOut("other rulings", "options", 3))
        assert "include=abandoned" in bar.include(LeftOut("abandoned", "abandoned", 3))
        bots = bar.with_(by="bots")
    with app.test_request_context(bots) as context:
        assert read(GAME, MultiDict(context.request.args)).played_by == "bots"


def test_a_long_import_is_not_waited_for_but_said(
    client: FlaskClient, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.finished(2)
    monkeypatch.setattr("service.web.counted.SOON", 0)
    assert "still being counted" in get(client, PAGE).one(class_="wait").text


def test_days_filter_by_when_a_session_was_opened(client: FlaskClient, tables: Tables) -> None:
    opened = tables.finished(2).log[0].at.date()
    day, before, after = (opened + timedelta(days=n) for n in (0, -1, 1))
    for query, counted in (
        (f"from={day}&to={day}", 1),
        (f"from={after}", 0),
        (f"to={before}", 0),
    ):
        page = get(client, f"{PAGE}?{query}")
        assert page.one(class_="basis").text == f"{counted} of 1 session"
        assert page.one("input", name="from").attrs["value"] == query.partition("from=")[2][:10]
        if not counted:
            (left,) = page.one(class_="out").find("a")
            assert left.text.startswith("1 opened ")
            assert get(client, left.attrs["href"]).one(class_="basis").text == "1 of 1 session"
    for wrong in ("from=yesterday", "to=2026-02-31", "from=20260101", "to=2026-1-1"):
        answer = client.get(f"{PAGE}?{wrong}")
        assert answer.status_code == 422
        assert "a day such as 2026-05-31" in answer.text


def test_a_report_by_itself_says_what_it_counts_and_how_to_take_it_along(
    client: FlaskClient, services: Services
) -> None:
    demo.record(services.store)
    page = get(client, f"{PAGE}/report/wick-fate?seats=3&player=O'Hara&player=Oskar")
    meant = page.one("section", class_="meant").text
    assert "Wicks of a round that has not ended are not counted." in meant
    assert "Version 1, 2026-11-30" in meant
    assert "WITH counted AS" in page.one("pre").text
    code = page.one("section", class_="take").one("code").text
    assert code == (
        "mothlog stats lantern-moths wick-fate --seats 3 "
        "--player 'O'\"'\"'Hara' --player Oskar --by people"
    )
    for link in page.one("section", class_="take").find("a"):
        assert client.get(link.attrs["href"]).status_code == 200
    other = page.one(class_="out").find("a")[0].attrs["href"]
    assert other.startswith(f"{PAGE}/report/wick-fate?")
    assert client.get(f"{PAGE}/report/nothing").status_code == 404


def test_the_list_of_reports_leads_to_each_with_its_finding(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    page = get(client, f"{PAGE}/reports?seats=2&all=1")
    rows = page.one("tbody").find("tr")
    known = stats.catalogue("lantern_moths")
    assert [row.one("code").text for row in rows] == [report.id for report in known]
    for row, report in zip(rows, known, strict=True):
        link = row.one("a")
        assert link.text == report.question
        shown = get(client, link.attrs["href"])
        assert shown.one("h1").text == row.one("td", data_name="Finding").text
        assert shown.one(class_="basis").text == "1 of 1 session"


def test_cards_that_would_take_long_are_counted_later(
    client: FlaskClient, tables: Tables, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.finished(2)
    monkeypatch.setattr("service.web.pages.statistics.SOON", 0)
    page = get(client, PAGE + "?seats=2")
    first, *later = page.find("section", class_="card")
    assert "later" not in first.attrs["class"]
    assert len(later) == len(stats.catalogue("lantern_moths")) - 1
    for card, report in zip(later, stats.catalogue("lantern_moths")[1:], strict=True):
        assert card.one("h2").text == report.question
        made = get(client, card.attrs["data-card"]).one("section", class_="card")
        assert made.attrs["id"] == card.attrs["id"] == report.id
        assert made.one("h2").text == get(client, card.one("a").attrs["href"]).one("h1").text
    whole = page.one("p", class_="more").one("a").attrs["href"]
    services.answered.forget()
    assert not get(client, whole).find("section", class_="later")
    assert not get(client, PAGE + "?seats=2").find("section", class_="later")


def test_side_by_side_a_card_that_comes_later_has_both(
    client: FlaskClient, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo.record(services.store)
    monkeypatch.setattr("service.web.pages.statistics.SOON", 0)
    page = get(client, PAGE + "?by=side&seats=3")
    later = page.find("section", class_="later")[0]
    halves = get(client, later.attrs["data-card"]).find("div", class_="half")
    assert [half.one("p", class_="of").text.split(",")[0] for half in halves] == ["People", "Bots"]


def test_moments_say_what_counts_and_can_let_in_what_is_left_out(
    client: FlaskClient, tables: Tables
) -> None:
    tables.finished(2)
    tables.finished(3)
    page = get(client, f"{PAGE}/seat-wins/2:1?seats=2")
    assert page.one(class_="basis").text == "1 of 2 sessions"
    (left,) = page.one(class_="out").find("a")
    assert left.text == "1 other seat counts"
    assert left.attrs["href"].startswith(f"{PAGE}/seat-wins/2:1")
    assert get(client, left.attrs["href"]).one(class_="basis").text == "2 of 2 sessions"


def test_no_report_is_called_what_a_page_is_called() -> None:
    for game in GAMES:
        ids = {report.id for report in stats.catalogue(game)}
        assert not ids & {"report", "reports", "card"}
