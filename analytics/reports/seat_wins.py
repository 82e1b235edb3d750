"""Does it matter when in the round a seat acts?"""

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

from analytics.figures import Dot, marker, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import LEVEL, NARROW, TOO_FEW, Range, missing, more_to_narrow, wilson
from analytics.phrases import count, few, listed, number, ordinal, percents, rounded
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="For each number of seats and each place in the turn order of round 1: how many sessions "
    "that seat won. A win shared by n seats counts 1/n for each of them, so that the shares add "
    "up to one. The range is Wilson's 95%. A seat is said to stand out only if its range, widened "
    "for the number of seats that are looked at, leaves out an even share.",
    version=1,
    date="2026-11-30",
    excludes="Sessions without a known winner are not counted.",
)

QUERY = """
SELECT c.seats, s.turn_order, count(*),
       count(*) FILTER (s.won AND s.share = 1), count(*) FILTER (s.won AND s.share < 1),
       sum(s.share), coalesce(sum(s.share) FILTER (s.won AND s.share < 1), 0)
FROM counted c JOIN seats s USING (session)
WHERE c.winners IS NOT NULL AND s.turn_order IS NOT NULL
GROUP BY ALL ORDER BY ALL
"""

MOMENTS = """
SELECT c.id::VARCHAR, c.steps
FROM counted c JOIN seats s USING (session)
WHERE c.seats = $seats AND s.turn_order = $turn_order AND s.won
ORDER BY c.session DESC
"""


COLUMNS = ["Turn order", "Seats", "Sessions", "Won alone", "Won shared", "Share", "From", "To"]

UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


class Place(NamedTuple):
    """A row of the query: a place in the turn order of sessions with so many seats."""

    seats: int
    turn_order: int
    sessions: int
    alone: int
    shared: int
    wins: float
    of_shared: float  # the part of ``wins`` that comes from shared ones

    @property
    def share(self) -> float:
        return self.wins / self.sessions

    @property
    def even(self) -> float:
        return 1 / self.seats

    @property
    def range(self) -> Range | None:
        """The range that is shown; ``None`` where too few sessions were played."""
        return None if missing(self.sessions) else wilson(self.wins, self.sessions)

    def stands_out(self, looked_at: int) -> int:
        """Return 1 or -1 if the share lies above or below an even one, otherwise 0.

        The level is Bonferroni's for that many looks.
        """
        wide = wilson(self.wins, self.sessions, 1 - (1 - LEVEL) / looked_at)
        return 0 if wide.covers(self.even) else 1 if self.share > self.even else -1


def summarise(numbers: Numbers) -> Answer:
    """Say which seats stand out, one group for each number of seats."""
    places = [Place(*row) for row in numbers["places"]]
    groups: dict[int, list[Place]] = defaultdict(list)
    for place in places:
        groups[place.seats].append(place)
    enough = {n: group for n, group in groups.items() if group[0].sessions >= TOO_FEW}
    most = max((group[0].sessions for group in groups.values()), default=0)
    answer = Answer(
        title="Too few sessions to say which seat wins",
        summary=_few(groups),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(place) for place in places],
        row_keys=[f"{place.seats}:{place.turn_order}" for place in places],
        too_few=not enough,
        missing=missing(most),
        counted=sum(group[0].sessions for group in groups.values()),
    )
    if not enough:
        return answer
    shown = [place for group in enough.values() for place in group]
    several = len(groups) > 1
    dots = [_dot(place, several) for place in shown]
    return replace(
        answer,
        title=_title(shown, several),
        summary=" ".join([*map(_told, groups.values()), *_compared(shown), _shared(places)]),
        figure=whiskers(dots, percent=True, even="even share", glyphs=True),
    )


def _few(groups: dict[int, list[Place]]) -> str:
    most = max((group[0].sessions for group in groups.values()), default=0)
    if len(groups) < 2:
        return few(most)
    sessions = count(sum(group[0].sessions for group in groups.values()), "session")
    return f"{sessions}, but at most {most} with the same number of seats. {few(most)}"


def _title(shown: list[Place], several: bool) -> str:
    out = [(place, sign) for place in shown if (sign := place.stands_out(len(shown)))]
    if not out:
        settled = all(place.range and place.range.width <= NARROW for place in shown)
        return "No seat stands out" if settled else "No seat stands out yet"
    place, sign = max(out, key=lambda item: abs(item[0].share - item[0].even))
    of = f" of {place.seats}" if several else ""
    return (
        f"The {ordinal(place.turn_order)}{of} wins {'more' if sign > 0 else 'less'} than its share"
    )


def _told(group: list[Place]) -> str:
    first = group[0]
    where = f"{count(first.sessions, 'session')} with {count(first.seats, 'seat')}"
    if missing(first.sessions):
        return f"{where}: too few to say."
    each = [
        f"{ordinal(place.turn_order)}{' seat' if place is first else ''} {number(place.wins)} of "
        f"{place.sessions:,} ({percents(place.range)})"
        for place in group
        if place.range
    ]
    return f"{where}: {listed(each)}."


def _compared(shown: list[Place]) -> list[str]:
    """Say what the ranges mean together, and how much would settle it."""
    outside = [place for place in shown if place.range and not place.range.covers(place.even)]
    if not outside:
        told = ["Every range covers an even share."]
    elif any(place.stands_out(len(shown)) for place in outside):
        told = [f"It stands out even with {count(len(shown), 'range')} looked at."]
    else:
        told = [f"With {count(len(shown), 'range')} looked at, one beside its share says little."]
    if more := max(more_to_narrow(place.share, place.sessions) for place in shown):
        told.append(f"About {rounded(more)} more sessions would narrow each to 15 points.")
    return told


def _shared(places: list[Place]) -> str:
    """Say how many wins were shared in all counted sessions, also where no range is drawn."""
    shared = round(sum(place.of_shared for place in places))
    if not shared:
        return "No win was shared."
    was = count(shared, "win was shared", "wins were shared")
    return f"{was}, counting a shared win in parts: a half for each of two seats."


def _row(place: Place) -> list[Cell]:
    ends: tuple[Cell, ...] = place.range or (None, None)
    shares = [None if end is None else round(float(end), 4) for end in ends]
    counts = [place.seats, place.sessions, place.alone, place.shared]
    return [ordinal(place.turn_order), *counts, round(place.share, 4), *shares]


def _dot(place: Place, several: bool) -> Dot:
    assert place.range is not None
    return Dot(
        label=ordinal(place.turn_order) + (f" of {place.seats}" if several else ""),
        value=place.share,
        range=place.range,
        end=f"{number(place.wins)} of {place.sessions:,}",
        spread=percents(place.range),
        key=f"{place.seats}:{place.turn_order}",
        symbol=marker(place.turn_order - 1),
        even=place.even,
    )


def _parse(key: str) -> dict[str, int]:
    seats, turn_order = key.split(":")
    return {"seats": int(seats), "turn_order": int(turn_order)}


def _label(of: dict[str, int]) -> str:
    return f"{ordinal(of['turn_order'])} of {count(of['seats'], 'seat')}, wins"


REPORT = Report(
    id="seat-wins",
    question="Does it matter when in the round a seat acts?",
    definition=DEFINITION,
    queries={"places": QUERY},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=10,
    games=("lantern_moths",),
)
