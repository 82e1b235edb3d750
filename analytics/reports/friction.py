"""Which clauses does the table stumble over, and what do they cost?"""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote, unquote

from scipy.special import bdtr

from analytics.figures import Part
from analytics.figures.stacks import stacks
from analytics.findings import Answer, Cell, Figure, Unit
from analytics.intervals import LEVEL, TOO_FEW, mean_range, missing
from analytics.phrases import count, few, hours_of, listed, number, numbers
from analytics.reports.clauses import clause_id
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.rulebooks import rulebook
from domain.game import Game

DEFINITION = Definition(
    text="Every time that the table stumbled over a rule: a look-up, a dispute, a ruling, an "
    "attempt that was refused, a play against the rules that stood. It counts for the clause that "
    "was named; an attempt that several clauses forbid counts for each. Minutes are those of talk "
    "that somebody took the time of. A clause costs most for sure only if, of the sessions in "
    "which it and the next one differ, it has more stumbles in so many that chance is ruled out "
    "(sign test, allowing for the number of clauses). Stumbles a session have Student's 95% range.",
    version=1,
    date="2026-11-30",
    excludes="Sessions with plays against the rules count only if they are let in. Sessions of "
    "bots alone are left out: bots do not stumble.",
)

KINDS = {
    "look_up": ("look-ups", "outline"),
    "dispute": ("disputes", "ink"),
    "ruling": ("rulings", "grey"),
    "refused": ("refused", "hatch"),
    "irregular": ("against the rules", "dots"),
}
"""Kinds of stumble: in words, and the look of its part of a bar."""

SHOWN = 8  # clauses in the picture
NO_CLAUSE, NONE = "no clause named", "none"

PLAYED = """
, played AS (SELECT * FROM counted WHERE played_by <> 'bots'),
stumbled AS (
    SELECT p.session, p.id, p.rules, p.prototype, f.step, f.seat, f.kind,
           coalesce(f.clause, '') AS clause, f.seconds
    FROM played p JOIN friction f USING (session)
)
"""

_COUNTS = ", ".join(f"count(*) FILTER (kind = '{kind}')" for kind in KINDS)

QUERY = f"""{PLAYED}
SELECT clause, rules, prototype, count(DISTINCT session), coalesce(sum(seconds), 0), {_COUNTS}
FROM stumbled GROUP BY ALL ORDER BY ALL
"""

VERSIONS = f"""{PLAYED}, each AS (
    SELECT p.session, p.rules, p.prototype, count(s.session) AS stumbles
    FROM played p LEFT JOIN stumbled s USING (session) GROUP BY ALL
)
SELECT rules, prototype, count(*), avg(stumbles), stddev_samp(stumbles)
FROM each GROUP BY ALL ORDER BY ALL
"""

RIVALS = f"""{PLAYED}, ranked AS (
    SELECT clause, row_number() OVER (
        ORDER BY count(*) DESC, coalesce(sum(seconds), 0) DESC, clause
    ) AS nth
    FROM stumbled WHERE clause <> '' GROUP BY clause
), each AS (
    SELECT session, count(*) FILTER (nth = 1) AS top, count(*) FILTER (nth = 2) AS next
    FROM stumbled JOIN ranked USING (clause) GROUP BY session
)
SELECT count(*) FILTER (top > next), count(*) FILTER (top < next),
       (SELECT count(*) FROM ranked), (SELECT sum(seconds) FROM played)
FROM each
"""

MOMENTS = f"""{PLAYED}
SELECT id::VARCHAR, step, seat FROM stumbled
WHERE clause = $clause AND ($every OR (rules = $rules AND prototype = $prototype))
ORDER BY session DESC, step, seat
"""

COLUMNS = [
    *("Clause", "Rules", "Prototype", "Stumbles", "Sessions", "Of", "Minutes"),
    *("Look-ups", "Disputes", "Rulings", "Refused", "Against the rules"),
]
UNITS: dict[str, Unit] = {"Clause": "clause"}


class Stumbles(NamedTuple):
    """What a clause cost under one version of rules and prototype; ``kinds`` as in ``KINDS``."""

    clause: str
    rules: str
    prototype: str
    sessions: int
    seconds: float
    kinds: tuple[int, ...]


class Version(NamedTuple):
    """Sessions under one version, and their stumbles a session."""

    rules: str
    prototype: str
    sessions: int
    mean: float
    deviation: float | None

    def __str__(self) -> str:
        return f"rules {self.rules}, {self.prototype or 'no prototype named'}"


def summarise(texts: dict[str, str], answers: Numbers) -> Answer:
    """Say which clause costs most, and how much the table stumbles under each version."""
    found = [
        Stumbles(clause, rules, prototype, sessions, seconds, tuple(kinds))
        for clause, rules, prototype, sessions, seconds, *kinds in answers["friction"]
    ]
    versions = [Version(*row) for row in answers["versions"]]
    sessions = sum(version.sessions for version in versions)
    of = {(each.rules, each.prototype): each.sessions for each in versions}
    clauses = _by_clause(found)
    order = {clause: nth for nth, clause in enumerate(clauses)}
    found.sort(key=lambda each: (order[each.clause], each.rules, each.prototype))
    rows = list(_rows(found, of))
    too_few = sessions < TOO_FEW
    return Answer(
        title="Too few sessions to say which rule costs most"
        if too_few
        else _title(clauses, answers["rivals"]),
        summary=few(sessions)
        if too_few
        else " ".join(_told(found, versions, clauses, texts, answers["rivals"])),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for _, row in rows],
        row_keys=[key for key, _ in rows],
        figure=None if too_few or not found else _figure(found, clauses),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _by_clause(found: list[Stumbles]) -> dict[str, tuple[int, float]]:
    """Add up stumbles and seconds by clause, the one with most stumbles first."""
    sums: dict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for each in found:
        n, seconds = sums[each.clause]
        sums[each.clause] = n + sum(each.kinds), seconds + each.seconds
    return dict(sorted(sums.items(), key=lambda item: (not item[0], -item[1][0], -item[1][1])))


def _title(clauses: dict[str, tuple[int, float]], rivals: list[tuple[int, ...]]) -> str:
    named = [clause for clause in clauses if clause]
    if not named:
        return "No stumble over a clause was noted" if clauses else "No stumble was noted"
    more, less, looked_at, _ = rivals[0]
    if more > less and 2 * float(bdtr(less, more + less, 0.5)) * looked_at < 1 - LEVEL:
        return f"{named[0]} costs most"
    return f"{named[0]} costs most so far, but not for sure"


def _told(
    found: list[Stumbles],
    versions: list[Version],
    clauses: dict[str, tuple[int, float]],
    texts: dict[str, str],
    rivals: list[tuple[int, ...]],
) -> list[str]:
    stumbles, seconds = (sum(pair[at] for pair in clauses.values()) for at in (0, 1))
    sessions = count(sum(version.sessions for version in versions), "session")
    told = [f"{count(int(stumbles), 'stumble')} in {sessions}."]
    if seconds:
        played = rivals[0][3]
        of = f"; a clock ran for {hours_of(played / 3600)} of play" if played else ""
        told.append(f"Talk about rules took {_time(seconds)}{of}.")
    named = [clause for clause in clauses if clause]
    for clause in named[:1]:
        n, spent = clauses[clause]
        takes = f", {_time(spent)} of talk" if spent else ""
        told.append(f"{clause}: {count(n, 'stumble')}{takes}. {texts.get(clause, '')}".strip())
    longest = max(named, key=lambda clause: clauses[clause][1], default="")
    if longest and longest != named[0] and clauses[longest][1]:
        told.append(f"Most time went on {longest}: {_time(clauses[longest][1])}.")
    if len(versions) > 1:
        told.append(f"Stumbles a session: {listed([_rate(each) for each in versions])}.")
    return told


def _rate(version: Version) -> str:
    sessions = count(version.sessions, "session")
    if missing(version.sessions):
        return f"{number(version.mean)} with {version} ({sessions}, too few for a range)"
    range_ = mean_range(version.mean, version.deviation, version.sessions)
    return f"{number(version.mean)}{numbers(range_)} with {version} ({sessions})"


def _time(seconds: float) -> str:
    return hours_of(seconds / 3600) if seconds >= 60 else f"{seconds:.0f} s"


def _rows(
    found: list[Stumbles], of: dict[tuple[str, str], int]
) -> Iterator[tuple[str, list[Cell]]]:
    """Yield a row a clause over all versions, and where there are several one for each."""
    for clause, some in groupby(found, lambda each: each.clause):
        each = list(some)
        kinds = tuple(map(sum, zip(*(one.kinds for one in each), strict=True)))
        sums = sum(one.sessions for one in each), sum(one.seconds for one in each)
        alone = len(of) == 1
        every = each[0] if alone else Stumbles(clause, "all", "all", *sums, kinds)
        yield clause or NONE, _row(every, sum(of.values()))
        for one in [] if alone else each:
            yield _key(one), _row(one, of[one.rules, one.prototype])


def _row(each: Stumbles, of: int) -> list[Cell]:
    minutes = round(each.seconds / 60, 2)
    where = [each.clause or NO_CLAUSE, each.rules, each.prototype or None]
    return [*where, sum(each.kinds), each.sessions, of, minutes, *each.kinds]


def _figure(found: list[Stumbles], clauses: dict[str, tuple[int, float]]) -> Figure:
    shown = list(clauses)[:SHOWN]
    rows = {clause: [each for each in found if each.clause == clause] for clause in shown}
    parts = [
        Part(
            name=name,
            values=[sum(each.kinds[nth] for each in rows[clause]) for clause in shown],
            keys=[clause or NONE for clause in shown],
            fill=fill,
        )
        for nth, (name, fill) in enumerate(KINDS.values())
    ]
    ends = [f"{clauses[c][0]:,}, {_time(s)}" if (s := clauses[c][1]) else f"{clauses[c][0]:,}"
            for c in shown]  # fmt: skip
    used = [part for part in parts if any(part.values)]
    return stacks([clause or NO_CLAUSE for clause in shown], used, ends)


def _key(each: Stumbles) -> str:
    version = (quote(part, safe="") for part in (each.rules, each.prototype))
    return ":".join([each.clause or NONE, *version])


def _parse(key: str) -> dict[str, str | bool]:
    clause, *version = key.split(":")
    rules, prototype = map(unquote, version) if version else ("", "")
    clause = "" if clause == NONE else clause_id(clause)
    return {"clause": clause, "rules": rules, "prototype": prototype, "every": not version}


def _label(of: dict[str, str | bool]) -> str:
    where = f"Stumbles over {of['clause'] or NO_CLAUSE}".replace("over no", "with no")
    made = f", {of['prototype']}" if of["prototype"] else ""
    return where if of["every"] else f"{where}: rules {of['rules']}{made}"


def about(game: Game) -> Report:
    """Return the report with the game's clauses in words."""
    texts = {clause.id: clause.text for clause in rulebook(game).clauses}
    return Report(
        id="friction",
        question="Which rules does the table stumble over?",
        definition=DEFINITION,
        queries={"friction": QUERY, "versions": VERSIONS, "rivals": RIVALS},
        summarise=partial(summarise, texts),
        moments=Moments(MOMENTS, _parse, _label, "stumble"),
        order=250,
    )
