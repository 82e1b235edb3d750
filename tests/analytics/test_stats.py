"""Findings as plain data, from one moment, and figures that Plotly takes."""

import json
import re
from typing import Any

import plotly.graph_objects as go
import pytest
from msgspec.structs import replace

from analytics import stats
from analytics.figures import aligned
from analytics.filters import Filters
from analytics.reports import dusk
from analytics.warehouse import Warehouse
from tests.analytics.build import one_after_the_other, play

ALL = Filters("lantern_moths")


def test_a_report_is_plain_data_of_a_stable_shape(warehouse: Warehouse) -> None:
    asked = Filters("lantern_moths", seats=(3,), options={"ghost_blocks": "planted_round"})
    report = stats.report(warehouse.cursor(), asked)
    assert json.loads(json.dumps(report)) == report
    assert list(report) == ["game", "filters", "basis", "reports"]
    assert report["game"] == "lantern_moths"
    assert report["filters"] == {
        "game": "lantern_moths",
        "seats": [3],
        "played_by": "all",
        "players": [],
        "options": {"ghost_blocks": "planted_round"},
        "prototype": "",
        "edition": "",
        "rules": "",
        "modes": [],
        "include": [],
        "tags": [],
        "without_tags": [],
        "since": None,
        "until": None,
    }
    basis = report["basis"]
    assert list(basis) == ["counted", "of", "left_out", "let_in"]
    assert [list(left) for left in basis["left_out"]] == [["reason", "key", "count"]] * 6
    assert basis["counted"] + sum(left["count"] for left in basis["left_out"]) == basis["of"]
    for found in report["reports"]:
        assert list(found) == [
            *("id", "question", "definition", "title", "summary", "columns", "rows", "row_keys"),
            *("too_few", "missing", "counted"),
        ]
        assert all(len(row) == len(found["columns"]) for row in found["rows"])
        assert found["counted"] <= basis["counted"]


def test_some_reports_can_be_asked_for(warehouse: Warehouse) -> None:
    found = stats.findings(warehouse.cursor(), ALL, ["dusk", "length"])
    assert [each.id for each in found] == ["length", "dusk"]
    report = stats.report(warehouse.cursor(), ALL, ["dusk"])
    assert [each["id"] for each in report["reports"]] == ["dusk"]


@pytest.mark.parametrize(
    ("game", "id"), [("lantern_moths", "no-such-report"), ("lepidoptery", "wick-fate")]
)
def test_a_report_that_is_not_there_is_refused(game: str, id: str, warehouse: Warehouse) -> None:
    with pytest.raises(KeyError, match=f"no report '{id}' about {game}"):
        stats.findings(warehouse.cursor(), Filters(game), [id])
    with pytest.raises(KeyError, match=f"no report '{id}' about {game}"):
        stats.moments(warehouse.cursor(), id, Filters(game), "1")


def test_findings_leave_the_caller_s_transaction_alone(warehouse: Warehouse) -> None:
    cursor = warehouse.cursor()
    expected = [found.rows for found in stats.findings(cursor, ALL)]
    cursor.begin()
    assert [found.rows for found in stats.findings(cursor, ALL)] == expected
    assert cursor.execute("SELECT 1").fetchall() == [(1,)]
    cursor.rollback()


def test_a_reader_leaves_nothing_open(empty: Warehouse) -> None:
    log = one_after_the_other([play("open one"), play("open two")])
    log.up_to(log.end // 2).follow(empty)
    stats.report(empty.cursor(), ALL)
    log.follow(empty)
    assert stats.report(empty.cursor(), ALL)["basis"]["counted"] == 2


def figures(warehouse: Warehouse) -> list[tuple[str, dict[str, Any], list[str]]]:
    """Return every report's figure, for several seats and for one number of them."""
    asked = (ALL, Filters("lantern_moths", seats=(3,)))
    found = [each for f in asked for each in stats.findings(warehouse.cursor(), f)]
    return [(each.id, each.figure, each.row_keys) for each in found if each.figure]


def test_every_report_but_the_overview_has_a_figure(warehouse: Warehouse) -> None:
    assert {id for id, *_ in figures(warehouse)} >= {
        *("seat-wins", "score-parts", "length", "wick-fate", "dusk")
    }


def test_figures_are_plotly_s_and_plain_data(warehouse: Warehouse) -> None:
    for _, figure, _ in figures(warehouse):
        assert json.loads(json.dumps(figure)) == figure
        go.Figure(figure)


def test_figures_name_only_the_page_s_own_colours(warehouse: Warehouse) -> None:
    for _, figure, _ in figures(warehouse):
        named = re.findall(r'"(?:\w*color|bgcolor)": "([^"]*)"', json.dumps(figure))
        assert named
        assert all(re.fullmatch(r"var\(--[\w-]+\)|rgba\(0,0,0,0\)", name) for name in named)
        assert figure["layout"]["paper_bgcolor"] == "rgba(0,0,0,0)"
        assert "title" not in figure["layout"]


def test_every_mark_leads_to_a_row(warehouse: Warehouse) -> None:
    for id, figure, row_keys in figures(warehouse):
        marks = [mark for trace in figure["data"] for mark in trace.get("customdata", ())]
        keys = [mark if isinstance(mark, str) else mark[0] for mark in marks]
        assert keys
        assert set(keys) <= set(row_keys), id


def test_figures_side_by_side_have_one_scale_that_holds_both(warehouse: Warehouse) -> None:
    sides = [replace(ALL, played_by="people"), replace(ALL, played_by="bots")]
    people, bots = [stats.findings(warehouse.cursor(), side) for side in sides]
    compared = 0
    for pair in zip(people, bots, strict=True):
        found = [each.figure for each in pair if each.figure]
        if len(found) < 2:
            continue
        compared += 1
        one, other = aligned(found)
        low, high = one["layout"]["xaxis"]["range"]
        assert other["layout"]["xaxis"]["range"] == [low, high]
        for figure in (one, other):
            assert all(low <= x <= high for trace in figure["data"] for x in trace["x"])
    assert compared >= 4


def test_seats_are_told_apart_by_shape(warehouse: Warehouse) -> None:
    figure = {id: figure for id, figure, _ in figures(warehouse)}["seat-wins"]
    symbols = [trace["marker"]["symbol"] for trace in figure["data"]]
    assert symbols == ["circle", "square", "diamond"]
    (trace, *_) = figure["data"]
    low = trace["x"][0] - trace["error_x"]["arrayminus"][0]
    high = trace["x"][0] + trace["error_x"]["array"][0]
    assert 0 < low < trace["x"][0] < high < 1
    assert [note["text"] for note in figure["layout"]["annotations"]][-1] == "even share"
    shapes = figure["layout"]["shapes"]
    assert all(each["x0"] == pytest.approx(1 / 3) for each in shapes if each["type"] == "line")
    # and beside its label: a circle, then two outlines
    assert [each["type"] for each in shapes[3:]] == ["circle", "path", "path"]


def test_few_sessions_have_a_dot_for_each_dusk_card_many_have_bars(warehouse: Warehouse) -> None:
    (found,) = stats.findings(warehouse.cursor(), ALL, ["dusk"])
    assert found.counted <= dusk.FEW
    assert found.figure is not None
    for trace in found.figure["data"]:
        solid = trace["marker"]["color"] == "var(--ink-d)"
        column = found.columns.index("In a Draw action" if solid else "In the refill")
        assert len(trace["x"]) == len(trace["y"]) == sum(row[column] for row in found.rows)
        for x, (key, session, step) in zip(trace["x"], trace["customdata"], strict=True):
            assert round(x) == int(key.split(":")[1])
            moments = stats.moments(warehouse.cursor(), "dusk", ALL, key)
            assert (session, step) in [moment[:2] for moment in moments]
    spots = [spot for t in found.figure["data"] for spot in zip(t["x"], t["y"], strict=True)]
    assert len(spots) == len(set(spots)) == sum(row[2] for row in found.rows)
    many = dusk.summarise({"cards": [(4, 7, 40, 41)], "dots": []}).figure
    assert many is not None
    assert {trace["type"] for trace in many["data"]} == {"bar", "scatter"}
