"""Why do seats pass in Lepidoptery, and what does it bring?"""

from collections import defaultdict

from analytics.figures import Part, strips
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, mean_range, missing, wilson
from analytics.phrases import few, fraction, number, numbers, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.phases import KEYS, LABELS, SAID, SPAN, span_of
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.sampled import SAID as THINNED
from analytics.reports.sampled import sampled

DEFINITION = Definition(
    text="Every pass by why: by choice where the seat had a legal play, otherwise by force, while "
    f"following or while leading. {SAID} Cards drawn are means over sessions with Student's 95% "
    "range; whether the first to pass wins has Wilson's; the other ranges come from resampling "
    "whole sessions.",
    version=2,
    date="2026-11-30",
    excludes="Where a hand is not known, or still hidden in a game that goes on, a follower's pass "
    f"is neither by choice nor by force. {THINNED}",
)

WHY = """CASE WHEN c.status = 'live' AND c.mode = 'digital' AND length > 0 THEN 'unknown'
     WHEN legal_count = 1 THEN if(length > 0, 'following', 'leading')
     WHEN seen THEN 'choice' ELSE 'unknown' END"""

PASSES = f"""{sampled("true")}
, passes AS (
    SELECT c.session, c.id, p.step, p.seat, {SPAN} AS span, {WHY} AS why
    FROM sampled c JOIN lep_passes p USING (session) JOIN lep_games USING (session)
    JOIN decisions d ON d.session = p.session AND d.step = p.step
)
"""

QUERY = f"""{PASSES}, whys AS (
    SELECT session, span, count(*) FILTER (why = 'choice') AS choice,
           count(*) FILTER (why = 'following') AS following,
           count(*) FILTER (why = 'leading') AS led,
           count(*) FILTER (why = 'unknown') AS unknown
    FROM passes GROUP BY GROUPING SETS ((session, span), (session))
)
SELECT coalesce(span, -1) AS span, choice, following, led, unknown, count(*)
FROM whys GROUP BY ALL ORDER BY ALL
"""

DRAWN = f"""{sampled("true")}
, drawn AS (
    SELECT p.session,
           coalesce(sum(d.cards) FILTER (d.seat = p.seat), 0) / count(DISTINCT p.step) AS passer,
           coalesce(sum(d.cards) FILTER (d.seat <> p.seat), 0) / count(DISTINCT p.step) AS other
    FROM sampled JOIN lep_passes p USING (session)
    LEFT JOIN lep_draws d ON d.session = p.session AND d.climb = p.climb
    GROUP BY p.session
)
SELECT count(*), avg(passer), stddev_samp(passer), avg(other), stddev_samp(other) FROM drawn
"""

FIRST = f"""{sampled("true")}
SELECT count(*), count(*) FILTER (s.won)
FROM sampled JOIN lep_passes p USING (session) JOIN seats s USING (session, seat)
WHERE p.climb = 1 AND s.won IS NOT NULL
"""

MOMENTS = f"""{PASSES}
SELECT id::VARCHAR, step FROM passes WHERE why = $why AND ($span = -1 OR span = $span)
ORDER BY session DESC, step
"""

WHYS = {
    "choice": ("by choice", "ink"),
    "following": ("no legal play, following", "outline"),
    "leading": ("no legal play, leading", "hatch"),
    "unknown": ("hand not known", "grey"),
}
COLUMNS = ["When", "Why", "Passes", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say how many passes are by choice, what they bring, and whether passing first loses."""
    spans: dict[int, Cells] = defaultdict(Cells)
    for span, *cell in answers["passes"]:
        spans[span].append(tuple(cell))
    sessions = sessions_in(spans[-1])
    too_few = sessions < TOO_FEW
    table = [
        (_row(span, nth, cells), f"{KEYS[span]}:{why}")
        for span, cells in sorted(spans.items())
        for nth, why in enumerate(WHYS)
        if cells and (why != "unknown" or total(spans[-1], [nth]))
    ]
    told = [] if too_few else [*_told(spans), *_drawn(answers), *_first(answers)]
    return Answer(
        title="Too few sessions to say why seats pass" if too_few else _title(spans[-1]),
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
    chosen, passes, range_ = total(cells, [0]), total(cells), share_range(cells, [0])
    words = fraction(chosen / passes, range_) if range_ else None
    if words is None and range_ and not range_.covers(0.5):
        return f"Most passes are by {'choice' if range_.low > 0.5 else 'force'}"
    if words is None:
        return f"{chosen:,} of {passes:,} passes are by choice"
    return f"{words} passes {'is' if words.startswith('One') else 'are'} by choice"


def _told(spans: dict[int, Cells]) -> list[str]:
    told = []
    for span, cells in sorted(spans.items()):
        range_ = share_range(cells, [0])
        spread = f" ({percents(range_)})" if range_ else ", too few sessions for a range"
        said = f"{total(cells, [0]):,} of {total(cells):,}"
        where, what = ("", " passes were by choice") if span < 0 else (f"{LABELS[span]}: ", "")
        told.append(f"{where}{said}{what}{spread}.")
    leading, range_ = total(spans[-1], [2]), share_range(spans[-1], [2])
    if leading and range_:
        told.append(f"In {leading:,} the seat was leading and had to pass ({percents(range_)}).")
    return told


def _drawn(answers: Numbers) -> list[str]:
    n, passer, of_passer, other, of_other = answers["drawn"][0]
    if missing(n):
        return []
    own = f"{number(passer)} {'card' if passer == 1 else 'cards'}"
    spread = numbers(mean_range(passer, of_passer, n)) if of_passer else ""
    others = number(other) + (numbers(mean_range(other, of_other, n)) if of_other else "")
    return [f"A pass brings its seat {own}{spread} and the other one {others}."]


def _first(answers: Numbers) -> list[str]:
    n, won = answers["first"][0]
    if missing(n):
        return []
    return [f"Whoever passed first won {won:,} of {n:,} ({percents(wilson(won, n))})."]


def _row(span: int, nth: int, cells: Cells) -> list[Cell]:
    n, passes = total(cells, [nth]), total(cells)
    shares = [round(n / passes, 4), *ends(share_range(cells, [nth]))]
    return [LABELS[span], list(WHYS.values())[nth][0], n, passes, *shares]


def _figure(spans: dict[int, Cells]) -> dict[str, object]:
    order = sorted(spans)
    parts = [
        Part(
            name=name,
            values=[total(spans[span], [nth]) for span in order],
            keys=[f"{KEYS[span]}:{why}" for span in order],
            fill=fill,
        )
        for nth, (why, (name, fill)) in enumerate(WHYS.items())
        if any(total(spans[span], [nth]) for span in order)
    ]
    said = [f"of {total(spans[span]):,}" for span in order]
    return strips([LABELS[span] for span in order], parts, said)


def _parse(key: str) -> dict[str, str | int]:
    span, why = key.split(":")
    if why not in WHYS:
        raise ValueError(key)
    return {"span": span_of(span), "why": why}


def _label(of: dict[str, str | int]) -> str:
    return f"Passes, {WHYS[str(of['why'])][0]}: {LABELS[int(of['span'])].lower()}"


REPORT = Report(
    id="passes",
    question="Why do seats pass, and what does it bring?",
    definition=DEFINITION,
    queries={"passes": QUERY, "drawn": DRAWN, "first": FIRST},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=55,
    games=("lepidoptery",),
)
