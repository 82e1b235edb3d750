"""How is the exchange action of Nocturnis used?"""

from collections import defaultdict

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing
from analytics.phrases import few, listed, percents
from analytics.reports.clusters import Cells, ends, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Seats by how often they used their exchange action, and every exchange by when it came, "
    "before, within or after the seat's own action of the round, and by whether it replaced the "
    "display first. Ranges come from resampling whole sessions.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that go on are not counted.",
)

SEATS = """
, used AS (
    SELECT session, id, s.seat, steps, count(e.step) AS n FROM counted
    JOIN noc_seats s USING (session) LEFT JOIN noc_exchanges e USING (session, seat)
    WHERE winners IS NOT NULL GROUP BY ALL
)
"""

USED = f"""{SEATS}, each AS (
    SELECT session, count(*) FILTER (n = 0) AS never, count(*) FILTER (n = 1) AS once,
           count(*) FILTER (n > 1) AS more
    FROM used GROUP BY session
)
SELECT never, once, more, count(*) FROM each GROUP BY ALL ORDER BY ALL
"""

HOW = """
, each AS (
    SELECT session, count(*) FILTER (moment = 'before') AS before,
           count(*) FILTER (moment = 'within') AS within,
           count(*) FILTER (moment = 'after') AS after,
           count(*) FILTER (refresh) AS refreshed, count(*) FILTER (NOT refresh) AS kept
    FROM counted JOIN noc_exchanges USING (session) WHERE winners IS NOT NULL GROUP BY session
)
SELECT before, within, after, refreshed, kept, count(*) FROM each GROUP BY ALL ORDER BY ALL
"""

# A seat stands at its last exchange; one without any, at the end.
MOMENTS = f"""{SEATS}, marks AS (
    SELECT u.session, id, u.seat, coalesce(max(e.step), max(steps)) AS step,
           ['never', 'once', 'more'][least(n, 2) + 1] AS what
    FROM used u LEFT JOIN noc_exchanges e USING (session, seat) GROUP BY ALL
    UNION ALL
    SELECT u.session, id, u.seat, e.step, unnest([moment, if(refresh, 'refreshed', 'kept')])
    FROM used u JOIN noc_exchanges e USING (session, seat)
)
SELECT id::VARCHAR, step, seat FROM marks WHERE what = $what ORDER BY session DESC, step, seat
"""

GROUPS = {
    "seats": {"never": "Never", "once": "Once", "more": "Twice or more"},
    "moment": {"before": "Before own action", "within": "Within it", "after": "After it"},
    "display": {"refreshed": "Display replaced", "kept": "Display kept"},
}
OF = {"seats": "seats", "moment": "exchanges", "display": "exchanges"}
NAMES = {key: name for group in GROUPS.values() for key, name in group.items()}
COLUMNS = ["How", "Counted", "Times", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say how many seats use it, and when."""
    cells: dict[str, Cells] = defaultdict(Cells)
    cells["seats"] = Cells(answers["used"])
    for *moment, refreshed, kept, n in answers["how"]:
        cells["moment"].append((*moment, n))
        cells["display"].append((refreshed, kept, n))
    sessions = sum(cell[-1] for cell in cells["seats"])
    too_few = sessions < TOO_FEW
    table = [
        (_row(group, nth, cells[group]), key)
        for group, names in GROUPS.items()
        for nth, key in enumerate(names)
        if cells[group]
    ]
    dots = [
        dot
        for group, names in GROUPS.items()
        for nth, key in enumerate(names)
        if (dot := _dot(key, nth, cells[group]))
    ]
    return Answer(
        title="Too few sessions to say how exchanges are used" if too_few else _title(cells),
        summary=few(sessions) if too_few else " ".join(_told(cells)),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None if too_few or not dots else whiskers(dots, percent=True),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(cells: dict[str, Cells]) -> str:
    seats, range_ = cells["seats"], share_range(cells["seats"], [0])
    if total(seats, [0]) == total(seats):
        return "Nobody uses the exchange action"
    if range_ and range_.low > 0.5:
        return "Most seats never use the exchange action"
    if range_ and range_.high < 0.5:
        often = share_range(seats, [2])
        return f"Most seats use the exchange action{' twice' if often and often.low > 0.5 else ''}"
    return "Whether most seats use the exchange action is open"


def _told(cells: dict[str, Cells]) -> list[str]:
    seats = cells["seats"]
    first, *others = sorted(range(3), key=lambda nth: -total(seats, [nth]))
    names = [name.lower() for name in GROUPS["seats"].values()]
    rest = [_counted(seats, nth, names[nth]) for nth in others]
    most = f"{total(seats, [first]):,} of {total(seats):,} seats used it {names[first]}"
    told = [f"{most}{_spread(seats, first)}, {listed(rest)}."]
    if not cells["moment"]:
        return told
    when = [
        _counted(cells["moment"], nth, name)
        for nth, name in enumerate(("before the own action", "within it", "after it"))
    ]
    told.append(f"Of {total(cells['moment']):,} exchanges {listed(when)}.")
    refreshed = total(cells["display"], [0])
    told.append(f"{refreshed:,} replaced the display first{_spread(cells['display'], 0)}.")
    return told


def _counted(cells: Cells, nth: int, name: str) -> str:
    return f"{total(cells, [nth]):,} {name}{_spread(cells, nth)}"


def _spread(cells: Cells, nth: int) -> str:
    range_ = share_range(cells, [nth])
    return f" ({percents(range_)})" if range_ and total(cells, [nth]) else ""


def _row(group: str, nth: int, cells: Cells) -> list[Cell]:
    n, of = total(cells, [nth]), total(cells)
    shares = [round(n / of, 4), *ends(share_range(cells, [nth]))]
    return [list(GROUPS[group].values())[nth], OF[group], n, of, *shares]


def _dot(key: str, nth: int, cells: Cells) -> Dot | None:
    if (range_ := share_range(cells, [nth])) is None:
        return None
    n, of = total(cells, [nth]), total(cells)
    return Dot(NAMES[key], n / of, range_, f"{n:,} of {of:,}", percents(range_), key)


def _parse(key: str) -> dict[str, str]:
    if key not in NAMES:
        raise ValueError(key)
    return {"what": key}


def _label(of: dict[str, str]) -> str:
    if of["what"] in GROUPS["seats"]:
        return f"Seats that used an exchange: {NAMES[of['what']].lower()}"
    return f"Exchanges: {NAMES[of['what']].lower()}"


REPORT = Report(
    id="exchanges",
    question="How is the exchange action used?",
    definition=DEFINITION,
    queries={"used": USED, "how": HOW},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, _label, "seat"),
    order=65,
    games=("nocturnis",),
)
