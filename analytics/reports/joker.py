"""What are the Jokers of Lepidoptery used as?"""

from collections import Counter

from analytics.figures import Series, multiples
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, mean_range, missing, share_of_clusters, wilson
from analytics.phrases import few, number, numbers, percents
from analytics.reports.clusters import Cells, ends, sessions_in, total
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.games.lepidoptery.combinations import KINDS, TITLE

DEFINITION = Definition(
    text="Every combination played with a Joker, by its type and by the rank that the Joker stood "
    "for. Uses a session are a mean over won sessions with Student's 95% range; whether the "
    "winning combination held one has Wilson's; the other ranges come from resampling whole "
    "sessions.",
    version=1,
    date="2026-11-30",
    excludes="A single holds no Joker, so it is not among the plays that could have held one. By "
    "rank there are counts alone.",
)

HOLD = tuple(kind for kind in KINDS if kind != "single")
COUNTS = ", ".join(f"count(joker) FILTER (kind = '{kind}') AS {kind}" for kind in HOLD)

RANKS = """
SELECT kind, joker, count(*) FROM counted JOIN lep_plays USING (session)
WHERE joker IS NOT NULL GROUP BY ALL ORDER BY ALL
"""

PLAYS = f"""
, each AS (
    SELECT session, {COUNTS}, count(*) FILTER (kind <> 'single' AND joker IS NULL) AS without
    FROM counted JOIN lep_plays USING (session) GROUP BY session
)
SELECT {", ".join(HOLD)}, without, count(*) FROM each GROUP BY ALL
"""

WON = """
, each AS (
    SELECT session, count(joker) AS uses, arg_max_null(joker, step) IS NOT NULL AS won
    FROM counted JOIN lep_plays USING (session) WHERE winners IS NOT NULL GROUP BY session
)
SELECT count(*), avg(uses), stddev_samp(uses), count(*) FILTER (won) FROM each
"""

MOMENTS = """
SELECT c.id::VARCHAR, p.step FROM counted c JOIN lep_plays p USING (session)
WHERE p.joker IS NOT NULL AND p.kind = $kind AND $rank IN (0, p.joker)
ORDER BY c.session DESC, p.step
"""

COLUMNS = ["Combination", "Joker as", "Uses", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}
ANY = 0  # instead of a rank


def summarise(answers: Numbers) -> Answer:
    """Say what Jokers complete, how often, and how many games they win."""
    ranks = Counter({(kind, rank): n for kind, rank, n in answers["ranks"]})
    cells = Cells(answers["plays"])
    sessions, uses = sessions_in(cells), ranks.total()
    too_few = sessions < TOO_FEW
    used = {kind: sum(n for (of, _), n in ranks.items() if of == kind) for kind in HOLD}
    table: list[tuple[list[Cell], str]] = []
    for nth, kind in enumerate(HOLD):
        if used[kind]:
            share = [round(used[kind] / uses, 4), *ends(_range(cells, [nth]))]
            table.append(([TITLE[kind], "any rank", used[kind], uses, *share], f"{kind}:any"))
        table += [
            ([TITLE[kind], str(rank), n, used[kind], None, None, None],
             f"{kind}:{rank}")
            for (of, rank), n in sorted(ranks.items())
            if of == kind
        ]  # fmt: skip
    return Answer(
        title="Too few sessions to say what Jokers are" if too_few else _title(cells),
        summary=few(sessions) if too_few else " ".join(_told(answers, cells)),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None if too_few or not ranks else _figure(ranks),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _range(cells: Cells, parts: list[int]) -> Range | None:
    """Return the range for a share of all uses; ``None`` where sessions are too few."""
    if missing(sessions_in(cells)):
        return None
    return share_of_clusters([(sum(c[n] for n in parts), sum(c[:-2]), c[-1]) for c in cells])


def _order(cells: Cells) -> list[int]:
    return sorted(range(len(HOLD)), key=lambda nth: -total(cells, [nth]))


def _title(cells: Cells) -> str:
    order = _order(cells)
    if not total(cells, order):
        return "No Joker was used"
    first, second = (_range(cells, [nth]) for nth in order[:2])
    if first and second and first.low > second.high:
        return f"A Joker completes a {TITLE[HOLD[order[0]]]} most often"
    return "No combination surely takes most Jokers yet"


def _told(answers: Numbers, cells: Cells) -> list[str]:
    uses = total(cells, range(len(HOLD)))
    each = [
        f"{TITLE[HOLD[nth]]} {total(cells, [nth]):,} ({percents(range_)})"
        for nth in _order(cells)
        if (range_ := _range(cells, [nth]))
    ]
    told = [f"Of {uses:,} uses: {', '.join(each)}."] if each else []
    won, mean, deviation, with_joker = answers["won"][0]
    if not missing(won):
        told.append(
            f"A session sees {number(mean)} of them{numbers(mean_range(mean, deviation, won))}."
        )
    could = [(sum(c[:-2]), sum(c[:-1]), c[-1]) for c in cells]
    if range_ := share_of_clusters(could):
        told.append(
            f"A Joker is in {uses:,} of the {total(cells):,} plays that could hold one "
            f"({percents(range_)})."
        )
    if not missing(won):
        told.append(
            f"The winning combination held one in {with_joker:,} of {won:,} sessions "
            f"({percents(wilson(with_joker, won))})."
        )
    return told


def _figure(ranks: Counter[tuple[str, int]]) -> dict[str, object]:
    rows: list[str] = [kind for kind in HOLD if any(of == kind for of, _ in ranks)]
    cells = {(rows.index(kind), rank): n for (kind, rank), n in ranks.items()}
    keys = {(rows.index(kind), rank): f"{kind}:{rank}" for kind, rank in ranks}
    labels = [TITLE[kind].capitalize() for kind in HOLD if kind in rows]
    return multiples(labels, [Series("uses", cells, True)], "var(--text)", keys, "Joker as rank")


def _parse(key: str) -> dict[str, str | int]:
    kind, rank = key.split(":")
    if kind not in HOLD:
        raise ValueError(key)
    return {"kind": kind, "rank": ANY if rank == "any" else int(rank)}


def _label(of: dict[str, str | int]) -> str:
    name = next(title for kind, title in TITLE.items() if kind == of["kind"])
    return f"Joker in a {name}" + (f", as {of['rank']}" if of["rank"] else "")


REPORT = Report(
    id="joker",
    question="What are Jokers used as?",
    definition=DEFINITION,
    queries={"ranks": RANKS, "plays": PLAYS, "won": WON},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label),
    order=45,
    games=("lepidoptery",),
)
