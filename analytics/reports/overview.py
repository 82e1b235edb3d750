"""How much has been played, and by whom?"""

from functools import partial

from analytics.findings import Answer
from analytics.phrases import count, hours_of
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.game import Game

DEFINITION = Definition(
    text="The counted sessions by who played and by seats. Hours are hours of play where a clock "
    "ran: pauses of more than 30 minutes, simulated sessions and those of bots alone have none.",
    version=1,
    date="2026-11-30",
)

GROUPS = """
SELECT played_by, seats, count(*), sum(rounds)::BIGINT, sum(actions)::BIGINT,
       count(seconds), sum(seconds) / 3600
FROM counted GROUP BY ALL ORDER BY ALL
"""

PEOPLE = """
SELECT count(DISTINCT player) FROM counted JOIN seats USING (session) WHERE bot IS NULL
"""

MOMENTS = """
SELECT id::VARCHAR, steps FROM counted
WHERE played_by = $played_by AND seats = $seats
ORDER BY session DESC
"""

NAMES = {"people": "People", "bots": "Bots", "mixed": "People and bots"}


def summarise(round_word: str, numbers: Numbers) -> Answer:
    """Add up what there is."""
    groups = numbers["groups"]
    ((people,),) = numbers["people"]
    sessions, rounds, actions, clocked = (sum(row[i] for row in groups) for i in (2, 3, 4, 5))
    hours = sum(row[6] or 0 for row in groups)
    who = count(people, "person", "people") if people else "bots only"
    summary = f"{count(rounds, round_word.lower())} and {count(actions, 'action')}."
    if clocked:
        summary += f" A clock ran in {count(clocked, 'session')}: {hours_of(hours)} of play."
    return Answer(
        title=f"{count(sessions, 'session')}, {who}" if sessions else "No session to count yet",
        summary=summary,
        columns=["Played by", "Seats", "Sessions", f"{round_word}s", "Actions", "Hours of play"],
        rows=[
            [NAMES[by], seats, n, rounds, actions, None if hours is None else round(hours, 3)]
            for by, seats, n, rounds, actions, _, hours in groups
        ],
        units={"Hours of play": "hours"},
        row_keys=[f"{row[0]}:{row[1]}" for row in groups],
        counted=sessions,
    )


def _parse(key: str) -> dict[str, str | int]:
    by, seats = key.split(":")
    return {"played_by": by, "seats": int(seats)}


def _label(of: dict[str, str | int]) -> str:
    return f"{NAMES.get(str(of['played_by']), 'Nobody')}, {count(int(of['seats']), 'seat')}"


def about(game: Game) -> Report:
    """Return the report in a game's words."""
    return Report(
        id="overview",
        question="How much has been played, and by whom?",
        definition=DEFINITION,
        queries={"groups": GROUPS, "people": PEOPLE},
        summarise=partial(summarise, game.round_word),
        moments=Moments(MOMENTS, _parse, _label),
        order=0,
    )
