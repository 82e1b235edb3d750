"""What are points made of in Lantern Moths?"""

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell
from analytics.intervals import TOO_FEW, missing
from analytics.phrases import few, number, numbers
from analytics.reports.points import Part
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Points a seat at the end, by what they were scored for: printed values of coloured "
    "moths, Ghosts, sets of three. Each session counts once, with the mean over its seats, since "
    "the seats of one session share a garden. 'Winners ahead' is the winners' mean less that of "
    "the others in the same session. Ranges are Student's 95%.",
    version=1,
    date="2026-11-30",
    excludes="Sessions without a known result are not counted, and in the comparison also none "
    "that all seats won.",
)

QUERY = """
, seated AS (
    SELECT session, seats.won, total, printed, ghosts, sets
    FROM counted JOIN seats USING (session) JOIN lm_scores USING (session, seat)
), parts AS (
    UNPIVOT seated ON total, printed, ghosts, sets INTO NAME part VALUE points
), means AS (
    SELECT session, part, avg(points) AS points,
           avg(points) FILTER (won) - avg(points) FILTER (NOT won) AS ahead
    FROM parts GROUP BY ALL
)
SELECT part, count(*), avg(points), stddev_samp(points),
       count(ahead), avg(ahead), stddev_samp(ahead)
FROM means GROUP BY part
"""

MOMENTS = """
SELECT c.id::VARCHAR, c.steps FROM counted c JOIN lm_scores s USING (session)
GROUP BY c.session, c.id, c.steps
HAVING sum(CASE $part WHEN 'printed' THEN s.printed WHEN 'ghosts' THEN s.ghosts
           WHEN 'sets' THEN s.sets ELSE 1 END) > 0
ORDER BY c.session DESC
"""

PARTS = {"printed": "Printed values", "ghosts": "Ghosts", "sets": "Sets", "total": "Total"}
COLUMNS = ["Points for", "Sessions", "A seat", "From", "To", "Winners ahead", "Ahead from"]
COLUMNS += ["Ahead to"]


def summarise(answers: Numbers) -> Answer:
    """Say which part is the largest, and by which winners are ahead."""
    found = {row[0]: Part(*row) for row in answers["parts"]}
    parts = [found[name] for name in PARTS if name in found]
    sessions = parts[0].sessions if parts else 0
    too_few = sessions < TOO_FEW
    return Answer(
        title="Too few sessions to say what points are made of" if too_few else _title(parts),
        summary=few(sessions) if too_few else " ".join(_told(parts)),
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
    *parts, _ = parts
    largest = max(parts, key=lambda part: part.points)
    others = [part.range for part in parts if part is not largest]
    if largest.range and all(range_ and range_.high < largest.range.low for range_ in others):
        verb = "are" if largest.part != "sets" else "make"
        return f"{PARTS[largest.part]} {verb} the largest part of a score"
    return "No part of a score is surely the largest yet"


def _told(parts: list[Part]) -> list[str]:
    *named, total = parts
    each = [f"{PARTS[p.part].lower()} {number(p.points)}{numbers(p.range)}" for p in named]
    told = [f"A seat scores {number(total.points)} points{numbers(total.range)}:"]
    told.append(", ".join(each).replace("ghosts", "Ghosts") + ".")
    if total.ahead is not None and (range_ := total.ahead_range):
        most = max(named, key=lambda part: part.ahead or 0)
        told.append(f"Winners are {number(total.ahead)} ahead{numbers(range_)}, most of it for")
        told.append(f"{PARTS[most.part].lower().replace('ghosts', 'Ghosts')}.")
    return told


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
        return "Every session with a known score"
    return f"Points for {PARTS[of['part']].lower().replace('ghosts', 'Ghosts')}"


REPORT = Report(
    id="score-parts",
    question="What are points made of?",
    definition=DEFINITION,
    queries={"parts": QUERY},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=20,
    games=("lantern_moths",),
)
