"""Which columns of Lepidoptery are cleared, and whose tokens go?"""

from collections import defaultdict
from typing import NamedTuple

from analytics.figures import Part, strips
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, mean_range, missing, wilson
from analytics.phrases import count, few, number, numbers, percents
from analytics.reports.clusters import Cells, ends, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.games.lepidoptery.combinations import TITLE

DEFINITION = Definition(
    text="Every column cleared in sessions that were won, and whose tokens lay there: those of "
    "the seat that cleared it by filling another column, or those of the other seat. Clears a "
    "session have Student's 95% range, sessions with a clear Wilson's; ranges for whose tokens "
    "go come from resampling whole sessions.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that nobody has won are not counted.",
)

GAMES = """
SELECT count(*), count(*) FILTER (n > 0), avg(n), stddev_samp(n) FROM (
    SELECT c.session, count(l.step) AS n FROM counted c LEFT JOIN lep_clears l USING (session)
    WHERE c.winners IS NOT NULL GROUP BY c.session
)
"""

COLUMNS_OF = """
, won AS (SELECT session FROM counted WHERE winners IS NOT NULL),
each AS (
    SELECT session, kind, count(*) AS n, sum(own)::BIGINT AS own, sum(other)::BIGINT AS other
    FROM won JOIN lep_clears USING (session)
    GROUP BY GROUPING SETS ((session, kind), (session))
)
SELECT coalesce(kind, 'all') AS kind, n, own, other, count(*) FROM each GROUP BY ALL ORDER BY ALL
"""

MOMENTS = """
SELECT c.id::VARCHAR, l.step FROM counted c JOIN lep_clears l USING (session)
WHERE c.winners IS NOT NULL AND $kind IN ('all', l.kind)
ORDER BY c.session DESC, l.step, l.kind
"""

NAMES = {"all": "All columns"} | {str(k): title.capitalize() for k, title in TITLE.items()}
COLUMNS = ["Column", "Clears", "Tokens of who cleared", "Of the other", "Own share", "From", "To"]
UNITS: dict[str, Unit] = {"Own share": "share", "From": "share", "To": "share"}


class Cleared(NamedTuple):
    """A column: how often it was cleared, and tokens in cells of (own, other, sessions)."""

    kind: str
    clears: int
    cells: Cells

    @property
    def own(self) -> int:
        return total(self.cells, [0])

    @property
    def other(self) -> int:
        return total(self.cells, [1])

    @property
    def range(self) -> Range | None:
        return share_range(self.cells, [0])


def summarise(answers: Numbers) -> Answer:
    """Say how often columns are cleared, and who loses more."""
    sessions, cleared, mean, deviation = answers["games"][0]
    counts: dict[str, int] = defaultdict(int)
    cells: dict[str, Cells] = defaultdict(Cells)
    for kind, clears, own, other, n in answers["columns"]:
        counts[kind] += clears * n
        cells[kind].append((own, other, n))
    found = [Cleared(kind, counts[kind], cells[kind]) for kind in NAMES if kind in counts]
    too_few = sessions < TOO_FEW
    if too_few:
        title, told = "Too few sessions to say what is cleared", [few(sessions)]
    else:
        told = [
            f"{cleared:,} of {count(sessions, 'session')} had a clear "
            f"({percents(wilson(cleared, sessions))}): {number(mean, 2)} columns a session"
            f"{numbers(mean_range(mean, deviation, sessions), 2)}."
        ]
        title = _title(found)
        told += _told(found)
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(each) for each in found],
        row_keys=[each.kind for each in found],
        figure=None if too_few or not found else _figure(found[1:]),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(found: list[Cleared]) -> str:
    if not found:
        return "No column was cleared"
    range_ = found[0].range
    if range_ is None:
        return "Too few clears to say who loses tokens"
    if range_.low > 0.5:
        return "Who clears loses more tokens than the other seat"
    if range_.high < 0.5:
        return "Who clears loses fewer tokens than the other seat"
    return "Clears cost both seats alike"


def _told(found: list[Cleared]) -> list[str]:
    if not found:
        return []
    every, *by = found
    told = []
    if every.range:
        told.append(
            f"Of the {every.own + every.other:,} tokens that went, {every.own:,} were of the seat "
            f"that cleared ({percents(every.range)})."
        )
    most = max(by, key=lambda each: each.clears)
    told.append(
        f"Most often the {NAMES[most.kind].lower()} column is cleared: {most.clears:,} of "
        f"{every.clears:,} times."
    )
    return told


def _row(each: Cleared) -> list[Cell]:
    share = round(each.own / (each.own + each.other), 4)
    return [NAMES[each.kind], each.clears, each.own, each.other, share, *ends(each.range)]


def _figure(by: list[Cleared]) -> dict[str, object]:
    keys = [each.kind for each in by]
    parts = [
        Part("tokens of who cleared", [each.own for each in by], keys, "ink"),
        Part("tokens of the other seat", [each.other for each in by], keys, "outline"),
    ]
    return strips([NAMES[kind] for kind in keys], parts, [f"{e.clears:,} clears" for e in by])


def _parse(key: str) -> dict[str, str]:
    if key not in NAMES:
        raise ValueError(key)
    return {"kind": key}


def _label(of: dict[str, str]) -> str:
    return "Every clear" if of["kind"] == "all" else f"{NAMES[of['kind']]} column, cleared"


REPORT = Report(
    id="clears",
    question="Which columns are cleared, and whose tokens go?",
    definition=DEFINITION,
    queries={"games": GAMES, "columns": COLUMNS_OF},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=65,
    games=("lepidoptery",),
)
