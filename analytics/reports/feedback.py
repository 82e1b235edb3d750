"""What do players say afterwards, and does it go with winning, experience or seat?"""

from collections import defaultdict

from analytics.differences import Pair, difference_of_shares, sign
from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, missing, share_of_clusters
from analytics.phrases import count, few, listed, number, ordinal, percents
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.game import Game

DEFINITION = Definition(
    text="Every answer that a player gave after a session, the latest of each: fun and clarity "
    "from 1 to 5, of which 4 and 5 count as good, whether the length was right, whether they would "
    "play again. They are parted by whether the player won, by games played before, and by place "
    "in the turn order of round 1. Ranges come from resampling whole sessions. Groups are said to "
    "differ only if the 95% range of the difference, widened for the number of differences that "
    "are looked at, leaves out zero.",
    version=1,
    date="2026-11-30",
    excludes="A question that a player left out is not counted for it. Where nobody knows who won, "
    "or how much somebody had played, the answer is in no such group.",
)

ASKED = {
    "fun": ("Fun, 4 or 5", "fun >= 4", "fun IS NOT NULL"),
    "clarity": ("Clear rules, 4 or 5", "clarity >= 4", "clarity IS NOT NULL"),
    "right": ("Length was right", "length = 'right'", "length IS NOT NULL"),
    "long": ("Too long", "length = 'too_long'", "length IS NOT NULL"),
    "short": ("Too short", "length = 'too_short'", "length IS NOT NULL"),
    "again": ("Would play again", "again = 'yes'", "again IS NOT NULL"),
}
"""Questions by key: in words, when an answer is yes, and when there is one."""

GOOD = ("fun", "clarity", "right", "again")
"""Those that are compared between groups: the others go with these."""

GROUPS = {
    "all": "All",
    "won": "Won",
    "lost": "Did not win",
    "first": "First game",
    "played": "Had played before",
}
PAIRS = {
    "won": ("lost", "Winners", "those who did not win"),
    "first": ("played", "First-timers", "those who had played before"),
    "seat 1": ("later", "Whoever acts first", "later seats"),
}
"""Groups that are compared, and their words."""

MORE = {
    "fun": ("have fun more often", "have fun less often"),
    "clarity": ("find the rules clear more often", "find the rules clear less often"),
    "right": ("find the length right more often", "find the length right less often"),
    "again": ("would play again more often", "would play again less often"),
}

ANSWERS = """
, answers AS (
    SELECT c.session, c.id, c.steps, seat, fun, clarity, length, again,
           unnest(['all', CASE s.won WHEN true THEN 'won' WHEN false THEN 'lost' END,
                   CASE WHEN experience = 'first' THEN 'first'
                        WHEN experience IS NOT NULL THEN 'played' END,
                   'seat ' || turn_order, if(turn_order > 1, 'later', NULL)]) AS who
    FROM counted c JOIN feedback USING (session) JOIN seats s USING (session, seat)
)
"""

_ASKED = ", ".join(
    f"count(*) FILTER ({yes}) AS yes_{key}, count(*) FILTER ({told}) AS of_{key}"
    for key, (_, yes, told) in ASKED.items()
)

QUERY = (
    f"{ANSWERS}, each AS (SELECT who, session, {_ASKED} FROM answers "
    "WHERE who IS NOT NULL AND who <> 'later' GROUP BY ALL)\n"
    + " UNION ALL ".join(
        f"SELECT who, '{key}', yes_{key}, of_{key}, count(*) FROM each "
        f"WHERE of_{key} > 0 GROUP BY ALL"
        for key in ASKED
    )
    + " ORDER BY ALL"
)

MEANS = f"""{ANSWERS}
SELECT avg(fun), avg(clarity), count(DISTINCT session), count(*) FROM answers WHERE who = 'all'
"""


def _sides(one: str, key: str) -> str:
    """Return a row for equal sessions: answers of a group, then of the one it is compared with."""
    _, yes, told = ASKED[key]
    columns = ", ".join(
        f"count(*) FILTER (who = '{who}' AND {which})"
        for who in (one, PAIRS[one][0])
        for which in (yes, told)
    )
    of = f"SELECT {columns} FROM answers GROUP BY session"
    return (
        f"SELECT '{one}', '{key}', a, of_a, b, of_b, count(*) FROM ({of}) AS s(a, of_a, b, of_b) "
        "WHERE of_a + of_b > 0 GROUP BY ALL"
    )


COMPARED = ANSWERS + " UNION ALL ".join(_sides(one, key) for one in PAIRS for key in GOOD)

MOMENTS = f"""{ANSWERS}
SELECT id::VARCHAR, steps, seat FROM answers
WHERE who = $who AND CASE $asked {
    " ".join(f"WHEN '{key}' THEN {yes}" for key, (_, yes, _) in ASKED.items())
} END
ORDER BY session DESC, seat
"""

COLUMNS = ["Who", "Said", "Answers", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}

Cells = list[tuple[int, int, int]]
"""Equal sessions: good answers, answers, how many sessions."""


def summarise(answers: Numbers) -> Answer:
    """Say what players think, and whether winners, first-timers or the first seat differ."""
    groups: dict[tuple[str, str], Cells] = defaultdict(list)
    for who, key, *cell in answers["answers"]:
        groups[who, key].append((cell[0], cell[1], cell[2]))
    fun, clarity, sessions, given = answers["means"][0]
    too_few = sessions < TOO_FEW
    order = sorted(groups, key=_order)
    sure = [] if too_few else _sure(answers["compared"])
    return Answer(
        title="Too few sessions to say what players think" if too_few else _title(sure, groups),
        summary=few(sessions)
        if too_few
        else " ".join([f"{count(given, 'player')} answered.", *_told(groups, fun, clarity, sure)]),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(who, key, groups[who, key]) for who, key in order],
        row_keys=[f"{who}:{key}" for who, key in order],
        figure=None if too_few else whiskers(_dots(groups, order), percent=True),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _order(of: tuple[str, str]) -> tuple[int, str, int]:
    who, key = of
    nth = list(GROUPS).index(who) if who in GROUPS else len(GROUPS)
    return nth, who, list(ASKED).index(key)


Sure = tuple[str, str, Range]


def _sure(rows: list[tuple[int | str, ...]]) -> list[Sure]:
    """List the differences that leave out zero, the largest first."""
    pairs: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for one, key, a, of_a, b, of_b, n in rows:
        pairs[str(one), str(key)].append((int(a), int(of_a), int(b), int(of_b), int(n)))
    ranges = {
        of: difference_of_shares(cells, len(PAIRS) * len(GOOD)) for of, cells in pairs.items()
    }
    found = [(*of, range_) for of, range_ in ranges.items() if range_ and sign(range_)]
    return sorted(found, key=lambda each: -abs(sum(each[2])))


def _title(sure: list[Sure], groups: dict[tuple[str, str], Cells]) -> str:
    for one, key, range_ in sure:
        who, said = PAIRS[one][1], MORE[key][sign(range_) < 0]
        return (
            f"{who} {said.replace('have', 'has').replace('find', 'finds')}"
            if (who.startswith("Whoever"))
            else f"{who} {said}"
        )
    yes, of = _sums(groups.get(("all", "again"), []))
    if of:
        return f"{yes:,} of {count(of, 'player')} would play again"
    return "Nothing goes with winning, experience or seat yet"


def _told(
    groups: dict[tuple[str, str], Cells], fun: float | None, clarity: float | None, sure: list[Sure]
) -> list[str]:
    told = []
    for key in (*GOOD[:2], "right", "long", "short", "again"):
        cells = groups.get(("all", key))
        if cells:
            yes, of = _sums(cells)
            told.append(f"{ASKED[key][0]}: {yes:,} of {of:,}{_spread(cells)}.")
    means = [("fun", fun), ("clarity", clarity)]
    said = [f"{name} {number(value)} of 5" for name, value in means if value is not None]
    if said:
        told.append(f"On average {listed(said)}.")
    for one, key, range_ in sure:
        low, high = sorted(abs(100 * end) for end in range_)
        (a, of_a), (b, of_b) = _sums(groups[one, key]), _sums(_others(groups, one, key))
        told.append(
            f"{ASKED[key][0]}: {PAIRS[one][1].lower()} {a:,} of {of_a:,}, {PAIRS[one][2]} {b:,} of "
            f"{of_b:,}, {number(low)} to {number(high)} points apart."
        )
    if not sure:
        told.append("No answer surely goes with winning, experience or seat.")
    return told


def _others(groups: dict[tuple[str, str], Cells], one: str, key: str) -> Cells:
    other = PAIRS[one][0]
    if other != "later":
        return groups[other, key]
    later = [of for of in groups if of[0].startswith("seat ") and of[0] != one and of[1] == key]
    return [cell for of in later for cell in groups[of]]


def _sums(cells: Cells) -> tuple[int, int]:
    return sum(c[0] * c[2] for c in cells), sum(c[1] * c[2] for c in cells)


def _range(cells: Cells) -> Range | None:
    return None if missing(sum(cell[2] for cell in cells)) else share_of_clusters(cells)


def _spread(cells: Cells) -> str:
    range_ = _range(cells)
    return f" ({percents(range_)})" if range_ else ", too few sessions for a range"


def _who(who: str) -> str:
    return GROUPS.get(who) or f"Acted {ordinal(int(who.removeprefix('seat ')))}"


def _row(who: str, key: str, cells: Cells) -> list[Cell]:
    yes, of = _sums(cells)
    range_ = _range(cells)
    ends = [round(end, 4) for end in range_] if range_ else [None, None]
    return [_who(who), ASKED[key][0], yes, of, round(yes / of, 4), *ends]


def _dots(groups: dict[tuple[str, str], Cells], order: list[tuple[str, str]]) -> list[Dot]:
    """Return the questions over all, and fun and playing again by winning and experience."""
    found = []
    for who, key in order:
        cells, range_ = groups[who, key], _range(groups[who, key])
        if range_ and (who == "all" or (who in GROUPS and key in ("fun", "again"))):
            yes, of = _sums(cells)
            label = ASKED[key][0] if who == "all" else f"{_who(who)}: {ASKED[key][0].lower()}"
            said = f"{yes:,} of {of:,}"
            found.append(Dot(label, yes / of, range_, said, percents(range_), f"{who}:{key}"))
    return found


def _parse(key: str) -> dict[str, str]:
    who, asked = key.split(":")
    if asked not in ASKED or (who not in GROUPS and int(who.removeprefix("seat ")) < 1):
        raise ValueError(key)
    return {"who": who, "asked": asked}


def about(game: Game) -> Report:
    """Return the report, the same for every game."""
    return Report(
        id="feedback",
        question="What do players say afterwards?",
        definition=DEFINITION,
        queries={"answers": QUERY, "means": MEANS, "compared": COMPARED},
        summarise=summarise,
        moments=Moments(
            MOMENTS,
            _parse,
            lambda of: f"{_who(of['who'])}: {ASKED[of['asked']][0].lower()}",
            "answer",
        ),
        order=230,
    )
