"""How long does a session last?"""

from itertools import combinations_with_replacement

from analytics.figures import columns
from analytics.findings import Answer
from analytics.intervals import TOO_FEW, mean_range, missing, wilson
from analytics.phrases import count, few, number, numbers, percents
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Rounds of the sessions whose game is over, the last one included. Means have Student's "
    "95% range. Minutes are minutes of play, pauses of more than 30 minutes left out, from the "
    "sessions in which people played and a clock ran.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that go on or were abandoned have no length, even where they are let in.",
)

ENDED = "FROM counted WHERE status IN ('finished', 'closed')"

ROUNDS = f"SELECT rounds, count(*) {ENDED} GROUP BY ALL ORDER BY ALL"

SEATS = f"""
SELECT seats, count(*), avg(rounds), stddev_samp(rounds) {ENDED}
GROUP BY GROUPING SETS ((seats), ()) ORDER BY seats NULLS FIRST
"""

MINUTES = f"SELECT count(seconds), avg(seconds / 60), stddev_samp(seconds / 60) {ENDED}"

MOMENTS = f"SELECT id::VARCHAR, steps {ENDED} AND rounds = $rounds ORDER BY session DESC"


def summarise(answers: Numbers) -> Answer:
    """Say where most sessions end, and the means."""
    found: list[tuple[int, int]] = [(rounds, n) for rounds, n in answers["rounds"]]
    sessions = sum(n for _, n in found)
    too_few = sessions < TOO_FEW
    title, told = _most(found, sessions)
    if too_few:
        title, told = "Too few sessions to say how long one lasts", [few(sessions)]
    else:
        told += [*_means(answers["seats"]), _minutes(*answers["minutes"][0])]
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=["Rounds", "Sessions"],
        rows=[[rounds, n] for rounds, n in found],
        row_keys=[str(rounds) for rounds, _ in found],
        figure=None
        if too_few
        else columns(
            [rounds for rounds, _ in found],
            [n for _, n in found],
            [str(rounds) for rounds, _ in found],
            "Rounds",
            "Sessions",
        ),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _most(found: list[tuple[int, int]], sessions: int) -> tuple[str, list[str]]:
    """Find the fewest neighbouring lengths that surely hold more than half of all sessions."""
    lengths = [rounds for rounds, _ in found]
    spans = sorted(
        combinations_with_replacement(lengths, 2), key=lambda span: (span[1] - span[0], span)
    )
    for low, high in spans:
        inside = sum(n for rounds, n in found if low <= rounds <= high)
        range_ = wilson(inside, sessions)
        if range_.low > 0.5:
            span = f"{low} to {high} rounds" if low < high else count(low, "round")
            told = f"{inside:,} of {sessions:,} last {span} ({percents(range_)})."
            return f"Most sessions last {span}", [told]
    return "Sessions differ in length", []


def _means(rows: list[tuple[int | None, int, float, float | None]]) -> list[str]:
    told = []
    for seats, n, mean, deviation in rows:
        if missing(n) or (seats is not None and len(rows) == 2):
            continue  # of one seat count only, the mean of all says it
        where = "On average" if seats is None else f"With {count(seats, 'seat')}"
        what = " rounds" if seats is None else ""
        told.append(f"{where} {number(mean)}{what}{numbers(mean_range(mean, deviation, n))}.")
    return told


def _minutes(n: int, mean: float | None, deviation: float | None) -> str:
    if mean is None:
        return "No clock ran."
    if missing(n):
        return f"A clock ran in {count(n, 'session')}: too few to say minutes."
    range_ = numbers(mean_range(mean, deviation, n), 0)
    return f"A clock ran in {count(n, 'session')}: {number(mean, 0)} minutes{range_}."


REPORT = Report(
    id="length",
    question="How long does a session last?",
    definition=DEFINITION,
    queries={"rounds": ROUNDS, "seats": SEATS, "minutes": MINUTES},
    summarise=summarise,
    moments=Moments(
        MOMENTS, lambda key: {"rounds": int(key)}, lambda of: count(of["rounds"], "round")
    ),
    order=30,
)
