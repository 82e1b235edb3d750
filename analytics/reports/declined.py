"""What could have been done and was not, and what followed?"""

from collections import defaultdict
from functools import partial
from typing import Any, NamedTuple

from analytics.comparing import SAID, Difference, Two, differences, sums
from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, missing
from analytics.phrases import count, few, number, percent, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.offered import EXCLUDES, key_of, name_of, thing
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.sampled import offering
from domain.game import Game

DRAWN = 12  # things in the figure
SAID_OF = 3  # things that the summary compares

TEXT = (
    "Each thing that seats could choose: at how many choices it was offered, and taken. The range "
    "comes from resampling whole sessions. What followed compares seats that took it at the first "
    "chance they had with those that declined it then: how many of them won, alone or shared, and "
    "their points. Seats that do well have other choices than seats that do not: a difference "
    f"says what went with what, not what led to what. {SAID}"
)

HAD = f"""{offering("counted")}, had AS (
    SELECT session, id, seat, kind, item, offered, taken, first_declined, won, total,
           first_declined IS NULL OR first_declined > first_step AS at_once
    FROM offering JOIN offers USING (session) JOIN seats USING (session, seat)
)"""

EACH = f"""{HAD}, each AS (
    SELECT kind, item, session, sum(taken)::INTEGER AS taken, sum(offered)::INTEGER AS offered,
           count(*) FILTER (won AND at_once) AS won_a,
           count(won) FILTER (at_once) AS seats_a,
           count(*) FILTER (won AND NOT at_once) AS won_b,
           count(won) FILTER (NOT at_once) AS seats_b,
           coalesce(sum(total) FILTER (at_once), 0) AS points_a,
           count(total) FILTER (at_once) AS known_a,
           coalesce(sum(total) FILTER (NOT at_once), 0) AS points_b,
           count(total) FILTER (NOT at_once) AS known_b
    FROM had GROUP BY ALL
)"""


def _followed(hits: str, things: str) -> str:
    """Return SQL that compares seats by whether they took a thing at once."""
    columns = f"{hits}_a AS a, {things}_a AS of_a, {hits}_b AS b, {things}_b AS of_b"
    return sums(f"(SELECT kind, item, {columns} FROM each)", "kind, item")


QUERY = f"""{EACH}
SELECT 'taken', kind, item, taken, offered - taken, count(*), NULL, NULL, NULL, NULL
FROM each GROUP BY ALL
UNION ALL SELECT 'wins', * FROM ({_followed("won", "seats")})
UNION ALL SELECT 'points', * FROM ({_followed("points", "known")})
UNION ALL SELECT 'sessions', '', '', count(DISTINCT session), NULL, NULL, NULL, NULL, NULL, NULL
FROM each
ORDER BY ALL
"""

MOMENTS = f"""{HAD}
SELECT id::VARCHAR, first_declined, seat FROM had
WHERE kind = $kind AND item = $item AND first_declined IS NOT NULL
ORDER BY session DESC, first_declined, seat
"""

COLUMNS = [
    *("What", "Offered", "Taken", "Share", "From", "To", "Seats took first", "Of them won"),
    *("Seats declined first", "Of these won", "Wins, difference", "Wins from", "Wins to"),
]
POINTS = ["Points, difference", "Points from", "Points to"]
SHARES = {
    *("Share", "From", "To", "Of them won", "Of these won"),
    *("Wins, difference", "Wins from", "Wins to"),
}
UNITS: dict[str, Unit] = dict.fromkeys(sorted(SHARES), "share")


class Thing(NamedTuple):
    """A thing that seats could choose, and how those did that took it at once or did not."""

    kind: str
    item: str
    cells: Cells
    won: Two | None
    wins: Difference | None
    points: Difference | None

    @property
    def key(self) -> str:
        return key_of(self.kind, self.item)

    @property
    def name(self) -> str:
        return name_of(self.kind, self.item)

    @property
    def taken(self) -> int:
        return total(self.cells, [0])

    @property
    def offered(self) -> int:
        return total(self.cells)

    @property
    def share(self) -> float:
        return self.taken / self.offered

    @property
    def range(self) -> Range | None:
        return share_range(self.cells, [0])


def summarise(unit: str, answers: Numbers) -> Answer:
    """Say what is declined most, and where that went with more or fewer wins."""
    found = _things(answers["had"])
    sessions = sum(int(row[3]) for row in answers["had"] if row[0] == "sessions")
    too_few = sessions < TOO_FEW
    ranged = [each for each in found if not missing(sessions_in(each.cells))]
    title, told = "Too few sessions to say what is declined", [few(sessions)]
    if not too_few and ranged:
        title, told = _declined(ranged, sessions), [_told(ranged, sessions), *_went_with(found)]
    points = POINTS if unit else []
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=[*COLUMNS, *points],
        units=UNITS,
        rows=[_row(each)[: len(COLUMNS) + len(points)] for each in found],
        row_keys=[each.key for each in found],
        figure=None
        if too_few or not ranged
        else whiskers([_dot(each) for each in ranged[:DRAWN]], percent=True),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _things(rows: list[tuple[Any, ...]]) -> list[Thing]:
    """Return the things, the most declined first, those without a range last."""
    cells: dict[tuple[str, str], Cells] = defaultdict(Cells)
    for what, kind, item, taken, declined, sessions, *_ in rows:
        if what == "taken":
            cells[kind, item].append((int(taken), int(declined), int(sessions)))
    won, points = (
        {(row[1], row[2]): Two(*row[3:]) for row in rows if row[0] == what}
        for what in ("wins", "points")
    )
    wins = dict(zip(won, differences([*won.values()]), strict=True))
    more = dict(zip(points, differences([*points.values()], shares=False), strict=True))
    found = [
        Thing(*of, each, won.get(of), wins.get(of), more.get(of)) for of, each in cells.items()
    ]
    return sorted(
        found, key=lambda each: (missing(sessions_in(each.cells)) > 0, each.share, each.key)
    )


def _declined(ranged: list[Thing], sessions: int) -> str:
    most = ranged[0]
    return f"Declined most: {most.name[:1].lower()}{most.name[1:]}"


def _told(ranged: list[Thing], sessions: int) -> str:
    most, least = ranged[0], ranged[-1]
    assert most.range is not None
    assert least.range is not None
    return (
        f"{most.name} was taken at {most.taken:,} of {most.offered:,} choices that offered it "
        f"({percents(most.range)}); most often taken was {least.name[:1].lower()}{least.name[1:]}, "
        f"{percent(least.share)} ({percents(least.range)}). {count(len(ranged), 'thing')} in "
        f"{count(sessions, 'session')}."
    )


def _went_with(found: list[Thing]) -> list[str]:
    """Say where taking a thing at once went with other results."""
    apart = [each for each in found if each.wins and each.wins.apart and each.won]
    compared = sum(each.wins is not None for each in found)
    if not compared:
        return ["Too few seats to say what followed."]
    if not apart:
        return [
            f"Of {count(compared, 'thing')} compared, none surely went with more or fewer wins."
        ]
    apart.sort(key=lambda each: -abs(each.wins.value if each.wins else 0))
    told = [
        f"Of {count(compared, 'thing')} compared, {len(apart)} went with more or fewer wins, which "
        "does not say that they led to them."
    ]
    for each in apart[:SAID_OF]:
        assert each.won
        assert each.wins
        won = each.won
        told.append(
            f"{each.name}: of {won.things:,} seats that took it at once {percent(won.share)} won, "
            f"of {won.other_things:,} that declined {percent(won.other)} (difference "
            f"{_points(each.wins)})."
        )
    return told


def _points(difference: Difference) -> str:
    """Say a difference of shares in points of a hundred."""
    value, low, high = (100 * end for end in (difference.value, *difference.range))
    return f"{number(value, 0)} points, {number(low, 0)} to {number(high, 0)}"


def _row(each: Thing) -> list[Cell]:
    shares = [round(each.share, 4), *ends(each.range)]
    seats: list[Cell] = [None] * 4
    if won := each.won:
        took = round(won.share, 4) if won.things else None
        declined = round(won.other, 4) if won.other_things else None
        seats = [won.things, took, won.other_things, declined]
    after = [*_three(each.wins, 4), *_three(each.points, 2)]
    return [each.name, each.offered, each.taken, *shares, *seats, *after]


def _three(difference: Difference | None, digits: int) -> list[Cell]:
    if difference is None:
        return [None, None, None]
    return [round(end, digits) for end in (difference.value, *difference.range)]


def _dot(each: Thing) -> Dot:
    assert each.range is not None
    said = f"{each.taken:,} of {each.offered:,}"
    return Dot(each.name, each.share, each.range, said, percents(each.range), each.key)


def _parse(key: str) -> dict[str, str]:
    kind, item = thing(key)
    return {"kind": kind, "item": item}


def _label(of: dict[str, str]) -> str:
    return f"{name_of(of['kind'], of['item'])}: declined for the first time"


def about(game: Game) -> Report:
    """Return the report, the same for every game; one without points compares wins alone."""
    unit = "" if game.name == "lepidoptery" else "points"
    return Report(
        id="declined-options",
        question="What could have been done and was not?",
        definition=Definition(TEXT, 1, "2026-11-30", EXCLUDES),
        queries={"had": QUERY},
        summarise=partial(summarise, unit),
        moments=Moments(MOMENTS, _parse, _label, "seat"),
        order=160,
    )
