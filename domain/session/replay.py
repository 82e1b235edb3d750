"""A log held against the rules: every command that recorded it is carried out again."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice, takewhile
from typing import Any, NamedTuple

from domain.chance import Observed
from domain.errors import DomainError, Unanswered
from domain.events import Event, Recorded
from domain.games import GAMES
from domain.session.codec import CODEC
from domain.session.commands import act, open_session
from domain.session.events import Amended, IrregularityStood, SessionOpened
from domain.session.retold import COMMANDS, Change, answers_of, change_of, same, table_of
from domain.session.session import Session, fold, is_move

EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Times of play; beyond them calendars and databases disagree."""


class Misplaced(DomainError):
    """The first event that does not follow from what stands before it, by its version.

    ``cut`` says that the log ends in the middle of an action.
    """

    def __init__(self, version: int, reason: str, *, cut: bool = False) -> None:
        self.version = version
        self.reason = reason
        self.cut = cut
        super().__init__(f"version {version}: {reason}")


class Part(NamedTuple):
    """What one command recorded, and what it had been told.

    ``before`` is the session that it met, ``after`` the one that it left; ``start`` belongs to a
    set-up, ``change`` to an amendment.
    """

    before: Session | None
    entries: tuple[Recorded, ...]
    after: Session
    action: Any = None
    answers: tuple[str | None, ...] = ()
    start: int = 0
    irregular: bool = False
    change: Change | None = None


def parts(entries: Sequence[Recorded], session: Session | None = None) -> Iterator[Part]:
    """Yield the commands of a log in order, each once it has been carried out again.

    :param session: what stands before the first entry.
    :raises Misplaced: the first event that no command could have recorded there.
    """
    done = session.version if session else 0
    fitting, fault = _fitting(entries, done)
    at = 0
    while at < len(fitting):
        try:
            part = _guarded(session, fitting[at:])
        except Misplaced as error:
            raise fault if error.cut and fault else error from error.__cause__
        for entry in part.entries:
            if entry.at != part.entries[0].at:
                reason = "another time than the events of the same command"
                raise Misplaced(entry.version, reason)
        yield part
        session, at = part.after, at + len(part.entries)
    if fault:
        raise fault


def _fitting(entries: Sequence[Recorded], done: int) -> tuple[Sequence[Recorded], Misplaced | None]:
    """Return the entries up to the first one that is out of its place, and what is wrong there."""
    for nth, entry in enumerate(entries, done + 1):
        try:
            _check_place(entry, nth, entries[0])
        except Misplaced as fault:
            return entries[: nth - done - 1], fault
    return entries, None


def _check_place(entry: Recorded, nth: int, first: Recorded) -> None:
    if entry.version != nth:
        raise Misplaced(nth, f"version {entry.version} found, expected {nth}")
    if entry.session_id != first.session_id:
        raise Misplaced(nth, f"an event of session {entry.session_id}")
    if entry.at.tzinfo is None:
        raise Misplaced(nth, f"time {entry.at.isoformat()} without a time zone")
    check_storable(entry, nth)


def check_storable(entry: Recorded, nth: int) -> None:
    """Let an event pass that calendars and encodings can hold.

    :raises Misplaced: its time is no time of play, or a text in it is none.
    """
    if not EARLIEST <= entry.at <= LATEST:
        expected = f"{EARLIEST.year} to {LATEST.year}"
        raise Misplaced(nth, f"time {entry.at.isoformat()}, expected a year from {expected}")
    try:
        CODEC.encode(EARLIEST, entry.event, entry.key)
    except UnicodeEncodeError:
        raise Misplaced(nth, "a text with a character that is none, half of a pair") from None


def _guarded(session: Session | None, entries: Sequence[Recorded]) -> Part:
    """Read one part. A game's functions promise nothing about events that it never decided."""
    first = entries[0]
    try:
        return _part(session, entries)
    except Misplaced:
        raise
    except Unanswered as error:
        raise _unanswered(entries, error, session is None) from error
    except DomainError as error:
        raise Misplaced(first.version, str(error)) from error
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        why = f"{first.event.stored_name} does not fit the position"
        raise Misplaced(first.version, why) from error


def _unanswered(entries: Sequence[Recorded], error: Unanswered, opening: bool) -> Misplaced:
    """Say whether an outcome is lacking because the log ends, or because it goes on otherwise."""
    if all(map(_of_the_game, entries[1:])):
        what = "the set-up is missing or" if opening else "the action is"
        return Misplaced(entries[-1].version, f"{what} cut short: {error}", cut=True)
    return Misplaced(entries[0].version, f"its events do not belong together: {error}")


def _part(session: Session | None, entries: Sequence[Recorded]) -> Part:
    event: Any = entries[0].event
    if session is None:
        return _opening(entries)
    if isinstance(event, SessionOpened):
        raise Misplaced(entries[0].version, "the session is open already")
    if isinstance(event, Amended):
        change = change_of(session, entries[0], event)
        return _part_of(session, entries[:1])._replace(change=change)
    if isinstance(event, IrregularityStood) or is_move(event):
        return _move(session, entries)
    _compare(COMMANDS[type(event)](session, event), entries)
    return _part_of(session, entries[:1])


def _opening(entries: Sequence[Recorded]) -> Part:
    opened = entries[0].event
    if not isinstance(opened, SessionOpened):
        raise Misplaced(1, f"{opened.stored_name} found, expected {SessionOpened.stored_name}")
    game = GAMES.get(opened.game)
    if game is None:
        raise Misplaced(1, f"there is no game {opened.game!r}, expected one of: {', '.join(GAMES)}")
    game = game.under(opened.rules)
    told = list(takewhile(is_move, (entry.event for entry in entries[1:])))
    start = getattr(told[0], "start", 0) if told else 0
    chance = Observed(answers_of(game, told))
    made = open_session(table_of(opened, game, start), chance)[1:]
    _compare(made, entries[1:])
    part = _part_of(None, entries[: len(made) + 1])
    answers = tuple(islice(answers_of(game, told), chance.given))
    return _seen(part._replace(answers=answers, start=start))


def _move(session: Session, entries: Sequence[Recorded]) -> Part:
    """Carry out the action that the next events begin with."""
    irregular = isinstance(entries[0].event, IrregularityStood)
    told = [entry.event for entry in takewhile(_of_the_game, entries[irregular:])]
    if not told:
        reason = "the play that stood against the rules is missing"
        raise Misplaced(entries[0].version, reason, cut=len(entries) == 1)
    action = session.game.action_of(session.state, told[0])
    if action is None:
        raise Misplaced(entries[0].version, f"{told[0].stored_name} begins no action here")
    chance = Observed(answers_of(session.game, told))
    made = act(session, action, chance, irregular=irregular)
    _compare(made, entries)
    part = _part_of(session, entries[: len(made)])
    answers = tuple(islice(answers_of(session.game, told), chance.given))
    return _seen(part._replace(action=action, answers=answers, irregular=irregular))


def _of_the_game(entry: Recorded) -> bool:
    return is_move(entry.event)


def _compare(made: Sequence[Event], entries: Sequence[Recorded]) -> None:
    """Hold what a command records against what was recorded."""
    for nth, event in enumerate(made):
        if nth >= len(entries):
            last = entries[-1].version if entries else 1
            raise Misplaced(last, "what follows from the action is missing", cut=True)
        if not same(event, entries[nth].event):
            found = entries[nth].event.stored_name
            other = "another one" if found == event.stored_name else event.stored_name
            raise Misplaced(entries[nth].version, f"{found} found, the rules give {other}")


def _seen(part: Part) -> Part:
    """Let hidden cards stay unseen only where a table was logged."""
    if part.after.opened.mode != "table" and None in part.answers:
        reason = f"an unseen card in a {part.after.opened.mode} session, expected all to be known"
        raise Misplaced(part.entries[0].version, reason)
    return part


def _part_of(session: Session | None, entries: Sequence[Recorded]) -> Part:
    after = fold(entries, session)
    assert after is not None
    return Part(session, tuple(entries), after)
