"""Which squares of the sheets of Nocturnis are marked, and when?"""

from string import ascii_lowercase
from typing import NamedTuple

from analytics.figures import Grid, Square, sheets
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, missing
from analytics.phrases import count, few, listed, number, percents
from analytics.reports.clusters import Cells, sessions_in, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="For each square of each side: on how many sheets it was marked by the end, and in which "
    "round on average. The rim are the outermost rows and columns. Ranges for rim and middle come "
    "from resampling whole sessions.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that go on are not counted. Where sheets differ between editions, only "
    "those printed as most sheets of that side are. By square there are counts alone.",
)

GRIDS = """
, seated AS (
    SELECT session, id, seat, side, if(side = 'front', front, back) AS grid
    FROM counted JOIN noc_seats USING (session) JOIN noc_games USING (session)
    WHERE winners IS NOT NULL
), printed AS (
    SELECT side, grid FROM seated GROUP BY side, grid
    QUALIFY row_number() OVER (PARTITION BY side ORDER BY count(*) DESC, grid) = 1
), chosen AS (
    SELECT seated.*, wide, high FROM seated JOIN (
        SELECT *, len(string_split(grid, chr(10))[1]) AS wide,
               len(string_split(grid, chr(10))) AS high
        FROM printed
    ) USING (side, grid)
)
"""

SHEETS = f"""{GRIDS}
SELECT side, any_value(grid), count(*), count(DISTINCT session) FROM chosen
GROUP BY side ORDER BY side DESC
"""

SQUARES = f"""{GRIDS}
SELECT c.side, square, count(*), avg(round), count(*) FILTER (nth = 1)
FROM chosen c JOIN noc_squares USING (session, seat) GROUP BY ALL
"""

RIM = f"""{GRIDS}, marked AS (
    SELECT c.session, c.side, c.seat, square,
           ascii(square) - 96 IN (1, wide) OR square[2:]::INTEGER IN (1, high) AS rim
    FROM chosen c LEFT JOIN noc_squares USING (session, seat)
), each AS (
    SELECT session, side, count(DISTINCT seat) AS sheets,
           count(square) FILTER (rim) AS outside, count(square) FILTER (NOT rim) AS inside
    FROM marked GROUP BY session, side
)
SELECT side, sheets, outside, inside, count(*) FROM each GROUP BY ALL ORDER BY ALL
"""

MOMENTS = f"""{GRIDS}
SELECT id::VARCHAR, step FROM chosen c JOIN noc_squares USING (session, seat)
WHERE c.side = $side AND square = $square ORDER BY session DESC, step
"""

SIDES = ("front", "back")
COLUMNS = ["Side", "Square", "Sign", "Marked", "Of sheets", "Share", "Round", "In first shape"]
UNITS: dict[str, Unit] = {"Share": "share"}
HOLE = "#"


class Mark(NamedTuple):
    """A square of one side: on how many sheets it was marked, when, and in a first shape."""

    square: str
    sign: str
    marked: int
    round: float | None
    first: int


class Side(NamedTuple):
    """One side of the sheet, as most sheets of it are printed; squares in reading order."""

    name: str
    grid: list[str]
    sheets: int
    sessions: int
    marks: list[Mark]
    rim: Cells
    middle: Cells

    @property
    def full(self) -> float:
        return sum(mark.marked for mark in self.marks) / (self.sheets * len(self.marks))


def summarise(answers: Numbers) -> Answer:
    """Say how full the sheets get, and whether the rim or the middle stays free."""
    sides = [_side(row, answers) for row in answers["sheets"]]
    sessions = max((side.sessions for side in sides), default=0)
    enough = [side for side in sides if not missing(side.sessions)]
    too_few = sessions < TOO_FEW
    return Answer(
        title=_title(enough) if enough else "Too few sessions to say which squares are marked",
        summary=" ".join(map(_told, enough)) if enough else few(sessions),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(side, mark) for side in sides for mark in side.marks],
        row_keys=[f"{side.name}:{mark.square}" for side in sides for mark in side.marks],
        figure=None if too_few else _figure(enough),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _side(row: tuple[str, str, int, int], answers: Numbers) -> Side:
    name, text, n, sessions = row
    grid = text.split("\n")
    found = {square: rest for side, square, *rest in answers["squares"] if side == name}
    places = _places(grid)
    marks = [Mark(at, sign, *found.get(at, (0, None, 0))) for at, sign in places.items()]
    outer = sum(_on_rim(at, grid) for at in places)
    inner = len(places) - outer
    rim, middle = Cells(), Cells()
    for side, of, outside, inside, same in answers["rim"]:
        if side == name:
            rim.append((outside, of * outer - outside, same))
            middle.append((inside, of * inner - inside, same))
    return Side(name, grid, n, sessions, marks, rim, middle)


def _places(grid: list[str]) -> dict[str, str]:
    """Return the sign of each square that may be marked, in reading order."""
    return {
        f"{ascii_lowercase[column]}{len(grid) - row}": sign
        for row, line in enumerate(grid)
        for column, sign in enumerate(line)
        if sign != HOLE
    }


def _at(square: str) -> tuple[int, int]:
    return ascii_lowercase.index(square[0]) + 1, int(square[1:])


def _on_rim(square: str, grid: list[str]) -> bool:
    column, row = _at(square)
    return column in (1, len(grid[0])) or row in (1, len(grid))


def _apart(side: Side) -> int:
    """Return 1 where the rim surely fills more, -1 where less, otherwise 0."""
    rim, middle = share_range(side.rim, [0]), share_range(side.middle, [0])
    if rim is None or middle is None:
        return 0
    return (rim.low > middle.high) - (rim.high < middle.low)


def _title(sides: list[Side]) -> str:
    signs = {_apart(side) for side in sides}
    if signs == {-1}:
        return "Squares at the rim stay free more often"
    if signs == {1}:
        return "Squares in the middle stay free more often"
    full = sorted({round(100 * side.full) for side in sides})
    return f"Sheets end {' to '.join(map(str, full))}% full"


def _told(side: Side) -> str:
    order = sorted(side.marks, key=lambda mark: -mark.marked)
    free = [f"{mark.square} {mark.marked:,}" for mark in order[:-4:-1]]
    told = (
        f"{side.name.capitalize()}, {count(side.sheets, 'sheet')}: {100 * side.full:.0f}% of the "
        f"squares marked, {_share('rim', side.rim)}, {_share('middle', side.middle)}. Most often "
        f"{order[0].square} ({order[0].marked:,}), least often {listed(free)}."
    )
    first = max(side.marks, key=lambda mark: mark.first)
    if first.first:
        told += f" First shapes cover {first.square} most often, {first.first:,} times."
    if bonuses := [mark for mark in side.marks if mark.sign.isupper()]:
        each = [f"{mark.square} {mark.marked:,}" for mark in bonuses]
        told += f" Bonus squares: {listed(each)}."
    return told


def _share(name: str, cells: Cells) -> str:
    if not sessions_in(cells) or not total(cells):
        return f"{name} none"
    range_: Range | None = share_range(cells, [0])
    spread = f" ({percents(range_)})" if range_ else ""
    return f"{name} {100 * total(cells, [0]) / total(cells):.0f}%{spread}"


def _row(side: Side, mark: Mark) -> list[Cell]:
    when = None if mark.round is None else round(mark.round, 1)
    counts = [mark.marked, side.sheets, round(mark.marked / side.sheets, 4), when, mark.first]
    return [side.name.capitalize(), mark.square, mark.sign, *counts]


def _figure(sides: list[Side]) -> dict[str, object]:
    legend = "Number: in which round on average."
    if any(mark.sign.isupper() for side in sides for mark in side.marks):
        legend += "<br>Thick edge: bonus square."
    return sheets([_grid(side) for side in sides], legend)


def _grid(side: Side) -> Grid:
    height, width = len(side.grid), len(side.grid[0])
    holes = [
        (column, height - row)
        for row, line in enumerate(side.grid)
        for column, sign in enumerate(line, 1)
        if sign == HOLE
    ]
    label = f"{side.name.capitalize()}, {count(side.sheets, 'sheet')}"
    return Grid(label, width, height, [_square(side, mark) for mark in side.marks], holes)


def _square(side: Side, mark: Mark) -> Square:
    said = f"{mark.square}: {mark.marked:,} of {side.sheets:,}"
    text = ""
    if mark.round is not None:
        text, said = number(mark.round, 0), f"{said}, in round {number(mark.round)} on average"
    key, share = f"{side.name}:{mark.square}", mark.marked / side.sheets
    return Square(*_at(mark.square), share, text, said, key, mark.sign.isupper())


def _parse(key: str) -> dict[str, str]:
    side, _, square = key.partition(":")
    if side not in SIDES:
        raise ValueError(key)
    return {"side": side, "square": square}


REPORT = Report(
    id="sheet",
    question="Which squares are marked, and when?",
    definition=DEFINITION,
    queries={"sheets": SHEETS, "squares": SQUARES, "rim": RIM},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, lambda of: f"{of['square']} marked, {of['side']}"),
    order=70,
    games=("nocturnis",),
)
