"""Which shapes of Nocturnis lure a moth?"""

from collections import defaultdict

from analytics.figures import Part, strips
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing
from analytics.phrases import few, fraction, listed, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Every shape marked, extra ones too, by its size and by what came of it: it lured a moth; "
    "it lured none though one of the hand would have come; none of the hand would; the hand is "
    "not known; there was no card in hand. Ranges come from resampling whole sessions.",
    version=1,
    date="2026-11-30",
    excludes="A shape whose lure is not decided yet is not counted.",
)

MARKED = """
, marked AS (
    SELECT c.session, c.id, coalesce(l.step, d.step, m.step) AS step, m.seat,
           len(m.squares) AS size,
           CASE WHEN l.step IS NOT NULL THEN 'lured' WHEN d.step IS NULL THEN 'empty'
                WHEN d.lurable IS NULL OR (c.status = 'live' AND c.mode = 'digital') THEN 'unknown'
                WHEN len(d.lurable) > 0 THEN 'could'
                ELSE 'none' END AS fate
    FROM counted c JOIN noc_marks m USING (session)
    LEFT JOIN noc_lures l ON l.session = m.session AND l.seat = m.seat AND l.mark = m.nth
    LEFT JOIN noc_declines d ON d.session = m.session AND d.seat = m.seat AND d.mark = m.nth
    WHERE winners IS NOT NULL OR l.step IS NOT NULL OR d.step IS NOT NULL
)
"""

QUERY = f"""{MARKED}, each AS (
    SELECT session, size, count(*) FILTER (fate = 'lured') AS lured,
           count(*) FILTER (fate = 'could') AS could, count(*) FILTER (fate = 'none') AS none,
           count(*) FILTER (fate = 'unknown') AS unknown, count(*) FILTER (fate = 'empty') AS empty
    FROM marked GROUP BY GROUPING SETS ((session, size), (session))
)
SELECT coalesce(size, 0) AS size, lured, could, none, unknown, empty, count(*)
FROM each GROUP BY ALL ORDER BY ALL
"""

MOMENTS = f"""{MARKED}
SELECT id::VARCHAR, step FROM marked WHERE fate = $fate AND $size IN (0, size)
ORDER BY session DESC, step
"""

FATES = {
    "lured": ("lured a moth", "ink"),
    "could": ("left one that would come", "outline"),
    "none": ("none of the hand fitted", "hatch"),
    "unknown": ("hand not known", "dots"),
    "empty": ("no card in hand", "grey"),
}
LURED, COULD, NONE, UNKNOWN, _EMPTY = range(len(FATES))
ANY = 0  # instead of a size
COLUMNS = ["Squares", "Fate", "Shapes", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say how many shapes lure, how size matters, and how often a moth is left."""
    sizes: dict[int, Cells] = defaultdict(Cells)
    for size, *cell in answers["fates"]:
        sizes[size].append(tuple(cell))
    sessions = sessions_in(sizes[ANY])
    too_few = sessions < TOO_FEW
    table = [
        (_row(size, nth, cells), f"{size or 'any'}:{fate}")
        for size, cells in sorted(sizes.items())
        for nth, fate in enumerate(FATES)
        if cells and (nth != UNKNOWN or total(sizes[ANY], [nth]))
    ]
    return Answer(
        title="Too few sessions to say which shapes lure" if too_few else _title(sizes[ANY]),
        summary=few(sessions) if too_few else " ".join(_told(sizes)),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None if too_few else _figure({n: cells for n, cells in sizes.items() if n}),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(cells: Cells) -> str:
    lured, range_ = total(cells, [LURED]), share_range(cells, [LURED])
    words = fraction(lured / total(cells), range_) if range_ else None
    if words is None:
        return f"{lured:,} of {total(cells):,} shapes lure a moth"
    return f"{words} shapes {'lures' if words.startswith('One') else 'lure'} a moth"


def _told(sizes: dict[int, Cells]) -> list[str]:
    cells = sizes[ANY]
    told = [f"{_of(cells, LURED)} lured a moth."]
    by = [
        f"{size} squares {_of(found, LURED)}"
        for size, found in sorted(sizes.items())
        if size and not missing(sessions_in(found))
    ]
    if len(by) > 1:
        told.append(f"By size: {listed(by)}.")
    known = Cells((cell[COULD], cell[LURED] + cell[NONE], cell[-1]) for cell in cells)
    if (could := total(cells, [COULD])) and (range_ := share_range(known, [0])):
        told.append(
            f"{could:,} lured none though a moth of the hand would have come: {percents(range_)} "
            "of those marked with a known hand."
        )
    elif not could:
        told.append("Nobody left a moth that would have come.")
    return told


def _of(cells: Cells, nth: int) -> str:
    range_ = share_range(cells, [nth])
    spread = f" ({percents(range_)})" if range_ else ""
    return f"{total(cells, [nth]):,} of {total(cells):,}{spread}"


def _row(size: int, nth: int, cells: Cells) -> list[Cell]:
    n, of = total(cells, [nth]), total(cells)
    shares = [round(n / of, 4), *ends(share_range(cells, [nth]))]
    return [str(size or "any"), list(FATES.values())[nth][0], n, of, *shares]


def _figure(sizes: dict[int, Cells]) -> dict[str, object]:
    order = sorted(sizes)
    parts = [
        Part(
            name=name,
            values=[total(sizes[size], [nth]) for size in order],
            keys=[f"{size}:{fate}" for size in order],
            fill=fill,
        )
        for nth, (fate, (name, fill)) in enumerate(FATES.items())
        if any(total(sizes[size], [nth]) for size in order)
    ]
    said = [f"of {total(sizes[size]):,}" for size in order]
    return strips([f"{size} squares" for size in order], parts, said)


def _parse(key: str) -> dict[str, str | int]:
    size, _, fate = key.partition(":")
    if fate not in FATES:
        raise ValueError(key)
    return {"size": ANY if size == "any" else int(size), "fate": fate}


def _label(of: dict[str, str | int]) -> str:
    size = f" of {of['size']} squares" if of["size"] else ""
    return f"Shapes{size}, {FATES[str(of['fate'])][0]}"


REPORT = Report(
    id="luring",
    question="Which shapes lure a moth?",
    definition=DEFINITION,
    queries={"fates": QUERY},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=55,
    games=("nocturnis",),
)
