"""How are games of Lepidoptery won?"""

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, Range, missing, wilson
from analytics.phrases import count, few, listed, percents
from analytics.reports.clusters import ends
from analytics.reports.report import Definition, Moments, Numbers, Report

DEFINITION = Definition(
    text="Every won session by what won it: one line of four or more, by its direction; several "
    "lines that one token completed; hand and deck played out; or a line and that at once. "
    "Ranges are Wilson's 95%.",
    version=1,
    date="2026-11-30",
    excludes="Sessions that nobody has won are not counted.",
)

WAY = """CASE WHEN shed AND len(lines) > 0 THEN 'both' WHEN shed THEN 'shed'
     WHEN len(lines) > 1 THEN 'several' ELSE lines[1] END"""

QUERY = f"""
SELECT {WAY} AS way, count(*) FROM counted JOIN lep_games USING (session)
WHERE winners IS NOT NULL GROUP BY way
"""

MOMENTS = f"""
SELECT id::VARCHAR, steps FROM counted JOIN lep_games USING (session)
WHERE winners IS NOT NULL AND {WAY} = $way
ORDER BY session DESC
"""

WAYS = {
    "vertical": "A vertical line",
    "horizontal": "A horizontal line",
    "diagonal": "A diagonal line",
    "several": "Several lines",
    "shed": "Shedding out",
    "both": "Both at once",
}
LINES = ("vertical", "horizontal", "diagonal", "several")
COLUMNS = ["Won by", "Sessions", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(answers: Numbers) -> Answer:
    """Say which way of winning is the most frequent."""
    found: dict[str, int] = dict(answers["ways"])
    won = sum(found.values())
    too_few = won < TOO_FEW
    ways = {way: found[way] for way in WAYS if way in found}
    return Answer(
        title="Too few sessions to say how games are won" if too_few else _title(ways, won),
        summary=few(won) if too_few else " ".join(_told(ways, won)),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(way, n, won) for way, n in ways.items()],
        row_keys=list(ways),
        figure=None
        if too_few
        else whiskers([_dot(way, n, won) for way, n in ways.items()], percent=True),
        too_few=too_few,
        missing=missing(won),
        counted=won,
    )


def _range(n: int, won: int) -> Range | None:
    return None if missing(won) else wilson(n, won)


def _title(ways: dict[str, int], won: int) -> str:
    (first, most), *others = sorted(ways.items(), key=lambda item: -item[1])
    range_, next_ = wilson(most, won), wilson(others[0][1] if others else 0, won)
    name = WAYS[first]
    if range_.low > 0.5:
        return f"{name} wins most games"
    if range_.low > next_.high:
        return f"{name} wins more games than anything else"
    return "No way of winning is surely the most frequent yet"


def _told(ways: dict[str, int], won: int) -> list[str]:
    lines = sum(ways.get(way, 0) for way in LINES)
    shed, both = ways.get("shed", 0), ways.get("both", 0)
    told = [
        f"{lines:,} of {count(won, 'session')} were won by a line alone "
        f"({percents(wilson(lines, won))}), {shed:,} by shedding out alone "
        f"({percents(wilson(shed, won))}) and {both:,} by both at once "
        f"({percents(wilson(both, won))})."
    ]
    each = [
        f"{ways[way]:,} were {way} ({percents(wilson(ways[way], lines))})"
        for way in LINES[:3]
        if way in ways and not missing(lines)
    ]
    if each:
        several = f", and {ways['several']:,} were several at once" if "several" in ways else ""
        told.append(f"Of these lines {listed(each)}{several}.")
    return told


def _row(way: str, n: int, won: int) -> list[Cell]:
    return [WAYS[way], n, won, round(n / won, 4), *ends(_range(n, won))]


def _dot(way: str, n: int, won: int) -> Dot:
    range_ = wilson(n, won)
    return Dot(WAYS[way], n / won, range_, f"{n:,} of {won:,}", percents(range_), way)


def _parse(key: str) -> dict[str, str]:
    if key not in WAYS:
        raise ValueError(key)
    return {"way": key}


REPORT = Report(
    id="win-kinds",
    question="How are games won?",
    definition=DEFINITION,
    queries={"ways": QUERY},
    summarise=summarise,
    moments=Moments(MOMENTS, _parse, lambda of: f"Won by {WAYS[of['way']].lower()}"),
    order=20,
    games=("lepidoptery",),
)
