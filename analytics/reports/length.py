"""How long does a session last?"""

from functools import partial
from typing import Any

from analytics.figures import columns
from analytics.findings import Answer
from analytics.intervals import TOO_FEW, mean_range, missing, narrowest, wilson
from analytics.phrases import count, few, number, numbers, percents
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.game import Game

TEXT = (
    "{}s of the sessions whose game is over, the last one included, and the actions that seats "
    "chose in them. Means have Student's 95% range. Minutes are minutes of play, pauses of more "
    "than 30 minutes left out, from the sessions in which people played and a clock ran."
)
EXCLUDES = "Sessions that go on or were abandoned have no length, even where they are let in."

ENDED = "FROM counted WHERE status IN ('finished', 'closed')"

ROUNDS = f"SELECT rounds, count(*) {ENDED} GROUP BY ALL ORDER BY ALL"

SEATS = f"""
SELECT seats, count(*), avg(rounds), stddev_samp(rounds), avg(actions), stddev_samp(actions) {ENDED}
GROUP BY GROUPING SETS ((seats), ()) ORDER BY seats NULLS FIRST
"""

MINUTES = f"SELECT count(seconds), avg(seconds / 60), stddev_samp(seconds / 60) {ENDED}"

MOMENTS = f"SELECT id::VARCHAR, steps {ENDED} AND rounds = $rounds ORDER BY session DESC"


def summarise(round_word: str, answers: Numbers) -> Answer:
    """Say where most sessions end, and the means."""
    found: list[tuple[int, int]] = [(rounds, n) for rounds, n in answers["rounds"]]
    sessions = sum(n for _, n in found)
    too_few = sessions < TOO_FEW
    word = round_word.lower()
    title, told = _most(found, sessions, word)
    if too_few:
        title, told = "Too few sessions to say how long one lasts", [few(sessions)]
    else:
        told += [*_means(answers["seats"], word), _minutes(*answers["minutes"][0])]
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=[f"{round_word}s", "Sessions"],
        rows=[[rounds, n] for rounds, n in found],
        row_keys=[str(rounds) for rounds, _ in found],
        figure=None
        if too_few
        else columns(
            [rounds for rounds, _ in found],
            [n for _, n in found],
            [str(rounds) for rounds, _ in found],
            f"{round_word}s",
            "Sessions",
        ),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _most(found: list[tuple[int, int]], sessions: int, word: str) -> tuple[str, list[str]]:
    """Find the fewest neighbouring lengths that surely hold more than half of all sessions."""
    counts = dict(found)
    span = narrowest(list(counts), lambda among: wilson(sum(counts[n] for n in among), sessions))
    if span is None:
        return "Sessions differ in length", []
    low, high, range_ = span
    inside = sum(n for rounds, n in found if low <= rounds <= high)
    lasted = f"{low} to {high} {word}s" if low < high else count(low, word)
    told = f"{inside:,} of {sessions:,} last {lasted} ({percents(range_)})."
    return f"Most sessions last {lasted}", [told]


def _means(rows: list[tuple[Any, ...]], word: str) -> list[str]:
    told = []
    for seats, n, mean, deviation, actions, of_actions in rows:
        if missing(n) or (seats is not None and len(rows) == 2):
            continue  # of one seat count only, the mean of all says it
        range_ = numbers(mean_range(mean, deviation, n))
        if seats is None:
            chosen = f"{number(actions)} actions{numbers(mean_range(actions, of_actions, n))}"
            told.append(f"On average {number(mean)} {word}s{range_} and {chosen}.")
        else:
            told.append(f"With {count(seats, 'seat')} {number(mean)}{range_}.")
    return told


def _minutes(n: int, mean: float | None, deviation: float | None) -> str:
    if mean is None:
        return "No clock ran."
    if missing(n):
        return f"A clock ran in {count(n, 'session')}: too few to say minutes."
    range_ = numbers(mean_range(mean, deviation, n), 0)
    return f"A clock ran in {count(n, 'session')}: {number(mean, 0)} minutes{range_}."


def about(game: Game) -> Report:
    """Return the report in a game's words."""
    word = game.round_word
    return Report(
        id="length",
        question="How long does a session last?",
        definition=Definition(TEXT.format(word), 1, "2026-11-30", EXCLUDES),
        queries={"rounds": ROUNDS, "seats": SEATS, "minutes": MINUTES},
        summarise=partial(summarise, word),
        moments=Moments(
            MOMENTS,
            lambda key: {"rounds": int(key)},
            lambda of: count(of["rounds"], word.lower()),
        ),
        order=30,
    )
