"""How do players of a first game do beside those who have played before?"""

from typing import NamedTuple

from analytics.differences import sign
from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Figure
from analytics.intervals import LEVEL, TOO_FEW, Range, mean_range, missing
from analytics.phrases import count, few, listed, number, numbers
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.game import Game

DEFINITION = Definition(
    text="Players of their first game and players who had played before, by three things. Wins: "
    "how many of each even share they won, so that 1 is even; only tables with both count. Seconds "
    "a choice: the mean over a session's choices. Refusals: steps at which an attempt of theirs "
    "was refused. Each is a mean over sessions with Student's 95% range. The two are compared "
    "within tables that have both, and said to differ only if the range of that difference, "
    "widened for the three that are looked at, leaves out zero.",
    version=1,
    date="2026-11-30",
    excludes="Bots, and players of whom nobody said how much they had played, are not counted. "
    "Wins need a known winner, seconds a clock.",
)

WHO = {"first": "first game", "played": "had played before"}
WHAT = {
    "wins": ("Wins, 1 is even", "win {} than their share"),
    "seconds": ("Seconds a choice", "take {} time to choose"),
    "refused": ("Refusals a session", "are refused {} often"),
}
"""What is looked at: in words, and how a difference is said."""

SEATS = """
, placed AS (
    SELECT c.session, c.id, c.seats, c.steps, s.seat, s.share,
           if(s.experience = 'first', 'first', 'played') AS who
    FROM counted c JOIN seats s USING (session)
    WHERE s.experience IS NOT NULL AND s.bot IS NULL
), thought AS (
    SELECT session, seat, sum(think_seconds) AS seconds, count(think_seconds) AS choices
    FROM placed JOIN decisions USING (session, seat) GROUP BY ALL
), refused AS (
    SELECT session, seat, count(DISTINCT step) AS refused
    FROM placed JOIN friction USING (session, seat) WHERE kind = 'refused' GROUP BY ALL
), each AS (
    SELECT session, who, seats, count(*) AS places, sum(share) AS won,
           sum(seconds) / nullif(sum(choices), 0) AS seconds,
           avg(coalesce(refused, 0)) AS refused
    FROM placed LEFT JOIN thought USING (session, seat) LEFT JOIN refused USING (session, seat)
    GROUP BY ALL
), beside AS (
    SELECT *, count(*) OVER (PARTITION BY session) = 2 AS mixed,
           if(mixed, won * seats / places, NULL) AS wins
    FROM each
)
"""

QUERY = f"{SEATS}" + " UNION ALL ".join(
    f"SELECT who, '{what}', count({what}), sum(places) FILTER ({what} IS NOT NULL)::BIGINT, "
    f"avg({what}), stddev_samp({what}) FROM beside GROUP BY who"
    for what in WHAT
)

COMPARED = (
    f"{SEATS}, pairs AS ("
    "SELECT a.wins - b.wins AS wins, a.seconds - b.seconds AS seconds, "
    "a.refused - b.refused AS refused FROM beside a JOIN beside b USING (session) "
    "WHERE a.who = 'first' AND b.who = 'played')\n"
    + " UNION ALL ".join(
        f"SELECT '{what}', count({what}), avg({what}), stddev_samp({what}) FROM pairs"
        for what in WHAT
    )
)

SESSIONS = f"{SEATS} SELECT count(DISTINCT session), count(*) FROM placed"

MOMENTS = f"""{SEATS}, behind AS (
    SELECT session, id, steps AS step, seat FROM placed JOIN beside USING (session, who)
    WHERE $what = 'wins' AND who = $who AND mixed AND share > 0
    UNION ALL
    SELECT session, id, arg_max(step, (think_seconds, -step)), seat
    FROM placed JOIN decisions USING (session, seat)
    WHERE $what = 'seconds' AND who = $who AND think_seconds IS NOT NULL
    GROUP BY session, id, seat
    UNION
    SELECT DISTINCT session, id, step, seat FROM placed JOIN friction USING (session, seat)
    WHERE $what = 'refused' AND who = $who AND kind = 'refused'
)
SELECT id::VARCHAR, step, seat FROM behind ORDER BY session DESC, step, seat
"""

COLUMNS = ["What", "Players", "Sessions", "Seats", "Mean", "From", "To"]


class Mean(NamedTuple):
    """One thing about one kind of player: a mean over sessions."""

    who: str
    what: str
    sessions: int
    places: int
    mean: float
    deviation: float | None

    @property
    def range(self) -> Range | None:
        if missing(self.sessions):
            return None
        found = mean_range(self.mean, self.deviation, self.sessions)
        return found and Range(max(0.0, found.low), found.high)


def summarise(answers: Numbers) -> Answer:
    """Say whether first-timers win less, think longer or are refused more often."""
    found = [Mean(*row) for row in answers["means"] if row[2]]
    found.sort(key=lambda each: (list(WHAT).index(each.what), list(WHO).index(each.who)))
    sessions, places = answers["sessions"][0]
    too_few = sessions < TOO_FEW
    apart = {what: _apart(n, mean, spread) for what, n, mean, spread in answers["compared"]}
    tables = {what: n for what, n, *_ in answers["compared"]}
    return Answer(
        title="Too few sessions to say what experience changes" if too_few else _title(apart),
        summary=few(sessions)
        if too_few
        else f"{count(places, 'seat')} in {count(sessions, 'session')}. "
        + " ".join(_told(found, apart, tables)),
        columns=COLUMNS,
        rows=[_row(each) for each in found],
        row_keys=[f"{each.what}:{each.who}" for each in found],
        figure=None if too_few else _figure(found),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _apart(n: int, mean: float | None, spread: float | None) -> Range | None:
    """Return the range of a difference; ``None`` where too few tables have both."""
    if missing(n) or mean is None:
        return None
    return mean_range(mean, spread, n, 1 - (1 - LEVEL) / len(WHAT))


def _title(apart: dict[str, Range | None]) -> str:
    sides = {what: side for what, range_ in apart.items() if (side := sign(range_))}
    if sides:
        said = [WHAT[what][1].format(_more(what, side)) for what, side in sides.items()]
        return f"First-timers {listed(said)}"
    if not any(apart.values()):
        return "Too few tables with both to compare first-timers with others"
    return "First-timers and others do not surely differ yet"


def _more(what: str, side: int) -> str:
    return "more" if side > 0 else "less"


def _told(found: list[Mean], apart: dict[str, Range | None], tables: dict[str, int]) -> list[str]:
    told = []
    for what, (name, _) in WHAT.items():
        each = [
            f"{WHO[mean.who]} {number(mean.mean, 2)}{numbers(mean.range, 2)}"
            for mean in found
            if mean.what == what
        ]
        if not each:
            continue
        told.append(f"{name}: {listed(each)}. {_compared(apart[what], tables[what])}")
    return told


def _compared(range_: Range | None, tables: int) -> str:
    """Say what the tables show that have both."""
    both = f"{count(tables, 'table')} with both"
    if range_ is None:
        return f"{both}: too few to compare." if tables else "No table has both."
    low, high = sorted(abs(end) for end in range_)
    if sign(range_):
        return f"At {both} they are {number(low, 2)} to {number(high, 2)} apart."
    return f"At {both} they do not surely differ."


def _row(each: Mean) -> list[Cell]:
    ends = [round(end, 2) for end in each.range] if each.range else [None, None]
    name = WHAT[each.what][0]
    return [name, WHO[each.who], each.sessions, each.places, round(each.mean, 2), *ends]


def _figure(found: list[Mean]) -> Figure | None:
    """Draw wins of both kinds beside an even share, where they have ranges."""
    dots = [
        Dot(
            WHO[each.who].capitalize(),
            each.mean,
            each.range,
            number(each.mean, 2),
            numbers(each.range, 2).strip(" ()"),
            f"wins:{each.who}",
            even=1,
        )
        for each in found
        if each.what == "wins" and each.range
    ]
    return whiskers(dots, percent=False, even="even share") if dots else None


def _parse(key: str) -> dict[str, str]:
    what, who = key.split(":")
    if what not in WHAT or who not in WHO:
        raise ValueError(key)
    return {"what": what, "who": who}


def _label(of: dict[str, str]) -> str:
    what = {"wins": "Wins", "seconds": "Longest choices", "refused": "Refused attempts"}[of["what"]]
    return f"{what}, {WHO[of['who']]}"


def about(game: Game) -> Report:
    """Return the report, the same for every game."""
    return Report(
        id="experience",
        question="Do first-timers play differently?",
        definition=DEFINITION,
        queries={"means": QUERY, "compared": COMPARED, "sessions": SESSIONS},
        summarise=summarise,
        moments=Moments(MOMENTS, _parse, _label, "seat"),
        order=240,
    )
