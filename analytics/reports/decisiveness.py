"""How early is a session decided, by how much, and how often shared?"""

from functools import partial
from typing import NamedTuple

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, mean_range, missing, wilson
from analytics.phrases import count, few, number, numbers, percent, percents
from analytics.reports.clusters import ends
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.round_ends import ENDS, EXCLUDES
from domain.game import Game

TEXT = (
    "How many sessions the seat won, alone or shared, that was ahead of all others when a third, "
    "and when two thirds, of the {word}s had ended, rounded up; where the lead was shared then, "
    "nobody's is counted. 'Win shared' is how many sessions several seats won. The margin is what "
    "the best winner had more at the end than the best other seat, in {unit}. Shares have Wilson's "
    "95% range, the margin Student's. A dotted line says how many a seat would win by chance."
)
SHORT = "Sessions of fewer than three {word}s are not counted."

EARLY = f"""{ENDS}, marks AS (
    SELECT session, id, seats, winners, leader, step, NULL AS margin, unnest(CASE nth
        WHEN (rounds + 2) // 3 THEN ['third'] WHEN (2 * rounds + 2) // 3 THEN ['late']
        ELSE [] END) AS mark
    FROM ends WHERE rounds >= 3
    UNION ALL
    SELECT session, id, seats, winners, NULL, steps, winner - other, 'shared' FROM ends
    WHERE nth = rounds AND rounds >= 3
), told AS (
    SELECT *, if(mark = 'shared', len(winners) > 1, list_contains(winners, leader)) AS hit
    FROM marks
)"""

QUERY = f"""{EARLY}
SELECT mark, coalesce(seats, 0), count(hit), count(*) FILTER (hit), count(*),
       count(margin), avg(margin), stddev_samp(margin) FROM told
GROUP BY GROUPING SETS ((mark, seats), (mark))
"""

MOMENTS = f"""{EARLY}
SELECT id::VARCHAR, step FROM told WHERE mark = $mark AND hit AND $seats IN (0, seats)
ORDER BY session DESC
"""

MARKS = {
    "third": "Leader after a third won",
    "late": "Leader after two thirds won",
    "shared": "Win shared",
}
COLUMNS = ["What", "Seats", "Sessions", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


class Early(NamedTuple):
    """Of ``of`` sessions with so many seats, 0 for any, ``hits`` went that way; ``all`` counted."""

    mark: str
    seats: int
    of: int
    hits: int
    all: int
    margins: int = 0
    margin: float | None = None
    deviation: float | None = None

    @property
    def key(self) -> str:
        return f"{self.mark}:{self.seats}"

    @property
    def range(self) -> Range | None:
        return None if missing(self.of) else wilson(self.hits, self.of)


def summarise(unit: str, answers: Numbers) -> Answer:
    """Say how many leaders win, the margin and how many wins are shared."""
    found = [Early(*row) for row in answers["marks"]]
    found.sort(key=lambda each: (list(MARKS).index(each.mark), each.seats))
    whole = {each.mark: each for each in found if not each.seats}
    several = len({each.seats for each in found}) > 2
    shown = [each for each in found if each.of and (several or not each.seats)]
    sessions = whole["shared"].all if found else 0
    too_few = sessions < TOO_FEW
    title, told = "Too few sessions to say how early one is decided", [few(sessions)]
    if not too_few:
        title, told = (
            _title(whole),
            [*_leaders(whole), _margin(unit, whole["shared"]), _shared(whole)],
        )
    drawn = [each for each in shown if not each.seats or each.mark == "late"]
    dots = [dot for each in drawn if (dot := _dot(each, found))]
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(each) for each in shown],
        row_keys=[each.key for each in shown],
        figure=None
        if too_few or not dots
        else whiskers(dots, percent=True, even="by chance" if dots[0].even else ""),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(whole: dict[str, Early]) -> str:
    late, third = whole["late"], whole["third"]
    if third.range and third.range.low > 0.5:
        return "Most who lead after a third win"
    if late.range and late.range.low > 0.5:
        return "Most who lead after two thirds win"
    if late.range and late.range.high < 0.5:
        return "Most who lead after two thirds do not win"
    return "Whether most who lead after two thirds win is open"


def _leaders(whole: dict[str, Early]) -> list[str]:
    told = []
    for mark, when in (("third", "after a third"), ("late", "after two thirds")):
        each = whole[mark]
        if each.range is None:
            told.append(f"Too few single leaders {when} to say.")
            continue
        said = f"Whoever led {when} won {each.hits:,} of {each.of:,} ({percents(each.range)})"
        shared = each.all - each.of
        told.append(f"{said}; in {shared:,} the lead was shared." if shared else f"{said}.")
    return told


def _margin(unit: str, each: Early) -> str:
    if each.margin is None or missing(each.margins):
        return "Too few margins to say."
    range_ = mean_range(each.margin, each.deviation, each.margins)
    return f"The final margin is {number(each.margin)} {unit}{numbers(range_)}."


def _shared(whole: dict[str, Early]) -> str:
    shared = whole["shared"]
    assert shared.range is not None
    won = count(shared.hits, "win was shared", "wins were shared")
    return f"{won}, {percent(shared.hits / shared.of)} ({percents(shared.range)})."


def _seats(each: Early) -> str:
    return count(each.seats, "seat") if each.seats else "any"


def _row(each: Early) -> list[Cell]:
    share = round(each.hits / each.of, 4)
    return [MARKS[each.mark], _seats(each), each.hits, each.of, share, *ends(each.range)]


def _dot(each: Early, found: list[Early]) -> Dot | None:
    if each.range is None:
        return None
    of = [other for other in found if other.mark == each.mark and other.seats]
    chance = sum(other.of / other.seats for other in of) / max(1, sum(other.of for other in of))
    even = 1 / each.seats if each.seats else chance
    label = MARKS[each.mark].replace("Leader a", "A").removesuffix(" won")
    label = f"{label}, {_seats(each)}" if each.seats else label
    said = f"{each.hits:,} of {each.of:,}"
    shown = None if each.mark == "shared" else even
    spread = percents(each.range)
    return Dot(label, each.hits / each.of, each.range, said, spread, each.key, even=shown)


def _parse(key: str) -> dict[str, str | int]:
    mark, seats = key.split(":")
    if mark not in MARKS:
        raise ValueError(key)
    return {"mark": mark, "seats": int(seats)}


def _label(of: dict[str, str | int]) -> str:
    where = f", {count(int(of['seats']), 'seat')}" if of["seats"] else ""
    return f"{MARKS[str(of['mark'])]}{where}"


def about(game: Game) -> Report:
    """Return the report in a game's words."""
    unit = "cards" if game.name == "lepidoptery" else "points"
    word = game.round_word.lower()
    excludes = f"{SHORT.format(word=word)} {EXCLUDES}"
    return Report(
        id="decisiveness",
        question="How early is a session decided?",
        definition=Definition(TEXT.format(word=word, unit=unit), 1, "2026-11-30", excludes),
        queries={"marks": QUERY},
        summarise=partial(summarise, unit),
        moments=Moments(MOMENTS, _parse, _label),
        order=130,
    )
