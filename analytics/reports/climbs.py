"""How long are the climbs of Lepidoptery, and who ends them?"""

from collections import Counter

from analytics.figures import columns
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, missing, narrowest, share_of_clusters
from analytics.phrases import count, few, number, percents
from analytics.reports.clusters import ends
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Every climb by how many combinations were played in it, and by what ended it: the pass "
    "of the seat that led it, that of the other one, or the end of the game. A climb of none is "
    "a leader who passed. Ranges come from resampling whole sessions, since the climbs of one "
    "session hang together.",
    version=1,
    date="2026-11-30",
    excludes="A climb that still goes on is not counted.",
)

ENDED = """
, ended AS (
    SELECT c.session, c.id, length, coalesce(pass_step, c.steps) AS step,
           CASE WHEN passer IS NULL THEN 'won' WHEN passer = leader THEN 'leader'
                ELSE 'other' END AS who
    FROM counted c JOIN lep_climbs USING (session)
    WHERE pass_step IS NOT NULL OR c.winners IS NOT NULL
)
"""

ENDS = f"""{ENDED}
SELECT length, count(*) FILTER (who = 'leader'), count(*) FILTER (who = 'other'),
       count(*) FILTER (who = 'won')
FROM ended GROUP BY length ORDER BY length
"""

SESSIONS = f"""{ENDED}, each AS (
    SELECT session, histogram(length) AS lengths, count(*) FILTER (who = 'leader') AS leader,
           count(*) FILTER (who <> 'won') AS passed
    FROM ended GROUP BY session
)
SELECT lengths, leader, passed, count(*) FROM each GROUP BY ALL
"""

MOMENTS = f"""{ENDED}
SELECT id::VARCHAR, step FROM ended WHERE length = $length ORDER BY session DESC, step
"""

COLUMNS = ["Combinations", "Climbs", "Share", "From", "To"]
COLUMNS += ["Its leader passed", "The other passed", "Game won"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}

Sessions = list[tuple[dict[int, int], int, int, int]]
"""Equal sessions together: climbs by length, passes of their leaders, all passes, sessions."""


def summarise(answers: Numbers) -> Answer:
    """Say how long most climbs are, and who ends them."""
    found: list[tuple[int, ...]] = answers["ends"]
    each: Sessions = [(dict(row[0]), *row[1:]) for row in answers["sessions"]]
    lengths = Counter({length: sum(by) for length, *by in found})
    sessions = sum(row[-1] for row in each)
    too_few = sessions < TOO_FEW
    title, told = _most(lengths, each)
    return Answer(
        title="Too few sessions to say how long climbs are" if too_few else title,
        summary=few(sessions) if too_few else " ".join([*told, *_ended(each)]),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(row, lengths.total(), each) for row in found],
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


def _range(each: Sessions, lengths: list[int]) -> Range | None:
    """Return the range for the share of climbs that are so long."""
    if missing(sum(row[-1] for row in each)):
        return None
    return share_of_clusters(
        [
            (sum(climbs.get(length, 0) for length in lengths), sum(climbs.values()), n)
            for climbs, _, _, n in each
        ]
    )


def _most(lengths: Counter[int], each: Sessions) -> tuple[str, list[str]]:
    climbs = lengths.total()
    mean = sum(length * n for length, n in lengths.items()) / max(1, climbs)
    told = [f"{count(climbs, 'climb')} of {number(mean)} combinations on average."]
    span = narrowest(list(lengths), lambda among: _range(each, among))
    if span is None:
        return "Climbs differ in length", told
    low, high, range_ = span
    inside = sum(n for length, n in lengths.items() if low <= length <= high)
    said = f"{low} to {high} combinations" if low < high else count(low, "combination")
    return f"Most climbs have {said}", [*told, f"{inside:,} have {said} ({percents(range_)})."]


def _ended(each: Sessions) -> list[str]:
    leader = sum(by_leader * n for _, by_leader, _, n in each)
    passed = sum(passes * n for _, _, passes, n in each)
    range_ = share_of_clusters([row[1:] for row in each])
    if range_ is None:
        return []
    who = "as often as not"
    if not range_.covers(0.5):
        who = "more often than not" if range_.low > 0.5 else "less often than not"
    return [
        f"Whoever leads a climb also ends it {who}: {leader:,} of the {passed:,} passes "
        f"({percents(range_)})."
    ]


def _row(row: tuple[int, ...], climbs: int, each: Sessions) -> list[Cell]:
    length, *by = row
    n = sum(by)
    return [str(length), n, round(n / climbs, 4), *ends(_range(each, [length])), *by]


REPORT = Report(
    id="climbs",
    question="How long are climbs, and who ends them?",
    definition=DEFINITION,
    queries={"ends": ENDS, "sessions": SESSIONS},
    summarise=summarise,
    moments=Moments(
        MOMENTS,
        lambda key: {"length": int(key)},
        lambda of: f"Climbs of {count(of['length'], 'combination')}",
    ),
    order=50,
    games=("lepidoptery",),
)
