"""What can be done with a session: each command answers with new events or refuses."""

from typing import Any

import msgspec

from domain.chance import Chance, Told
from domain.edition import EditionBase, content, content_hash
from domain.errors import Invalid, Refusal, SessionError, Unanswered, Unseen
from domain.events import Event
from domain.game import Game
from domain.options import filled_in
from domain.session.events import (
    ActionItemAdded,
    ActionItemDone,
    AttemptRefused,
    Branch,
    ClockPaused,
    ClockResumed,
    DecisionGuessed,
    FeedbackGiven,
    Feeling,
    FeelingNoted,
    Glyph,
    IrregularityStood,
    Mode,
    NoteAdded,
    PauseReason,
    Player,
    RulesTalked,
    SessionAbandoned,
    SessionClosed,
    SessionOpened,
    TakenBack,
    TalkKind,
    in_json,
)
from domain.session.marks import check_marks
from domain.session.session import Session, names_taken, rules_of

LONGEST_NOTE = 4000  # characters
LONGEST_NAME = 40
LONGEST_TALK = 86_400  # seconds


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known when a session is opened."""

    game: Game
    rules: str
    edition: EditionBase
    players: tuple[Player, ...]
    options: dict[str, str] = {}
    mode: Mode = "digital"
    start: int = 0
    title: str = ""
    prototype: str = ""
    place: str = ""
    tags: tuple[str, ...] = ()
    seed: str | None = None
    timed: bool = True
    branch: Branch | None = None


def open_session(table: Table, chance: Chance) -> list[Event]:
    """Open a session and set its game up.

    :raises Invalid: an option or a name does not fit, or more was told than was dealt.
    :raises Refusal: the game's set-up is not possible with these seats or components.
    """
    game = table.game.under(table.rules)
    _check_names(table.players)
    opened = SessionOpened(
        game=game.name,
        rules=table.rules,
        options=filled_in(game.options, table.options),
        edition=content(table.edition),
        edition_hash=content_hash(table.edition),
        players=table.players,
        mode=table.mode,
        title=table.title.strip(),
        prototype=table.prototype.strip(),
        place=table.place.strip(),
        tags=table.tags,
        seed=table.seed,
        timed=table.timed,
        branch=table.branch,
    )
    run = game.set_up(rules_of(opened), table.start, chance)
    check_all_told(chance)
    return [opened, *run.events]


def act(session: Session, action: Any, chance: Chance, *, irregular: bool = False) -> list[Event]:
    """Carry out an action of the game.

    :param irregular: let it stand though it breaks rules, as the table did; only where a table is
        logged. A legal action is recorded as one all the same.

    :raises Refusal: the rules forbid it; with ``irregular``, it is not possible.
    :raises SessionError: the session takes no more moves, or is not a table's.
    """
    _check_going_on(session)
    try:
        events = list(session.game.decide(session.state, action, chance))
    except Refusal as refusal:
        if not irregular:
            raise
        if session.opened.mode != "table":
            raise SessionError(
                "only a session logged at a table can hold irregular plays"
            ) from None
        stood = IrregularityStood(refusal.clauses, refusal.reason)
        events = [stood, *session.game.force(session.state, action, chance).events]
    check_all_told(chance)
    return events


def add_note(
    session: Session,
    step: int,
    text: str,
    author: str = "",
    tags: tuple[str, ...] = (),
    marks: tuple[str, ...] = (),
    glyph: Glyph = "",
) -> list[Event]:
    """Write a note at a step; possible at any time, after the end too.

    :param marks: places that it points at, or arrows between two of them.

    :raises SessionError: no such step, a text that is empty or longer than 4000 characters, or
        marks that are no places.
    """
    session.state_at(step)
    check_marks(marks, session.game.places(session.rules))
    note = NoteAdded(step, _text("note", text), author, tags, marks, glyph)
    return [_readable(note)]


def guess(session: Session, step: int, seat: int, action: Any, author: str = "") -> list[Event]:
    """Record what a reader would have done where a seat chose; possible after the end too.

    :raises SessionError: that seat did not choose there, or could not have chosen so.
    """
    state = session.state_at(step)
    chosen = None
    if step < session.last_step:
        chosen = session.game.action_of(state, session.moves[step + 1].event)
    if chosen is None or chosen.seat != seat:
        raise SessionError(f"seat {seat} chose nothing at step {step}, so nothing can be guessed")
    if action.seat != seat or action not in session.game.legal_actions(state, seat):
        raise SessionError(f"{action!r} could not be chosen at step {step}")
    return [_readable(DecisionGuessed(step, seat, in_json(action), author))]


def refuse_attempt(
    session: Session, action: Any, *, seat: int | None = None, said: str = "", clause: str = ""
) -> list[Event]:
    """Record that somebody tried something at the latest step and was told no.

    :param action: what was tried, or ``None`` with ``said`` and ``clause``.

    :raises SessionError: the action is legal, so that nobody could be told no for a rule's sake,
        nothing says what was tried, or there is no such seat.
    """
    _check_going_on(session)
    tried_by = seat if action is None else action.seat
    if tried_by is not None:
        _check_seat(session, tried_by)
    said = said.strip()
    if action is None:
        if not said or not clause:
            raise SessionError(
                "expected the action that was refused, or what was said and a clause"
            )
        clauses: tuple[str, ...] = (clause,)
        reason, plain = "", None
    else:
        refusal = _refusal_of(session, action)
        if refusal is None and not clause:
            raise SessionError("that action is legal; expected the clause by which it was refused")
        clauses = refusal.clauses if refusal else (clause,)
        reason = refusal.reason if refusal else ""
        plain = in_json(action)
    said = _text("remark", said) if said else ""
    return [AttemptRefused(session.last_step, tried_by, clauses, reason, plain, said)]


def talk_rules(
    session: Session,
    step: int,
    kind: TalkKind,
    clause: str = "",
    text: str = "",
    seconds: float | None = None,
) -> list[Event]:
    """Record that the table talked about a rule.

    :raises SessionError: no such step, or a time below zero or above a day.
    """
    session.state_at(step)
    if seconds is not None and not 0 <= seconds <= LONGEST_TALK:
        raise SessionError(f"{seconds} seconds, expected 0 to {LONGEST_TALK}")
    said = _text("remark", text) if text.strip() else ""
    return [_readable(RulesTalked(step, kind, clause, said, seconds))]


def note_feeling(session: Session, step: int, seat: int, feeling: Feeling) -> list[Event]:
    """Record how a seat feels at a step, while the session goes on; later there is feedback.

    :raises SessionError: no such step or seat, or the session is closed or abandoned.
    """
    _check_going_on(session)
    session.state_at(step)
    _check_seat(session, seat)
    return [_readable(FeelingNoted(step, seat, feeling))]


def add_item(session: Session, step: int, text: str, author: str = "") -> list[Event]:
    """Add something to be done about the game.

    :raises SessionError: no such step, or no text.
    """
    session.state_at(step)
    return [ActionItemAdded(step, _text("item", text), author)]


def finish_item(session: Session, item: int) -> list[Event]:
    """Mark an action item as done; ``item`` is the version of its event.

    :raises SessionError: no open item has that version.
    """
    versions = [entry.version for entry in session.open_items]
    if item not in versions:
        expected = ", ".join(map(str, versions)) or "none"
        raise SessionError(f"no open item {item}, expected one of: {expected}")
    return [ActionItemDone(item)]


def pause(session: Session, reason: PauseReason = "break") -> list[Event]:
    """Stop the clock.

    :raises SessionError: it stands still already, or the session takes no more moves.
    """
    _check_going_on(session)
    if session.paused is not None:
        raise SessionError("the clock is paused already")
    return [_readable(ClockPaused(reason))]


def resume(session: Session) -> list[Event]:
    """Let the clock run on.

    :raises SessionError: it is not paused.
    """
    _check_going_on(session)
    if session.paused is None:
        raise SessionError("the clock is not paused")
    return [ClockResumed()]


def give_feedback(session: Session, feedback: FeedbackGiven) -> list[Event]:
    """Record what a player thought; a later answer of the same seat takes the place of this one.

    :raises SessionError: no such seat, or an answer without content.
    """
    _check_seat(session, feedback.seat)
    text = _text("feedback", feedback.text) if feedback.text.strip() else ""
    feedback = msgspec.structs.replace(feedback, text=text)
    if feedback == FeedbackGiven(feedback.seat):
        raise SessionError("the feedback is empty, expected at least one answer")
    return [_readable(feedback)]


def _readable(event: Event) -> Event:
    """Return an event of which every value is one that can be read back from the store.

    :raises SessionError: names the value that is not.
    """
    try:
        msgspec.convert(in_json(event), type(event))
    except msgspec.ValidationError as error:
        raise SessionError(f"{event.stored_name}: {error}") from None
    except UnicodeEncodeError:
        raise SessionError("half of a pair of characters, expected plain text") from None
    return event


def _text(name: str, text: str) -> str:
    """Return a text in one form: forms send two characters for a line's end.

    :raises SessionError: it is empty or longer than 4000 characters.
    """
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise SessionError(f"the {name} is empty, expected some text")
    if len(text) > LONGEST_NOTE:
        raise SessionError(
            f"the {name} has {len(text)} characters, expected at most {LONGEST_NOTE}"
        )
    return text


def _refusal_of(session: Session, action: Any) -> Refusal | None:
    """Return why the rules forbid an action in the position as it stands."""
    try:
        session.game.decide(session.state, action, Told())
    except Refusal as refusal:
        return refusal
    except (Unanswered, Unseen):
        return None
    return None


def check_all_told(chance: Chance) -> None:
    """Refuse answers that nobody asked for: something was told that did not happen.

    :raises Invalid: names them.
    """
    if isinstance(chance, Told) and chance.left:
        said = ", ".join(answer or "unseen" for answer in chance.left)
        raise Invalid(f"told too much: nothing was drawn that could be {said}")


def _check_seat(session: Session, seat: int) -> None:
    if seat not in range(len(session.players)):
        raise SessionError(f"there is no seat {seat}, expected 0 to {len(session.players) - 1}")


def take_back(session: Session, step: int) -> list[Event]:
    """Go back to an earlier step.

    :raises SessionError: the step is not an earlier one, or the session takes no more moves.
    """
    _check_going_on(session)
    if not 0 <= step < session.last_step:
        expected = f"0 to {session.last_step - 1}" if session.last_step > 0 else "none yet"
        raise SessionError(f"cannot take back to step {step}, expected {expected}")
    if not session.game.to_act(session.state_at(step)):
        raise SessionError(f"cannot take back to step {step}: no seat chooses there")
    return [TakenBack(step)]


def close(session: Session) -> list[Event]:
    """Close a session whose game is over.

    :raises SessionError: the game goes on, or the session is closed or abandoned already.
    """
    if session.status == "live":
        raise SessionError("the game is not over; abandon the session instead")
    if session.status != "finished":
        raise SessionError(f"the session is {session.status} already")
    return [SessionClosed()]


def abandon(session: Session, reason: str = "") -> list[Event]:
    """Leave a session in the middle.

    :raises SessionError: its game is over, or it is closed or abandoned already.
    """
    if session.status != "live":
        raise SessionError(f"the session is {session.status} already")
    return [SessionAbandoned(reason.strip())]


def _check_going_on(session: Session) -> None:
    if session.status in ("closed", "abandoned"):
        raise SessionError(f"the session is {session.status}")


def _check_names(players: tuple[Player, ...]) -> None:
    for seat, player in enumerate(players):
        fits = 0 < len(player.name.strip()) <= LONGEST_NAME
        if not fits or not any(c.isprintable() and not c.isspace() for c in player.name):
            expected = f"expected 1 to {LONGEST_NAME} characters that can be seen"
            raise Invalid(f"players: seat {seat}: name {player.name!r}, {expected}")
    if taken := names_taken(players):
        raise Invalid(f"players: the name {taken[0]!r} is used twice, expected different names")
