"""Makes ``seeds/<game>/demo.jsonl``: invented sessions with people's pace, notes and take-backs.

Run with ``python -m tests.tools.make_demo``. The same script gives the same file.
"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

from domain.chance import Shuffled
from domain.events import Event, Recorded
from domain.game import Game
from domain.games import GAMES
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
from tests.tools.people import people_of
from tests.tools.people.people import Note, People, Plan

PLACES = ("Thursday group", "Attic", "Café Lumen", "Studio", "Library evening")


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


def play(game: Game, people: People, number: int, when: datetime) -> Session:
    """Play one session the way a table might."""
    rng = Random(f"mothlog demo {game.name} {number}")
    plan = people.plans[number]
    group = people.groups[number % len(people.groups)][: plan.seats]
    tape = Tape(_uuid7(when, rng), when)
    table = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=tuple(map(Player, group)),
        options=plan.options,
        start=rng.randrange(plan.seats),
        title=_title(people, number),
        prototype=plan.prototype,
        place=rng.choice(PLACES),
        tags=("demo",),
    )
    session = tape.run(open_session(table, Shuffled(rng)), 0)
    stop_after = rng.randrange(people.short, people.short + 9) if plan.ends != "closed" else 10_000
    pace = rng.uniform(0.7, 1.5)
    while session.status == "live" and stop_after:
        stop_after -= 1
        action = people.choose(game, session.state, rng)
        thinking = min(rng.lognormvariate(people.thinking, 0.7) * pace, 240)
        session = tape.run(act(session, action, Shuffled(rng)), thinking)
        if session.status == "live" and rng.random() < 0.012:
            back = session.decision_before(session.last_step)
            session = tape.run(take_back(session, back), rng.uniform(2, 6))
        elif rng.random() < 0.02:
            session = _note(tape, session, rng, people.notes)
    return _finish(tape, session, people, plan, rng)


def _finish(tape: Tape, session: Session, people: People, plan: Plan, rng: Random) -> Session:
    if plan.ends == "abandoned":
        return tape.run(abandon(session, "the café closed"), 20)
    if plan.ends == "live":
        return session
    if rng.random() < 0.4:
        session = _note(tape, session, rng, people.afterthoughts)
    return tape.run(close(session), 15)


def _note(tape: Tape, session: Session, rng: Random, notes: tuple[Note, ...]) -> Session:
    written = {note.event.text for note in session.notes if isinstance(note.event, NoteAdded)}
    text, tags = rng.choice([note for note in notes if note[0] not in written])
    author = rng.choice(session.names)
    return tape.run(add_note(session, session.last_step, text, author, tags), rng.uniform(3, 12))


def _title(people: People, number: int) -> str:
    nth, at = divmod(number, len(people.titles))
    return people.titles[at] + ("", ", second game", ", third game", ", again")[nth]


def _uuid7(when: datetime, rng: Random) -> UUID:
    bits = int(when.timestamp() * 1000) << 80 | 7 << 76 | rng.getrandbits(12) << 64
    return UUID(int=bits | 2 << 62 | rng.getrandbits(62))


def lines(game: Game) -> Iterator[str]:
    """Yield the file's lines, one stored event each."""
    people = people_of(game.name)
    evening = people.since
    for number in range(len(people.plans)):
        second = number % 3 == 1
        when = evening + timedelta(minutes=55 if second else 7 * (number % 4))
        session = play(game, people, number, when)
        for entry in session.log:
            name, state = CODEC.encode(entry.at, entry.event, entry.key)
            head = {"session": entry.session_id.hex, "version": entry.version, "name": name}
            yield json.dumps(head)[:-1] + f', "state": {state.decode()}}}'
        if number % 3:
            evening += timedelta(days=3 + number % 4)


def main() -> None:
    """Write the demo file of every game."""
    for game in GAMES.values():
        text = "\n".join(lines(game)) + "\n"
        Path("seeds", game.name, "demo.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
