"""Demo sessions that were logged at a table: what was seen, and what else happens at one.

Two games run side by side: the true one, with every card, and the log of somebody who sees what
lies open and, where a player logs, their own hand.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.chance import Chance, Shuffled, Told
from domain.errors import DomainError, SessionError
from domain.events import Event
from domain.game import Game
from domain.grammar import Listener
from domain.run import Run
from domain.session import Session
from domain.session.amend import amend
from domain.session.commands import (
    Table,
    abandon,
    act,
    add_item,
    add_note,
    close,
    finish_item,
    give_feedback,
    note_feeling,
    open_session,
    pause,
    refuse_attempt,
    resume,
    take_back,
    talk_rules,
)
from domain.session.events import Player
from service import seeds
from tests.contract.plays import CASES
from tests.tools.people import people_of
from tests.tools.people.tables import tables_of
from tests.tools.people.tables.evening import Evening, Moment, Remark, Talk
from tests.tools.tape import Tape, uuid7

TYPED = (4.0, 9.0)  # seconds for a line that is copied from paper
REMARKS = 4  # notes an evening, at most
TALKS = 5
LATE = (12, 6, 3)  # actions until somebody sees that one was logged wrong; later if that fits


def evenings(game: Game) -> Iterator[Session]:
    """Yield a game's evenings as they were logged, in order."""
    for number, evening in enumerate(tables_of(game.name).evenings):
        yield _logged(game, number, evening)


def _logged(game: Game, number: int, evening: Evening) -> Session:
    """Log an evening; where something is to be amended, the first slip after which all fits."""
    if not evening.mistake:
        return _Log(game, number, evening).play()
    for late, at, nth in product(LATE, range(9, 60), range(4)):
        try:
            return _Log(game, number, evening, Slip(at, nth, late)).play()
        except DomainError:
            continue
    raise RuntimeError(f"{evening.title}: every slip is noticed at once")


class Slip(NamedTuple):
    """The number of the action that is written down wrong, in which of the ways, and after how many
    more it is amended.
    """

    at: int
    nth: int
    late: int


class _Log:
    """An evening on the way."""

    def __init__(self, game: Game, number: int, evening: Evening, slip: Slip | None = None) -> None:
        self.game, self.number, self.evening, self.slip = game, number, evening, slip
        self.people, self.tables = people_of(game.name), tables_of(game.name)
        self.rng = Random(f"mothlog table {game.name} {number}")
        self.chance = Shuffled(self.rng)
        self.tape = Tape(uuid7(evening.when, self.rng), evening.when)
        self.talks: list[Talk] = [*self.tables.talks]
        self.remarks: list[Remark] = [*self.tables.remarks]
        self.said, self.items = [*self.tables.said], [*self.tables.items]
        self.moods = [self._moods(name) for name, _ in evening.people]
        self.acted = self.noted = self.talked = 0
        self.stood = False
        self.due: tuple[int, Any, list[str | None], int] | None = None

    @property
    def session(self) -> Session:
        """The session as it is logged so far."""
        assert self.tape.session is not None
        return self.tape.session

    def play(self) -> Session:
        """Play and log until the game ends, or until people leave.

        :raises DomainError: what was logged wrong does not fit what followed.
        """
        self._open()
        while self.game.to_act(self.true):
            if self.acted == self.evening.left and self.evening.left:
                self._run(abandon(self.session, self.evening.reason), 45)
                break
            self._action()
            self._between()
        if self.due is not None:
            raise SessionError("the evening is over before the slip is seen")
        return self._finish()

    def _open(self) -> None:
        evening, game = self.evening, self.game
        table = Table(
            game=game,
            rules=seeds.rulebook(game).version,
            edition=seeds.edition(game),
            players=tuple(
                Player(name, experience=experience, colour=self.tables.people[name].colour)
                for name, experience in evening.people
            ),
            options=dict(evening.options),
            mode="table",
            start=self.rng.randrange(len(evening.people)),
            title=evening.title,
            prototype=evening.prototype,
            place=evening.place,
            tags=("demo", *evening.tags),
            timed=evening.timed,
        )
        rules = self._rules(table)
        run = game.set_up(rules, table.start, self.chance)
        self.true = run.state
        seen = self._seen(partial(game.set_up, rules, table.start), run, None)
        self.tape.run(open_session(table, Told(seen)), 0)

    def _rules(self, table: Table) -> Any:
        """Return the rules that a table is played under."""
        opened = open_session(replace(table, mode="digital"), Shuffled(Random(0)))[0]
        session = Tape(self.tape.session_id, self.tape.at).run([opened], 0)
        return session.rules

    def _action(self) -> None:
        """Let a seat act: in truth, and as it is written down."""
        action, irregular = self._chosen()
        if not irregular and self.rng.random() < 0.05:
            self._attempt(action.seat)
        if not irregular and self.rng.random() < 0.03:
            self._change_of_mind(action)
        before = self.true
        carry = partial(self.game.force if irregular else self.game.play, before, action)
        run = carry(self.chance)
        seen = self._seen(carry, run, action.seat)
        written = self._written(before, action, seen)
        step = self.session.last_step + 1
        events = act(self.session, written, Told(seen), irregular=irregular)
        self._run(events, self._thinking(action.seat))
        self.true = run.state
        self.acted += 1
        if irregular:
            self.stood = True
            clause = self.session.irregular[step].clauses[0]
            text = "Seen only after the hand was off it. It stands."
            self._run(talk_rules(self.session, step, "ruling", clause, text, 90), 95)
        self._around(before, run.events, step)

    def _chosen(self) -> tuple[Any, bool]:
        """Return what a seat does, and whether it is against the rules and nobody notices."""
        action = self.people.choose(self.game, self.true, self.rng)
        if self.evening.irregular and not self.stood and self.acted >= 8:
            for wrong in self.tables.stands(self.true, action.seat, self.rng):
                return wrong, True
        return action, False

    def _seen(self, carry: Any, run: Run[Any], seat: int | None) -> list[str | None]:
        """Return what whoever logs saw of an action's cards, in the order of the questions."""
        given = [card for event in run.events for card in self.game.answers(event)]
        listener = Listener(given)
        carry(listener)
        own = self.evening.recorder
        name = None if own is None else f"seat {'ABCDEFGH'[own]}"
        return [
            card
            if card is not None
            and (
                CASES[self.game.name].open(question, card)
                or (name is not None and name in str(question))
                or (question == "the drawn card" and own is not None and seat == own)
            )
            else None
            for question, card in zip(listener.questions, listener.given, strict=True)
        ]

    def _written(self, before: Any, action: Any, seen: list[str | None]) -> Any:
        """Return the action as it is written down, once with a slip."""
        if self.slip is None or self.acted != self.slip.at:
            return action
        wrongs = self.tables.slips(before, action)
        wrong = next(islice(wrongs, self.slip.nth, None), None)
        if wrong is None:
            raise SessionError("nothing like it could be written down")
        self.due = (self.session.last_step + 1, action, seen, self.acted + self.slip.late)
        return wrong

    def _between(self) -> None:
        """Let time pass, and set right what was written down wrong."""
        if self.acted in self.evening.breaks and self._clocked():
            self._run(pause(self.session, "break"), 6)
            self._run(resume(self.session), self.rng.uniform(240, 900))
        if self.due is not None and self.acted == self.due[3]:
            step, action, seen, _ = self.due
            reason = "read from the photo of the table"
            found = amend(self.session, step, action, Told(seen), reason=reason)
            if found.misfit is not None:
                raise found.misfit.why
            self._run([found.event], 40)
            self.due = None

    def _attempt(self, seat: int) -> None:
        """Let a seat try something and be told no, by an action or in words."""
        wrong = next(iter(self.tables.attempts(self.true, seat, self.rng)), None)
        said = [one for one in self.said if one.may(self.true, seat)]
        try:
            if said and (wrong is None or self.rng.random() < 0.35):
                one = self.rng.choice(said)
                self.said.remove(one)
                told = {"said": one.text, "clause": one.clause}
                events = refuse_attempt(self.session, None, seat=seat, **told)
            elif wrong is not None:
                events = refuse_attempt(self.session, wrong)
            else:
                return
        except SessionError:  # whoever logs does not know the hand, and could not say no
            return
        self._run(events, self.rng.uniform(6, 25))

    def _change_of_mind(self, action: Any) -> None:
        """Let a seat do something else first, and take it back before a card is seen."""
        legal = [a for a in self.game.legal_actions(self.true, action.seat) if a != action]
        for other in self.rng.sample(legal, min(6, len(legal))):
            told = [c for e in self._events(other) for c in self.game.answers(e)]
            if not told:
                step = self.session.last_step
                self._run(act(self.session, other, Told()), self._thinking(action.seat))
                self._run(take_back(self.session, step), self.rng.uniform(4, 12))
                return

    def _events(self, action: Any) -> Sequence[Event]:
        chance: Chance = Shuffled(Random(0))
        return list(self.game.play(self.true, action, chance).events)

    def _around(self, before: Any, events: Sequence[Event], step: int) -> None:
        """Let people talk, write and feel about what happened, event by event."""
        events, state = list(events), before
        for nth, event in enumerate(events):
            moment = Moment(state, event, events)
            if step + nth <= self.session.last_step:
                self._talk(moment, step + nth)
                self._remark(moment, step + nth)
            state = self.game.evolve(state, event)
        if self.session.status == "live":
            self._feel()

    def _talk(self, moment: Moment, step: int) -> None:
        new = any(experience == "first" for _, experience in self.evening.people)
        for talk in self.talks:
            if talk.when(moment) and self.talked < TALKS:
                self.talks.remove(talk)
                if self.rng.random() < (0.75 if new else 0.35):
                    self.talked += 1
                    took = round(talk.seconds * self.rng.uniform(0.7, 1.4))
                    text = self._about(talk.text, moment)
                    told = float(took) if self._clocked() else None
                    events = talk_rules(self.session, step, talk.kind, talk.clause, text, told)
                    self._run(events, took + 3)
                return

    def _remark(self, moment: Moment, step: int) -> None:
        for remark in self.remarks:
            if remark.when(moment) and self.noted < REMARKS:
                if self.rng.random() < 0.3:
                    self.remarks.remove(remark)
                    self.noted += 1
                    text = self._about(remark.text, moment)
                    marks = tuple(remark.marks(moment.event))
                    note = (text, self._author(), remark.tags, marks, remark.glyph)
                    self._run(add_note(self.session, step, *note), self.rng.uniform(5, 15))
                return

    def _about(self, text: str, moment: Moment) -> str:
        seat = getattr(moment.event, "seat", None)
        return text.format(who="" if seat is None else self.session.names[seat])

    def _author(self) -> str:
        names = self.session.names
        own = self.evening.recorder
        return names[own] if own is not None else self.rng.choice(names)

    def _moods(self, name: str) -> list[Any]:
        moods = list(self.tables.people[name].moods)
        return moods[::-1]

    def _feel(self) -> None:
        """Let one seat after the other say how it feels, about three times an evening."""
        if self.acted % 6 == 5 and any(self.moods):
            seat = (self.acted // 6) % len(self.moods)
            if self.moods[seat]:
                feeling = self.moods[seat].pop()
                session = self.session
                self._run(note_feeling(session, session.last_step, seat, feeling), 2)
        if self.items and self.acted % 25 == 24:
            text = self.items.pop(self.rng.randrange(len(self.items)))
            events = add_item(self.session, self.session.last_step, text, self._author())
            self._run(events, self.rng.uniform(10, 25))

    def _finish(self) -> Session:
        if self.session.status == "finished":
            self._run(close(self.session), 60)
        for seat, (name, _) in enumerate(self.evening.people):
            if self.rng.random() < 0.85:
                verdicts = self.tables.people[name].verdicts
                verdict = verdicts[self._nth_of(name) % len(verdicts)]
                feedback = replace(verdict, seat=seat)
                self._run(give_feedback(self.session, feedback), self.rng.uniform(40, 160))
        if self.session.open_items and self.number % 2 == 0:
            item = self.session.open_items[0].version
            self.tape.at += timedelta(days=2)
            self._run(finish_item(self.session, item), 0)
        return self.session

    def _nth_of(self, name: str) -> int:
        earlier = self.tables.evenings[: self.number]
        return sum(name in dict(evening.people) for evening in earlier)

    def _thinking(self, seat: int) -> float:
        name, experience = self.evening.people[seat]
        slow = {"first": 1.35, "many": 0.8}.get(experience, 1.0)
        seconds = self.rng.lognormvariate(self.tables.thinking, 0.7)
        return min(seconds * self.tables.people[name].pace * slow, 300)

    def _clocked(self) -> bool:
        return self.evening.timed

    def _run(self, events: Sequence[Event], later: float) -> None:
        """Record events, after the time that passed or that it takes to copy a line."""
        self.tape.run(events, later if self._clocked() else self.rng.uniform(*TYPED))
