"""What are points made of in Nocturnis?"""

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell
from analytics.intervals import TOO_FEW, mean_range, missing
from analytics.phrases import few, listed, number, numbers
from analytics.reports.points import Part
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Points a seat at the end, by what they were scored for. Each session counts once, with "
    "the mean over its seats. 'Winners ahead' is the winners' mean less that of the others in the "
    "same session. By side of the sheet, a session counts with the mean of its seats there. "
    "Ranges are Student's 95%.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that go on are not counted, and in the comparison neither solo ones nor "
    "any that all seats won.",
)

QUERY = """
, seated AS (
    SELECT session, seats.won, total, moths, effects, bonuses, fourth, every_species, exchanges
    FROM counted JOIN seats USING (session) JOIN noc_seats USING (session, seat)
    WHERE winners IS NOT NULL
), parts AS (
    UNPIVOT seated ON total, moths, effects, bonuses, fourth, every_species, exchanges
    INTO NAME part VALUE points
), means AS (
    SELECT session, part, avg(points) AS points,
           avg(points) FILTER (won) - avg(points) FILTER (NOT won) AS ahead
    FROM parts GROUP BY ALL
)
SELECT part, count(*), avg(points), stddev_samp(points),
       count(ahead), avg(ahead), stddev_samp(ahead)
FROM means GROUP BY part
"""

SIDES = """
, means AS (
    SELECT session, side, avg(total) AS points
    FROM counted JOIN seats USING (session) JOIN noc_seats USING (session, seat)
    WHERE winners IS NOT NULL GROUP BY ALL
)
SELECT side, count(*), avg(points), stddev_samp(points) FROM means GROUP BY side ORDER BY side DESC
"""

MOMENTS = """
SELECT c.id::VARCHAR, c.steps, s.seat
FROM counted c JOIN noc_seats s USING (session)
WHERE winners IS NOT NULL
AND CASE $part WHEN 'moths' THEN moths WHEN 'effects' THEN effects WHEN 'bonuses' THEN bonuses
    WHEN 'fourth' THEN fourth WHEN 'every_species' THEN every_species
    WHEN 'exchanges' THEN exchanges ELSE 1 END <> 0
ORDER BY c.session DESC, s.seat
"""

PARTS = {
    "moths": "Moths",
    "effects": "Effects",
    "bonuses": "Bonus squares",
    "fourth": "Fourth lures",
    "every_species": "Every species",
    "exchanges": "Exchanges",
    "total": "Total",
}
COLUMNS = ["Points for", "Sessions", "A seat", "From", "To", "Winners ahead", "Ahead from"]
COLUMNS += ["Ahead to"]


def summarise(answers: Numbers) -> Answer:
    """Say what most points are for, what winners do better, and how the sides compare."""
    found = {row[0]: Part(*row) for row in answers["parts"]}
    parts = [found[name] for name in PARTS if name in found]
    sessions = parts[0].sessions if parts else 0
    too_few = sessions < TOO_FEW
    return Answer(
        title="Too few sessions to say what points are made of" if too_few else _title(parts),
        summary=few(sessions) if too_few else " ".join([*_told(parts), *_sides(answers["sides"])]),
        columns=COLUMNS,
        rows=[_row(part) for part in parts],
        row_keys=[part.part for part in parts],
        figure=None
        if too_few
        else whiskers([dot for part in parts if (dot := _dot(part))], percent=False),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(parts: list[Part]) -> str:
    *named, total = parts
    largest = max(named, key=lambda part: part.points)
    others = [part.range for part in named if part is not largest]
    if largest.range and all(range_ and range_.high < largest.range.low for range_ in others):
        most = largest.points > total.points / 2
        what = "bring most of a seat's points" if most else "are the largest part of a score"
        return f"{PARTS[largest.part]} {what}"
    return "No part of a score is surely the largest yet"


def _told(parts: list[Part]) -> list[str]:
    *named, total = parts
    each = [
        f"{PARTS[p.part].lower()} {number(p.points)}{numbers(p.range) if p.deviation else ''}"
        for p in named
    ]
    told = [f"A seat scores {number(total.points)} points{numbers(total.range)}: {listed(each)}."]
    if total.ahead is not None and (range_ := total.ahead_range):
        most = max(named, key=lambda part: part.ahead or 0)
        told.append(
            f"Winners are {number(total.ahead)} ahead{numbers(range_)}, most of it for "
            f"{PARTS[most.part].lower()}."
        )
    return told


def _sides(sides: list[tuple[str, int, float, float | None]]) -> list[str]:
    """Compare the sides of the sheet, where both were played often enough."""
    if len(sides) < 2 or any(missing(n) for _, n, _, _ in sides):
        return []
    each = [
        f"on the {side} {number(points)}{numbers(mean_range(points, deviation, n))}"
        for side, n, points, deviation in sides
    ]
    return [f"Seats score {listed(each)}."]


def _row(part: Part) -> list[Cell]:
    means = [part.points, *(part.range or (None, None)), part.ahead]
    means += part.ahead_range or (None, None)
    rounded = [None if value is None else round(float(value), 2) for value in means]
    return [PARTS[part.part], part.sessions, *rounded]


def _dot(part: Part) -> Dot | None:
    if part.range is None:
        return None
    spread = numbers(part.range).strip(" ()")
    return Dot(PARTS[part.part], part.points, part.range, number(part.points), spread, part.part)


def _parse(key: str) -> dict[str, str]:
    if key not in PARTS:
        raise ValueError(key)
    return {"part": key}


def _label(of: dict[str, str]) -> str:
    if of["part"] == "total":
        return "Every seat with a known score"
    return f"Seats with points for {PARTS[of['part']].lower()}"


REPORT = Report(
    id="garden-scores",
    question="What are points made of?",
    definition=DEFINITION,
    queries={"parts": QUERY, "sides": SIDES},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label, "seat"),
    order=20,
    games=("nocturnis",),
)
