"""Makes ``seeds/<game>/demo.jsonl``: invented sessions with people's pace, notes and take-backs,
played here or logged at a table.

Run with ``python -m tests.tools.make_demo``. The same script gives the same file.
"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from domain.chance import Shuffled
from domain.game import Game
from domain.games import GAMES
from domain.session import CODEC, Session
from domain.session.branch import branch
from domain.session.commands import (
    Table,
    abandon,
    act,
    add_note,
    close,
    guess,
    open_session,
    take_back,
)
from domain.session.events import NoteAdded, Player
from service import seeds
from service.branching import title_for
from tests.tools.make_evenings import evenings
from tests.tools.people import people_of
from tests.tools.people.people import Note, People, Plan
from tests.tools.tape import Tape, uuid7

PLACES = ("Thursday group", "Attic", "Café Lumen", "Studio", "Library evening")


def play(game: Game, people: People, number: int, when: datetime) -> Session:
    """Play one session the way a table might."""
    rng = Random(f"mothlog demo {game.name} {number}")
    plan = people.plans[number]
    group = people.groups[number % len(people.groups)][: plan.seats]
    tape = Tape(uuid7(when, rng), when)
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


def guessed(session: Session, people: People, number: int) -> Session:
    """Let readers say later what they would have done, at decisions of every round."""
    for reader in people.guessed.get(number, ()):
        rng = Random(f"mothlog guess {session.id} {reader}")
        tape = Tape(session.id, session.log[-1].at + timedelta(days=1, hours=rng.random()))
        tape.session = session
        states = [after for _, _, after in session.history()]
        for at, action in session.actions[rng.randrange(4) :: 5][:12]:
            would = people.choose(session.game, states[at - 1], rng)
            if would.seat == action.seat:
                events = guess(session, at - 1, action.seat, would, reader)
                session = tape.run(events, rng.uniform(8, 60))
    return session


def branched(session: Session, people: People) -> Session:
    """Play a session on in another way, from the middle, where a seat does something else."""
    rng = Random(f"mothlog branch {session.id}")
    at = next(at for at, _ in session.actions if at > 0.55 * session.last_step)
    step, when = at - 1, session.log[-1].at + timedelta(days=3)
    title = title_for(session, step)
    tape = Tape(uuid7(when, rng), session.log[0].at)
    for moment, events in branch(session, step, title=title, tags=("demo",)):
        tape.run(events, (moment - tape.at).total_seconds())
    made, done = tape.session, dict(session.actions)[at]
    assert made is not None
    tape.at = when
    while made.status == "live":
        action = people.choose(made.game, made.state, rng)
        if action != done:
            made, done = tape.run(act(made, action, Shuffled(rng)), rng.uniform(2, 9)), None
    return tape.run(close(made), 5)


def sessions(game: Game) -> Iterator[Session]:
    """Yield a game's sessions: played here, what somebody made of them, logged at a table."""
    people = people_of(game.name)
    evening = people.since
    for number in range(len(people.plans)):
        second = number % 3 == 1
        when = evening + timedelta(minutes=55 if second else 7 * (number % 4))
        session = play(game, people, number, when)
        yield guessed(session, people, number)
        if number in people.branched:
            yield branched(session, people)
        if number % 3:
            evening += timedelta(days=3 + number % 4)
    yield from evenings(game)


def lines(game: Game) -> Iterator[str]:
    """Yield the file's lines, one stored event each."""
    for session in sessions(game):
        for entry in session.log:
            name, state = CODEC.encode(entry.at, entry.event, entry.key)
            head = {"session": entry.session_id.hex, "version": entry.version, "name": name}
            yield json.dumps(head)[:-1] + f', "state": {state.decode()}}}'


def main() -> None:
    """Write the demo file of every game."""
    for game in GAMES.values():
        text = "\n".join(lines(game)) + "\n"
        Path("seeds", game.name, "demo.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
