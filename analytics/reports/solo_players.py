"""Who has played Nocturnis solo, and how well at best?"""

from typing import NamedTuple

from analytics.findings import Answer, Cell
from analytics.intervals import mean_range, missing
from analytics.phrases import count, number, numbers
from analytics.reports.report import Definition, Moments, Numbers, Report

SAID = 3  # players that the summary names

DEFINITION = Definition(
    text="Solo games that are over, by player: how many, the best and the latest score, the mean, "
    "and how many earned each number of stars.",
    version=1,
    date="2026-11-30",
    excludes="Sessions with more than one seat, and bots, are not counted. A name stands for one "
    "person.",
)

SOLO = """
, solo AS (
    SELECT session, id, steps, opened_at, player, total, stars
    FROM counted JOIN noc_games USING (session) JOIN seats s USING (session)
    WHERE stars IS NOT NULL AND bot IS NULL
)
"""

QUERY = f"""{SOLO}
SELECT player, count(*), max(total), arg_max(total, (opened_at, session)), avg(total),
       stddev_samp(total), count(*) FILTER (stars = 1), count(*) FILTER (stars = 2),
       count(*) FILTER (stars = 3)
FROM solo GROUP BY player ORDER BY max(total) DESC, lower(player), player
"""

MOMENTS = f"""{SOLO}
SELECT id::VARCHAR, steps FROM solo WHERE player = $player ORDER BY total DESC, session DESC
"""

COLUMNS = ["Player", "Games", "Best", "Latest", "Mean", "One star", "Two stars", "Three stars"]


class Record(NamedTuple):
    """One player's solo games."""

    player: str
    games: int
    best: int
    latest: int
    mean: float
    deviation: float | None
    one: int
    two: int
    three: int


def summarise(answers: Numbers) -> Answer:
    """Say whose best score is the highest."""
    records = [Record(*row) for row in answers["players"]]
    games = sum(each.games for each in records)
    return Answer(
        title=_title(records) if records else "No person has played solo yet",
        summary=" ".join(map(_told, records[:SAID]))
        if records
        else "Solo games of bots have no best score.",
        columns=COLUMNS,
        rows=[_row(each) for each in records],
        row_keys=[each.player for each in records],
        too_few=not records,
        missing=missing(games) if not records else 0,
        counted=games,
    )


def _title(records: list[Record]) -> str:
    best = records[0].best
    names = [each.player for each in records if each.best == best]
    points = count(best, "point")
    if len(names) > 2:
        return f"The best solo score is {points}, reached by {len(names)} players"
    return f"The best solo score is {points}, by {' and '.join(names)}"


def _told(record: Record) -> str:
    told = f"{record.player}: {count(record.games, 'game')}, best {record.best}"
    if record.games > 1:
        told += f", latest {record.latest}"
    if not missing(record.games):
        spread = numbers(mean_range(record.mean, record.deviation, record.games))
        told += f", on average {number(record.mean)}{spread}"
    return told + "."


def _row(record: Record) -> list[Cell]:
    counts = [record.games, record.best, record.latest, round(record.mean, 1)]
    return [record.player, *counts, record.one, record.two, record.three]


REPORT = Report(
    id="solo-players",
    question="What are the best solo scores?",
    definition=DEFINITION,
    queries={"players": QUERY},
    summarise=summarise,
    moments=Moments(MOMENTS, lambda key: {"player": key}, lambda of: f"{of['player']}, solo games"),
    order=85,
    games=("nocturnis",),
)
