"""What do the effects of moths and the bonus squares of Nocturnis bring?"""

from collections import defaultdict
from typing import NamedTuple

from analytics.figures import Part, strips
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing
from analytics.phrases import count, few, percents
from analytics.reports.clusters import Cells, ends, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="What lured moths brought as their effect and bonus squares as their bonus: cards that "
    "could be drawn, extra shapes to mark, points. Of cards and shapes, how many were used, left "
    "by choice, and lost, since the hand was full, no card was left or the shape fitted nowhere. "
    "Ranges come from resampling whole sessions.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that go on are not counted. Moths without an effect bring nothing.",
)

GIVEN = """
, given AS (
    SELECT session, step, seat, 'effect' AS giver, effect AS kind, amount FROM noc_lures
    WHERE effect <> 'none'
    UNION ALL
    SELECT session, step, seat, 'bonus', effect, amount FROM noc_bonuses
), gifts AS (
    SELECT id, given.* FROM counted JOIN given USING (session) WHERE winners IS NOT NULL
)
"""

# A shape counts as one, however many squares it has.
QUERY = f"""{GIVEN}, offered AS (
    SELECT session, giver, kind, sum(if(kind = 'shape', 1, amount)) AS n FROM gifts GROUP BY ALL
), used AS (
    SELECT session, why AS giver, 'draw' AS kind, count(*) AS n FROM noc_draws GROUP BY ALL
    UNION ALL
    SELECT session, why, 'shape', count(*) FROM noc_marks GROUP BY ALL
), stopped AS (
    SELECT session, why AS giver, 'draw' AS kind, sum(cards) AS n FROM noc_stops GROUP BY ALL
), each AS (
    SELECT giver, kind, o.n AS offered, if(kind = 'points', o.n, coalesce(u.n, 0)) AS used,
           coalesce(s.n, 0) AS stopped
    FROM offered o LEFT JOIN used u USING (session, giver, kind)
    LEFT JOIN stopped s USING (session, giver, kind)
)
SELECT giver, kind, used::INTEGER, stopped::INTEGER, (offered - used - stopped)::INTEGER, count(*)
FROM each GROUP BY ALL ORDER BY ALL
"""

TIMES = f"{GIVEN} SELECT giver, kind, count(*) FROM gifts GROUP BY ALL"

SESSIONS = "SELECT count(*) FROM counted WHERE winners IS NOT NULL"

MOMENTS = f"""{GIVEN}
SELECT id::VARCHAR, step FROM gifts WHERE giver = $giver AND kind = $kind
ORDER BY session DESC, step
"""

GIVERS = {"effect": "Moths", "bonus": "Bonus squares"}
KINDS = {"draw": "cards", "shape": "extra shapes", "points": "points"}
FATES = (("used", "ink"), ("left by choice", "outline"), ("lost", "hatch"))
USED, LEFT, LOST = range(len(FATES))
COLUMNS = ["From", "Brings", "Times", "Worth", "Used", "Share", "Low", "High", "Left by choice"]
COLUMNS += ["Lost"]
UNITS: dict[str, Unit] = {"Share": "share", "Low": "share", "High": "share"}


class Gift(NamedTuple):
    """What one of the givers brings of one kind; ``cells`` count what became of it."""

    giver: str
    kind: str
    times: int
    cells: Cells

    @property
    def key(self) -> str:
        return f"{self.giver}:{self.kind}"

    @property
    def title(self) -> str:
        return f"{GIVERS[self.giver]}: {KINDS[self.kind]}"


def summarise(answers: Numbers) -> Answer:
    """Say how much of it is used."""
    cells: dict[tuple[str, str], Cells] = defaultdict(Cells)
    for giver, kind, *cell in answers["gifts"]:
        cells[giver, kind].append(tuple(cell))
    times = {(giver, kind): n for giver, kind, n in answers["times"]}
    order = [(giver, kind) for giver in GIVERS for kind in KINDS if times.get((giver, kind))]
    gifts = [Gift(*which, times[which], cells[which]) for which in order]
    ((sessions,),) = answers["sessions"]
    too_few = sessions < TOO_FEW
    shown = [gift for gift in gifts if gift.kind != "points"]
    return Answer(
        title="Too few sessions to say what moths bring" if too_few else _title(shown),
        summary=few(sessions) if too_few else " ".join(_told(gifts, sessions)),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(gift) for gift in gifts],
        row_keys=[gift.key for gift in gifts],
        figure=None if too_few or not shown else _figure(shown),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(shown: list[Gift]) -> str:
    if not shown:
        return "No effect brought cards or shapes"
    worst = min(shown, key=lambda gift: total(gift.cells, [USED]) / total(gift.cells))
    range_ = share_range(worst.cells, [USED])
    if range_ and range_.high < 0.9:
        used, of = total(worst.cells, [USED]), total(worst.cells)
        whose = "moths" if worst.giver == "effect" else "bonus squares"
        return f"Of {KINDS[worst.kind]} that {whose} bring, {percents_of(used, of)} are used"
    return "Nearly all that effects bring is used"


def percents_of(n: int, of: int) -> str:
    """Say a share in whole percent.

    >>> percents_of(2, 3)
    '67%'
    """
    return f"{100 * n / of:.0f}%"


def _told(gifts: list[Gift], sessions: int) -> list[str]:
    told = [f"{count(sessions, 'session')}."]
    for gift in gifts:
        used, of = total(gift.cells, [USED]), total(gift.cells)
        if gift.kind == "points":
            told.append(f"{gift.title} {of:,}.")
            continue
        range_ = share_range(gift.cells, [USED])
        spread = f" ({percents(range_)})" if range_ else ""
        left, lost = total(gift.cells, [LEFT]), total(gift.cells, [LOST])
        chosen = f"{left:,} left by choice, " if gift.kind == "draw" else ""
        told.append(f"{gift.title} {used:,} of {of:,} used{spread}, {chosen}{lost:,} lost.")
    return told


def _row(gift: Gift) -> list[Cell]:
    used, of = total(gift.cells, [USED]), total(gift.cells)
    range_ = None if gift.kind == "points" else share_range(gift.cells, [USED])
    row: list[Cell] = [GIVERS[gift.giver], KINDS[gift.kind], gift.times, of, used]
    row += [round(used / of, 4), *ends(range_)]
    return [*row, total(gift.cells, [LEFT]), total(gift.cells, [LOST])]


def _figure(shown: list[Gift]) -> dict[str, object]:
    parts = [
        Part(name, [total(gift.cells, [nth]) for gift in shown], [g.key for g in shown], fill)
        for nth, (name, fill) in enumerate(FATES)
        if any(total(gift.cells, [nth]) for gift in shown)
    ]
    labels = [gift.title.replace(": ", ":<br>") for gift in shown]
    return strips(labels, parts, [f"of {total(gift.cells):,}" for gift in shown])


def _parse(key: str) -> dict[str, str]:
    giver, _, kind = key.partition(":")
    if giver not in GIVERS or kind not in KINDS:
        raise ValueError(key)
    return {"giver": giver, "kind": kind}


REPORT = Report(
    id="gifts",
    question="What do effects and bonus squares bring?",
    definition=DEFINITION,
    queries={"gifts": QUERY, "times": TIMES, "sessions": SESSIONS},
    summarise=summarise,
    moments=Moments(
        MOMENTS, _parse, lambda of: f"{GIVERS[of['giver']]} that brought {KINDS[of['kind']]}"
    ),
    order=60,
    games=("nocturnis",),
)
