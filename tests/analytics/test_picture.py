"""Pictures of results: what is drawn, told apart without colour, and what is not."""

import json

import pytest

from analytics.sandbox.picture import KINDS, SERIES, NoPicture, picture

COLUMNS = ["round", "fate", "n"]
ROWS = [[2, "took", 5], [1, "took", 3], [1, "ghost", 1], [3, "took", None], [2, None, 4]]


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_has_a_trace_for_each_value_that_sets_apart(kind: str) -> None:
    drawn = picture(COLUMNS, ROWS, kind, "round", "n", "fate")
    assert [trace["name"] for trace in drawn["data"]] == ["took", "ghost", "–"]
    took = drawn["data"][0]
    assert {*zip(took["x"], took["y"], strict=True)} == {(1, 3), (2, 5)}
    assert drawn["layout"]["xaxis"]["title"]["text"] == "round"


def test_a_line_goes_from_left_to_right() -> None:
    assert picture(COLUMNS, ROWS, "line", "round", "n", "fate")["data"][0]["x"] == [1, 2]


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_traces_look_the_same(kind: str) -> None:
    rows = [[1, f"s{n}", n] for n in range(SERIES)]
    traces = picture(COLUMNS, rows, kind, "round", "n", "fate")["data"]
    looks = {json.dumps([t["marker"], t.get("line", {})], sort_keys=True) for t in traces}
    assert len(looks) == SERIES


def test_texts_stay_in_the_order_of_the_rows() -> None:
    rows = [["10", "a", 1], ["9", "a", 2], ["2026-01", "a", 3]]
    drawn = picture(COLUMNS, rows, "bar", "round", "n")
    assert drawn["data"][0]["x"] == ["10", "9", "2026-01"]
    assert drawn["layout"]["xaxis"]["type"] == "category"


def test_markup_in_a_value_stays_text() -> None:
    drawn = picture(COLUMNS, [["<b>x</b>", "%{y}", 1]], "dots", "round", "n", "fate")
    assert drawn["data"][0]["x"] == ["&lt;b>x&lt;/b>"]
    assert drawn["data"][0]["hovertemplate"] == "%{x}: %{y}, % {y}<extra></extra>"


@pytest.mark.parametrize(
    ("rows", "asked", "said"),
    [
        (ROWS, ("bar", "nothing", "n"), "column 'nothing' for x, expected one of round, fate, n"),
        (ROWS, ("bar", "", "n"), "no column for x"),
        (ROWS, ("bar", "round", "fate"), "expected numbers for y"),
        (ROWS, ("pie", "round", "n"), "expected one of bar, line, dots"),
        ([], ("bar", "round", "n"), "nothing to draw"),
        ([[n, n, n] for n in range(9)], ("bar", "round", "n", "fate"), "9 values of 'fate'"),
    ],
)
def test_what_cannot_be_drawn_says_why(
    rows: list[list[object]], asked: tuple[str, ...], said: str
) -> None:
    with pytest.raises(NoPicture, match=said):
        picture(COLUMNS, rows, *asked)
