"""When do seats of Nocturnis go out?"""

from analytics.figures import columns
from analytics.findings import Answer
from analytics.intervals import TOO_FEW, mean_range, missing
from analytics.phrases import count, few, number, numbers
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="The round in which each seat could neither mark nor draw, for good; the squares of its "
    "sheet that could have been marked and were not, and the cards in its hand then. Means are "
    "over sessions, each with the mean over its seats, with Student's 95% range. How long the "
    "last seat plays on counts rounds between the first and the last seat to go out.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that go on are not counted, and in the comparison no solo ones.",
)

ROUNDS = """
SELECT round, count(*) FROM counted JOIN noc_outs USING (session)
WHERE winners IS NOT NULL AND for_good GROUP BY ALL ORDER BY ALL
"""

MEANS = """
, each AS (
    SELECT session, any_value(seats) AS seats, avg(round) AS round, avg(free) AS free,
           avg(hand) AS hand, if(any_value(seats) > 1, max(round) - min(round), NULL) AS gap
    FROM counted JOIN noc_outs USING (session)
    WHERE winners IS NOT NULL AND for_good GROUP BY session
)
SELECT count(*), avg(round), stddev_samp(round), avg(free), stddev_samp(free), avg(hand),
       stddev_samp(hand), count(gap), avg(gap), stddev_samp(gap)
FROM each
"""

SAT = """
SELECT count(*), count(DISTINCT session) FROM counted JOIN noc_outs USING (session)
WHERE winners IS NOT NULL AND NOT for_good
"""

MOMENTS = """
SELECT id::VARCHAR, step FROM counted JOIN noc_outs USING (session)
WHERE winners IS NOT NULL AND for_good AND round = $round ORDER BY session DESC, step
"""


def summarise(answers: Numbers) -> Answer:
    """Say when seats go out, with what left, and how far apart."""
    found: list[tuple[int, int]] = [(round_, n) for round_, n in answers["rounds"]]
    means = answers["means"][0]
    sessions = means[0]
    too_few = sessions < TOO_FEW
    rounds, seats = [round_ for round_, _ in found], [n for _, n in found]
    keys = [str(round_) for round_ in rounds]
    return Answer(
        title="Too few sessions to say when seats go out" if too_few else _title(means),
        summary=few(sessions) if too_few else " ".join(_told(means, sum(seats), answers["sat"][0])),
        columns=["Round", "Seats that went out"],
        rows=[[round_, n] for round_, n in found],
        row_keys=keys,
        figure=None if too_few else columns(rounds, seats, keys, "Round", "Seats"),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(means: tuple[float, ...]) -> str:
    compared, gap = int(means[7]), means[8]
    if missing(compared):
        return f"Seats go out in round {number(means[1], 0)} on average"
    if gap < 0.5:
        return "Seats go out together"
    return f"The last seat goes out {number(gap)} rounds after the first".replace(
        " 1 rounds", " 1 round"
    )


def _told(means: tuple[float, ...], seats: int, sat: tuple[int, int]) -> list[str]:
    n, round_, of_round, free, of_free, hand, of_hand, compared, gap, of_gap = means
    sessions = int(n)
    told = [
        f"{count(seats, 'seat')} of {count(sessions, 'session')} went out, on average in round "
        f"{number(round_)}{numbers(mean_range(round_, of_round, sessions))}, with "
        f"{number(free)} squares free{numbers(mean_range(free, of_free, sessions))} and "
        f"{number(hand)} cards in hand{numbers(mean_range(hand, of_hand, sessions))}."
    ]
    if not missing(int(compared)):
        spread = numbers(mean_range(gap, of_gap, int(compared)))
        told.append(f"From the first seat out to the last it takes {number(gap)} rounds{spread}.")
    if sat[0]:
        times = count(sat[0], "time")
        told.append(f"{times} in {count(sat[1], 'session')} a seat sat a round out and stayed in.")
    return told


REPORT = Report(
    id="outs",
    question="When do seats go out?",
    definition=DEFINITION,
    queries={"rounds": ROUNDS, "means": MEANS, "sat": SAT},
    summarise=summarise,
    moments=Moments(
        MOMENTS,
        lambda key: {"round": int(key)},
        lambda of: f"Seats that went out in round {of['round']}",
    ),
    order=75,
    games=("nocturnis",),
)
