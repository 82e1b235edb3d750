"""Which habitat cards of Nocturnis can be placed, and which are?"""

from collections import defaultdict
from typing import NamedTuple

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, missing
from analytics.phrases import few, listed, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Each time that a habitat card was revealed to a seat still in the game: whether its "
    "shape fitted nowhere on the seat's sheet, fitted and was marked, or fitted and was left. "
    "'Ways' is a mean of how many ways it could be marked. Ranges come from resampling whole "
    "sessions.",
    version=1,
    date="2026-11-30",
    excludes="Rounds that a seat has not acted in yet, and extra shapes, are not counted.",
)

SHOWN = """
, shown AS (
    SELECT c.session, c.id, round, seat, habitat AS shape, squares, ways,
           CASE WHEN ways = 0 THEN 'nowhere' WHEN action = 'mark' THEN 'marked'
                ELSE 'left' END AS fate
    FROM counted c JOIN noc_actions USING (session) WHERE action IS NOT NULL
)
"""

QUERY = f"""{SHOWN}, each AS (
    SELECT session, shape, count(*) FILTER (fate = 'nowhere') AS nowhere,
           count(*) FILTER (fate = 'marked') AS marked, count(*) FILTER (fate = 'left') AS remained
    FROM shown GROUP BY GROUPING SETS ((session, shape), (session))
)
SELECT coalesce(shape, ''), nowhere, marked, remained, count(*)
FROM each GROUP BY ALL ORDER BY ALL
"""

WAYS = f"""{SHOWN}
SELECT coalesce(shape, ''), max(squares), avg(ways) FROM shown
GROUP BY GROUPING SETS ((shape), ()) HAVING count(*) > 0
"""

MOMENTS = f"""{SHOWN}
SELECT id::VARCHAR, step, seat FROM shown JOIN noc_rounds USING (session, round, seat)
WHERE fate = $fate AND $shape IN ('', shape) ORDER BY session DESC, step, seat
"""

FATES = {"nowhere": "fitted nowhere", "marked": "marked", "left": "fitted, seat drew"}
COLUMNS = ["Shape", "Squares", "Ways", "Fate", "Times", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


class Shape(NamedTuple):
    """A habitat shape, or all of them under an empty name."""

    name: str
    squares: int
    ways: float
    cells: Cells

    @property
    def nowhere(self) -> int:
        return total(self.cells, [0])

    @property
    def range(self) -> Range | None:
        return share_range(self.cells, [0])

    @property
    def title(self) -> str:
        return self.name or "Any shape"


def summarise(answers: Numbers) -> Answer:
    """Say which shape fits least often, and how much is left though it fits."""
    cells: dict[str, Cells] = defaultdict(Cells)
    for name, *cell in answers["fates"]:
        cells[name].append(tuple(cell))
    shapes = [Shape(name, squares, ways, cells[name]) for name, squares, ways in answers["ways"]]
    shapes.sort(key=lambda each: (each.name != "", -each.nowhere / total(each.cells), each.name))
    sessions = sessions_in(cells[""])
    too_few = sessions < TOO_FEW
    table = [
        (_row(shape, nth), f"{fate}:{shape.name}")
        for shape in shapes
        for nth, fate in enumerate(FATES)
    ]
    dots = [dot for shape in shapes[1:] if (dot := _dot(shape))]
    return Answer(
        title="Too few sessions to say which shapes fit" if too_few else _title(shapes[1:]),
        summary=few(sessions) if too_few else " ".join(_told(shapes)),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None if too_few or not dots else whiskers(dots, percent=True),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(shapes: list[Shape]) -> str:
    ranged = [(shape, shape.range) for shape in shapes if shape.range]
    if not any(shape.nowhere for shape in shapes):
        return "Every habitat card could be placed"
    if len(ranged) > 1:
        (first, own), others = ranged[0], [range_ for _, range_ in ranged[1:]]
        if own and all(own.low > other.high for other in others if other):
            return f"The {first.name} most often fits nowhere"
    return "No shape surely fits less often than all others yet"


def _told(shapes: list[Shape]) -> list[str]:
    every, *each = shapes
    range_ = every.range
    spread = f" ({percents(range_)})" if range_ and every.nowhere else ""
    told = [
        f"In {every.nowhere:,} of {total(every.cells):,} times the shape fitted nowhere{spread}."
    ]
    rare = [
        f"the {s.name} in {s.nowhere:,} of {total(s.cells):,} ({percents(s.range)})"
        for s in each
        if s.range and s.nowhere
    ]
    if len(rare) > 2:
        told.append(f"Most often {listed(rare[:3])}.")
    fitted, left = total(every.cells, [1, 2]), total(every.cells, [2])
    of = share_range([(cell[2], cell[1], cell[3]) for cell in every.cells], [0])
    if fitted and of:
        said = f"{left:,} of {fitted:,} ({percents(of)})"
        told.append(f"Where it fitted, seats drew all the same in {said}.")
    if unsure := [s.name for s in each if missing(sessions_in(s.cells))]:
        told.append(f"Too few sessions for a range: the {listed(unsure)}.")
    return told


def _row(shape: Shape, nth: int) -> list[Cell]:
    n, of = total(shape.cells, [nth]), total(shape.cells)
    what: list[Cell] = [shape.title, shape.squares if shape.name else None, round(shape.ways, 1)]
    shares = [round(n / of, 4), *ends(share_range(shape.cells, [nth]))]
    return [*what, list(FATES.values())[nth], n, of, *shares]


def _dot(shape: Shape) -> Dot | None:
    if shape.range is None:
        return None
    of = total(shape.cells)
    end = f"{shape.nowhere:,} of {of:,}"
    key = f"nowhere:{shape.name}"
    return Dot(shape.name, shape.nowhere / of, shape.range, end, percents(shape.range), key)


def _parse(key: str) -> dict[str, str]:
    fate, _, shape = key.partition(":")
    if fate not in FATES:
        raise ValueError(key)
    return {"fate": fate, "shape": shape}


def _label(of: dict[str, str]) -> str:
    return f"{of['shape'] or 'Any shape'}, {FATES[of['fate']]}"


REPORT = Report(
    id="habitats",
    question="Which habitat cards fit nowhere?",
    definition=DEFINITION,
    queries={"fates": QUERY, "ways": WAYS},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label, "seat"),
    order=45,
    games=("nocturnis",),
)
