"""Actions: one or a batch, and set right afterwards. All or none is recorded."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec

from domain.chance import Chance, Told
from domain.errors import DomainError, Invalid, SessionError
from domain.events import Event, Recorded
from domain.notation import Reading
from domain.session import Session, fold
from domain.session import amend as amending
from domain.session.amend import Amendment
from domain.session.commands import act
from service.api import reading
from service.api.acting import let_bots_act
from service.api.answers import Amended, Differs, Fault, Plain, Written
from service.api.refusing import Stopped, details
from service.api.routing import Reply, write
from service.api.seen import event_rows, widest
from service.api.sessions import summary
from service.api.shapes import Amend, Attempt, Play, Plays, Write
from service.api.writing import record, recorded
from service.web.context import load, services

PREVIEW = {200: "Worked out, not recorded."}


@write("/sessions/{session_id}/actions", Plays, Written, "Play")
def append_actions(session_id: UUID, body: Plays) -> Reply:
    """Carry out actions in their order; all are recorded or none.

    Each is given as data or in notation. At a table ``answers`` tell what was seen, and
    ``irregular`` lets an action stand though it breaks rules. In digital play mothlog deals, and
    bots act afterwards. A refused action is named by ``path``, with the clauses that forbid it and
    legal actions that are near it.
    """
    session = load(session_id)
    for nth, play in enumerate(body.actions):
        _check(session, play, f"actions[{nth}]")
    answer = record(
        session_id,
        body,
        lambda s: _carried_out(s, body.actions),
        lambda s, version: _overtaken(s, version, body.actions),
    )
    return recorded(answer, *let_bots_act(answer.session))


@write(
    "/sessions/{session_id}/amendments", Amend, Amended, "Play", {200: "Worked out, not recorded."}
)
def amend(session_id: UUID, body: Amend) -> Reply:
    """Set an earlier action of a table's log right, and carry out again what came after it.

    With ``preview`` nothing is recorded (200): the answer says what would come out differently, and
    the first action that would no longer fit.
    """
    session = load(session_id)
    if body.step and (body.action is None) == (body.notation is None):
        raise Invalid("expected exactly one of 'action' and 'notation', or step 0 for the set-up")
    _check(session, body, "")
    return _amended(session_id, body, lambda s: _worked_out(s, body), body.preview)


@write("/sessions/{session_id}/carry-on", Write, Amended, "Play")
def carry_on(session_id: UUID, body: Write) -> Reply:
    """Carry out again what still waits after an amendment."""
    return _amended(session_id, body, amending.carry_on, False)


def action_in(session: Session, said: Play | Amend | Attempt, step: int | None = None) -> Reading:
    """Return the action that was sent, read in the position at a step or as it stands.

    :raises Misread: the notation cannot be read there.
    """
    if said.notation is None:
        return Reading(msgspec.convert(said.action, session.game.action))
    at = session.state if step is None else session.state_at(step)
    return session.game.notation.read(widest(session).state(session.game, at), said.notation)


def meant(session: Session, said: Play | Amend, step: int | None = None) -> Reading:
    """Return the action with everything that was told of it, in its notation and beside it.

    :raises Misread: the notation cannot be read there.
    """
    found = action_in(session, said, step)
    return Reading(found.action, (*found.answers, *said.answers), {**found.named, **said.named})


def _carried_out(session: Session, plays: Sequence[Play]) -> list[Event]:
    """Return the events of all actions, each decided where the one before it led.

    :raises Stopped: one is refused; says which.
    """
    events: list[Event] = []
    for nth, play in enumerate(plays):
        action = None
        try:
            found = meant(session, play)
            action = found.action
            _check_seat(session, action.seat)
            chance = _chance(session, found)
            decided = act(session, action, chance, irregular=play.irregular)
        except DomainError as why:
            raise Stopped(f"actions[{nth}]", why, session, action) from why
        events += decided
        session = _moved(session, decided)
    return events


def _moved(session: Session, events: Sequence[Event]) -> Session:
    """Return a session as it will be once these events are stored."""
    entries = (
        Recorded(session.id, session.version + nth, session.log[-1].at, event)
        for nth, event in enumerate(events, 1)
    )
    moved = fold(entries, session)
    assert moved is not None
    return moved


def _chance(session: Session, found: Reading) -> Chance:
    if session.opened.mode == "table":
        return found.chance
    if found.answers or found.named:
        raise Invalid("answers: told, expected none: in digital play mothlog deals the cards")
    return services().recorder.chance_of(session)


def _check(session: Session, play: Any, path: str) -> None:
    """Let an action pass that has the shape of one of this game.

    :raises Malformed: it has not; names every path.
    """
    if play.action is not None:
        inside = f"{path}.action" if path else "action"
        reading.fitting(play.action, session.game.action, inside)


def _check_seat(session: Session, seat: int) -> None:
    if seat not in range(len(session.players)):
        raise SessionError(f"there is no seat {seat}, expected 0 to {len(session.players) - 1}")
    if session.opened.mode != "table" and session.players[seat].bot is not None:
        raise SessionError(f"seat {seat} is played by a bot")


def _overtaken(session: Session, version: int, plays: Sequence[Play]) -> bool:
    """Whether a seat that acts has to look again."""
    try:
        seats = {meant(session, play).action.seat for play in plays}
    except DomainError:
        return session.moved_since(version)
    return any(session.overtaken(version, seat) for seat in seats)


def _worked_out(session: Session, body: Amend) -> Amendment:
    if not body.step:
        start = body.start if body.start is not None else _start(session)
        chance = Told(body.answers, body.named)
        amendment = amending.amend_set_up(session, start, chance, reason=body.reason)
    else:
        found = meant(session, body, body.step - 1)
        _check_seat(session, found.action.seat)
        chance = found.chance
        amendment = amending.amend(
            session,
            body.step,
            found.action,
            chance,
            irregular=body.irregular,
            reason=body.reason,
        )
    if chance.left:
        said = ", ".join(answer or "unseen" for answer in chance.left)
        raise Invalid(f"told too much: nothing was drawn that could be {said}")
    return amendment


def _start(session: Session) -> int:
    """Return the seat that began, where the set-up names one."""
    return int(getattr(session.moves[0].event, "start", 0)) if session.moves else 0


def _amended(
    session_id: UUID, body: Write, work: Callable[[Session], Amendment], preview: bool
) -> Reply:
    if preview:
        session = load(session_id)
        found = work(session)
        return Reply(_what_changes(session, found, (), session, False, True), session.version)
    made: list[tuple[Session, Amendment]] = []

    def command(session: Session) -> list[Event]:
        made.append((session, work(session)))
        return [made[-1][1].event]

    answer = record(session_id, body, command)
    if not made:  # the request had been answered before
        rows = event_rows(answer.session, answer.entries, widest(answer.session))
        nothing = Amended(
            repeated=True, events=rows, session=summary(answer.session), preview=False,
            differences=(), misfit=None, waiting=len(answer.session.unsettled),
        )  # fmt: skip
        return Reply(nothing, answer.session.version, 201)
    before, found = made[-1]
    data = _what_changes(before, found, answer.entries, answer.session, answer.repeated, False)
    return Reply(data, answer.session.version, 201)


def _what_changes(
    before: Session,
    found: Amendment,
    entries: Sequence[Recorded],
    after: Session,
    repeated: bool,
    preview: bool,
) -> Amended:
    def rows(events: Sequence[Event]) -> tuple[Plain, ...]:
        seen = [widest(before).event(before.game, event) for event in events]
        return tuple(Plain(name=e.stored_name, data=msgspec.to_builtins(e)) for e in seen)

    misfit = None
    if found.misfit is not None:
        why = details(found.misfit.why)
        misfit = Fault(
            step=found.misfit.step,
            action=msgspec.to_builtins(found.misfit.action),
            message=why["message"],
            clauses=why.get("clauses", ()),
        )
    return Amended(
        repeated=repeated,
        events=event_rows(after, entries, widest(after)),
        session=summary(after),
        preview=preview,
        differences=tuple(
            Differs(step=d.step, now=d.now, before=rows(d.before), after=rows(d.after))
            for d in found.differences
        ),
        misfit=misfit,
        waiting=len(found.event.rest),
    )
