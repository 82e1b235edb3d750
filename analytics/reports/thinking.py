"""How long do people think before they choose?"""

from functools import partial

from analytics.figures import Dot, whiskers
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing
from analytics.medians import LEVELS, SAID, Spread
from analytics.phrases import count, few, listed, number, numbers
from analytics.reports.means import widened
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.game import Game

LATE = 8  # rounds from here on are counted together

TEXT = (
    "Seconds from when the position stood until a person chose: of all choices, by what was "
    "chosen, by how many actions were legal, and by {word}. Half of the choices took the median "
    f"or less; nine in ten took the third column's or less. {SAID}"
)
EXCLUDES = (
    "Bots have no time, nor has a session without a clock, one written down later or gone on with "
    "after more than 30 minutes. Sessions that go on are not counted, since options tell hands. "
    "At a table the time of writing down counts too."
)

BINS = {
    0: "1 option",
    1: "2 to 4 options",
    2: "5 to 9",
    3: "10 to 19",
    4: "20 to 49",
    5: "50 or more",
}
BIN = (
    "CASE WHEN legal_count < 2 THEN 0 WHEN legal_count < 5 THEN 1 WHEN legal_count < 10 THEN 2 "
    "WHEN legal_count < 20 THEN 3 WHEN legal_count < 50 THEN 4 ELSE 5 END"
)

CHOSEN = f"""
, chosen AS (
    SELECT c.session, c.id, d.step, d.think_seconds AS seconds,
           unnest(['all', 'kind:' || d.kind, 'options:' || {BIN}, 'round:' || least(round, {LATE})])
               AS part
    FROM counted c JOIN decisions d USING (session) JOIN seats s USING (session, seat)
    WHERE d.think_seconds IS NOT NULL AND s.bot IS NULL AND c.status <> 'live'
)"""

QUERIES = {
    "quantiles": f"{CHOSEN} SELECT part, quantile_cont(seconds, {list(LEVELS)}) "
    "FROM chosen GROUP BY part",
    "cells": f"""{CHOSEN}, middle AS (
    SELECT part, quantile_cont(seconds, 0.5) AS median FROM chosen GROUP BY part
), each AS (
    SELECT part, session, count(*) FILTER (seconds <= median) AS up_to, count(*) AS n
    FROM chosen JOIN middle USING (part) GROUP BY ALL
)
SELECT part, up_to, n, count(*) FROM each GROUP BY ALL ORDER BY ALL""",
}

MOMENTS = f"""{CHOSEN}
SELECT id::VARCHAR, arg_max(step, (seconds, -step)) FROM chosen WHERE part = $part
GROUP BY session, id ORDER BY session DESC
"""

BY = ("all", "kind", "options", "round")
COLUMNS = ["Choices", "Median, s", "Nine in ten, s", "From", "To", "Counted", "Sessions"]
UNITS: dict[str, Unit] = {}
DRAWN = ("all", "kind", "options")


def summarise(word: str, answers: Numbers) -> Answer:
    """Say how long a choice takes, which kind takes longest, and whether options cost time."""
    cells: dict[str, list[tuple[int, int, int]]] = {}
    for part, *cell in answers["cells"]:
        cells.setdefault(part, []).append((cell[0], cell[1], cell[2]))
    quantiles: dict[str, list[float]] = dict(answers["quantiles"])
    found = {part: Spread(quantiles[part], cells[part]) for part in sorted(cells, key=_order)}
    sessions = found["all"].sessions if found else 0
    too_few = sessions < TOO_FEW
    dots = [
        dot
        for part, spread in found.items()
        if _split(part)[0] in DRAWN and (dot := _dot(part, spread, word))
    ]
    told = [few(sessions)] if too_few else [_all(found["all"]), *_apart(found, word)]
    title = "Too few sessions to say how long people think"
    return Answer(
        title=title if too_few else f"Half of all choices take {_seconds(found['all'].median)}",
        summary=" ".join(told),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(part, spread, word) for part, spread in found.items()],
        row_keys=[*found],
        figure=None if too_few else whiskers(dots, percent=False),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _split(part: str) -> tuple[str, str]:
    by, _, value = part.partition(":")
    return by, value


def _order(part: str) -> tuple[int, int, str]:
    by, value = _split(part)
    return BY.index(by), int(value) if value.isdecimal() else 0, value


def _seconds(seconds: float) -> str:
    said = number(seconds, 0 if seconds >= 10 else 1)
    return f"{said} {'second' if said == '1' else 'seconds'} or less"


def _all(every: Spread) -> str:
    said = f"{count(every.values, 'choice')} of people in {count(every.sessions, 'session')}"
    return (
        f"{said}: half took {_seconds(every.median)}{numbers(every.range)}, nine in ten "
        f"{_seconds(_most(every))}."
    )


def _most(spread: Spread) -> float:
    return spread.quantiles[LEVELS.index(0.9)]


def _apart(found: dict[str, Spread], word: str) -> list[str]:
    """Name what surely takes longest and shortest, with ranges widened for how many there are."""
    told = []
    for by in BY[1:]:
        ranged = {p: s for p, s in found.items() if _split(p)[0] == by and s.range}
        if len(ranged) < 2:
            continue
        least, most = (f(ranged, key=lambda part: ranged[part].median) for f in (min, max))
        wide = widened(len(ranged))
        a, b = ranged[least].at(wide), ranged[most].at(wide)
        if a and b and a.high < b.low:
            pairs = [
                f"{_name(part, word)} {number(s.median)}{numbers(s.range)}"
                for part, s in ((most, ranged[most]), (least, ranged[least]))
            ]
            told.append(f"Longest and shortest by {_said(by, word)}: {listed(pairs)}.")
    return told


def _said(by: str, word: str) -> str:
    return {"kind": "what was chosen", "options": "number of options"}.get(by, word.lower())


def _name(part: str, word: str) -> str:
    by, value = _split(part)
    if by == "kind":
        return value.replace("_", " ").capitalize()
    if by == "options":
        name = BINS[int(value)]
        return name if name.endswith(("option", "options")) else f"{name} options"
    if by == "round":
        return f"{word} {value}{' on' if int(value) == LATE else ''}"
    return "All choices"


def _row(part: str, spread: Spread, word: str) -> list[Cell]:
    ends = [round(end, 2) for end in spread.range] if spread.range else [None, None]
    times = [round(spread.median, 2), round(_most(spread), 2)]
    return [_name(part, word), *times, *ends, spread.values, spread.sessions]


def _dot(part: str, spread: Spread, word: str) -> Dot | None:
    if (range_ := spread.range) is None:
        return None
    said = numbers(range_).strip(" ()")
    end = f"{number(spread.median)} s"
    return Dot(_name(part, word), spread.median, range_, end, said, part)


def _parse(key: str) -> dict[str, str]:
    by, value = _split(key)
    if not (
        key == "all"
        or (by == "kind" and value.replace("_", "").isalpha())
        or (by == "options" and value in map(str, BINS))
        or (by == "round" and value.isdecimal())
    ):
        raise ValueError(key)
    return {"part": key}


def _label(word: str, of: dict[str, str]) -> str:
    return f"Longest choice of each session: {_name(of['part'], word).lower()}"


def about(game: Game) -> Report:
    """Return the report in a game's words."""
    word = game.round_word
    return Report(
        id="thinking-time",
        question="How long do people think before they choose?",
        definition=Definition(TEXT.format(word=word.lower()), 1, "2026-11-30", EXCLUDES),
        queries=QUERIES,
        summarise=partial(summarise, word),
        moments=Moments(MOMENTS, _parse, partial(_label, word)),
        order=150,
    )
