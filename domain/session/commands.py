"""What can be done with a session: each command answers with new events or refuses."""

from typing import Any

import msgspec

from domain.chance import Chance
from domain.edition import EditionBase, content, content_hash
from domain.errors import Invalid, SessionError
from domain.events import Event
from domain.game import Game
from domain.options import filled_in
from domain.session.events import (
    Mode,
    NoteAdded,
    Player,
    SessionAbandoned,
    SessionClosed,
    SessionOpened,
    TakenBack,
)
from domain.session.session import Session, names_taken, rules_of

LONGEST_NOTE = 4000  # characters
LONGEST_NAME = 40


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


def open_session(table: Table, chance: Chance) -> list[Event]:
    """Open a session and set its game up.

    :raises Invalid: an option or a name does not fit.
    :raises Refusal: the game's set-up is not possible with these seats or components.
    """
    game = table.game
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
    )
    run = game.set_up(rules_of(opened), table.start, chance)
    return [opened, *run.events]


def act(session: Session, action: Any, chance: Chance) -> list[Event]:
    """Carry out an action of the game.

    :raises Refusal: the rules forbid it.
    :raises SessionError: the session takes no more moves.
    """
    _check_going_on(session)
    return list(session.game.decide(session.state, action, chance))


def add_note(
    session: Session, step: int, text: str, author: str = "", tags: tuple[str, ...] = ()
) -> list[Event]:
    """Write a note at a step; possible at any time, after the end too.

    :raises SessionError: no such step, or a text that is empty or longer than 4000 characters.
    """
    session.state_at(step)
    text = text.replace("\r\n", "\n").strip()  # forms send both characters for one key
    if not text:
        raise SessionError("the note is empty, expected some text")
    if len(text) > LONGEST_NOTE:
        raise SessionError(f"the note has {len(text)} characters, expected at most {LONGEST_NOTE}")
    return [NoteAdded(step, text, author, tags)]


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
        if not 0 < len(player.name.strip()) <= LONGEST_NAME:
            expected = f"expected 1 to {LONGEST_NAME} characters"
            raise Invalid(f"players: seat {seat}: name {player.name!r}, {expected}")
    if taken := names_taken(players):
        raise Invalid(f"players: the name {taken[0]!r} is used twice, expected different names")
