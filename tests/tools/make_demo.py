"""Makes ``seeds/<game>/demo.jsonl``: invented sessions with people's pace, notes and take-backs.

Run with ``python -m tests.tools.make_demo``. The same script gives the same file.
"""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from domain.chance import Shuffled
from domain.events import Event, Recorded
from domain.game import Game
from domain.games import LANTERN_MOTHS
from domain.session import CODEC, Session, fold
from domain.session.commands import (
    Table,
    abandon,
    act,
    add_note,
    close,
    open_session,
    take_back,
)
from domain.session.events import NoteAdded, Player
from service import seeds
from tests.tools.people import choose

GROUPS = (
    ("Ada", "Ben", "Cleo", "Dov"),
    ("Mira", "Tom", "Jun", "Esther"),
    ("Ida", "Noor", "Pavel", "Lotte"),
)
PLACES = ("Thursday group", "Attic", "Café Lumen", "Studio", "Library evening")
TITLES = (
    "Thursday garden",
    "Attic night",
    "Long table",
    "Rain delay",
    "Before supper",
    "After the talk",
    "Two candles",
    "Late train",
    "Window seat",
    "Borrowed lamp",
    "Quiet corner",
    "First frost",
    "Power cut",
)
NOTES = (
    ("Lit only to stop the neighbour. Mean, and fun.", ("contest",)),
    ("Asked whether the Ghost still blocks next round.", ("ghost", "rules")),
    ("Waiting for a fourth card of one colour; nothing came.", ()),
    ("Everybody looked at the Dusk cards and went quiet.", ("dusk",)),
    ("Forgot that a wick comes back on its own.", ("rules",)),
    ("Planted for the neighbour, on purpose.", ()),
    ("Counted the deck out loud.", ()),
    ("Would like to see the lanterns.", ("feedback",)),
)
AFTERTHOUGHTS = (
    ("Would play again at once. Three is the right number.", ("feedback",)),
    ("The last round came too suddenly.", ("feedback", "dusk")),
    ("Too much luck in the refill for this table.", ("feedback",)),
    ("The sets decided it; nobody watched them.", ("feedback",)),
)


class Plan(NamedTuple):
    """What sets one demo session apart."""

    seats: int
    options: dict[str, str]
    ends: str = "closed"  # or "abandoned", "live"
    prototype: str = "v4"
    bots: int = 0


def plans() -> list[Plan]:
    """List the sessions: mostly three seats and defaults, as designers test."""
    usual = [Plan(3, {})] * 24 + [Plan(2, {})] * 5 + [Plan(4, {})] * 3
    return [
        *usual[:9],
        Plan(3, {"ghost_blocks": "while_present"}),
        *usual[9:16],
        Plan(3, {}, ends="abandoned"),
        *usual[16:26],
        Plan(3, {"fourth_dusk_in_refill": "one_more_round"}, prototype="v4 long night"),
        Plan(3, {"fourth_dusk_in_refill": "one_more_round"}, prototype="v4 long night"),
        *usual[26:],
        Plan(4, {}, ends="abandoned"),
        Plan(3, {}, ends="live"),
    ]


class Tape:
    """Runs commands on one session and notes the time of each."""

    def __init__(self, session_id: UUID, at: datetime) -> None:
        self.session_id, self.at = session_id, at
        self.session: Session | None = None

    def run(self, events: list[Event], later: float) -> Session:
        """Record events ``later`` seconds after the ones before them."""
        self.at += timedelta(seconds=round(later, 1))
        version = self.session.version if self.session else 0
        entries = [
            Recorded(self.session_id, version + n, self.at, event)
            for n, event in enumerate(events, 1)
        ]
        session = fold(entries, self.session)
        assert session is not None
        self.session = session
        return session


def play(game: Game, plan: Plan, number: int, when: datetime) -> Session:
    """Play one session the way a table might."""
    rng = Random(f"mothlog demo {game.name} {number}")
    group = GROUPS[number % len(GROUPS)][: plan.seats]
    tape = Tape(_uuid7(when, rng), when)
    table = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=tuple(map(Player, group)),
        options=plan.options,
        start=rng.randrange(plan.seats),
        title=_title(number),
        prototype=plan.prototype,
        place=rng.choice(PLACES),
        tags=("demo",),
    )
    session = tape.run(open_session(table, Shuffled(rng)), 0)
    stop_after = rng.randrange(11, 20) if plan.ends != "closed" else 10_000
    pace = rng.uniform(0.7, 1.5)
    while session.status == "live" and stop_after:
        stop_after -= 1
        action = choose(game, session.state, rng)
        thinking = min(rng.lognormvariate(2.9, 0.7) * pace, 240)
        session = tape.run(act(session, action, Shuffled(rng)), thinking)
        if session.status == "live" and rng.random() < 0.012:
            back = session.decision_before(session.last_step)
            session = tape.run(take_back(session, back), rng.uniform(2, 6))
        elif rng.random() < 0.02:
            session = _note(tape, session, rng, NOTES)
    return _finish(tape, session, plan, rng)


def _finish(tape: Tape, session: Session, plan: Plan, rng: Random) -> Session:
    if plan.ends == "abandoned":
        return tape.run(abandon(session, "the café closed"), 20)
    if plan.ends == "live":
        return session
    if rng.random() < 0.4:
        session = _note(tape, session, rng, AFTERTHOUGHTS)
    return tape.run(close(session), 15)


def _note(tape: Tape, session: Session, rng: Random, notes: Any) -> Session:
    written = {note.event.text for note in session.notes if isinstance(note.event, NoteAdded)}
    text, tags = rng.choice([note for note in notes if note[0] not in written])
    author = rng.choice(session.names)
    return tape.run(add_note(session, session.last_step, text, author, tags), rng.uniform(3, 12))


def _title(number: int) -> str:
    nth = number // len(TITLES)
    return TITLES[number % len(TITLES)] + ("", ", second game", ", third game", ", again")[nth]


def _uuid7(when: datetime, rng: Random) -> UUID:
    bits = int(when.timestamp() * 1000) << 80 | 7 << 76 | rng.getrandbits(12) << 64
    return UUID(int=bits | 2 << 62 | rng.getrandbits(62))


def lines(game: Game, make: Callable[[Game, Plan, int, datetime], Session]) -> Iterator[str]:
    """Yield the file's lines, one stored event each."""
    evening = datetime(2026, 8, 6, 18, 40, tzinfo=UTC)
    for number, plan in enumerate(plans()):
        second = number % 3 == 1
        when = evening + timedelta(minutes=55 if second else 7 * (number % 4))
        session = make(game, plan, number, when)
        for entry in session.log:
            name, state = CODEC.encode(entry.at, entry.event, entry.key)
            head = {"session": entry.session_id.hex, "version": entry.version, "name": name}
            yield json.dumps(head)[:-1] + f', "state": {state.decode()}}}'
        if number % 3:
            evening += timedelta(days=3 + number % 4)


def main() -> None:
    """Write the demo file of every game."""
    text = "\n".join(lines(LANTERN_MOTHS, play)) + "\n"
    Path("seeds", LANTERN_MOTHS.name, "demo.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
