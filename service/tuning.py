"""Searches of a data folder: how long a decision takes there, answers that are kept, and editions
that were found.
"""

from importlib import import_module
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec

from analytics.filters import Filters, ask
from analytics.intervals import TOO_FEW
from analytics.tuning import Found, Point, Tuning, built, put, reason
from domain.edition import content, parse_edition
from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES
from service import editions
from service.editions import Known
from service.wiring import Services

FOLDER = "tunings"
MOST = 50  # answers that are kept; the oldest make room
LARGEST_ANSWER = 20_000_000  # bytes

SECONDS = 15.0
"""What a decision is taken to take where too few tables were timed: a guess."""

TABLES = ("table",)
"""The modes whose clocks are believed."""

THOUGHT = """
SELECT sum(think_seconds) / count(*), count(DISTINCT session)
FROM counted JOIN decisions USING (session) JOIN seats USING (session, seat)
WHERE bot IS NULL AND think_seconds IS NOT NULL
"""


class Pace(msgspec.Struct, frozen=True):
    """How long a decision takes.

    :ivar sessions: recorded tables that say so; 0 where it is a guess.
    """

    seconds: float
    sessions: int

    def __str__(self) -> str:
        if self.sessions:
            return f"{self.seconds:.1f} s a decision, the mean of {self.sessions} recorded tables"
        return f"{self.seconds:g} s a decision, a guess: fewer than {TOO_FEW} tables were timed"


def pace(services: Services, game: Game) -> Pace:
    """Return the mean seconds that people at recorded tables thought, or a guess."""
    services.projector.catch_up()
    filters = Filters(game=game.name, modes=TABLES)
    ((seconds, sessions),) = ask(services.projector.warehouse.cursor(), filters, THOUGHT)
    return Pace(SECONDS, 0) if sessions < TOO_FEW else Pace(float(seconds), sessions)


def kept(data: Path, tuning: Tuning) -> Found | None:
    """Return the answer that was kept for a search, if there is one and it is whole."""
    path = data / FOLDER / f"{tuning.key}.json"
    try:
        if path.stat().st_size > LARGEST_ANSWER:
            return None
        found = msgspec.json.decode(path.read_bytes(), type=Found)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if found.answers(tuning) else None


def keep(data: Path, found: Found) -> None:
    """Write an answer in the place of an older one; forget the oldest beyond the bound."""
    folder = data / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    aside = folder / f"{found.key}.{token_hex(4)}"
    aside.write_bytes(msgspec.json.encode(found))
    aside.replace(folder / f"{found.key}.json")
    paths = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for old in paths[:-MOST]:
        old.unlink(missing_ok=True)


def save(data: Path, known: Known, tuning: Tuning, found: Found, number: int, name: str) -> Known:
    """Keep a candidate of a frontier as an edition, in the text of the one that it came from.

    :param known: that edition.
    :raises Invalid: no such candidate, or it changes rulings only, which no edition holds.
    :raises Taken: another edition has that name.
    :raises OSError: the data folder cannot be written to.
    """
    point = candidate(found, number)
    if not any(each.steps and each.name in point.changes for each in tuning.vary):
        raise Invalid(
            f"candidate {number} changes no number of the edition, so there is none to save"
        )
    text = edited(editions.text_of(data, known), tuning, point, name, note(known, found, point))
    game = GAMES[tuning.game]
    checked = editions.check(text)
    wanted = parse_edition(built(tuning, point.values).edition, game.edition)
    if checked.edition is not None:
        there = content(checked.edition) | {"name": "", "note": ""}
        if there != content(wanted) | {"name": "", "note": ""}:
            raise Invalid(f"the text of {known.name!r} is not what was searched; search it again")
    return editions.add(data, text)


def candidate(found: Found, number: int) -> Point:
    """Return a candidate of the frontier.

    :raises Invalid: there is none of that number; names those that there are.
    """
    for point in found.frontier:
        if point.number == number:
            return point
    numbers = ", ".join(str(point.number) for point in found.frontier)
    raise Invalid(f"candidate {number} is not on the frontier, expected one of: {numbers}")


def edited(text: str, tuning: Tuning, point: Point, name: str, noted: str) -> str:
    """Return an edition's text with a candidate's numbers in their places; the rest stays.

    :raises Invalid: tomlkit is not installed.
    """
    try:
        tomlkit: Any = import_module("tomlkit")
    except ImportError:
        raise Invalid(
            "saving an edition needs tomlkit: install mothlog with its extra, mothlog[tune]"
        ) from None
    document = tomlkit.parse(text)
    document["name"] = name
    if "note" in document:
        document["note"] = noted
    else:
        document.add("note", noted)
    for each in tuning.vary:
        if each.steps and each.name in point.changes:
            put(document, each.steps, point.changes[each.name], reason(each))
    return str(tomlkit.dumps(document))


def note(known: Known, found: Found, point: Point) -> str:
    """Say how an edition was found: the command, the candidate, what it did, and which rulings
    belong to it.
    """
    command = found.tuning.command
    if known.source == "added":
        command += f" --edition {known.slug}"
    did = ", ".join(
        f"{seen.key} {' and '.join(f'{value:.3g}' for value in seen.values)}" for seen in point.seen
    )
    deals = f"{found.tuning.confirm} fresh deals" if point.again else "the deals of the search"
    rulings = [
        f"{each.option}={point.changes[each.name]}"
        for each in found.tuning.vary
        if each.option and each.name in point.changes
    ]
    said = f"Tuned from {known.name!r}: candidate {point.number} of `{command}`; on {deals}: {did}."
    if rulings:
        said += f" Play it with {', '.join(rulings)}."
    return said if len(said) <= 2000 else f"{said[:1999]}…"
