"""Where in a TOML text a path stands."""

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.expectations import joined
from service.toml_lines import line_of, lines_of

TEXT = '''\
# A box.
name = "Seven # Ghosts" # so it is called

[copies]
# five 1s
value = { 1 = 5, "2" = 4, 'a.b' = 2 }

[heights]
value = [6, 6, # two columns
  6,
  6]
printed = "page ] 3"

[front]
value = """
ab.
"c"
..a\\
"""

[[cards.value]]
name = 'Luna'

[[cards.value]]
name = "Atlas"
effect.kind = "draw"
symbols = [ { at = 1 },
  { at = 2, tags = ["x"] } ]
when = 2026-11-12 19:30:00

[[cards.value.halves]]
side = "left"

[cards.value.extra]
more = true
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("name", 2),
        ("copies", 4),
        ("copies.value", 6),
        ("copies.value.2", 6),
        ('copies.value."a.b"', 6),
        ("heights.value[1]", 9),
        ("heights.value[2]", 10),
        ("heights.value[3]", 11),
        ("heights.printed", 12),
        ("front.value", 15),
        ("front.value[0]", 16),
        ("front.value[2]", 18),
        ("cards", 21),
        ("cards.value", 21),
        ("cards.value[0]", 21),
        ("cards.value[0].name", 22),
        ("cards.value[1]", 24),
        ("cards.value[1].name", 25),
        ("cards.value[1].effect", 26),
        ("cards.value[1].effect.kind", 26),
        ("cards.value[1].symbols[0].at", 27),
        ("cards.value[1].symbols[1].tags[0]", 28),
        ("cards.value[1].when", 29),
        ("cards.value[1].halves[0].side", 32),
        ("cards.value[1].extra.more", 35),
    ],
)
def test_a_path_stands_on_its_line(path: str, line: int) -> None:
    tomllib.loads(TEXT)
    assert lines_of(TEXT)[path] == line
    assert line_of(lines_of(TEXT.replace("\n", "\r\n")), path) == line


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("copies.printed", 4),
        ("heights.value[9]", 9),
        ("cards.value[0].effect.kind", 21),
        ("front.value: row 1, c1", 15),
        ("front.value[1], b2", 17),
        ('copies.value."a.b": 3, 4', 6),
        ('copies.value."x, y"', 6),
        ('copies.value."x \\" y"', 6),
        ("bats", None),
        ("", None),
    ],
)
def test_what_is_not_there_is_shown_where_it_would_be(path: str, line: int | None) -> None:
    assert line_of(lines_of(TEXT), path) == line


def test_a_drawing_between_straight_quotes_has_rows_too() -> None:
    text = "[shape]\ndrawing = '''XX.\n.X.''''\nname = 'it'\n"
    lines = lines_of(text)
    assert tomllib.loads(text)["shape"]["drawing"] == "XX.\n.X.'"
    assert (lines["shape.drawing[0]"], lines["shape.drawing[1]"], lines["shape.name"]) == (2, 3, 4)


keys = st.sampled_from(["value", "a.b", "7", "蛾", 'x"y', "", "tab\t", "-", "with space"])
texts = st.text("ab#=[]{},'\\\" \té", max_size=6)
leaves = st.booleans() | st.integers() | texts | st.floats(allow_nan=False)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3)
)


def written(value: Any, gap: str) -> str:
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{json.dumps(k)} = {written(v, '')}" for k, v in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + gap + "".join(f"{written(item, gap)},{gap}" for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def paths(value: Any, path: str = "") -> set[str]:
    if isinstance(value, dict):
        inner = {p for key, item in value.items() for p in paths(item, joined(path, key))}
    elif isinstance(value, list):
        inner = {p for at, item in enumerate(value) for p in paths(item, f"{path}[{at}]")}
    else:
        inner = set()
    return inner | ({path} if path else set())


@given(
    st.dictionaries(keys, values, max_size=4),
    st.lists(st.dictionaries(keys, values, max_size=3), max_size=3),
    st.sampled_from(["", "\n", " # ]} \n  "]),
)
def test_every_path_of_a_text_has_a_line_that_is_there(
    top: dict[str, Any], tables: list[dict[str, Any]], gap: str
) -> None:
    text = "".join(f"{json.dumps(key)} = {written(value, gap)}\n" for key, value in top.items())
    for table in tables:
        text += "\n[[ cards . 'value' ]] # one\n"
        text += "".join(f"{json.dumps(k)} = {written(v, gap)}\n" for k, v in table.items())
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # JSON escapes a few characters otherwise, and writes 1e+16
        return
    lines = lines_of(text)
    assert lines.keys() == paths(data)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
    rows = text.split("\n")
    for at in range(len(tables)):
        assert rows[lines[f"cards.value[{at}]"] - 1].startswith("[[ cards")
