"""Which moths come to the gardens of Nocturnis?"""

from collections import defaultdict
from typing import NamedTuple

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell
from analytics.intervals import TOO_FEW, Range, mean_range, missing
from analytics.phrases import few, listed, number, numbers, percents
from analytics.reports.clusters import Cells, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Lures of each species a seat, two halves as one; each session counts once, with the mean "
    "over its seats, and Student's 95% range. Points are those printed on the cards. Full: seats "
    "that lured a species as often as their sheet has crosses for it; the ranges of that come "
    "from resampling whole sessions.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that go on are not counted. A species counts in sessions whose edition has "
    "it.",
)

SEATED = """
, lured AS (
    SELECT session, seat, species, count(*) AS n, sum(points) AS points
    FROM noc_lures GROUP BY ALL
), kinds AS (
    SELECT session, seat, unnest(species) AS species, unnest(crosses) AS room,
           unnest(range(len(species))) AS place
    FROM counted JOIN noc_games USING (session) JOIN noc_seats USING (session)
    WHERE winners IS NOT NULL
), each AS (
    SELECT session, species, min(place) AS place, avg(coalesce(n, 0)) AS lures,
           avg(coalesce(points, 0)) AS points, count(*) FILTER (n = room) AS used_up,
           count(*) AS seats
    FROM kinds LEFT JOIN lured USING (session, seat, species) GROUP BY session, species
)
"""

QUERY = f"""{SEATED}
SELECT species, count(*), avg(lures), stddev_samp(lures), avg(points)
FROM each GROUP BY species ORDER BY min(place), species
"""

FULL = f"""{SEATED}
SELECT species, used_up, seats - used_up, count(*) FROM each GROUP BY ALL ORDER BY ALL
"""

MOMENTS = """
SELECT id::VARCHAR, step FROM counted JOIN noc_lures USING (session)
WHERE winners IS NOT NULL AND species = $species ORDER BY session DESC, step
"""

COLUMNS = ["Species", "Sessions", "Lures a seat", "From", "To", "Points a seat", "Full", "Of seats"]


class Species(NamedTuple):
    """A species; ``cells`` count seats that lured it as often as they could, and others."""

    name: str
    sessions: int
    lures: float
    deviation: float | None
    points: float
    cells: Cells

    @property
    def range(self) -> Range | None:
        if missing(self.sessions):
            return None
        return mean_range(self.lures, self.deviation, self.sessions)

    @property
    def full(self) -> int:
        return total(self.cells, [0])


def summarise(answers: Numbers) -> Answer:
    """Say which moths come most and least, and which use up their crosses."""
    cells: dict[str, Cells] = defaultdict(Cells)
    for name, *cell in answers["full"]:
        cells[name].append(tuple(cell))
    found = [Species._make((*row, cells[row[0]])) for row in answers["species"]]
    sessions = max((each.sessions for each in found), default=0)
    too_few = sessions < TOO_FEW
    dots = [dot for each in found if (dot := _dot(each))]
    return Answer(
        title="Too few sessions to say which moths come" if too_few else _title(found),
        summary=few(sessions) if too_few else " ".join(_told(found)),
        columns=COLUMNS,
        rows=[_row(each) for each in found],
        row_keys=[each.name for each in found],
        figure=None if too_few or not dots else whiskers(dots, percent=False),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _order(found: list[Species]) -> list[Species]:
    return sorted((each for each in found if each.range), key=lambda each: -each.lures)


def _title(found: list[Species]) -> str:
    never = [each.name for each in found if not each.lures]
    if never:
        return f"{listed(never)} never {'comes' if len(never) == 1 else 'come'}"
    order = _order(found)
    if len(order) > 1 and _above(order[-2], order[-1]):
        return f"{order[-1].name} comes least often"
    if len(order) > 1 and _above(order[0], order[1]):
        return f"{order[0].name} comes most often"
    return "No moth surely comes more or less often than all others yet"


def _above(one: Species, other: Species) -> bool:
    return bool(one.range and other.range and one.range.low > other.range.high)


def _told(found: list[Species]) -> list[str]:
    each = [f"{s.name} {number(s.lures, 2)}{_spread(s)}" for s in _order(found)]
    told = [f"Lures a seat: {listed(each)}."]
    full = sorted((s for s in found if s.full), key=lambda s: -s.full / total(s.cells))
    used = [
        f"{s.name} {s.full:,} of {total(s.cells):,} ({percents(range_)})"
        for s in full[:3]
        if (range_ := share_range(s.cells, [0]))
    ]
    if not full:
        return [*told, "No seat used up its crosses for any."]
    if used:
        often = " most often" if len(full) > len(used) else ""
        told.append(f"Seats used up the crosses{often} of {listed(used)}.")
    best = max(found, key=lambda s: s.points)
    told.append(f"{best.name} brings most points, {number(best.points)} a seat.")
    return told


def _spread(species: Species) -> str:
    return numbers(species.range, 2) if species.deviation else ""


def _row(species: Species) -> list[Cell]:
    ends = [None, None] if species.range is None else [round(end, 3) for end in species.range]
    means = [round(species.lures, 3), *ends, round(species.points, 2)]
    return [species.name, species.sessions, *means, species.full, total(species.cells)]


def _dot(species: Species) -> Dot | None:
    if species.range is None:
        return None
    spread = numbers(species.range, 2).strip(" ()")
    end = number(species.lures, 2)
    return Dot(species.name, species.lures, species.range, end, spread, species.name)


REPORT = Report(
    id="species",
    question="Which moths come?",
    definition=DEFINITION,
    queries={"species": QUERY, "full": FULL},
    summarise=summarise,
    moments=Moments(MOMENTS, lambda key: {"species": key}, lambda of: f"{of['species']}, lured"),
    order=50,
    games=("nocturnis",),
)
