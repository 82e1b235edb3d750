"""Does it matter where a seat sits, in a game in which all act at once?"""

from dataclasses import replace

from analytics.findings import Answer
from analytics.phrases import count, ordinal
from analytics.reports import seat_wins
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="For each number of seats and each place at the table, in the order in which seats were "
    "entered: how many sessions that seat won. A win shared by n seats counts 1/n for each of "
    "them. The range is Wilson's 95%. A seat is said to stand out only if its range, widened for "
    "the number of seats that are looked at, leaves out an even share.",
    version=1,
    date="2026-11-30",
    excludes="Solo games and sessions without a known winner are not counted.",
)

QUERY = """
SELECT c.seats, s.seat + 1, count(*),
       count(*) FILTER (s.won AND s.share = 1), count(*) FILTER (s.won AND s.share < 1),
       sum(s.share), coalesce(sum(s.share) FILTER (s.won AND s.share < 1), 0)
FROM counted c JOIN seats s USING (session)
WHERE c.winners IS NOT NULL AND c.seats > 1
GROUP BY ALL ORDER BY ALL
"""

MOMENTS = """
SELECT c.id::VARCHAR, c.steps FROM counted c JOIN seats s USING (session)
WHERE c.seats = $seats AND s.seat = $place - 1 AND s.won ORDER BY c.session DESC
"""


def summarise(answers: Numbers) -> Answer:
    """Say which places stand out, one group for each number of seats."""
    answer = seat_wins.summarise(answers)
    return replace(answer, columns=["Place", *answer.columns[1:]])


def _parse(key: str) -> dict[str, int]:
    seats, place = key.split(":")
    return {"seats": int(seats), "place": int(place)}


REPORT = Report(
    id="seat-places",
    question="Does it matter where a seat sits?",
    definition=DEFINITION,
    queries={"places": QUERY},
    summarise=summarise,
    moments=Moments(
        MOMENTS,
        _parse,
        lambda of: f"{ordinal(of['place'])} of {count(of['seats'], 'seat')}, wins",
    ),
    order=10,
    games=("nocturnis",),
)
