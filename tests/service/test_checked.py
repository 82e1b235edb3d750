"""Editions that people write: every error with its place, totals, what is assumed."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.edition import content_hash
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY
from service import seeds
from service.editions import (
    LARGEST,
    check,
)
from tests.service.editions import BROKEN, SEVEN, text_of


def said(text: str | bytes) -> list[tuple[int | None, str]]:
    return [(fault.line, str(fault)) for fault in check(text).faults]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_shipped_edition_is_right_and_adds_up_to_print(game: object) -> None:
    checked = check(text_of(game))  # type: ignore[arg-type]
    assert checked.faults == ()
    assert checked.game is game
    assert checked.edition == seeds.edition(game)  # type: ignore[arg-type]
    assert checked.totals
    assert not [total for total in checked.totals if total.differs]


def test_a_broken_file_names_every_error_with_its_line() -> None:
    whole = "a whole number from 0 to 999"
    assert said(BROKEN) == [
        (None, "wicks: found nothing, expected a table with value"),
        (2, "name: found '', expected one line of 1 to 80 characters, without spaces around it"),
        (
            5,
            "colours.value[2]: found 7, "
            "expected one line of 1 to 80 characters, without spaces around it",
        ),
        (9, f"copies.value.2: found 'four', expected {whole}"),
        (9, f"copies.value.x: found the name 'x', expected {whole} as its name"),
        (
            12,
            "ghosts: found 'printed' and 'assumed', "
            "expected exactly one of 'printed' and 'assumed'",
        ),
        (13, f"ghosts.value: found -1, expected {whole}"),
        (18, f"ghost_points.value: found 2.5, expected {whole}"),
        (19, "ghost_points.printd: found an unknown name, expected 'printed'"),
        (21, "dsuk: found an unknown name, expected 'dusk'"),
        (22, f"dsuk.value: found 'six', expected {whole}"),
        (
            25,
            "tiles_per_colour: found neither, expected exactly one of 'printed' and 'assumed'",
        ),
        (
            30,
            "grey_tiles.printed: found '', expected some words, at most 2000 characters, "
            "none of which controls a terminal",
        ),
        (
            32,
            "bats: found an unknown name, expected one of: game, name, note, colours, copies, "
            "ghosts, ghost_points, dusk, tiles_per_colour, grey_tiles, wicks",
        ),
    ]


def test_what_does_not_fit_together_is_named_beside_what_has_no_shape() -> None:
    text = text_of(
        LANTERN_MOTHS, ('"Ruby", "Emerald"', '"Ruby", "Ruby"'), ("value = 6", 'value = "six"')
    )
    assert said(text) == [
        (10, "colours.value[2]: found 'Ruby' again, expected different names"),
        (27, "dusk.value: found 'six', expected a whole number from 0 to 999"),
    ]


def test_columns_and_ranks_that_do_not_fit_have_their_lines() -> None:
    text = text_of(LEPIDOPTERY, ("9 = 4, 10", "9 = 4, 12"), ('"triple"', '"pair"'), ("6, 6]", "6]"))
    assert [line for line, _ in said(text)] == [11, 24, 24, 29]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("game = ", 1, "found no TOML (invalid value), expected TOML 1.0"),
        ("game = 'x'\n\nghosts 7\n", 3, "found no TOML (expected '=' after a key"),
        ("game = 'x'\nnote = '''\n", 3, "found no TOML (expected \"'''\")"),
        ("[a]\n[a]\n", 2, "found no TOML (cannot declare ('a',) twice"),
        (b"game = 'x'\nname = '\xff'", 2, "found the byte 0xff, expected text in UTF-8"),
        ("", None, "game: found nothing, expected one of: 'lantern_moths', 'lepidoptery'"),
        ("game = 7", 1, "game: found 7, expected one of: "),
        ('game = "chess"', 1, "game: found 'chess', expected one of: "),
        ("[[game]]", 1, "game: found an array of 1, expected one of: "),
        ("x = " + "[" * 3000, None, "found arrays within arrays"),
        ("x = [\n" + "9" * 3900 + ",\n" + "9" * 3900 + "]", None, "game: "),
        ("x = 1\ny = " + "9" * 4500, 2, "found a line of 4504 characters, expected at most 4000"),
        (b"x" * (LARGEST + 1), None, "found more than 256 kB, expected a smaller file"),
        ("name = '\ud800'", 1, "found the byte 0xed, expected text in UTF-8"),
    ],
)
def test_what_cannot_be_read_says_where(text: str | bytes, line: int | None, message: str) -> None:
    ((where, what),) = said(text)
    assert where == line
    assert what.startswith(message)


def test_a_syntax_error_keeps_the_parsers_column() -> None:
    (fault,) = check("ghosts 7\n").faults
    assert fault.at("box.toml").startswith("box.toml:1:8: found no TOML (")


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    text = "\ufeff" + text_of(LANTERN_MOTHS, ("value = 6", 'value = "six"')).replace("\n", "\r\n")
    assert [line for line, _ in said(text.encode())] == [27]


def test_an_edition_that_nobody_can_deal_is_refused_with_the_rule() -> None:
    text = text_of(LEPIDOPTERY, ("[hand]\nvalue = 12", "[hand]\nvalue = 39"))
    ((line, what),) = said(text)
    assert line is None
    assert what.startswith("found an edition that cannot be played: cannot set up: ")
    assert "setup.deal" in what


def test_a_changed_edition_lists_what_departs_from_print_and_what_is_assumed() -> None:
    checked = check(SEVEN)
    assert checked.faults == ()
    assert {t.name: (t.found, t.printed) for t in checked.totals if t.differs} == {
        "cards": (57, 54),
        "moth cards": (51, 48),
        "Ghost Moths": (7, 4),
    }
    assert checked.assumed == ("colours", "copies", "tiles_per_colour")


SHIPPED = {game.name: text_of(game) for game in GAMES.values()}
SCRAPS = [
    *("[", "]", "{", "}", '"', "'", "=", ".", ",", "#", "\n", "\\", '"""', "[[x]]", "-1", "1e400"),
    *(
        "inf",
        "true",
        "2026-11-12",
        "\x00",
        "\ufeff",
        "蛾",
        "value = 0\n",
        "assumed = 'x'\n",
        "[copies]",
    ),
    *(
        "99999999999999999999",
        "0xffffffffffffffffff",
        "name = 'x'\n",
        "{ 1 = 1000 }",
        "[[copies.value]]",
    ),
]
edits = st.lists(
    st.tuples(
        st.integers(0, 2000), st.integers(0, 30), st.sampled_from(SCRAPS) | st.text(max_size=5)
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=400)
@given(st.sampled_from(sorted(SHIPPED)), edits)
@example("lantern_moths", [(0, 2000, "")])
def test_random_damage_is_an_edition_or_has_at_least_one_error(
    game: str, damage: list[tuple[int, int, str]]
) -> None:
    text = SHIPPED[game]
    for at, length, scrap in damage:
        text = text[:at] + scrap + text[at + length :]
    checked = check(text)
    assert (checked.edition is None) == bool(checked.faults)
    rows = text.count("\n") + 1
    for fault in checked.faults:
        assert str(fault).isprintable()
        assert fault.expected
        assert fault.line is None or 1 <= fault.line <= rows
    if checked.edition is not None:
        assert content_hash(checked.edition)


numbers = st.integers(-2, 40) | st.integers() | st.floats() | st.booleans()


@settings(max_examples=200)
@given(st.sampled_from(sorted(SHIPPED)), st.data())
def test_random_values_are_an_edition_or_have_at_least_one_error(
    game: str, data: st.DataObject
) -> None:
    rows = SHIPPED[game].split("\n")
    places = [at for at, row in enumerate(rows) if row.startswith("value = ")]
    for at in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=3, unique=True)):
        value = data.draw(
            numbers.map(str)
            | st.lists(st.integers(-1, 9) | st.sampled_from(["run3", "Ruby", ""]), max_size=6).map(
                json.dumps
            )
            | st.dictionaries(st.integers(-1, 12), st.integers(-1, 9), max_size=5).map(
                lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"
            )
        )
        rows[at] = f"value = {value.lower() if value in ('True', 'False') else value}"
    checked = check("\n".join(rows))
    assert (checked.edition is None) == bool(checked.faults)
