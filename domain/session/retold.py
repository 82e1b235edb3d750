"""Stored events taken back to the commands that record them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from domain.chance import Observed
from domain.edition import content_hash, parse_edition
from domain.errors import Invalid
from domain.events import Event, Recorded
from domain.game import Game
from domain.session import commands
from domain.session.amend import amend, amend_set_up, carry_on
from domain.session.consent import answer_take_back, ask_take_back
from domain.session.events import (
    ActionItemAdded,
    ActionItemDone,
    Amended,
    AttemptRefused,
    ClockPaused,
    ClockResumed,
    DecisionGuessed,
    FeedbackGiven,
    FeelingNoted,
    NoteAdded,
    RulesTalked,
    SessionAbandoned,
    SessionClosed,
    SessionOpened,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from domain.session.session import Session, fold

COMMANDS: dict[type[Event], Callable[[Session, Any], list[Event]]] = {
    NoteAdded: lambda s, e: commands.add_note(
        s, e.step, e.text, e.author, e.tags, e.marks, e.glyph
    ),
    DecisionGuessed: lambda s, e: commands.guess(
        s, e.step, e.seat, msgspec.convert(e.action, s.game.action), e.author
    ),
    TakenBack: lambda s, e: commands.take_back(s, e.step),
    TakeBackAsked: lambda s, e: ask_take_back(s, e.step, e.seat),
    TakeBackAnswered: lambda s, e: answer_take_back(s, e.seat, e.agrees),
    AttemptRefused: lambda s, e: commands.refuse_attempt(
        s,
        None if e.action is None else msgspec.convert(e.action, s.game.action),
        seat=e.seat,
        said=e.said,
        clause=e.clauses[0] if e.clauses else "",
    ),
    RulesTalked: lambda s, e: commands.talk_rules(s, e.step, e.kind, e.clause, e.text, e.seconds),
    FeelingNoted: lambda s, e: commands.note_feeling(s, e.step, e.seat, e.feeling),
    ActionItemAdded: lambda s, e: commands.add_item(s, e.step, e.text, e.author),
    ActionItemDone: lambda s, e: commands.finish_item(s, e.item),
    ClockPaused: lambda s, e: commands.pause(s, e.reason),
    ClockResumed: lambda s, e: commands.resume(s),
    FeedbackGiven: commands.give_feedback,
    SessionClosed: lambda s, e: commands.close(s),
    SessionAbandoned: lambda s, e: commands.abandon(s, e.reason),
}
"""The command that records each kind of event beside the moves, told again by the event."""


class Change(NamedTuple):
    """How an amendment came about: by another action, by another set-up, or by carrying on.

    ``start`` belongs to a set-up, ``skip`` to carrying on: how many actions that waited were left
    out.
    """

    event: Amended
    action: Any = None
    answers: tuple[str | None, ...] = ()
    start: int | None = None
    skip: int | None = None
    irregular: bool = False


def table_of(opened: SessionOpened, game: Game, start: int) -> commands.Table:
    """Return what a session was opened with.

    :raises Invalid: its edition cannot be played with, or is not the one of its hash.
    """
    edition = parse_edition(opened.edition, game.edition)
    if problems := game.edition_problems(edition):
        raise Invalid(f"edition: {problems[0]}")
    if content_hash(edition) != opened.edition_hash:
        raise Invalid("its edition does not match the hash that was stored with it")
    if len(opened.players) not in game.seats:
        raise Invalid(seats_expected(game, len(opened.players)))
    own = ("game", "edition", "start")
    told = {n: getattr(opened, n) for n in commands.Table.__struct_fields__ if n not in own}
    return commands.Table(game=game, edition=edition, start=start, **told)


def seats_expected(game: Game, found: int) -> str:
    """Say that a number of players does not fit a game."""
    first, last = game.seats[0], game.seats[-1]
    return f"{found} players, expected {first if first == last else f'{first} to {last}'}"


def answers_of(game: Game, events: Sequence[Event]) -> Iterator[str | None]:
    """Yield the chance outcomes in events, in the order of asking."""
    return (answer for event in events for answer in game.answers(event))


def change_of(session: Session, entry: Recorded, event: Amended) -> Change:
    """Work out which command made an amendment.

    :raises DomainError: none could have made it.
    """
    if event.step == session.last_step and session.unsettled:
        for skip in range(len(session.unsettled) + 1):
            if carry_on(session, skip).event == event:
                return Change(event, skip=skip)
    after = fold([entry], session)
    assert after is not None
    tail = [move.event for move in after.moves[event.step + 1 :]]
    if not tail:
        raise Invalid("the amendment restates nothing")
    chance = Observed(answers_of(session.game, tail))
    if event.step < 0:
        found = Change(event, start=getattr(tail[0], "start", 0))
        amendment = amend_set_up(session, found.start or 0, chance, reason=event.reason)
    else:
        action = session.game.action_of(session.state_at(event.step), tail[0])
        if action is None:
            raise Invalid("the amendment does not begin with an action")
        found = Change(event, action, irregular=event.step + 1 in after.irregular)
        amendment = amend(
            session,
            event.step + 1,
            action,
            chance,
            irregular=found.irregular,
            reason=event.reason,
        )
    if amendment.event != event:
        raise Invalid("the amendment does not follow from what it sets right")
    return found._replace(answers=tuple(islice(answers_of(session.game, tail), chance.given)))


def same(made: Event, given: Event) -> bool:
    """Whether an event is what its command would record; wording binds nobody.

    A rule may have been worded otherwise when the event was stored.
    """
    wording = {name: "" for name in ("text", "said", "reason") if hasattr(given, name)}
    if type(made) is not type(given):
        return False
    blank = msgspec.structs.replace
    return bool(blank(made, **wording) == blank(given, **wording))
