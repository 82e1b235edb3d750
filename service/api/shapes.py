"""What the API reads: one type a request, from which its description is made too."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from domain.games import GAMES
from domain.session.commands import LONGEST_NAME, LONGEST_NOTE, LONGEST_TALK
from domain.session.events import (
    Again,
    Degree,
    Experience,
    Feeling,
    Glyph,
    Length,
    Luck,
    PauseReason,
    TalkKind,
)
from domain.session.marks import MOST_MARKS

MOST_ACTIONS = 500  # in one batch
MOST_ANSWERS = 500  # told with one action or a set-up

Step = Annotated[int, Meta(ge=0, le=999_999)]
Version = Annotated[int, Meta(ge=1, le=999_999_999)]
Seat = Annotated[int, Meta(ge=0, le=7, description="a seat, from 0")]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
GameName = Annotated[
    str,
    Meta(
        max_length=40,
        extra_json_schema={"enum": [n for g in GAMES.values() for n in (g.command_name, g.name)]},
    ),
]
Line = Annotated[str, Meta(max_length=120)]
Short = Annotated[str, Meta(max_length=60)]
Words = Annotated[str, Meta(max_length=LONGEST_NOTE)]
ClauseId = Annotated[str, Meta(max_length=80, description="a clause of the rulebook, or nothing")]
Tags = Annotated[tuple[Name, ...], Meta(max_length=20)]
Marks = Annotated[
    tuple[Annotated[str, Meta(max_length=50)], ...],
    Meta(
        max_length=MOST_MARKS,
        description="places of the board, and arrows between two: b2, b2>c3",
    ),
]
Answers = Annotated[
    tuple[Name | None, ...],
    Meta(
        max_length=MOST_ANSWERS,
        description="what was seen, in the order of asking; null for what nobody saw",
    ),
]
Named = Annotated[
    dict[Line, Answers], Meta(max_length=50, description="answers to questions by their words")
]
ActionData = Annotated[
    dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})
]
Notation = Annotated[
    str, Meta(min_length=1, max_length=400, description="an action as it is written at a table")
]


class Write(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every write may say: the version of the session that the writer saw."""

    expected_version: Version | None = None


class Seated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits in a seat: a person, or in digital play a bot by its name."""

    name: Name
    bot: Name | None = None
    experience: Experience = ""
    colour: Name = ""


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session to open.

    `table`: what lies on the table is told, with `answers` as far as it was seen. `digital`:
    mothlog shuffles, deals and lets bots act.
    """

    game: GameName
    players: Annotated[tuple[Seated, ...], Meta(min_length=1, max_length=8)]
    mode: Literal["table", "digital"] = "table"
    options: Annotated[dict[Short, Line], Meta(max_length=50)] = {}
    edition: Line | dict[str, Any] = ""
    start: Seat = 0
    answers: Answers = ()
    named: Named = {}
    title: Line = ""
    prototype: Short = ""
    place: Short = ""
    tags: Tags = ()
    timed: bool = True


class Branching(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The step to go on from; without `players` the same ones sit there.

    `mode` is digital where that is possible, without.
    """

    step: Step
    chance: Luck = "fresh"
    players: Annotated[tuple[Seated, ...], Meta(min_length=1, max_length=8)] | None = None
    mode: Literal["table", "digital"] | None = None
    title: Line = ""
    tags: Tags = ()


class Play(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One action, as data or as it is written at a table, and what was seen with it."""

    one_of: ClassVar[tuple[str, ...]] = ("action", "notation")

    action: ActionData | None = None
    notation: Notation | None = None
    answers: Answers = ()
    named: Named = {}
    irregular: bool = False


class Plays(Write, frozen=True, kw_only=True):
    """Actions in their order; all are recorded or none."""

    actions: Annotated[tuple[Play, ...], Meta(min_length=1, max_length=MOST_ACTIONS)]


class Note(Write, frozen=True, kw_only=True):
    """A note at a step; the newest step without one."""

    text: Words
    step: Step | None = None
    author: Name = ""
    tags: Tags = ()
    marks: Marks = ()
    glyph: Glyph = ""


class Guess(Write, frozen=True, kw_only=True):
    """What a reader would have done at the step where the action's seat chose."""

    step: Step
    action: ActionData
    author: Name = ""


class TakeBack(Write, frozen=True, kw_only=True):
    """The step to go back to; without one, that before the last action.

    `seat` asks for it; without one, the seat whose action is the first to go.
    """

    step: Step | None = None
    seat: Seat | None = None


class TakeBackAnswer(Write, frozen=True, kw_only=True):
    """Whether a seat agrees to what was asked last."""

    seat: Seat
    agrees: bool


class Attempt(Write, frozen=True, kw_only=True):
    """What somebody tried and was told no: an action, or what was said and a clause."""

    action: ActionData | None = None
    notation: Notation | None = None
    seat: Seat | None = None
    said: Words = ""
    clause: ClauseId = ""


class Talk(Write, frozen=True, kw_only=True):
    """Talk about a rule: how long, about which clause, and what was said."""

    kind: TalkKind
    step: Step | None = None
    clause: ClauseId = ""
    text: Words = ""
    seconds: Annotated[float, Meta(ge=0, le=LONGEST_TALK)] | None = None


class Felt(Write, frozen=True, kw_only=True):
    """How a seat feels at a step."""

    seat: Seat
    feeling: Feeling
    step: Step | None = None


class Item(Write, frozen=True, kw_only=True):
    """Something to be done about the game."""

    text: Words
    step: Step | None = None
    author: Name = ""


class Pause(Write, frozen=True, kw_only=True):
    """Why the clock is stopped."""

    reason: PauseReason = "break"


class Feedback(Write, frozen=True, kw_only=True):
    """What a seat thought afterwards; 5 is best, and at least one answer is given."""

    seat: Seat
    fun: Degree | None = None
    clarity: Degree | None = None
    length: Length = ""
    again: Again = ""
    text: Words = ""


class Amend(Write, frozen=True, kw_only=True):
    """An action set right, by the first of its steps; step 0 is the set-up, with its start seat.

    With `preview` nothing is recorded.
    """

    step: Step
    action: ActionData | None = None
    notation: Notation | None = None
    start: Seat | None = None
    answers: Answers = ()
    named: Named = {}
    irregular: bool = False
    reason: Words = ""
    preview: bool = False


class Abandon(Write, frozen=True, kw_only=True):
    """Why the players stopped."""

    reason: Annotated[str, Meta(max_length=400)] = ""


class Sought(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which sessions are listed."""

    q: Annotated[Line, Meta(description="words in title, place, players, tags …")] = ""
    game: Annotated[Line, Meta(description="a game's name")] = ""
    player: Annotated[Line, Meta(description="a player's whole name")] = ""
    tag: Annotated[Line, Meta(description="one tag")] = ""
    status: Literal["", "live", "finished", "closed", "abandoned"] = ""
    by: Annotated[
        Literal["", "people", "bots", "mixed"], Meta(description="who sits at the table")
    ] = ""
    mode: Literal["", "digital", "table", "simulated"] = ""
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    after: Annotated[int, Meta(ge=0, le=2**62, description="`next` of the page before")] | None = (
        None
    )


View = Annotated[
    str, Meta(max_length=8, description="`public`, `all` or a seat; the widest there is without")
]


class Moment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which step is read, and who reads."""

    step: Annotated[Step, Meta(description="the newest without one")] | None = None
    view: View = ""


class Stretch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which events are read, and who reads."""

    after: Annotated[int, Meta(ge=0, le=999_999_999, description="events behind this version")] = 0
    limit: Annotated[int, Meta(ge=1, le=5000)] = 1000
    view: View = ""


class Choosable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose legal actions are listed, and how many."""

    seat: Seat | None = None
    step: Annotated[Step, Meta(description="the newest without one")] | None = None
    limit: Annotated[int, Meta(ge=1, le=5000)] = 500


class Watched(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which step is observed."""

    step: Annotated[Step, Meta(description="the newest without one")] | None = None
