"""How many points and stars do solo games of Nocturnis bring?"""

from typing import NamedTuple

from analytics.figures import columns
from analytics.findings import Answer, Cell, Figure
from analytics.intervals import TOO_FEW, mean_range, missing, wilson
from analytics.phrases import count, few, fraction, number, numbers, percents
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Points and stars of solo games that are over, by the thresholds of their edition. The "
    "mean has Student's 95% range, shares of stars Wilson's.",
    version=1,
    date="2026-11-30",
    excludes="Sessions with more than one seat are not counted. Where editions differ in their "
    "thresholds, the figure draws none.",
)

SOLO = "FROM counted JOIN noc_games USING (session) JOIN seats s USING (session)"

SCORES = f"SELECT total, stars, count(*) {SOLO} WHERE stars IS NOT NULL GROUP BY ALL ORDER BY ALL"

MEAN = f"SELECT count(*), avg(total), stddev_samp(total) {SOLO} WHERE stars IS NOT NULL"

LIMITS = f"SELECT DISTINCT two_stars, three_stars {SOLO} WHERE stars IS NOT NULL ORDER BY ALL"

MOMENTS = f"""
SELECT id::VARCHAR, steps {SOLO} WHERE stars = $stars AND total = $total ORDER BY session DESC
"""

STARS = (1, 2, 3)
TIMES = {1: "one star", 2: "two stars", 3: "three stars"}


class Scored(NamedTuple):
    """How many games ended with these points and stars."""

    points: int
    stars: int
    games: int

    @property
    def key(self) -> str:
        return f"{self.stars}:{self.points}"


def summarise(answers: Numbers) -> Answer:
    """Say which stars are usual, and what the mean is."""
    found = [Scored(*row) for row in answers["scores"]]
    games = sum(each.games for each in found)
    too_few = games < TOO_FEW
    limits = [(two, three) for two, three in answers["limits"]]
    title = "Too few solo games to say how well they go" if games else "No solo game yet"
    rows: list[list[Cell]] = [[each.points, each.stars, each.games] for each in found]
    return Answer(
        title=title if too_few else _title(found, games),
        summary=_few(found, games) if too_few else " ".join(_told(found, answers["mean"][0])),
        columns=["Points", "Stars", "Games"],
        rows=rows,
        row_keys=[each.key for each in found],
        figure=None if too_few else _figure(found, limits),
        too_few=too_few,
        missing=missing(games),
        counted=games,
    )


def _few(found: list[Scored], games: int) -> str:
    best = f" Best so far: {max(each.points for each in found)} points." if found else ""
    return few(games).replace("session", "solo game") + best


def _with(found: list[Scored], stars: int) -> int:
    return sum(each.games for each in found if each.stars == stars)


def _title(found: list[Scored], games: int) -> str:
    counts = {stars: _with(found, stars) for stars in STARS}
    most = max(STARS, key=lambda stars: counts[stars])
    range_ = wilson(counts[most], games)
    words = fraction(counts[most] / games, range_)
    if counts[most] == games:
        return f"Every solo game earns {TIMES[most]}"
    if words:
        return f"{words} solo games {'earns' if words.startswith('One') else 'earn'} {TIMES[most]}"
    if range_.low > 0.5:
        return f"Most solo games earn {TIMES[most]}"
    return f"Solo games earn {TIMES[most]} most often: {counts[most]:,} of {games:,}"


def _told(found: list[Scored], mean: tuple[int, float, float]) -> list[str]:
    games, points, deviation = mean
    each = [
        f"{TIMES[stars]} {_with(found, stars):,} ({percents(wilson(_with(found, stars), games))})"
        for stars in STARS
    ]
    spread = numbers(mean_range(points, deviation, games))
    low, high = min(s.points for s in found), max(s.points for s in found)
    return [
        f"{count(games, 'solo game')}: {', '.join(each)}.",
        f"On average {number(points)} points{spread}, from {low} to {high}.",
    ]


def _figure(found: list[Scored], limits: list[tuple[int, int]]) -> Figure:
    figure = columns(
        [each.points for each in found],
        [each.games for each in found],
        [each.key for each in found],
        "Points",
        "Games",
    )
    if len(limits) != 1:
        return figure
    (two, three), low = limits[0], min(each.points for each in found)
    high = max(each.points for each in found)
    lines = [(two - 0.5, "two stars"), (three + 0.5, "three")]
    layout = figure["layout"]
    layout["xaxis"] |= {"range": [min(low, two) - 1.5, max(high, three) + 6.5], "dtick": 5}
    layout["shapes"] = [_line(at) for at, _ in lines]
    layout["annotations"] = [_note(at, text) for at, text in lines]
    return figure


def _line(at: float) -> Figure:
    line = {"color": "var(--edge)", "width": 2, "dash": "dot"}
    place = {"x0": at, "x1": at, "yref": "paper", "y0": 0, "y1": 1}
    return {"type": "line", "line": line} | place


def _note(at: float, text: str) -> Figure:
    place = {"x": at, "xanchor": "left", "yref": "paper", "y": 1, "yanchor": "bottom"}
    font = {"size": 12, "color": "var(--text-2)"}
    return place | {"text": text, "showarrow": False, "font": font}


def _parse(key: str) -> dict[str, int]:
    stars, points = key.split(":")
    return {"stars": int(stars), "total": int(points)}


REPORT = Report(
    id="solo-scores",
    question="How many points and stars do solo games bring?",
    definition=DEFINITION,
    queries={"scores": SCORES, "mean": MEAN, "limits": LIMITS},
    summarise=summarise,
    moments=Moments(
        MOMENTS,
        _parse,
        lambda of: f"Solo games of {count(of['total'], 'point')}, {TIMES.get(of['stars'], '')}",
    ),
    order=80,
    games=("nocturnis",),
)
