"""When do seats mark and when do they draw in Nocturnis?"""

from collections import defaultdict

from analytics.figures import Part, strips
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing
from analytics.phrases import few, fraction, listed, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report

LONG = 5  # rounds of a span
SPANS = 5

DEFINITION = Definition(
    text="What each seat did in each round that it began in the game: marked the round's shape, "
    "drew though the shape fitted somewhere, drew since it fitted nowhere, or could do neither. "
    "Cards drawn are those of such draws, by where they came from. Ranges come from resampling "
    "whole sessions.",
    version=1,
    date="2026-11-30",
    excludes="Rounds that a seat has not acted in yet are not counted.",
)

SPAN = f"least((round - 1) // {LONG}, {SPANS - 1})"
DID = """CASE WHEN action = 'mark' THEN 'mark' WHEN action <> 'draw' THEN 'neither'
     WHEN ways > 0 THEN 'choice' ELSE 'forced' END"""

ACTED = f"""
, acted AS (
    SELECT c.session, c.id, step, seat, {SPAN} AS span, {DID} AS did
    FROM counted c JOIN noc_actions USING (session) WHERE action IS NOT NULL
)
"""

QUERY = f"""{ACTED}, each AS (
    SELECT session, span, count(*) FILTER (did = 'mark') AS mark,
           count(*) FILTER (did = 'choice') AS choice,
           count(*) FILTER (did = 'forced') AS forced,
           count(*) FILTER (did = 'neither') AS neither
    FROM acted GROUP BY GROUPING SETS ((session, span), (session))
)
SELECT coalesce(span, -1) AS span, mark, choice, forced, neither, count(*)
FROM each GROUP BY ALL ORDER BY ALL
"""

SOURCES = """
, each AS (
    SELECT session, count(*) FILTER (source = 'display') AS display,
           count(*) FILTER (source = 'stack') AS stack
    FROM counted JOIN noc_draws USING (session) WHERE why = 'action' GROUP BY session
)
SELECT display, stack, count(*) FROM each GROUP BY ALL ORDER BY ALL
"""

MOMENTS = f"""{ACTED}
SELECT id::VARCHAR, step, seat FROM acted WHERE did = $did AND ($span = -1 OR span = $span)
ORDER BY session DESC, step, seat
"""

DIDS = {
    "mark": ("marked", "ink"),
    "choice": ("drew by choice", "outline"),
    "forced": ("drew, shape fitted nowhere", "hatch"),
    "neither": ("neither", "grey"),
}
KEYS = {-1: "all"} | {n: f"{LONG * n + 1}-{LONG * (n + 1)}" for n in range(SPANS - 1)}
KEYS |= {SPANS - 1: f"{LONG * (SPANS - 1) + 1}-on"}
LABELS = {-1: "All rounds"} | {n: f"Rounds {KEYS[n].replace('-', '–')}" for n in range(SPANS - 1)}
LABELS |= {SPANS - 1: f"Round {LONG * (SPANS - 1) + 1} on"}
COLUMNS = ["Rounds", "A seat", "Times", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say how often seats mark, and how that changes over the night."""
    spans: dict[int, Cells] = defaultdict(Cells)
    for span, *cell in answers["actions"]:
        spans[span].append(tuple(cell))
    sessions = sessions_in(spans[-1])
    too_few = sessions < TOO_FEW
    table = [
        (_row(span, nth, cells), f"{KEYS[span]}:{did}")
        for span, cells in sorted(spans.items())
        for nth, did in enumerate(DIDS)
        if cells
    ]
    told = [] if too_few else [*_told(spans), *_sources(Cells(answers["sources"]))]
    return Answer(
        title="Too few sessions to say when seats mark" if too_few else _title(spans[-1]),
        summary=few(sessions) if too_few else " ".join(told),
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
    marks, range_ = total(cells, [0]), share_range(cells, [0])
    words = fraction(marks / total(cells), range_) if range_ else None
    if words:
        return f"{words} rounds of a seat {'goes' if words.startswith('One') else 'go'} to marking"
    if range_ and not range_.covers(0.5):
        return f"Seats mark {'more' if range_.low > 0.5 else 'less'} often than they draw"
    return "Seats mark about as often as they draw"


def _told(spans: dict[int, Cells]) -> list[str]:
    cells = spans[-1]
    told = [f"Of {total(cells):,} rounds of a seat {_share(cells, 0)} went to marking."]
    later = [
        f"{LABELS[span].lower()} {_share(found, 0)}"
        for span, found in sorted(spans.items())
        if span >= 0 and not missing(sessions_in(found))
    ]
    if len(later) > 1:
        told.append(f"In {listed(later)}.")
    told.append(
        f"A seat drew though the shape fitted in {_share(cells, 1)}, and since it fitted nowhere "
        f"in {_share(cells, 2)}."
    )
    return told


def _share(cells: Cells, nth: int) -> str:
    n, range_ = total(cells, [nth]), share_range(cells, [nth])
    return f"{n:,}" + (f" ({percents(range_)})" if range_ and n else "")


def _sources(cells: Cells) -> list[str]:
    range_ = share_range(cells, [0])
    if range_ is None:
        return []
    shown = f"{total(cells, [0]):,} of the {total(cells):,} cards"
    return [f"From the display came {shown} drawn so ({percents(range_)})."]


def _row(span: int, nth: int, cells: Cells) -> list[Cell]:
    n, of = total(cells, [nth]), total(cells)
    shares = [round(n / of, 4), *ends(share_range(cells, [nth]))]
    return [LABELS[span], list(DIDS.values())[nth][0], n, of, *shares]


def _figure(spans: dict[int, Cells]) -> dict[str, object]:
    order = sorted(spans)
    parts = [
        Part(
            name=name,
            values=[total(spans[span], [nth]) for span in order],
            keys=[f"{KEYS[span]}:{did}" for span in order],
            fill=fill,
        )
        for nth, (did, (name, fill)) in enumerate(DIDS.items())
        if any(total(spans[span], [nth]) for span in order)
    ]
    said = [f"of {total(spans[span]):,}" for span in order]
    return strips([LABELS[span] for span in order], parts, said)


def _parse(key: str) -> dict[str, str | int]:
    span, _, did = key.partition(":")
    numbers = {name: n for n, name in KEYS.items()}
    if span not in numbers or did not in DIDS:
        raise ValueError(key)
    return {"span": numbers[span], "did": did}


def _label(of: dict[str, str | int]) -> str:
    return f"Seats that {DIDS[str(of['did'])][0]}: {LABELS[int(of['span'])].lower()}".replace(
        "that neither", "that could do neither"
    )


REPORT = Report(
    id="mark-or-draw",
    question="When do seats mark, and when do they draw?",
    definition=DEFINITION,
    queries={"actions": QUERY, "sources": SOURCES},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label, "action"),
    order=40,
    games=("nocturnis",),
)
