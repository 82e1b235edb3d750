"""Which clauses of the rulebook ever fire, and which never do?"""

from collections import defaultdict
from functools import partial

from analytics.facts import FACTS
from analytics.findings import Answer, Cell, Unit
from analytics.intervals import TOO_FEW, missing, wilson
from analytics.phrases import count, few, listed
from analytics.reports.clauses import NOT_IN_BOOK, Use, clause_id, in_order, uses
from analytics.reports.report import Definition, Moments, Numbers, Report
from analytics.rulebooks import rulebook
from domain.game import Game

LOOKED = 20_000  # sessions searched for what a clause that only forbids had to forbid
LISTED = 100

DEFINITION = Definition(
    text="Every clause of the rulebook. It fires at a step that rests on it. Beside that: attempts "
    "that it was the reason to refuse (also one reason of several), talk about it (look-ups, "
    "disputes and rulings), and plays against it that stood. 'In simulation' counts all simulated "
    "sessions of the game that ever reached it, whatever the filters. Some clauses only forbid or "
    "explain: no step can rest on them, and they are told apart. Whether a clause that only "
    f"forbids had anything to forbid is looked up in the newest {LOOKED:,} simulated sessions, "
    "where the rows can tell.",
    version=1,
    date="2026-11-30",
    excludes="Sessions with plays against the rules count only if they are let in, like any other.",
)

FIRED = """
, kinds AS (
    SELECT s.session, if(c.session IS NULL, 0, 1)
           + if(s.game = $filter_game AND s.mode = 'simulated', 2, 0) AS kind
    FROM sessions s LEFT JOIN counted c USING (session)
), most AS (
    SELECT mode(kind) AS kind FROM kinds
), apart AS (
    SELECT clause, kind, sum(fired) AS fired, count(*) AS sessions
    FROM clauses JOIN (SELECT * FROM kinds WHERE kind <> (FROM most)) USING (session) GROUP BY ALL
), whole AS (
    SELECT clause, sum(fired) AS fired, count(*) AS sessions FROM clauses GROUP BY clause
), parts AS (
    SELECT clause, kind, fired, sessions FROM apart
    UNION ALL
    SELECT clause, (FROM most), any_value(w.fired) - coalesce(sum(a.fired), 0),
           any_value(w.sessions) - coalesce(sum(a.sessions), 0)
    FROM whole w LEFT JOIN apart a USING (clause) GROUP BY clause
)
SELECT clause, coalesce(sum(fired) FILTER (kind IN (1, 3)), 0)::BIGINT,
       coalesce(sum(sessions) FILTER (kind IN (1, 3)), 0)::BIGINT,
       coalesce(sum(sessions) FILTER (kind >= 2), 0)::BIGINT
FROM parts GROUP BY clause HAVING sum(sessions) FILTER (kind > 0) > 0
"""
"""Sessions are counted (1), simulated (2), both or neither. Those of the kind that most are of are
not looked up one by one, which would take seconds, but are what the others leave of the whole.
"""

TABLE = """
SELECT clause, count(*) FILTER (kind = 'refused'),
       count(*) FILTER (kind IN ('look_up', 'dispute', 'ruling')),
       count(*) FILTER (kind = 'irregular')
FROM counted JOIN friction USING (session) WHERE clause IS NOT NULL GROUP BY clause
"""

SESSIONS = """
SELECT (SELECT count(*) FROM counted), count(*)
FROM sessions WHERE game = $filter_game AND mode = 'simulated'
"""

MOMENTS = f"""
, behind AS (
    SELECT session, first_step AS step FROM counted JOIN clauses USING (session)
    WHERE clause = $clause
    UNION
    SELECT session, step FROM counted JOIN friction USING (session) WHERE clause = $clause
), bots AS (
    SELECT session, first_step AS step FROM sessions JOIN clauses USING (session)
    WHERE game = $filter_game AND mode = 'simulated' AND clause = $clause
    AND NOT EXISTS (FROM behind) ORDER BY session DESC LIMIT {LISTED}
)
SELECT s.id::VARCHAR, step FROM (FROM behind UNION ALL FROM bots) JOIN sessions s USING (session)
ORDER BY session DESC, step
"""

COLUMNS = [
    *("Clause", "What it says", "State", "Fired", "Sessions", "Refused", "Talked about"),
    *("Broken", "In simulation", "Section"),
]
UNITS: dict[str, Unit] = {"Clause": "clause"}


def summarise(game: Game, answers: Numbers) -> Answer:
    """Say which clauses never fire, and whether the simulation ever reached them."""
    ((sessions, simulated),) = answers["sessions"]
    found = uses(game, answers)
    too_few = sessions < TOO_FEW
    told = [few(sessions)] if too_few else [_fired(found, sessions)]
    if sessions:
        told += [*_never(found, simulated), *_forbidding(found)]
    shown = in_order(found) if sessions else []
    return Answer(
        title="Too few sessions to say which clauses never fire" if too_few else _title(found),
        summary=" ".join(told),
        columns=COLUMNS,
        units=UNITS,
        rows=[_row(use, simulated) for use in shown],
        row_keys=[use.clause for use in shown],
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


def _title(found: list[Use]) -> str:
    silent = [use for use in found if use.citable and not use.fired]
    if not silent:
        return "Every clause fired that a step can rest on"
    nowhere = sum(not use.simulated for use in silent)
    said = f"{count(len(silent), 'clause')} never fired"
    if not nowhere:
        return f"{said}, but {'it does' if len(silent) == 1 else 'all do'} in simulated sessions"
    if nowhere == len(silent):
        return f"{said}, here or in any simulated session"
    return f"{said}, {nowhere} of them in no simulated session either"


def _fired(found: list[Use], sessions: int) -> str:
    able = [use for use in found if use.citable]
    fired = sum(use.fired > 0 for use in able)
    return f"In {count(sessions, 'session')}, {fired} of {len(able)} clauses fired."


def _never(found: list[Use], simulated: int) -> list[str]:
    silent = [use for use in found if use.citable and not use.fired]
    if not simulated:
        return ["No session was simulated yet to compare with."] if silent else []
    told = []
    if nowhere := [use.clause for use in silent if not use.simulated]:
        bots = count(simulated, "simulated session")
        told.append(f"Never, nor in any of {bots}: {listed(nowhere)}.")
        if not missing(simulated):
            once = int(1 / wilson(0, simulated).high)
            told.append(
                f"If such a thing can happen, bots meet it less than once in {once:,} sessions."
            )
    if reached := [use for use in silent if use.simulated]:
        each = [f"{use.clause} (in {use.simulated:,} of {simulated:,})" for use in reached]
        told.append(f"Not here, but in simulated sessions: {listed(each)}.")
    return told


def _forbidding(found: list[Use]) -> list[str]:
    idle = [use for use in found if use.idle]
    if not idle:
        return []
    names = listed([use.clause for use in idle])
    return [f"In {idle[0].looked:,} simulated sessions {names} had nothing to forbid."]


def _row(use: Use, simulated: int) -> list[Cell]:
    counts: list[Cell] = [use.fired, use.sessions] if use.citable else [None, None]
    beside = [use.refused, use.talked, use.broken]
    reached = use.simulated if use.citable and simulated else None
    return [use.clause, use.text, use.state(simulated), *counts, *beside, reached, use.section]


def about(game: Game) -> Report:
    """Return the report on a game's rulebook."""
    texts = {clause.id: clause.text for clause in rulebook(game).clauses}
    return Report(
        id="rule-coverage",
        question="Which clauses of the rulebook ever fire?",
        definition=DEFINITION,
        queries={
            "fired": FIRED,
            "table": TABLE,
            "sessions": SESSIONS,
            "in_the_way": _in_the_way(game),
        },
        summarise=partial(summarise, game),
        moments=Moments(
            MOMENTS,
            lambda key: {"clause": clause_id(key)},
            lambda of: f"{of['clause']}: {texts.get(of['clause'], NOT_IN_BOOK)}",
        ),
        order=260,
    )


def _in_the_way(game: Game) -> str:
    """Return a query: for each clause that the rows can tell of, sessions, and of how many."""
    clauses: dict[str, list[str]] = defaultdict(list)
    for clause, query in FACTS[game.name].in_the_way.items():
        clauses[query].append(clause)
    asked = " UNION ALL ".join(
        f"SELECT unnest({names}), (SELECT count(*) FROM ({query})), (SELECT count(*) FROM looked)"
        for query, names in clauses.items()
    )
    looked = (
        ", looked AS MATERIALIZED (SELECT session FROM sessions WHERE game = $filter_game "
        f"AND mode = 'simulated' ORDER BY session DESC LIMIT {LOOKED})\n"
    )
    return looked + (asked or "SELECT NULL, 0, 0 FROM looked WHERE false")
