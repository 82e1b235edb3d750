"""How far behind had winners been?"""

from collections import Counter, defaultdict
from functools import partial

from analytics.figures import columns
from analytics.findings import Answer, Cell, Figure, Unit
from analytics.intervals import TOO_FEW, missing, wilson
from analytics.phrases import count, few, fraction, number, numbers, percents
from analytics.reports.clusters import ends
from analytics.reports.means import Seated, at_least_none, by_seats, mean_of
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.reports.round_ends import ENDS, EXCLUDES
from domain.game import Game

TEXT = (
    "How far the winner was behind the best other seat at the worst {word} end of the session, in "
    "{unit}; 0 where it was never behind. Where several won, the best of them counts against the "
    "best of those who did not, and a session that all won has nobody to be behind. The mean has "
    "Student's 95% range, shares of sessions Wilson's."
)

WORST = f"""{ENDS}, worst AS (
    SELECT session, id, seats, steps, greatest(0, max(other - winner)) AS behind,
           arg_max(step, (other - winner, -step)) AS step
    FROM ends WHERE other IS NOT NULL GROUP BY session, id, seats, steps
)"""

QUERY = f"{WORST} SELECT seats, behind::INTEGER, count(*) FROM worst GROUP BY ALL ORDER BY ALL"

MOMENTS = f"""{WORST}
SELECT id::VARCHAR, if(behind > 0, step, steps) FROM worst
WHERE behind BETWEEN $low AND $high ORDER BY session DESC
"""

WIDTHS = (1, 2, 5, 10, 20, 50)
BARS = 20  # columns that fit on a phone
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}

Bin = tuple[int, int]


def binned(behind: dict[int, int]) -> dict[Bin, int]:
    """Count sessions by how far behind, in bins of one width that are few enough to draw.

    Nothing at all has a bin of its own.

    >>> binned({0: 3, 2: 1, 41: 2})
    {(0, 0): 3, (1, 5): 1, (41, 45): 2}
    """
    most = max(behind, default=0)
    width = next(w for w in (*WIDTHS, most) if most <= w * BARS)
    found: dict[Bin, int] = {}
    for points, n in sorted(behind.items()):
        low = (points - 1) // width * width + 1 if points else 0
        bin_ = (low, low + width - 1 if points else 0)
        found[bin_] = found.get(bin_, 0) + n
    return found


def summarise(unit: str, answers: Numbers) -> Answer:
    """Say how far behind winners had been, and how many never were."""
    by: dict[int, Counter[int]] = defaultdict(Counter)
    for seats, points, n in answers["behind"]:
        by[seats][points] += n
    behind = dict(sorted(sum(by.values(), Counter[int]()).items()))
    sessions = sum(behind.values())
    too_few = sessions < TOO_FEW
    bins = binned(behind)
    keys = [f"{low}-{high}" for low, high in bins]
    title, told = "Too few sessions to say how far behind winners had been", [few(sessions)]
    if not too_few:
        title, told = _told(unit, behind, sessions)
        told += by_seats([Seated(n, of.total(), *mean_of(of)) for n, of in by.items()])
    return Answer(
        title=title,
        summary=" ".join(told),
        columns=[f"{unit.capitalize()} behind", "Sessions", "Of", "Share", "From", "To"],
        units=UNITS,
        rows=[_row(bin_, n, sessions) for bin_, n in bins.items()],
        row_keys=keys,
        figure=None if too_few else _figure(unit, bins, keys),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _figure(unit: str, bins: dict[Bin, int], keys: list[str]) -> Figure:
    wide = max(high - low for low, high in bins) + 1
    said = f"Most {unit} that the winner was behind"
    title = said if wide == 1 else f"{said}, up to so many"
    drawn = columns([high for _, high in bins], list(bins.values()), keys, title, "Sessions")
    drawn["data"][0]["width"] = 0.7 * wide
    if wide > 1:
        drawn["layout"]["xaxis"]["dtick"] = 2 * wide
    return drawn


def _said(bin_: Bin) -> str:
    low, high = bin_
    return "never behind" if not high else str(low) if low == high else f"{low} to {high}"


def _row(bin_: Bin, n: int, of: int) -> list[Cell]:
    range_ = None if missing(of) else wilson(n, of)
    return [_said(bin_), n, of, round(n / of, 4), *ends(range_)]


def _told(unit: str, behind: dict[int, int], sessions: int) -> tuple[str, list[str]]:
    mean, deviation = mean_of(behind)
    was = sessions - behind.get(0, 0)
    range_ = wilson(was, sessions)
    words = fraction(was / sessions, range_)
    if range_.low > 0.5:
        title = "Most winners had been behind"
    elif range_.high < 0.5:
        title = "Most winners had never been behind"
    else:
        title = "Whether most winners had been behind is open"
    if words and was:
        title = f"{words} winners had been behind"
    told = f"{was:,} of {count(sessions, 'winner')} had been behind ({percents(range_)})."
    far = f"At their worst, winners were {number(mean)} {unit} behind on average"
    far += f"{numbers(at_least_none(mean, deviation, sessions))}, at most {max(behind)}."
    return title, [told, far]


def _parse(key: str) -> dict[str, int]:
    low, high = key.split("-")
    return {"low": int(low), "high": int(high)}


def _label(unit: str, of: dict[str, int]) -> str:
    if not of["high"]:
        return "Winners who were never behind"
    low, high = of["low"], of["high"]
    said = count(low, unit[:-1]) if low == high else f"{low} to {high} {unit}"
    return f"Winners at their worst, {said} behind"


def about(game: Game) -> Report:
    """Return the report in a game's words."""
    unit = "cards" if game.name == "lepidoptery" else "points"
    text = TEXT.format(word=game.round_word.lower(), unit=unit)
    return Report(
        id="drama",
        question="How far behind had winners been?",
        definition=Definition(text, 1, "2026-11-30", EXCLUDES),
        queries={"behind": QUERY},
        summarise=partial(summarise, unit),
        moments=Moments(MOMENTS, _parse, partial(_label, unit)),
        order=120,
    )
