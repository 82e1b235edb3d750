"""How do the columns of Lepidoptery fill?"""

from collections import defaultdict
from typing import NamedTuple

from analytics.figures import Curve, Panel, Point, curves
from analytics.findings import Answer, Cell
from analytics.intervals import TOO_FEW, Range, mean_range, missing
from analytics.phrases import few, listed, number, numbers
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.sampled import SAID, sampled
from domain.games.lepidoptery.combinations import TITLE

EVERY = 5  # plays
WHOLE = 0  # instead of a number of plays

DEFINITION = Definition(
    text=f"Tokens in each column after every {EVERY}th play of a session, of both seats, with "
    "what that play cleared; means over the sessions that had so many plays, with Student's 95% "
    f"range. 'All game' takes a session's mean over these moments.",
    version=2,
    date="2026-11-30",
    excludes=f"Sessions of fewer than {EVERY} plays are not counted. {SAID}",
)

PLAYED = f"""{sampled("true")}
, played AS (
    SELECT session, id, step, kind, height,
           row_number() OVER (PARTITION BY session ORDER BY step) AS n
    FROM sampled JOIN lep_plays USING (session)
)
"""

# A play stands at twice its step, what it cleared right behind it.
FILLS = f"""{PLAYED}, changes AS (
    SELECT session, kind, 2 * step AS at, height AS fill FROM played
    UNION ALL
    SELECT session, kind, 2 * step - 1, 0 FROM sampled JOIN lep_clears USING (session)
), points AS (
    SELECT session, n, 2 * step + 1 AS at, unnest(columns) AS kind,
           unnest(range(len(columns))) AS place
    FROM played JOIN lep_games USING (session) WHERE n % {EVERY} = 0
), fills AS (
    SELECT p.session, n, p.kind, place, coalesce(fill, 0) AS fill
    FROM points p ASOF LEFT JOIN changes c
    ON p.session = c.session AND p.kind = c.kind AND p.at >= c.at
), means AS (
    SELECT session, {WHOLE} AS n, kind, place, avg(fill) AS fill FROM fills GROUP BY ALL
    UNION ALL
    SELECT session, n, kind, place, fill FROM fills
)
SELECT n, kind, count(*), avg(fill), stddev_samp(fill)
FROM means GROUP BY n, kind ORDER BY n, min(place), kind
"""

MOMENTS = f"""{PLAYED}
SELECT id::VARCHAR, step FROM played WHERE n % {EVERY} = 0 AND $n IN ({WHOLE}, n)
ORDER BY session DESC, step
"""

COLUMNS = ["After", "Column", "Sessions", "Tokens", "From", "To"]
NAMES = {str(kind): title for kind, title in TITLE.items()}


class Fill(NamedTuple):
    """A column after so many plays."""

    n: int
    kind: str
    sessions: int
    tokens: float
    deviation: float | None

    @property
    def range(self) -> Range | None:
        if missing(self.sessions):
            return None
        return mean_range(self.tokens, self.deviation, self.sessions)

    @property
    def key(self) -> str:
        return f"{self.n}:{self.kind}"


def summarise(answers: Numbers) -> Answer:
    """Say which column is the fullest."""
    fills = [Fill(*row) for row in answers["fills"]]
    whole = [fill for fill in fills if fill.n == WHOLE]
    sessions = whole[0].sessions if whole else 0
    too_few = sessions < TOO_FEW
    return Answer(
        title="Too few sessions to say how columns fill" if too_few else _title(whole),
        summary=few(sessions) if too_few else _told(whole),
        columns=COLUMNS,
        rows=[_row(fill) for fill in fills],
        row_keys=[fill.key for fill in fills],
        figure=None if too_few else _figure(fills),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(whole: list[Fill]) -> str:
    order = sorted(whole, key=lambda fill: -fill.tokens)
    if _above(*order[:2]):
        return f"The {NAMES[order[0].kind]} column is the fullest"
    if _above(*order[-2:]):
        return f"The {NAMES[order[-1].kind]} column stays the emptiest"
    return "No column is surely the fullest yet"


def _above(fill: Fill, other: Fill) -> bool:
    return bool(fill.range and other.range and fill.range.low > other.range.high)


def _told(whole: list[Fill]) -> str:
    each = [
        f"{NAMES[fill.kind]} {number(fill.tokens, 2)}{numbers(fill.range, 2)}"
        for fill in sorted(whole, key=lambda fill: -fill.tokens)
    ]
    return f"Tokens in a column, over the whole game: {listed(each)}."


def _row(fill: Fill) -> list[Cell]:
    when = "All game" if fill.n == WHOLE else f"{fill.n} plays"
    ends = [None, None] if fill.range is None else [round(end, 2) for end in fill.range]
    return [when, NAMES[fill.kind], fill.sessions, round(fill.tokens, 2), *ends]


def _figure(fills: list[Fill]) -> dict[str, object]:
    points: dict[str, list[Point]] = defaultdict(list)
    for fill in fills:
        if fill.n != WHOLE and fill.range:
            points[fill.kind].append(Point(fill.n, fill.tokens, fill.range, fill.key))
    panels = [
        Panel(NAMES[kind].capitalize(), [Curve(NAMES[kind], found)])
        for kind, found in points.items()
    ]
    return curves(panels, "Plays", 84)


def _parse(key: str) -> dict[str, int]:
    n, kind = key.split(":")
    if kind not in NAMES:
        raise ValueError(key)
    return {"n": int(n)}


def _label(of: dict[str, int]) -> str:
    return f"After {of['n']} plays" if of["n"] else f"After every {EVERY}th play"


REPORT = Report(
    id="column-fill",
    question="How do the columns fill?",
    definition=DEFINITION,
    queries={"fills": FILLS},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=60,
    games=("lepidoptery",),
)
