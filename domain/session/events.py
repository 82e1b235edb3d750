"""What happens to a recorded play besides the moves of its game."""

from typing import Any, ClassVar, Literal

import msgspec

from domain.events import Event

Mode = Literal["digital", "table", "simulated"]
PERSON = "person"


class Player(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sits in a seat: a person, or a bot by its name."""

    name: str
    bot: str | None = None


class SessionOpened(Event, frozen=True, kw_only=True):
    """A session began. It keeps the whole edition that it is played with.

    ``rules`` is the rulebook's version, ``prototype`` the designer's name for what lies on the
    table, ``seed`` the text that a simulated session's shuffle came from.
    """

    stored_name: ClassVar[str] = "session.opened:1"
    game: str
    rules: str
    options: dict[str, str]
    edition: dict[str, Any]
    edition_hash: str
    players: tuple[Player, ...]
    mode: Mode
    title: str = ""
    prototype: str = ""
    place: str = ""
    tags: tuple[str, ...] = ()
    seed: str | None = None


class NoteAdded(Event, frozen=True):
    """Somebody wrote a note at a step."""

    stored_name: ClassVar[str] = "session.note_added:1"
    step: int
    text: str
    author: str = ""
    tags: tuple[str, ...] = ()


class TakenBack(Event, frozen=True):
    """The game went back to a step; what came after it no longer stands."""

    stored_name: ClassVar[str] = "session.taken_back:1"
    step: int


class SessionClosed(Event, frozen=True):
    """The session is complete; only notes may follow."""

    stored_name: ClassVar[str] = "session.closed:1"


class SessionAbandoned(Event, frozen=True):
    """The players stopped before the game's end."""

    stored_name: ClassVar[str] = "session.abandoned:1"
    reason: str = ""


SESSION_EVENTS: tuple[type[Event], ...] = (
    SessionOpened,
    NoteAdded,
    TakenBack,
    SessionClosed,
    SessionAbandoned,
)
