"""An earlier action set right: the rest is carried out again and what changes is listed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from domain.chance import Candidates, Chance, Observed, Told
from domain.errors import DomainError, Refusal, SessionError
from domain.events import Event, Recorded
from domain.piles import Pile
from domain.session.commands import check_all_told
from domain.session.events import Amended, Restated, Waiting, in_json
from domain.session.session import Irregularity, Session


@dataclass(frozen=True)
class Difference:
    """An action whose events came out differently, or that is new or set right.

    ``step`` is its first step in the session as it stood; ``now`` its first step after the
    amendment.
    """

    step: int
    now: int
    before: tuple[Event, ...]
    after: tuple[Event, ...]


@dataclass(frozen=True)
class Misfit:
    """The first action that no longer fits: the step it began at, and why not."""

    step: int
    action: Any
    why: DomainError


@dataclass(frozen=True)
class Amendment:
    """What an amendment would do.

    :ivar event: what is recorded if it is wanted.
    :ivar states: the positions from the amended action on.
    """

    event: Amended
    differences: tuple[Difference, ...]
    misfit: Misfit | None
    states: tuple[Any, ...]


@dataclass(frozen=True)
class _Group:
    """An action of the old line with its moves and the position before it; ``action`` is ``None``
    for the set-up.
    """

    step: int
    before: Any
    action: Any
    moves: tuple[Recorded, ...]
    irregular: Irregularity | None

    def waiting(self, session: Session) -> Waiting:
        """Return the action as it waits for being carried out again."""
        game, found = session.game, self.irregular
        answers = tuple(a for move in self.moves for a in game.answers(move.event))
        asked = _Asked(answers)
        game.force(self.before, self.action, asked)
        return Waiting(
            version=self.moves[0].version,
            action=in_json(self.action),
            answers=answers,
            questions=tuple(asked.questions),
            clauses=found.clauses if found else (),
            reason=found.reason if found else "",
        )


class _Asked(Observed):
    """Gives the answers of an action again and keeps the questions to which they were given.

    By their questions they find their place again where more or fewer cards are drawn.
    """

    __slots__ = ("questions",)

    def __init__(self, answers: Sequence[str | None]) -> None:
        super().__init__(answers)
        self.questions: list[str] = []

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        self.questions.append(str(question))
        return super().draw(pile, question, candidates)


def amend(
    session: Session,
    step: int,
    action: Any,
    chance: Chance,
    *,
    irregular: bool = False,
    reason: str = "",
) -> Amendment:
    """Work out what follows when the action that began at a step had been another one.

    :param step: the first step of the action to replace.
    :param chance: tells what was seen with the new action.
    :param irregular: let the new action stand though it breaks rules.

    :raises SessionError: no action begins at that step, or the session was dealt by the program.
    :raises Refusal: the new action is against the rules, or not possible.
    :raises Invalid: more was told than was drawn.
    """
    _check_amendable(session)
    groups = list(_groups(session))
    at = next((n for n, group in enumerate(groups) if n and group.step == step), None)
    if at is None:
        begun = ", ".join(str(group.step) for group in groups[1:]) or "none"
        raise SessionError(f"no action begins at step {step}, expected one of: {begun}")
    again = _Again(session, step - 1)
    found = again.act(action, chance, irregular)
    again.restate(groups[at], found)
    return again.finish(groups[at + 1 :], reason)


def amend_set_up(session: Session, start: int, chance: Chance, *, reason: str = "") -> Amendment:
    """Work out what follows when the set-up had been another one, or when more of it is known.

    :raises SessionError: the session was dealt by the program.
    :raises Refusal: the set-up is not possible.
    :raises Invalid: more was told than was drawn.
    """
    _check_amendable(session)
    groups = list(_groups(session))
    again = _Again(session, -1)
    run = session.game.set_up(session.rules, start, chance)
    check_all_told(chance)
    again.take(run.events)
    again.restate(groups[0], None)
    return again.finish(groups[1:], reason)


def carry_on(session: Session, skip: int = 0) -> Amendment:
    """Carry out again what still waits after an amendment, from the position as it stands.

    :param skip: leave that many out first, because they were settled in another way.

    :raises SessionError: nothing waits, or less than is to be left out.
    """
    _check_amendable(session)
    waiting = len(session.unsettled)
    if not waiting:
        raise SessionError("no action waits to be carried out again")
    if not 0 <= skip <= waiting:
        raise SessionError(f"cannot leave out {skip} actions, expected 0 to {waiting}")
    again = _Again(session, session.last_step)
    return again.finish_waiting(session.unsettled[skip:], "")


class _Again:
    """The game carried out again from a step."""

    def __init__(self, session: Session, step: int) -> None:
        self.session, self.step = session, step
        game = session.game
        state = session.state_at(step) if step >= 0 else game.blank(session.rules)
        self.states: list[Any] = [state]
        self.events: list[Event] = []
        self.tail: list[Restated] = []
        self.differences: list[Difference] = []
        versions = [move.version for move in session.moves[step + 1 :]]
        self._single = len(set(versions)) == len(versions)

    def act(self, action: Any, chance: Chance, irregular: bool) -> Irregularity | None:
        """Carry out one action; return which rules it broke, if it did and may."""
        game, state, found = self.session.game, self.states[-1], None
        try:
            run = game.play(state, action, chance)
        except Refusal as refusal:
            if not irregular:
                raise
            run = game.force(state, action, chance)
            found = Irregularity(refusal.clauses, refusal.reason)
        check_all_told(chance)
        self.take(run.events)
        return found

    def take(self, events: Sequence[Event]) -> None:
        """Fold the events of one action; they are the ones that are restated next."""
        self.events = list(events)
        for event in events:
            self.states.append(self.session.game.evolve(self.states[-1], event))

    def restate(self, group: _Group, irregular: Irregularity | None) -> None:
        """Put the events of the last action in the place of an old one's."""
        now = self.step + 1 + len(self.tail)
        old = [move.event for move in group.moves]
        for nth, event in enumerate(self.events):
            move = group.moves[min(nth, len(group.moves) - 1)]
            first = irregular if nth == 0 else None
            same = self._single and nth < len(old) and event == old[nth]
            self.tail.append(_restated(move.version, None if same else event, first))
        if self.events != old:
            self.differences.append(Difference(group.step, now, tuple(old), tuple(self.events)))

    def finish(self, groups: Sequence[_Group], reason: str) -> Amendment:
        """Carry out the rest as far as it fits, then what waited already."""
        for nth, group in enumerate(groups):
            waiting = group.waiting(self.session)
            try:
                found = self._again(group.action, waiting)
            except DomainError as why:
                rest = tuple(later.waiting(self.session) for later in groups[nth:])
                misfit = Misfit(group.step, group.action, why)
                return self._amendment((*rest, *self.session.unsettled), misfit, reason)
            self.restate(group, found)
        return self.finish_waiting(self.session.unsettled, reason)

    def finish_waiting(self, rest: Sequence[Waiting], reason: str) -> Amendment:
        """Carry out what waits as far as it fits."""
        for nth, waiting in enumerate(rest):
            action = msgspec.convert(waiting.action, self.session.game.action)
            now = self.step + 1 + len(self.tail)
            try:
                found = self._again(action, waiting)
            except DomainError as why:
                return self._amendment(tuple(rest[nth:]), Misfit(now, action, why), reason)
            for at, event in enumerate(self.events):
                first = found if at == 0 else None
                self.tail.append(_restated(waiting.version, event, first))
        return self._amendment((), None, reason)

    def _again(self, action: Any, waiting: Waiting) -> Irregularity | None:
        return self.act(action, _ToldAgain(waiting), bool(waiting.clauses))

    def _amendment(
        self, rest: tuple[Waiting, ...], misfit: Misfit | None, reason: str
    ) -> Amendment:
        event = Amended(self.step, tuple(self.tail), rest, reason)
        return Amendment(event, tuple(self.differences), misfit, tuple(self.states[1:]))


def _restated(version: int, event: Event | None, irregular: Irregularity | None) -> Restated:
    broken = (irregular.clauses, irregular.reason) if irregular else ((), "")
    if event is None:
        return Restated(version, None, None, *broken)
    return Restated(version, event.stored_name, in_json(event), *broken)


class _ToldAgain(Told):
    """Tells what was seen when an action was carried out first.

    A card that was seen and is no longer drawn is too much: somebody has to say what happened.
    One that nobody saw is not missed.
    """

    def __init__(self, waiting: Waiting) -> None:
        if len(waiting.questions) != len(waiting.answers):
            super().__init__(waiting.answers)
            return
        named: dict[str, list[str | None]] = {}
        for question, answer in zip(waiting.questions, waiting.answers, strict=True):
            named.setdefault(question, []).append(answer)
        super().__init__((), named)

    @property
    def left(self) -> list[str | None]:
        return [answer for answer in super().left if answer is not None]


def _groups(session: Session) -> Iterator[_Group]:
    """Yield the set-up, then each action, with their moves."""
    befores = [before for before, _, _ in session.history()]
    begun = [(0, None), *session.actions]
    ends = [at for at, _ in begun[1:]] + [len(session.moves)]
    for (first, action), end in zip(begun, ends, strict=True):
        moves, found = session.moves[first:end], session.irregular.get(first)
        yield _Group(first, befores[first], action, moves, found)


def _check_amendable(session: Session) -> None:
    if session.opened.mode != "table":
        raise SessionError("only a session that was logged at a table can be amended")
    if session.closed or session.abandoned is not None:
        raise SessionError(f"the session is {session.status}")
    if not session.moves:
        raise SessionError("the session has no set-up yet")
