"""Which combinations are played in Lepidoptery, and when?"""

from collections import defaultdict

from analytics.figures import Part, strips
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing
from analytics.phrases import few, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.phases import KEYS, LABELS, SAID, SPAN, span_of
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.games.lepidoptery.combinations import KINDS, TITLE

DEFINITION = Definition(
    text=f"Every combination played, by its type and by when. {SAID} Ranges come from resampling "
    "whole sessions, since the plays of one session hang together.",
    version=1,
    date="2026-11-30",
)

COUNTS = ", ".join(f"count(*) FILTER (kind = '{kind}') AS {kind}" for kind in KINDS)

QUERY = f"""
, mix AS (
    SELECT session, {SPAN} AS span, {COUNTS}
    FROM counted JOIN lep_plays USING (session) JOIN lep_games USING (session)
    GROUP BY GROUPING SETS ((session, span), (session))
)
SELECT coalesce(span, -1) AS span, {", ".join(KINDS)}, count(*)
FROM mix GROUP BY ALL ORDER BY ALL
"""

MOMENTS = f"""
SELECT c.id::VARCHAR, p.step
FROM counted c JOIN lep_plays p USING (session) JOIN lep_games USING (session)
WHERE p.kind = $kind AND ($span = -1 OR {SPAN} = $span)
ORDER BY c.session DESC, p.step
"""

FILLS = dict(zip(KINDS, ("ink", "hatch", "outline", "grey", "dots"), strict=True))
COLUMNS = ["When", "Combination", "Plays", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say which type is played most, and which ones come and go."""
    spans: dict[int, Cells] = defaultdict(Cells)
    for span, *cell in answers["plays"]:
        spans[span].append(tuple(cell))
    sessions = sessions_in(spans[-1])
    too_few = sessions < TOO_FEW
    table = [
        (_row(span, nth, cells), f"{KEYS[span]}:{kind}")
        for span, cells in sorted(spans.items())
        for nth, kind in enumerate(KINDS)
        if cells
    ]
    return Answer(
        title="Too few sessions to say what is played" if too_few else _title(spans[-1]),
        summary=few(sessions) if too_few else " ".join(_told(spans)),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None if too_few else _figure({n: cells for n, cells in spans.items() if n >= 0}),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(cells: Cells) -> str:
    order = sorted(range(len(KINDS)), key=lambda nth: -total(cells, [nth]))
    first, second = (share_range(cells, [nth]) for nth in order[:2])
    name = TITLE[KINDS[order[0]]]
    if first and second and first.low > second.high:
        return f"{_plural(name).capitalize()} are played most"
    return "No combination is surely played most yet"


def _plural(name: str) -> str:
    """Say several of a type.

    >>> _plural("run of 3"), _plural("pair")
    ('runs of 3', 'pairs')
    """
    return name.replace("run", "runs") if name.startswith("run") else f"{name}s"


def _told(spans: dict[int, Cells]) -> list[str]:
    cells = spans[-1]
    order = sorted(range(len(KINDS)), key=lambda nth: -total(cells, [nth]))
    each = [
        f"{_plural(TITLE[KINDS[nth]])} {total(cells, [nth]):,} ({percents(range_)})"
        for nth in order
        if (range_ := share_range(cells, [nth]))
    ]
    told = [f"Of {total(cells):,} plays: {', '.join(each)}."]
    early, late = spans.get(0, Cells()), spans.get(2, Cells())
    for nth in order:
        before, after = share_range(early, [nth]), share_range(late, [nth])
        if before and after and (before.high < after.low or after.high < before.low):
            way = "more" if before.high < after.low else "less"
            name = _plural(TITLE[KINDS[nth]]).capitalize()
            told.append(
                f"{name} come {way} often late ({percents(after)}) than early ({percents(before)})."
            )
    told.append("The ranges allow for the plays of one session hanging together.")
    return told


def _row(span: int, nth: int, cells: Cells) -> list[Cell]:
    n, plays = total(cells, [nth]), total(cells)
    shares = [round(n / plays, 4), *ends(share_range(cells, [nth]))]
    return [LABELS[span], TITLE[KINDS[nth]], n, plays, *shares]


def _figure(spans: dict[int, Cells]) -> dict[str, object]:
    order = sorted(spans)
    parts = [
        Part(
            name=TITLE[kind],
            values=[total(spans[span], [nth]) for span in order],
            keys=[f"{KEYS[span]}:{kind}" for span in order],
            fill=FILLS[kind],
        )
        for nth, kind in enumerate(KINDS)
    ]
    said = [f"of {total(spans[span]):,}" for span in order]
    return strips([LABELS[span] for span in order], parts, said)


def _parse(key: str) -> dict[str, str | int]:
    span, kind = key.split(":")
    if kind not in TITLE:
        raise ValueError(key)
    return {"span": span_of(span), "kind": kind}


def _label(of: dict[str, str | int]) -> str:
    name = next(name for kind, name in TITLE.items() if kind == of["kind"])
    return f"{_plural(name).capitalize()}, {LABELS[int(of['span'])].lower()}"


REPORT = Report(
    id="combinations",
    question="Which combinations are played, and when?",
    definition=DEFINITION,
    queries={"plays": QUERY},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=40,
    games=("lepidoptery",),
)
