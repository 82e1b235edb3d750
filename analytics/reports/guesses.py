"""Would readers have done what the seat did?"""

from collections import defaultdict

from analytics.figures import Part, strips
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing, share_of_clusters
from analytics.phrases import count, few, fraction, percents
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.means import widened
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.game import Game

DEFINITION = Definition(
    text="Every time that a reader said in blind mode what they would do, before they saw what was "
    "done: the very same action, another one of the same kind, or another kind. By the kind of "
    "action that the seat chose. A reader may guess several times a session; ranges come from "
    "resampling whole sessions.",
    version=1,
    date="2026-11-30",
    excludes="A guess at a choice that was taken back later is not counted, nor are guesses in "
    "sessions that go on.",
)

GUESSED = """
, guessed AS (
    SELECT c.session, c.id, g.step, g.seat, g.chosen,
           CASE WHEN same THEN 'same' WHEN g.kind = g.chosen THEN 'kind' ELSE 'other' END AS what
    FROM counted c JOIN guesses g USING (session) WHERE c.status <> 'live'
)"""

QUERY = f"""{GUESSED}, each AS (
    SELECT coalesce(chosen, '') AS chosen, session, count(*) FILTER (what = 'same') AS same,
           count(*) FILTER (what = 'kind') AS kind, count(*) FILTER (what = 'other') AS other
    FROM guessed GROUP BY GROUPING SETS ((session), (session, chosen))
)
SELECT chosen, same, kind, other, count(*) FROM each GROUP BY ALL ORDER BY ALL
"""

MOMENTS = f"""{GUESSED}
SELECT id::VARCHAR, step, seat FROM guessed
WHERE $chosen IN ('', chosen) AND what = $what ORDER BY session DESC, step
"""

WHAT = {
    "same": ("the same action", "ink"),
    "kind": ("the same kind", "outline"),
    "other": ("another kind", "hatch"),
}
COLUMNS = ["The seat chose", "The reader named", "Guesses", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say how often readers would have done the same."""
    kinds: dict[str, Cells] = defaultdict(Cells)
    for chosen, *cell in answers["guesses"]:
        kinds[chosen].append(tuple(cell))
    sessions = sessions_in(kinds[""])
    too_few = sessions < TOO_FEW
    table = [
        (_row(kind, nth, cells), f"{kind or 'all'}:{what}")
        for kind, cells in kinds.items()
        for nth, what in enumerate(WHAT)
        if cells
    ]
    title = "Too few sessions to say whether readers would have done the same"
    return Answer(
        title=title if too_few else _title(kinds[""]),
        summary=few(sessions) if too_few else " ".join(_told(kinds)),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None if too_few else _figure(kinds),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(cells: Cells) -> str:
    same, of, range_ = total(cells, [0]), total(cells), share_range(cells, [0])
    words = fraction(same / of, range_) if range_ else None
    if words:
        return f"{words} guesses {'is' if words.startswith('One') else 'are'} what the seat did"
    return f"{same:,} of {of:,} guesses are what the seat did"


def _told(kinds: dict[str, Cells]) -> list[str]:
    cells = kinds[""]
    of, told = total(cells), list[str]()
    for nth, what in enumerate(("the very same action", "another of the same kind")):
        n, range_ = total(cells, [nth]), share_range(cells, [nth])
        assert range_ is not None
        told.append(f"{n:,} of {count(of, 'guess', 'guesses')} named {what} ({percents(range_)}).")
    told += _apart({kind: each for kind, each in kinds.items() if kind})
    return told


def _apart(kinds: dict[str, Cells]) -> list[str]:
    """Name the kinds at which readers agree most and least, if surely so among so many."""
    ranged = {kind: range_ for kind, each in kinds.items() if (range_ := share_range(each, [0]))}
    if len(ranged) < 2:
        return []
    shares = {kind: total(kinds[kind], [0]) / total(kinds[kind]) for kind in ranged}
    least, most = (f(shares, key=lambda kind: shares[kind]) for f in (min, max))
    low, high = (
        share_of_clusters(
            [(cell[0], sum(cell[:-1]), cell[-1]) for cell in kinds[kind]], widened(len(ranged))
        )
        for kind in (least, most)
    )
    if low and high and low.high < high.low:
        return [
            f"Readers agree most where the seat chose to {_name(most).lower()} "
            f"({percents(ranged[most])} the same), least where it chose to "
            f"{_name(least).lower()} ({percents(ranged[least])})."
        ]
    return []


def _name(kind: str) -> str:
    return kind.replace("_", " ").capitalize() if kind else "Any"


def _row(kind: str, nth: int, cells: Cells) -> list[Cell]:
    n, of = total(cells, [nth]), total(cells)
    share = [round(n / of, 4), *ends(share_range(cells, [nth]))]
    return [_name(kind), list(WHAT.values())[nth][0], n, of, *share]


def _figure(kinds: dict[str, Cells]) -> dict[str, object]:
    parts = [
        Part(
            name=name,
            values=[total(cells, [nth]) for cells in kinds.values()],
            keys=[f"{kind or 'all'}:{what}" for kind in kinds],
            fill=fill,
        )
        for nth, (what, (name, fill)) in enumerate(WHAT.items())
    ]
    said = [f"of {total(cells):,}" for cells in kinds.values()]
    return strips([_name(kind) for kind in kinds], parts, said)


def _parse(key: str) -> dict[str, str]:
    kind, what = key.split(":")
    if what not in WHAT or not kind.replace("_", "").isalpha():
        raise ValueError(key)
    return {"chosen": "" if kind == "all" else kind, "what": what}


def _label(of: dict[str, str]) -> str:
    where = f", where the seat chose to {_name(of['chosen']).lower()}" if of["chosen"] else ""
    return f"Guesses: {WHAT[of['what']][0]}{where}"


def about(game: Game) -> Report:
    """Return the report, the same for every game."""
    return Report(
        id="guesses",
        question="Would readers have done what the seat did?",
        definition=DEFINITION,
        queries={"guesses": QUERY},
        summarise=summarise,
        moments=Moments(MOMENTS, _parse, _label, "guess"),
        order=180,
    )
