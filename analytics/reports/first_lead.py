"""Does it help to lead first in Lepidoptery?"""

from typing import NamedTuple

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import NARROW, TOO_FEW, Range, missing, more_to_narrow, wilson
from analytics.phrases import count, few, listed, number, percent, percents, rounded
from analytics.reports.clusters import ends
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="How many of the won sessions the seat won that led the first climb: of all, and by "
    "what won. The range is Wilson's 95%; an even share is one half.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that nobody has won are not counted.",
)

QUERY = """
SELECT ended_by, count(*), count(*) FILTER (s.won)
FROM counted c JOIN seats s USING (session)
WHERE c.winners IS NOT NULL AND s.turn_order = 1
GROUP BY ended_by
"""

MOMENTS = """
SELECT c.id::VARCHAR, c.steps FROM counted c JOIN seats s USING (session)
WHERE s.turn_order = 1 AND s.won AND $how IN ('all', c.ended_by)
ORDER BY c.session DESC
"""

HOW = {
    "all": "Every win",
    "line": "By a line",
    "shed_out": "By shedding out",
    "both": "By both at once",
}
COLUMNS = ["Won", "Sessions", "First leader won", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}
EVEN = 0.5


class Wins(NamedTuple):
    """How many of some sessions the seat won that led first."""

    how: str
    sessions: int
    first: int

    @property
    def range(self) -> Range | None:
        return None if missing(self.sessions) else wilson(self.first, self.sessions)


def summarise(numbers: Numbers) -> Answer:
    """Say whether leading first is an advantage."""
    found = [Wins(*row) for row in numbers["wins"]]
    every = Wins("all", sum(w.sessions for w in found), sum(w.first for w in found))
    wins = sorted([every, *found], key=lambda w: list(HOW).index(w.how)) if found else []
    too_few = every.sessions < TOO_FEW
    title = "Too few sessions to say whether leading first helps"
    return Answer(
        title=title if every.range is None else _title(every.range),
        summary=few(every.sessions) if too_few else " ".join(_told(every, wins[1:])),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(each) for each in wins],
        row_keys=[each.how for each in wins],
        figure=None
        if too_few
        else whiskers([d for w in wins if (d := _dot(w))], percent=True, even="even share"),
        too_few=too_few,
        missing=missing(every.sessions),
        counted=every.sessions,
    )


def _title(range_: Range) -> str:
    if range_.low > EVEN:
        return "Leading first is an advantage"
    if range_.high < EVEN:
        return "Leading first is a disadvantage"
    return f"Leading first shows no advantage{'' if range_.width <= NARROW else ' yet'}"


def _told(every: Wins, by: list[Wins]) -> list[str]:
    assert every.range is not None
    told = [
        f"Whoever led first won {every.first:,} of {count(every.sessions, 'session')}: "
        f"{percent(every.first / every.sessions)} ({percents(every.range)}), where an even share "
        "is 50%."
    ]
    if not every.range.covers(EVEN):
        low, high = sorted(abs(100 * (end - EVEN)) for end in every.range)
        told.append(f"That is {number(low)} to {number(high)} points away from even.")
    ranged = [
        f"{HOW[w.how].lower()} {w.first:,} of {w.sessions:,} ({percents(w.range)})"
        for w in by
        if w.range
    ]
    if len(ranged) > 1:
        told.append(f"By what won: {listed(ranged)}.")
    if more := more_to_narrow(every.first / every.sessions, every.sessions):
        told.append(f"About {rounded(more)} more sessions would narrow the range to 15 points.")
    return told


def _row(wins: Wins) -> list[Cell]:
    share = round(wins.first / wins.sessions, 4)
    return [HOW[wins.how], wins.sessions, wins.first, share, *ends(wins.range)]


def _dot(wins: Wins) -> Dot | None:
    if wins.range is None:
        return None
    said = f"{wins.first:,} of {wins.sessions:,}"
    share = wins.first / wins.sessions
    return Dot(HOW[wins.how], share, wins.range, said, percents(wins.range), wins.how, even=EVEN)


def _parse(key: str) -> dict[str, str]:
    if key not in HOW:
        raise ValueError(key)
    return {"how": key}


REPORT = Report(
    id="first-lead",
    question="Does it help to lead first?",
    definition=DEFINITION,
    queries={"wins": QUERY},
    summarise=summarise,
    moments=Moments(
        MOMENTS,
        _parse,
        lambda of: f"{HOW[of['how']]}, won by whoever led first".replace(
            "Every win, won", "Every win"
        ),
    ),
    order=10,
    games=("lepidoptery",),
)
