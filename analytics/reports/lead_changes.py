"""How often does the lead change hands, and when is it taken for good?"""

from collections import Counter
from functools import partial
from typing import NamedTuple

from analytics.figures import columns
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, missing, wilson
from analytics.phrases import count, few, number, numbers, percents
from analytics.reports.clusters import Cells, ends, share_range, total
from analytics.reports.means import Seated, at_least_none, by_seats, mean_of
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.round_ends import ENDS, EXCLUDES
from domain.game import Game

TEXT = (
    "Who was ahead when each {} ended. The lead changes hands when a seat is ahead of all others "
    "and another one was, the last time that a single seat was; a shared lead is nobody's and is "
    "counted apart. Whoever won alone was ahead for good from the first end on since which no "
    "other seat was ahead of it. The mean has Student's 95% range, shares of sessions Wilson's; "
    "the one for shared leads comes from resampling whole sessions."
)

CHANGES = f"""{ENDS}, before AS (
    SELECT *, last_value(leader IGNORE NULLS) OVER (
        PARTITION BY session ORDER BY nth ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS led FROM ends
), lines AS (
    SELECT session, id, seats, steps, rounds, count(*) FILTER (leader <> led) AS changes,
           max(step) FILTER (leader <> led) AS last_change,
           count(*) FILTER (leader IS NULL) AS shared,
           if(len(winners) = 1, coalesce(max(nth) FILTER (other > winner), 0), NULL) AS behind,
           list(step ORDER BY nth) AS stops
    FROM before GROUP BY session, id, seats, steps, rounds, winners
), gone AS (
    SELECT *, CASE WHEN behind = rounds THEN 'behind'
                   ELSE ['first', 'second', 'third'][1 + behind * 3 // rounds] END AS good
    FROM lines
)"""

QUERY = f"""{CHANGES}
SELECT seats, changes, shared, rounds - shared, good, count(*) FROM gone GROUP BY ALL ORDER BY ALL
"""

MOMENTS = f"""{CHANGES}, behind AS (
    SELECT session, id, coalesce(last_change, steps) AS step FROM gone
    WHERE $what = 'changes' AND changes = $changes
    UNION ALL
    SELECT session, id, if(good = 'behind', steps, stops[behind + 1]) FROM gone
    WHERE $what = 'good' AND good = $good
    UNION ALL
    SELECT session, id, step FROM ends WHERE $what = 'shared' AND leader IS NULL
)
SELECT id::VARCHAR, step FROM behind ORDER BY session DESC, step
"""

GOOD = {
    "first": "Ahead for good in the first third",
    "second": "In the second third",
    "third": "In the last third",
    "behind": "Behind at the end",
}
COLUMNS = ["What", "Counted", "Times", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


class Alike(NamedTuple):
    """Equal sessions: changes of the lead, ends with a shared and with a single leader."""

    seats: int
    changes: int
    shared: int
    single: int
    good: str | None
    sessions: int


def summarise(word: str, answers: Numbers) -> Answer:
    """Say how often the lead changes, and when winners take it."""
    found = [Alike(*row) for row in answers["lines"]]
    changes = _counts(found)
    shared = Cells((each.shared, each.single, each.sessions) for each in found)
    sessions = sum(changes.values())
    too_few = sessions < TOO_FEW
    good = {key: sum(each.sessions for each in found if each.good == key) for key in GOOD}
    table = [(_changed(n, k, sessions), f"changes:{n}") for n, k in changes.items()]
    alone = sum(good.values())
    table += [(_row(GOOD[k], n, alone), f"good:{k}") for k, n in good.items() if n]
    if leads := total(shared, [0]):
        spread = ends(share_range(shared, [0]))
        of = total(shared)
        row = ["Shared lead", f"{word} ends", leads, of, round(leads / of, 4), *spread]
        table.append((row, "shared"))
    title, told = "Too few sessions to say how often the lead changes hands", [few(sessions)]
    if not too_few:
        title, told = _mean(changes, sessions)
        told += [
            *by_seats(_seated(found), 2),
            *_shared(shared, word),
            *_good(good),
        ]
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None
        if too_few
        else columns(
            list(changes),
            list(changes.values()),
            [f"changes:{n}" for n in changes],
            "Times the lead changed hands",
            "Sessions",
        ),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _counts(found: list[Alike]) -> dict[int, int]:
    counts = Counter[int]()
    for each in found:
        counts[each.changes] += each.sessions
    return dict(sorted(counts.items()))


def _seated(found: list[Alike]) -> list[Seated]:
    seats = sorted({each.seats for each in found})
    by = ((n, _counts([each for each in found if each.seats == n])) for n in seats)
    return [Seated(n, sum(counts.values()), *mean_of(counts)) for n, counts in by]


def _range(n: int, of: int) -> Range | None:
    return None if missing(of) else wilson(n, of)


def _row(what: str, n: int, of: int) -> list[Cell]:
    return [what, "sessions", n, of, round(n / of, 4), *ends(_range(n, of))]


def _changed(changes: int, n: int, of: int) -> list[Cell]:
    return _row(count(changes, "change") if changes else "No change", n, of)


def _mean(changes: dict[int, int], sessions: int) -> tuple[str, list[str]]:
    mean, deviation = mean_of(changes)
    range_ = numbers(at_least_none(mean, deviation, sessions))
    never = changes.get(0, 0)
    of = wilson(never, sessions)
    title = f"The lead changes hands {number(mean)} times a session"
    if number(mean) == "1":
        title = "The lead changes hands once a session"
    if never == sessions:
        title = "The lead never changes hands"
    return title, [
        f"On average {number(mean, 2)} changes{range_}. In {never:,} of "
        f"{count(sessions, 'session')} it never changed hands ({percents(of)})."
    ]


def _shared(shared: Cells, word: str) -> list[str]:
    leads, of, range_ = total(shared, [0]), total(shared), share_range(shared, [0])
    if not leads or range_ is None:
        return [f"No {word.lower()} ended with a shared lead."]
    return [f"{leads:,} of {of:,} {word.lower()}s ended with a shared lead ({percents(range_)})."]


def _good(good: dict[str, int]) -> list[str]:
    alone = sum(good.values())
    if missing(alone):
        return []
    where = {
        "first": "in the first third",
        "second": "in the second",
        "third": "in the last",
        "behind": "never, being behind at the end",
    }
    told = [f"{good[key]:,} {where[key]} ({percents(wilson(good[key], alone))})" for key in GOOD]
    return [f"Of {alone:,} who won alone, so many were ahead for good: {'; '.join(told)}."]


def _parse(key: str) -> dict[str, str | int]:
    what, _, value = key.partition(":")
    if key == "shared":
        return {"what": what, "changes": 0, "good": ""}
    if what == "good" and value in GOOD:
        return {"what": what, "changes": 0, "good": value}
    if what == "changes":
        return {"what": what, "changes": int(value), "good": ""}
    raise ValueError(key)


def _label(word: str, of: dict[str, str | int]) -> str:
    if of["what"] == "shared":
        return f"{word}s that ended with a shared lead"
    if of["what"] == "good":
        told = GOOD[str(of["good"])]
        return told if told.startswith(("Ahead", "Behind")) else f"Ahead for good {told.lower()}"
    n = int(of["changes"])
    often = "once" if n == 1 else f"{n:,} times, the last of them"
    return f"The lead changed hands {often}" if n else "The lead never changed hands"


def about(game: Game) -> Report:
    """Return the report in a game's words."""
    word = game.round_word
    return Report(
        id="lead-changes",
        question="How often does the lead change hands?",
        definition=Definition(TEXT.format(word.lower()), 1, "2026-11-30", EXCLUDES),
        queries={"lines": QUERY},
        summarise=partial(summarise, word),
        moments=Moments(MOMENTS, _parse, partial(_label, word)),
        order=110,
    )
