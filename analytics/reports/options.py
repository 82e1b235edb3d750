"""How many options does a seat have when it chooses?"""

import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from analytics.figures import Curve, Panel, Point, curves
from analytics.findings import Answer, Cell, Figure, Unit
from analytics.intervals import TOO_FEW, Range, mean_range, missing
from analytics.phrases import count, few, fraction, number, numbers, ordinal, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.means import widened
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.sampled import SAID, sampled
from domain.game import Game

LATE = 12  # rounds from here on are counted together

TEXT = (
    "How many actions were legal each time a seat chose, and how often there was one only: of all "
    "choices, by number of seats, by third of the session's choices, by the how manieth action of "
    "the turn it was, and by {word}. The mean is the mean of each session's mean, with Student's "
    "95% range; ranges for one option only come from resampling whole sessions."
)
EXCLUDES = (
    "Sessions that go on are not counted, since options tell hands. At a table, only seats count "
    f"whose hand was known at every choice, since otherwise nobody knows what was legal. {SAID}"
)

# A choice with a known hand has exactly one offer of the kind 'action' that is taken.
CHOICES = f"""{sampled("status <> 'live'")}, known AS (
    SELECT session, seat, sum(taken) AS choices FROM sampled JOIN offers USING (session)
    WHERE mode = 'table' AND kind = 'action' GROUP BY ALL
), chosen AS (
    SELECT c.session, c.id, c.seats, c.mode, d.seat, d.step, d.round, d.turn, d.action,
           d.legal_count AS options,
           row_number() OVER (PARTITION BY c.session ORDER BY d.step) - 1 AS nth,
           count(*) OVER (PARTITION BY c.session) AS of,
           count(*) OVER (PARTITION BY c.session, d.seat) AS own
    FROM sampled c JOIN decisions d USING (session)
), choices AS (
    SELECT c.* EXCLUDE (nth, of, own),
           ['beginning', 'middle', 'end'][1 + nth * 3 // of] AS third,
           least(round, {LATE}) AS late
    FROM chosen c LEFT JOIN known k USING (session, seat)
    WHERE c.mode <> 'table' OR k.choices = own
)"""

GROUPED = f"""{CHOICES}, each AS (
    SELECT CASE WHEN grouping(seats) = 0 THEN 'seats:' || seats
                WHEN grouping(third) = 0 THEN 'third:' || third
                WHEN grouping(late) = 0 THEN 'round:' || late
                WHEN grouping(action) = 0 THEN 'action:' || action
                ELSE 'all' END AS part,
           session, count(*) AS n, count(*) FILTER (options = 1) AS one, avg(options) AS mean
    FROM (SELECT * REPLACE (if(turn IS NULL, NULL, action) AS action) FROM choices)
    GROUP BY GROUPING SETS ((session), (session, seats), (session, third), (session, late),
                            (session, action))
    HAVING grouping(action) = 1 OR action IS NOT NULL
)"""

QUERY = f"""{GROUPED}
SELECT part, one, n - one, count(*), sum(mean), sum(mean * mean) FROM each GROUP BY ALL
UNION ALL SELECT 'median', 0, 0, 0, median(options), NULL FROM choices ORDER BY ALL
"""

MOMENTS = f"""{CHOICES}
SELECT id::VARCHAR, arg_min(step, (options, step)) FROM choices
WHERE CASE $by WHEN 'seats' THEN seats::VARCHAR = $value WHEN 'third' THEN third = $value
      WHEN 'round' THEN late::VARCHAR = $value
      WHEN 'action' THEN turn IS NOT NULL AND action::VARCHAR = $value ELSE true END
GROUP BY session, id ORDER BY session DESC
"""

THIRDS = ("beginning", "middle", "end")
BY = ("all", "seats", "third", "action", "round")
COLUMNS = [
    *("Choices", "Sessions", "Counted", "Mean options", "Mean from", "Mean to"),
    *("One only", "Share", "From", "To"),
]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


class Group(NamedTuple):
    """Some of the choices: means of sessions added up, also squared, and cells of (one option,
    several, sessions).
    """

    part: str
    means: float
    squares: float
    cells: Cells

    @property
    def sessions(self) -> int:
        return sessions_in(self.cells)

    @property
    def mean(self) -> float:
        return self.means / self.sessions

    @property
    def deviation(self) -> float | None:
        n = self.sessions
        spread = max(0.0, self.squares - n * self.mean**2)
        return math.sqrt(spread / (n - 1)) if n > 1 else None

    @property
    def mean_range(self) -> Range | None:
        if missing(self.sessions):
            return None
        range_ = mean_range(self.mean, self.deviation, self.sessions)
        return range_ and Range(max(1.0, range_.low), range_.high)

    @property
    def order(self) -> tuple[int, int]:
        by, _, value = self.part.partition(":")
        at = THIRDS.index(value) if by == "third" else int(value or 0)
        return BY.index(by), at


def summarise(word: str, answers: Numbers) -> Answer:
    """Say how many options there are, and how often there is one only."""
    parts: dict[str, list[tuple[Any, ...]]] = {}
    for part, *rest in answers["choices"]:
        parts.setdefault(part, []).append(tuple(rest))
    ((*_, median, _),) = parts.pop("median")
    found = [
        Group(
            part,
            sum(row[3] for row in rows),
            sum(row[4] for row in rows),
            Cells(row[:3] for row in rows),
        )
        for part, rows in parts.items()
    ]
    found = sorted(filter(_tells(found), found), key=lambda each: each.order)
    sessions = found[0].sessions if found else 0
    too_few = sessions < TOO_FEW
    title, told = "Too few sessions to say how many options there are", [few(sessions)]
    if not too_few:
        title = _title(found[0])
        told = [*_told(found[0], median), *_apart(found, word)]
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(each, word) for each in found],
        row_keys=[each.part for each in found],
        figure=None if too_few else _figure(found, word),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _tells(found: list[Group]) -> Callable[[Group], bool]:
    """Leave out a split into one part: it says what all choices say."""
    parts = Counter(each.order[0] for each in found)
    return lambda each: each.part == "all" or parts[each.order[0]] > 1


def _title(every: Group) -> str:
    return f"A seat chooses from {number(every.mean)} options on average"


def _told(every: Group, median: float) -> list[str]:
    one, of, range_ = total(every.cells, [0]), total(every.cells), share_range(every.cells, [0])
    mean = f"{number(every.mean)}{numbers(every.mean_range)}"
    told = [f"{count(of, 'choice')}, on average from {mean}, half of them from {number(median)} "
            "or fewer."]  # fmt: skip
    if range_ is not None:
        words = fraction(one / of, range_) if one else None
        said = f"In {f'{one:,}' if one else 'none'} there was one option only ({percents(range_)})"
        told.append(f"{said}: {words.lower()}." if words else f"{said}.")
    return told


def _apart(found: list[Group], word: str) -> list[str]:
    """Name the round with the fewest and the one with the most options, if surely apart."""
    by = [each for each in found if each.part.startswith("round:") and each.mean_range]
    if len(by) < 2:
        return []
    least, most = (f(by, key=lambda each: each.mean) for f in (min, max))
    low, high = (
        mean_range(each.mean, each.deviation, each.sessions, widened(len(by)))
        for each in (least, most)
    )
    if low is None or high is None or low.high >= high.low:
        return []
    return [
        f"Fewest in {_name(least.part, word).lower()}: {number(least.mean)}"
        f"{numbers(least.mean_range)}; most in {_name(most.part, word).lower()}: "
        f"{number(most.mean)}{numbers(most.mean_range)}."
    ]


def _name(part: str, word: str) -> str:
    by, _, value = part.partition(":")
    if by == "round":
        return f"{word} {value}{' on' if int(value) == LATE else ''}"
    names = {"seats": lambda: count(int(value), "seat"), "third": lambda: value.capitalize()}
    names["action"] = lambda: f"{ordinal(int(value))} action of a turn"
    return names.get(by, lambda: "All choices")()


def _row(each: Group, word: str) -> list[Cell]:
    range_ = each.mean_range
    spread = [round(end, 2) for end in range_] if range_ else [None, None]
    one, of = total(each.cells, [0]), total(each.cells)
    share = [round(one / of, 4), *ends(share_range(each.cells, [0]))]
    return [_name(each.part, word), each.sessions, of, round(each.mean, 2), *spread, one, *share]


def _figure(found: list[Group], word: str) -> Figure | None:
    points = [
        Point(each.order[1], each.mean, range_, each.part)
        for each in found
        if each.part.startswith("round:") and (range_ := each.mean_range)
    ]
    title = f"{word}, {LATE} and later together"
    return curves([Panel("Options", [Curve("Options", points)])], title, 240) if points else None


def _parse(key: str) -> dict[str, str]:
    by, _, value = key.partition(":")
    known = {"third": value in THIRDS, "all": key == "all"}
    if by not in BY or not known.get(by, value.isdecimal() and len(value) < 6):
        raise ValueError(key)
    return {"by": by, "value": value}


def _label(word: str, of: dict[str, str]) -> str:
    name = _name(":".join([of["by"], of["value"]]), word)
    return f"Choice with the fewest options of each session: {name.lower()}"


def about(game: Game) -> Report:
    """Return the report in a game's words."""
    word = game.round_word
    return Report(
        id="options-per-decision",
        question="How many options does a seat have when it chooses?",
        definition=Definition(TEXT.format(word=word.lower()), 1, "2026-11-30", EXCLUDES),
        queries={"choices": QUERY},
        summarise=partial(summarise, word),
        moments=Moments(MOMENTS, _parse, partial(_label, word)),
        order=140,
    )
