"""How much of the evening do seats think, wait and talk about rules?"""

from typing import NamedTuple

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, mean_range, missing
from analytics.ledger import THIRDS
from analytics.phrases import count, few, number, ordinal, percent, percents
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.game import Game

DEFINITION = Definition(
    text="Minutes a seat, by number of seats, by place in the turn order of round 1, and by third "
    "of the session's actions. Thinking is time before the seat's own actions, waiting is time in "
    "which it had nothing to choose. Rules is talk about rules that somebody took the time of: it "
    "counts for nobody's thinking, and for the third in which it began. The evening is all "
    "thinking and rules talk together; 'Waits' is the mean of each session's share of it that a "
    "seat waits, with Student's 95% range.",
    version=1,
    date="2026-11-30",
    excludes="Only sessions with a clock count, and only people's seats. Pauses and gaps of more "
    "than half an hour are no part of the evening. Solo games have nobody to wait for. Where all "
    "act at once there is no turn order, and seats are not told apart.",
)

EVENINGS = """
, talk AS (
    SELECT t.session, t.seconds,
           least((SELECT count(*) FROM decisions d
                  WHERE d.session = t.session AND d.step <= t.step), c.actions - 1) AS nth,
           c.actions
    FROM counted c JOIN friction t USING (session) WHERE t.seconds > 0 AND c.actions > 0
), talked AS (
    SELECT session, ['beginning', 'middle', 'end'][1 + nth * 3 // actions] AS phase,
           sum(seconds) AS talking
    FROM talk GROUP BY ALL
), thirds AS (
    SELECT c.session, c.seats, seat, s.turn_order AS place, phase, thinking, waiting,
           sum(thinking) OVER (PARTITION BY c.session, phase) AS played,
           coalesce(talking, 0) AS rules, s.bot IS NULL AS person
    FROM counted c JOIN times USING (session) JOIN seats s USING (session, seat)
    LEFT JOIN talked USING (session, phase) WHERE c.seats > 1
), spent AS (
    SELECT session, seats, seat, place, coalesce(phase, '') AS phase, sum(thinking) AS thinking,
           sum(waiting) AS waiting, sum(rules) AS rules, sum(played) + sum(rules) AS evening
    FROM thirds WHERE person
    GROUP BY GROUPING SETS ((session, seats, seat, place, phase), (session, seats, seat, place))
), each AS (
    SELECT session, seats, coalesce(place, 0) AS place, grouping(place) AS any_seat, phase,
           avg(thinking) AS thinking,
           avg(waiting) AS waiting, avg(rules) AS rules, avg(evening) AS evening,
           avg(waiting / evening) AS waits
    FROM spent WHERE evening > 0
    GROUP BY GROUPING SETS ((session, seats, phase, place), (session, seats, phase))
)
"""

QUERY = f"""{EVENINGS}
SELECT seats, place, phase, count(DISTINCT session), avg(thinking) / 60, avg(waiting) / 60,
       avg(rules) / 60, avg(evening) / 60, avg(waits), stddev_samp(waits)
FROM each WHERE if(any_seat = 1, true, place > 0 AND phase = '') GROUP BY ALL ORDER BY ALL
"""

MOMENTS = f"""{EVENINGS}, chosen AS (
    SELECT c.session, c.id, d.step, coalesce(d.think_seconds, 0) AS seconds, s.turn_order,
           ['beginning', 'middle', 'end'][
               1 + 3 * (row_number() OVER (PARTITION BY c.session ORDER BY d.step) - 1) // c.actions
           ] AS phase
    FROM counted c JOIN decisions d USING (session) JOIN seats s USING (session, seat)
    WHERE c.seats = $seats AND c.session IN (
        SELECT session FROM spent
        WHERE evening > 0 AND phase = $phase AND ($place = 0 OR place = $place)
    )
)
SELECT id::VARCHAR, arg_max(step, (seconds, -step)) FROM chosen
WHERE ($place = 0 OR turn_order <> $place)
AND $phase IN ('', phase)
GROUP BY session, id ORDER BY session DESC
"""

COLUMNS = [
    *("Seats", "Who", "When", "Sessions", "Thinking, min", "Waiting, min", "Rules, min"),
    *("Evening, min", "Waits", "From", "To"),
]
UNITS: dict[str, Unit] = {"Waits": "share", "From": "share", "To": "share"}
ANY = "any seat"


class Spent(NamedTuple):
    """Means over sessions with so many seats: of one place in the turn order, 0 for any, and of a
    third, empty for all of it. Times in minutes; ``waits`` is the share spent waiting.
    """

    seats: int
    place: int
    phase: str
    sessions: int
    thinking: float
    waiting: float
    rules: float
    evening: float
    waits: float
    deviation: float | None

    @property
    def range(self) -> Range | None:
        if missing(self.sessions):
            return None
        found = mean_range(self.waits, self.deviation, self.sessions)
        return found and Range(max(0.0, found.low), min(1.0, found.high))

    @property
    def who(self) -> str:
        return ordinal(self.place) if self.place else ANY

    @property
    def key(self) -> str:
        return f"{self.seats}:{self.place}:{self.phase or 'all'}"


def summarise(answers: Numbers) -> Answer:
    """Say how much of the evening a seat waits."""
    found = sorted((Spent(*row) for row in answers["spent"]), key=_order)
    whole = [each for each in found if not each.place and not each.phase]
    most = max(whole, key=lambda each: each.sessions, default=None)
    n = most.sessions if most else 0
    too_few = n < TOO_FEW
    shown = [each for each in found if each.range]
    return Answer(
        title="Too few sessions to say how long a seat waits" if too_few else _title(most),
        summary=few(n) if too_few else " ".join(_told(each, found) for each in whole),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(each) for each in found],
        row_keys=[each.key for each in found],
        figure=None if too_few else whiskers([_dot(each) for each in shown], percent=True),
        too_few=too_few,
        missing=missing(n),
        counted=sum(each.sessions for each in whole),
    )


def _order(each: Spent) -> tuple[int, bool, int, int]:
    third = THIRDS.index(each.phase) if each.phase else -1
    return each.seats, third >= 0, each.place, third


def _title(most: Spent | None) -> str:
    assert most is not None
    return f"With {count(most.seats, 'seat')}, a seat waits {percent(most.waits)} of the evening"


def _told(whole: Spent, found: list[Spent]) -> str:
    where = f"{count(whole.sessions, 'session')} with {count(whole.seats, 'seat')}"
    if whole.range is None:
        return f"{where}: too few to say."
    spent = (
        f"of {number(whole.evening)} minutes a seat thinks {number(whole.thinking)} and waits "
        f"{number(whole.waiting)}, {percent(whole.waits)} ({percents(whole.range)})"
    )
    rules = f"; rules talk takes {number(whole.rules)}" if whole.rules else ""
    thirds = [each for each in found if each.seats == whole.seats and each.phase]
    long = max(thirds, key=lambda each: each.evening, default=None)
    which = f" The {long.phase} takes longest: {number(long.evening)} minutes." if long else ""
    return f"{where}: {spent}{rules}.{which}"


def _row(each: Spent) -> list[Cell]:
    ends = [round(end, 4) for end in each.range] if each.range else [None, None]
    times = [each.thinking, each.waiting, each.rules, each.evening]
    where: list[Cell] = [count(each.seats, "seat"), each.who, each.phase or "all of it"]
    return [*where, each.sessions, *(round(t, 2) for t in times), round(each.waits, 4), *ends]


def _dot(each: Spent) -> Dot:
    assert each.range is not None
    who = each.phase or each.who
    end = f"{number(each.waiting)} min"
    label = f"{count(each.seats, 'seat')}, {who}"
    return Dot(label, each.waits, each.range, end, percents(each.range), each.key)


def _parse(key: str) -> dict[str, int | str]:
    seats, place, phase = key.split(":")
    if phase not in ("all", *THIRDS):
        raise ValueError(key)
    return {"seats": int(seats), "place": int(place), "phase": "" if phase == "all" else phase}


def _label(of: dict[str, int | str]) -> str:
    whose = f"while the {ordinal(int(of['place']))} waited" if of["place"] else "of any seat"
    when = f", {of['phase']}" if of["phase"] else ""
    return f"Longest choice {whose}: {count(int(of['seats']), 'seat')}{when}"


def about(game: Game) -> Report:
    """Return the report, the same for every game."""
    return Report(
        id="downtime",
        question="How much of the evening does a seat wait?",
        definition=DEFINITION,
        queries={"spent": QUERY},
        summarise=summarise,
        moments=Moments(MOMENTS, _parse, _label),
        order=220,
    )
