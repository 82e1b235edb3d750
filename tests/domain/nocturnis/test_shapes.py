"""Shapes, turned and flipped, and where they can lie."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.nocturnis.shapes import (
    Ground,
    cells_of,
    corners,
    is_connected,
    normal,
    orientations,
    placements,
)
from domain.games.nocturnis.sheets import place, read_sheet
from domain.games.nocturnis.state import fits, legal_marks, signature
from domain.games.nocturnis.symbols import MOST, enough, guard, packed
from tests.domain.nocturnis.build import BOX, edition
from tests.domain.nocturnis.reference import Paper, drawn, squares, ways

modest = settings(max_examples=60, derandomize=True)
LETTERS = ("m", "f", "d")
FRONT, BACK = BOX["front"]["value"], BOX["back"]["value"]
DRAWINGS = {row.name: row.drawing for row in edition().shapes.value}


def ground(grid: str = FRONT) -> Ground:
    return read_sheet(grid.lower(), LETTERS, {}).ground


def blank(width: int, height: int) -> Ground:
    return ground("\n".join([". " * width] * height))


@pytest.mark.parametrize(
    ("drawing", "count"),
    [
        ("X", 1),
        ("XX\nXX", 1),
        (".X.\nXXX\n.X.", 1),
        ("XX", 2),
        ("XXXXX", 2),
        ("X.X\nXXX\nX.X", 2),  # an H is its own half turn and mirror image
        ("X.\nXX", 4),
        ("XXX\n.X.", 4),
        (".XX\nXX.", 4),  # two turns, each of them flipped
        ("X.X\nXXX", 4),
        ("X.\nX.\nXX", 8),
        ("XX\nXX\nX.", 8),
        (".XX\nXX.\n.X.", 8),
    ],
)
def test_a_shape_lies_in_one_two_four_or_eight_ways(drawing: str, count: int) -> None:
    found = orientations(cells_of(drawing))
    assert len(found) == len(set(found)) == count == len(ways(drawn(drawing)))
    assert all(way == normal(way) for way in found)


@pytest.mark.parametrize("drawing", ["X.\nX.\nXX", ".X\n.X\nXX", "XXX\nX..", "X..\nXXX"])
def test_a_shape_drawn_turned_or_flipped_is_the_same_shape(drawing: str) -> None:
    assert set(orientations(cells_of(drawing))) == set(orientations(cells_of("XX\n.X\n.X")))


def test_an_el_turned_a_quarter_and_flipped_looks_like_this() -> None:
    found = {frozenset(way) for way in orientations(cells_of("X.\nX.\nXX"))}
    for drawing in ("XXX\nX..", "XX\n.X\n.X", "..X\nXXX", ".X\n.X\nXX", "X..\nXXX"):
        assert frozenset(cells_of(drawing)) in found


def test_a_drawing_may_have_a_margin() -> None:
    assert cells_of("...\n.XX\n...") == ((0, 0), (1, 0))


def test_squares_that_touch_at_a_corner_alone_do_not_hang_together() -> None:
    assert not is_connected(cells_of("X.\n.X"))
    assert is_connected(cells_of("XX\n.X"))
    assert is_connected(cells_of("XXX\nX.X\nXXX"))
    assert not is_connected(cells_of("X.X"))


@pytest.mark.parametrize(
    ("width", "height", "drawing", "count"),
    [
        (5, 5, "X", 25),
        (5, 5, "XX", 40),  # 4 x 5 across and 5 x 4 down
        (5, 5, "XXX", 30),  # 3 x 5, twice
        (5, 5, "XXXXX", 10),
        (5, 5, "X.\nXX", 64),  # 4 ways x 4 x 4
        (5, 5, "XX\nXX", 16),
        (5, 5, "X.\nX.\nXX", 96),  # 8 ways x 4 x 3
        (5, 5, ".XX\nXX.", 48),  # 4 ways x 4 x 3
        (5, 5, ".X.\nXXX\n.X.", 9),
        (3, 2, "XX", 7),  # 2 x 2 across, 3 down
        (3, 2, "XXX", 2),
        (2, 3, "XXX", 2),
        (3, 2, "XXXX", 0),
        (1, 1, "X", 1),
        (1, 1, "XX", 0),
        (4, 3, "X.\nX.\nXX", 28),  # 4 upright ways x 3 x 1, 4 lying ones x 2 x 2
    ],
)
def test_placements_are_counted(width: int, height: int, drawing: str, count: int) -> None:
    assert len(placements(blank(width, height), cells_of(drawing))) == count


def test_empty_squares_are_never_covered() -> None:
    """3 x 3 with the middle empty: of 12 dominoes the 4 over the middle are gone."""
    ring = ground(". . .\n. # .\n. . .")
    assert len(placements(ring, cells_of("XX"))) == 12 - 4
    assert len(placements(ring, cells_of("XXX"))) == 6 - 2
    assert placements(ring, cells_of("XX\nXX")) == ()
    assert len(placements(ring, cells_of("XXX\nX.X\nXXX"))) == 1


def test_the_back_loses_the_placements_over_its_two_empty_squares() -> None:
    """Dominoes: 40, less 4 over c3 and 2 over e5. Threes: 30, less 6 over c3 and 2 over e5."""
    assert len(placements(ground(BACK), cells_of("XX"))) == 40 - 4 - 2
    assert len(placements(ground(BACK), cells_of("XXX"))) == 30 - 6 - 2
    assert len(placements(ground(BACK), cells_of("XXXXX"))) == 10 - 2 - 2


def test_the_corners_of_a_sheet_are_four_squares() -> None:
    sheet = read_sheet(FRONT, LETTERS, {})
    there = {sheet.names[at] for at in range(25) if corners(5, 5) >> at & 1}
    assert there == {"a1", "a5", "e1", "e5"}
    assert corners(1, 1) == 1
    assert corners(3, 1) == 0b101


@pytest.mark.parametrize(
    ("drawing", "count"),
    [
        ("X", 4),
        ("XX", 8),  # 2 a corner
        ("XXX", 8),
        ("XXXXX", 4),  # a whole edge, over two corners at once
        ("XX\nXX", 4),
        ("X.\nXX", 12),  # 3 of 4 ways a corner
        (".XX\nXX.", 8),  # 1 lying and 1 upright a corner
        ("X.\nX.\nXX", 24),  # 6 of 8 ways a corner
        (".X.\nXXX\n.X.", 0),  # its box's corners are bare
    ],
)
def test_first_shapes_are_counted(drawing: str, count: int) -> None:
    assert len(legal_marks(blank(5, 5), cells_of(drawing), 0)) == count
    assert fits(blank(5, 5), cells_of(drawing), 0) is (count > 0)


def test_squares_are_named_by_column_letter_and_row_from_below() -> None:
    sheet = read_sheet(FRONT, LETTERS, {})
    assert sheet.names[:6] == ("a5", "b5", "c5", "d5", "e5", "a4")
    assert sheet.names[-1] == "e1"
    assert [sheet.numbers[name] for name in sheet.names] == list(range(25))
    assert place(11, 0, 12) == "l12"


def test_symbols_are_read_from_the_letters() -> None:
    sheet = read_sheet("m f\nD .", LETTERS, {"a1": "2 points"})
    assert sheet.symbols == (0, 1, 2, None)
    assert {sheet.names[at]: str(e) for at, e in sheet.bonuses.items()} == {"a1": "2 points"}


def test_a_grid_may_be_written_with_or_without_blanks() -> None:
    assert read_sheet("mf\nd#", LETTERS, {}) == read_sheet("\n m f\n d  #\n\n", LETTERS, {})


def test_enough_compares_every_symbol_by_itself() -> None:
    """Two moons and a dew drop hold a moon and a dew drop, not two dew drops and no fern."""
    there = packed([0, 0, 2])
    for needed, holds in [
        ([0], True),
        ([0, 0], True),
        ([0, 2], True),
        ([0, 0, 2], True),
        ([], True),
        ([0, 0, 0], False),
        ([1], False),
        ([2, 2], False),
        ([0, 1, 2], False),
    ]:
        assert enough(there, packed(needed), guard(3)) is holds, needed


@modest
@given(
    st.lists(st.integers(0, MOST), min_size=12, max_size=12),
    st.lists(st.integers(0, MOST), min_size=12, max_size=12),
)
def test_enough_holds_for_twelve_symbols_up_to_the_most_of_each(
    there: list[int], needed: list[int]
) -> None:
    def pack(counts: list[int]) -> int:
        return packed(kind for kind, count in enumerate(counts) for _ in range(count))

    expected = all(n <= t for n, t in zip(needed, there, strict=True))
    assert enough(pack(there), pack(needed), guard(12)) is expected
    assert enough(pack(there), pack(there), guard(12))


grids = st.integers(2, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from("mfd..#"), min_size=width, max_size=width),
        min_size=2,
        max_size=6,
    )
)


@modest
@given(grids, st.sampled_from(sorted(DRAWINGS.values())), st.data())
def test_legal_marks_are_those_of_the_rulebook_on_any_sheet(
    rows: list[list[str]], drawing: str, data: st.DataObject
) -> None:
    """The reference tries every way at every offset with sets; the code looks bits up."""
    grid = "\n".join(" ".join(row) for row in rows)
    sheet, paper = read_sheet(grid, LETTERS, {}), Paper(grid)
    taken = data.draw(
        st.sets(st.sampled_from(sheet.names)).map(
            lambda names: {n for n in names if squares([n]) <= paper.free}
        )
    )
    marked = sum(1 << sheet.numbers[name] for name in taken)
    found = legal_marks(sheet.ground, cells_of(drawing), marked)
    named = [tuple(sheet.names[at] for at in one.squares) for one in found]
    assert {squares(names) for names in named} == paper.places(drawn(drawing), squares(taken))
    assert len(set(named)) == len(named)
    assert fits(sheet.ground, cells_of(drawing), marked) is bool(found)
    for one, names in zip(found, named, strict=True):
        assert list(one.squares) == sorted(one.squares)
        assert one.mask == sum(1 << at for at in one.squares)
        counts = paper.symbols(squares(names))
        expected = packed(LETTERS.index(letter) for letter in counts.elements())
        assert one.signature == expected == signature(sheet.ground, one.mask)
