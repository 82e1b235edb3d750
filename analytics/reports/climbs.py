"""How long are the climbs of Lepidoptery, and who ends them?"""

from collections import Counter
from itertools import repeat

from analytics.figures import columns
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing, narrowest
from analytics.phrases import count, few, number, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.sampled import SAID, sampled

DEFINITION = Definition(
    text="Every climb by how many combinations were played in it, and by what ended it: the pass "
    "of the seat that led it, that of the other one, or the end of the game. A climb of none is "
    "a leader who passed. Ranges come from resampling whole sessions, since the climbs of one "
    "session hang together.",
    version=2,
    date="2026-11-30",
    excludes=f"A climb that still goes on is not counted. {SAID}",
)

# As lep_climbs has them, without a look at every play of a climb.
ENDED = f"""{sampled("true")}
, led AS (
    SELECT session, climb, any_value(seat) AS leader
    FROM sampled JOIN lep_plays USING (session) WHERE nth = 1 GROUP BY ALL
), passed AS (
    SELECT session, climb, max(step) AS step, max(length) AS length, any_value(seat) AS passer
    FROM sampled JOIN lep_passes USING (session) GROUP BY ALL
), climbs AS (
    SELECT session, step, length,
           if(passer = coalesce(leader, passer), 'leader', 'other') AS who
    FROM passed LEFT JOIN led USING (session, climb)
    UNION ALL
    SELECT session, NULL, max(nth), 'won'
    FROM sampled JOIN lep_plays USING (session) ANTI JOIN passed USING (session, climb)
    GROUP BY session, climb
), ended AS (
    SELECT c.session, c.id, length, coalesce(step, c.steps) AS step, who
    FROM sampled c JOIN climbs USING (session)
    WHERE step IS NOT NULL OR c.winners IS NOT NULL
)
"""

ENDS = f"""{ENDED}
SELECT length, count(*) FILTER (who = 'leader'), count(*) FILTER (who = 'other'),
       count(*) FILTER (who = 'won')
FROM ended GROUP BY length ORDER BY length
"""

SESSIONS = f"""{ENDED}, each AS (
    SELECT session, histogram(length) AS lengths FROM ended GROUP BY session
)
SELECT lengths, count(*) FROM each GROUP BY ALL
"""

PASSES = f"""{ENDED}, each AS (
    SELECT session, count(*) FILTER (who = 'leader') AS leader,
           count(*) FILTER (who = 'other') AS other
    FROM ended GROUP BY session
)
SELECT leader, other, count(*) FROM each GROUP BY ALL
"""

MOMENTS = f"""{ENDED}
SELECT id::VARCHAR, step FROM ended WHERE length = $length ORDER BY session DESC, step
"""

COLUMNS = ["Combinations", "Climbs", "Share", "From", "To"]
COLUMNS += ["Its leader passed", "The other passed", "Game won"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say how long most climbs are, and who ends them."""
    found: list[tuple[int, ...]] = answers["ends"]
    lengths = Counter({length: sum(by) for length, *by in found})
    each = Cells((*map(climbs.get, lengths, repeat(0)), n) for climbs, n in answers["sessions"])
    sessions = sessions_in(each)
    too_few = sessions < TOO_FEW
    title, told = _most(lengths, each)
    return Answer(
        title="Too few sessions to say how long climbs are" if too_few else title,
        summary=few(sessions) if too_few else " ".join([*told, *_ended(Cells(answers["passes"]))]),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(nth, row, lengths.total(), each) for nth, row in enumerate(found)],
        row_keys=[str(length) for length in lengths],
        figure=None
        if too_few
        else columns(
            list(lengths),
            list(lengths.values()),
            list(map(str, lengths)),
            "Combinations in a climb",
            "Climbs",
        ),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _most(lengths: Counter[int], each: Cells) -> tuple[str, list[str]]:
    climbs = lengths.total()
    mean = sum(length * n for length, n in lengths.items()) / max(1, climbs)
    told = [f"{count(climbs, 'climb')} of {number(mean)} combinations on average."]
    part = {length: nth for nth, length in enumerate(lengths)}
    span = narrowest(list(lengths), lambda among: share_range(each, [part[n] for n in among]))
    if span is None:
        return "Climbs differ in length", told
    low, high, range_ = span
    inside = sum(n for length, n in lengths.items() if low <= length <= high)
    said = f"{low} to {high} combinations" if low < high else count(low, "combination")
    return f"Most climbs have {said}", [*told, f"{inside:,} have {said} ({percents(range_)})."]


def _ended(each: Cells) -> list[str]:
    leader, passed, range_ = total(each, [0]), total(each), share_range(each, [0])
    if range_ is None:
        return []
    who = "as often as not"
    if not range_.covers(0.5):
        who = "more often than not" if range_.low > 0.5 else "less often than not"
    return [
        f"Whoever leads a climb also ends it {who}: {leader:,} of the {passed:,} passes "
        f"({percents(range_)})."
    ]


def _row(nth: int, row: tuple[int, ...], climbs: int, each: Cells) -> list[Cell]:
    length, *by = row
    n = sum(by)
    return [str(length), n, round(n / climbs, 4), *ends(share_range(each, [nth])), *by]


REPORT = Report(
    id="climbs",
    question="How long are climbs, and who ends them?",
    definition=DEFINITION,
    queries={"ends": ENDS, "sessions": SESSIONS, "passes": PASSES},
    summarise=summarise,
    moments=Moments(
        MOMENTS,
        lambda key: {"length": int(key)},
        lambda of: f"Climbs of {count(of['length'], 'combination')}",
    ),
    order=50,
    games=("lepidoptery",),
)
