"""Where do people and bots part most?"""

from typing import NamedTuple

from analytics.comparing import SAID, Difference, Two, differences, sums
from analytics.figures.pairs import Pair, pairs
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing
from analytics.phrases import count, few, number, percent
from analytics.reports.offered import EXCLUDES, key_of, name_of, thing
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.sampled import offering
from domain.game import Game

DRAWN = 12  # things in the figure
SAID_OF = 3  # things that the summary compares

DEFINITION = Definition(
    text="Each thing that seats could choose: how often people took it of the choices that offered "
    "it, and how often bots did. Both are counted whatever is chosen above about who played; every "
    "other filter holds. Things that either side could choose in fewer than 12 sessions are not "
    f"compared. {SAID}",
    version=1,
    date="2026-11-30",
    excludes=f"{EXCLUDES} Bots of different strength count together.",
)

HAD = f"""{offering("whoever")}, had AS (
    SELECT session, id, seat, kind, item, offered, taken, first_step, first_declined,
           bot IS NULL AS person
    FROM offering JOIN offers USING (session) JOIN seats USING (session, seat)
)"""

QUERIES = {
    "things": f"""{HAD}, each AS (
    SELECT kind, item, session,
           coalesce(sum(taken) FILTER (person), 0)::DOUBLE AS a,
           coalesce(sum(offered) FILTER (person), 0)::BIGINT AS of_a,
           coalesce(sum(taken) FILTER (NOT person), 0)::DOUBLE AS b,
           coalesce(sum(offered) FILTER (NOT person), 0)::BIGINT AS of_b
    FROM had GROUP BY ALL
) {sums("each", "kind, item")} ORDER BY ALL""",
    "sessions": f"""{HAD}
SELECT count(DISTINCT session) FILTER (person), count(DISTINCT session) FILTER (NOT person),
       count(DISTINCT session) FROM had""",
}

# What people take more often opens where they took it at once, what they take less often where
# they declined it first.
MOMENTS = f"""{HAD}, met AS (
    SELECT session, id, seat, if($way = 'less', first_declined, first_step) AS step FROM had
    WHERE person AND kind = $kind AND item = $item
    AND if($way = 'less', first_declined IS NOT NULL,
           first_declined IS NULL OR first_declined > first_step)
)
SELECT id::VARCHAR, step, seat FROM met ORDER BY session DESC, step, seat
"""

COLUMNS = [
    *("What", "Differ", "People took", "Of", "Share of people", "Bots took", "Of bots' choices"),
    *("Share of bots", "Difference", "From", "To"),
]
UNITS: dict[str, Unit] = dict.fromkeys(
    ("Share of people", "Share of bots", "Difference", "From", "To"), "share"
)


class Parting(NamedTuple):
    """A thing that people and bots could choose."""

    kind: str
    item: str
    two: Two
    difference: Difference | None

    @property
    def name(self) -> str:
        return name_of(self.kind, self.item)

    @property
    def way(self) -> str:
        return "more" if self.two.share > self.two.other else "less"

    @property
    def key(self) -> str:
        return f"{self.way}:{key_of(self.kind, self.item)}"

    @property
    def order(self) -> tuple[int, float, str]:
        """What surely differs first, and the largest differences."""
        d = self.difference
        rank = 2 if d is None else 0 if d.apart else 1
        return rank, -abs(self.two.share - self.two.other), self.key


def summarise(answers: Numbers) -> Answer:
    """Say where people and bots part most."""
    things = [(row[0], row[1], Two(*row[2:])) for row in answers["things"]]
    both = [each for each in things if each[2].things and each[2].other_things]
    compared = differences([two for *_, two in both])
    found = [Parting(*each, d) for each, d in zip(both, compared, strict=True)]
    found.sort(key=lambda each: each.order)
    people, bots, sessions = answers["sessions"][0]
    able = [each for each in found if each.difference]
    apart = [each for each in able if each.difference and each.difference.apart]
    shown = (apart or able)[:DRAWN]
    title, told = "Too few sessions to say where people and bots part", [_few(people, bots)]
    if able:
        title, told = _title(apart, able), _told(apart, able, people, bots)
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(each) for each in found],
        row_keys=[each.key for each in found],
        figure=pairs([_pair(each) for each in shown], ("people", "bots")) if able else None,
        too_few=not able,
        missing=0 if able else max(1, missing(min(people, bots))),
        counted=sessions,
    )


def _few(people: int, bots: int) -> str:
    fewer = min(people, bots)
    if not people and not bots:
        return few(0)
    rest = missing(fewer)
    more = f" {rest} more with {'people' if people <= bots else 'bots'} before a first range."
    return (
        f"{count(people, 'session')} with people and {count(bots, 'session')} with bots: each "
        f"side needs {TOO_FEW} in which it could choose the same things.{more if rest else ''}"
    )


def _title(apart: list[Parting], able: list[Parting]) -> str:
    if not apart:
        return "People and bots choose alike, as far as can be said"
    first = apart[0]
    name = f"{first.name[:1].lower()}{first.name[1:]}"
    return f"People and bots part most over {name}: people take it {first.way} often"


def _told(apart: list[Parting], able: list[Parting], people: int, bots: int) -> list[str]:
    told = [
        f"{len(apart):,} of {count(len(able), 'thing')} compared surely differ, in "
        f"{count(people, 'session')} with people and {count(bots, 'session')} with bots."
    ]
    for each in apart[:SAID_OF]:
        assert each.difference
        two = each.two
        told.append(
            f"{each.name}: people {percent(two.share)} of {count(two.things, 'choice')}, bots "
            f"{percent(two.other)} of {two.other_things:,} (difference "
            f"{_points(each.difference)})."
        )
    if able and not apart:
        told.append("No difference stands out among so many.")
    return told


def _points(difference: Difference) -> str:
    """Say a range in points of a hundred; small ends get a digit, so that none looks like zero."""
    ends = (100 * end for end in difference.range)
    low, high = (number(end, 0 if abs(end) >= 1 else 1) for end in ends)
    return f"{low} to {high} points"


def _row(each: Parting) -> list[Cell]:
    two, d = each.two, each.difference
    said = "too few to say" if d is None else "yes" if d.apart else "not surely"
    spread: list[Cell] = [None, None] if d is None else [round(end, 4) for end in d.range]
    ours = [int(two.hits), two.things, round(two.share, 4)]
    theirs = [int(two.other_hits), two.other_things, round(two.other, 4)]
    return [each.name, said, *ours, *theirs, round(two.share - two.other, 4), *spread]


def _pair(each: Parting) -> Pair:
    two, d = each.two, each.difference
    assert d is not None
    said = f"{percent(two.share)} : {percent(two.other)}"
    return Pair(each.name, two.share, two.other, said, _points(d), each.key)


def _parse(key: str) -> dict[str, str]:
    way, _, rest = key.partition(":")
    if way not in ("more", "less"):
        raise ValueError(key)
    kind, item = thing(rest)
    return {"way": way, "kind": kind, "item": item}


def _label(of: dict[str, str]) -> str:
    name = name_of(of["kind"], of["item"])
    if of["way"] == "more":
        return f"{name}: people took it at the first chance"
    return f"{name}: people declined it for the first time"


def about(game: Game) -> Report:
    """Return the report, the same for every game."""
    return Report(
        id="people-and-bots",
        question="Where do people and bots part most?",
        definition=DEFINITION,
        queries=QUERIES,
        summarise=summarise,
        moments=Moments(MOMENTS, _parse, _label, "seat"),
        order=170,
    )
