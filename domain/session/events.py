"""What happens to a recorded play besides the moves of its game."""

from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

import msgspec

from domain.events import Event, Upcaster

Mode = Literal["digital", "table", "simulated"]
PERSON = "person"


Experience = Literal["", "first", "some", "many"]
Feeling = Literal["fun", "bored", "confused", "tense"]
TalkKind = Literal["look_up", "dispute", "ruling"]
PauseReason = Literal["break", "rules", "other"]
Length = Literal["", "too_short", "right", "too_long"]
Again = Literal["", "yes", "maybe", "no"]
Degree = Annotated[int, msgspec.Meta(ge=1, le=5)]
Glyph = Literal["", "!!", "!", "!?", "?!", "?", "??"]
"""What a reader thinks of a step, in the signs of chess notation."""
Luck = Literal["fresh", "same"]
"""Where a branch's cards come from: a new shuffle, or in the order in which they came before."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sits in a seat: a person, or a bot by its name.

    ``experience``: whether the person had played this game before; ``colour``: of their pieces.
    """

    name: str
    bot: str | None = None
    experience: Experience = ""
    colour: str = ""


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a session left another one: it has the same moves up to that step.

    ``chance``: where its cards come from afterwards.
    """

    session: UUID
    step: Annotated[int, msgspec.Meta(ge=0, le=999_999)]
    chance: Luck = "fresh"


class SessionOpened(Event, frozen=True, kw_only=True):
    """A session began. It keeps the whole edition that it is played with.

    ``rules`` is the rulebook's version, ``prototype`` the designer's name for what lies on the
    table, ``seed`` the text that a simulated session's shuffle came from. ``timed`` is false for a
    log that was typed in afterwards: the times of its events say nothing about the play.
    ``branch`` is set where it asks "what if?" of another session.
    """

    stored_name: ClassVar[str] = "session.opened:3"
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
    timed: bool = True
    branch: Branch | None = None


class NoteAdded(Event, frozen=True):
    """Somebody wrote a note at a step.

    ``marks`` are what it points at: places of the board, or arrows between two (``b2>c3``).
    """

    stored_name: ClassVar[str] = "session.note_added:2"
    step: int
    text: str
    author: str = ""
    tags: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    glyph: Glyph = ""


class TakenBack(Event, frozen=True):
    """The game went back to a step; what came after it no longer stands."""

    stored_name: ClassVar[str] = "session.taken_back:1"
    step: int


class TakeBackAsked(Event, frozen=True):
    """A seat asked everybody else whether the game may go back to a step."""

    stored_name: ClassVar[str] = "session.take_back_asked:1"
    step: int
    seat: int


class TakeBackAnswered(Event, frozen=True):
    """A seat answered whoever asked to take something back."""

    stored_name: ClassVar[str] = "session.take_back_answered:1"
    seat: int
    agrees: bool


class IrregularityStood(Event, frozen=True):
    """The move that follows broke these clauses, and the table let it stand."""

    stored_name: ClassVar[str] = "session.irregularity_stood:1"
    clauses: tuple[str, ...]
    reason: str


class Restated(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move as it stands after an amendment.

    ``version`` is that of the event whose place and time it takes. Without ``name`` it is that
    event, unchanged; otherwise ``name`` and ``data`` are another event of the game. ``clauses`` and
    ``reason`` are set where it broke rules and stood.
    """

    version: int
    name: str | None = None
    data: dict[str, Any] | None = None
    clauses: tuple[str, ...] = ()
    reason: str = ""


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An action that waits to be carried out again after an amendment.

    ``version`` is that of the event that began it, ``answers`` what was seen then and
    ``questions`` what it answered; ``clauses`` and ``reason`` are set where it had broken rules
    and stood.
    """

    version: int
    action: dict[str, Any]
    answers: tuple[str | None, ...] = ()
    questions: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    reason: str = ""


class Amended(Event, frozen=True):
    """An earlier action was set right, and what came after it restated as far as it still fits.

    The moves up to ``step`` stay, none with -1; those in ``tail`` follow. ``rest`` are the actions
    from the first one that no longer fits.
    """

    stored_name: ClassVar[str] = "session.amended:1"
    step: int
    tail: tuple[Restated, ...]
    rest: tuple[Waiting, ...] = ()
    reason: str = ""


class AttemptRefused(Event, frozen=True):
    """Somebody tried an action at a step and was told no; nothing changed.

    ``action`` is the action as plain data, ``said`` what was said of it where none could be named.
    """

    stored_name: ClassVar[str] = "session.attempt_refused:1"
    step: int
    seat: int | None
    clauses: tuple[str, ...]
    reason: str = ""
    action: dict[str, Any] | None = None
    said: str = ""


class RulesTalked(Event, frozen=True):
    """The table looked a rule up, argued about one, or made a ruling; ``seconds`` it took."""

    stored_name: ClassVar[str] = "session.rules_talked:1"
    step: int
    kind: TalkKind
    clause: str = ""
    text: str = ""
    seconds: float | None = None


class FeelingNoted(Event, frozen=True):
    """How a seat felt at a step."""

    stored_name: ClassVar[str] = "session.feeling_noted:1"
    step: int
    seat: int
    feeling: Feeling


class ActionItemAdded(Event, frozen=True):
    """Something to be done about the game, found at a step."""

    stored_name: ClassVar[str] = "session.action_item_added:1"
    step: int
    text: str
    author: str = ""


class ActionItemDone(Event, frozen=True):
    """The item that the event of that version added is done."""

    stored_name: ClassVar[str] = "session.action_item_done:1"
    item: int


class ClockPaused(Event, frozen=True):
    """Play paused."""

    stored_name: ClassVar[str] = "session.clock_paused:1"
    reason: PauseReason = "break"


class ClockResumed(Event, frozen=True):
    """Play went on."""

    stored_name: ClassVar[str] = "session.clock_resumed:1"


class DecisionGuessed(Event, frozen=True):
    """A reader who did not know how it went on said what they would have done in a seat's place.

    ``action`` is the action as plain data; the seat chose its own at the same step.
    """

    stored_name: ClassVar[str] = "session.decision_guessed:1"
    step: int
    seat: int
    action: dict[str, Any]
    author: str = ""


class FeedbackGiven(Event, frozen=True):
    """What a player thought afterwards; 5 is best, ``None`` and empty are no answer."""

    stored_name: ClassVar[str] = "session.feedback_given:1"
    seat: int
    fun: Degree | None = None
    clarity: Degree | None = None
    length: Length = ""
    again: Again = ""
    text: str = ""


class SessionClosed(Event, frozen=True):
    """The session is complete; only what :data:`AFTERWARDS` lists may follow."""

    stored_name: ClassVar[str] = "session.closed:1"


class SessionAbandoned(Event, frozen=True):
    """The players stopped before the game's end."""

    stored_name: ClassVar[str] = "session.abandoned:1"
    reason: str = ""


SESSION_EVENTS: tuple[type[Event], ...] = (
    SessionOpened,
    NoteAdded,
    TakenBack,
    TakeBackAsked,
    TakeBackAnswered,
    IrregularityStood,
    Amended,
    AttemptRefused,
    RulesTalked,
    FeelingNoted,
    ActionItemAdded,
    ActionItemDone,
    ClockPaused,
    ClockResumed,
    DecisionGuessed,
    FeedbackGiven,
    SessionClosed,
    SessionAbandoned,
)

ASIDE = frozenset(
    {
        NoteAdded,
        AttemptRefused,
        RulesTalked,
        FeelingNoted,
        ActionItemAdded,
        ActionItemDone,
        ClockPaused,
        ClockResumed,
        DecisionGuessed,
        FeedbackGiven,
        TakeBackAsked,
        TakeBackAnswered,
    }
)
"""Events that leave the position as it is."""

AFTERWARDS = frozenset(
    {
        NoteAdded,
        ActionItemAdded,
        ActionItemDone,
        DecisionGuessed,
        FeedbackGiven,
        RulesTalked,
    }
)
"""Events that a closed or abandoned session still takes."""


def in_json(told: msgspec.Struct) -> dict[str, Any]:
    """Return an event or action as the JSON object that the store gives back: lists, no tuples.

    >>> in_json(TakenBack(3))
    {'step': 3}
    """
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told))
    return data


def unchanged(old: dict[str, Any]) -> dict[str, Any]:
    """Read an event from before it could say more: what it says means the same."""
    return old


UPCASTERS: dict[str, tuple[str, Upcaster]] = {
    # No experience, no colours, and every log had a clock.
    "session.opened:1": ("session.opened:2", unchanged),
    # No branches.
    "session.opened:2": ("session.opened:3", unchanged),
    # No marks.
    "session.note_added:1": ("session.note_added:2", unchanged),
}
