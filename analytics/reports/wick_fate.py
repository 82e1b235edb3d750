"""What becomes of a lit wick in Lantern Moths?"""

from collections import Counter, defaultdict

from analytics.figures import Part, strips
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, missing
from analytics.phrases import few, fraction, percents
from analytics.reports.clusters import Cells, sessions_in, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Every lit wick at the end of its round, by what became of it. The first that holds "
    "counts: empty (no moths on the tile), contested (several wicks beside it), Ghost (one stopped "
    "it, under the session's ruling), took moths. Ranges come from resampling whole sessions, "
    "since the wicks of one session hang together.",
    version=1,
    date="2026-11-30",
    excludes="Wicks of a round that has not ended are not counted.",
)

QUERY = """
, lit AS (
    SELECT session, least((round - 1) // 2, 3) AS span,
           count(*) FILTER (fate = 'took') AS took, count(*) FILTER (fate = 'empty') AS empty,
           count(*) FILTER (fate = 'contested') AS contested,
           count(*) FILTER (fate = 'ghost') AS ghost
    FROM counted JOIN lm_wicks USING (session)
    GROUP BY GROUPING SETS ((session, span), (session))
)
SELECT coalesce(span, -1) AS span, took, empty, contested, ghost, count(*)
FROM lit GROUP BY ALL ORDER BY ALL
"""

MOMENTS = """
SELECT c.id::VARCHAR, w.step, w.seat FROM counted c JOIN lm_wicks w USING (session)
WHERE w.fate = $fate AND ($span = -1 OR least((w.round - 1) // 2, 3) = $span)
ORDER BY c.session DESC, w.step, w.seat
"""

FATES = {
    "took": ("took moths", "ink"),
    "empty": ("empty tile", "outline"),
    "contested": ("contested", "grey"),
    "ghost": ("Ghost blocked", "hatch"),
}
GROUPS = {-1: "all", 0: "1-2", 1: "3-4", 2: "5-6", 3: "7-on"}
LABELS = {-1: "All rounds", 0: "Rounds 1–2", 1: "Rounds 3–4", 2: "Rounds 5–6", 3: "Round 7 on"}
COLUMNS = ["Rounds", "Fate", "Wicks", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say how many wicks take moths, and how that changes over the rounds."""
    groups: dict[int, Cells] = defaultdict(Cells)
    for rounds, *cell in answers["fates"]:
        groups[rounds].append(tuple(cell))
    sessions = sessions_in(groups[-1])
    too_few = sessions < TOO_FEW
    table = [
        (_row(rounds, fate, cells), f"{GROUPS[rounds]}:{fate}")
        for rounds, cells in sorted(groups.items())
        for fate in FATES
        if cells
    ]
    return Answer(
        title="Too few sessions to say what becomes of wicks" if too_few else _title(groups[-1]),
        summary=few(sessions) if too_few else " ".join(_told(groups)),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None if too_few else _figure({n: cells for n, cells in groups.items() if n >= 0}),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _counts(cells: Cells) -> Counter[str]:
    """Count wicks by fate."""
    return Counter({fate: total(cells, [nth]) for nth, fate in enumerate(FATES)})


def _range(cells: Cells, fate: str) -> Range | None:
    return share_range(cells, [list(FATES).index(fate)])


def _title(cells: Cells) -> str:
    counts, range_ = _counts(cells), _range(cells, "took")
    took, lit = counts["took"], counts.total()
    words = fraction(took / lit, range_) if range_ else None
    if words is None:
        return f"{took:,} of {lit:,} lit wicks took moths"
    return f"{words} lit wicks {'takes' if words.startswith('One') else 'take'} moths"


def _told(groups: dict[int, Cells]) -> list[str]:
    told = []
    for rounds, cells in sorted(groups.items()):
        counts, range_ = _counts(cells), _range(cells, "took")
        took = f"{counts['took']:,} of {counts.total():,}"
        spread = f" ({percents(range_)})" if range_ else ", too few sessions for a range"
        where = "" if rounds == -1 else f"{LABELS[rounds]}: "
        told.append(f"{where}{took}{' lit wicks took moths' if rounds == -1 else ''}{spread}.")
    told.append("The ranges allow for the wicks of one session hanging together.")
    return told


def _row(rounds: int, fate: str, cells: Cells) -> list[Cell]:
    counts, range_ = _counts(cells), _range(cells, fate)
    lit = counts.total()
    ends = [round(end, 4) for end in range_] if range_ else [None, None]
    name = FATES[fate][0]
    return [LABELS[rounds], name, counts[fate], lit, round(counts[fate] / lit, 4), *ends]


def _figure(groups: dict[int, Cells]) -> dict[str, object]:
    order = sorted(groups)
    counts = {rounds: _counts(groups[rounds]) for rounds in order}
    parts = [
        Part(
            name=name,
            values=[counts[rounds][fate] for rounds in order],
            keys=[f"{GROUPS[rounds]}:{fate}" for rounds in order],
            fill=fill,
        )
        for fate, (name, fill) in FATES.items()
    ]
    ends = [f"of {counts[rounds].total():,}" for rounds in order]
    return strips([LABELS[rounds] for rounds in order], parts, ends)


def _parse(key: str) -> dict[str, str | int]:
    rounds, fate = key.split(":")
    numbers = {name: n for n, name in GROUPS.items()}
    if rounds not in numbers or fate not in FATES:
        raise ValueError(key)
    return {"span": numbers[rounds], "fate": fate}


def _label(of: dict[str, str | int]) -> str:
    return f"Lit wicks, {FATES[str(of['fate'])][0]}: {LABELS[int(of['span'])].lower()}"


REPORT = Report(
    id="wick-fate",
    question="What becomes of a lit wick?",
    definition=DEFINITION,
    queries={"fates": QUERY},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label, "wick"),
    order=40,
    games=("lantern_moths",),
)
