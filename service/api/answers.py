"""What the API answers; the shapes are those of ``docs/json.md``."""

from typing import Any, Literal

import msgspec

from domain.rulebook import OptionText


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A question that the rulebook leaves open, and whether each seat may have its own answer."""

    name: str
    question: str
    values: tuple[str, ...]
    per_seat: bool


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its seats, its rules' version, its options with the default first, its bots."""

    name: str
    title: str
    rules: str
    seats: tuple[int, ...]
    round_word: str
    simultaneous: bool
    options: tuple[Option, ...]
    bots: tuple[str, ...]


class Games(msgspec.Struct, frozen=True):
    """Every game."""

    games: tuple[GameRow, ...]


class ClauseRow(msgspec.Struct, frozen=True, kw_only=True):
    """One rule in our own words; `reading` marks what the rulebook leaves open."""

    id: str
    section: str
    kind: str
    text: str
    reading: bool


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook: its clauses, and the questions that it leaves open."""

    game: str
    title: str
    version: str
    source: str
    clauses: tuple[ClauseRow, ...]
    options: tuple[OptionText, ...]


class EditionRow(msgspec.Struct, frozen=True, kw_only=True):
    """An edition that sessions can be played with."""

    game: str
    name: str
    slug: str
    source: str
    edition_hash: str
    assumed: tuple[str, ...]


class Editions(msgspec.Struct, frozen=True):
    """The editions of a game."""

    editions: tuple[EditionRow, ...]


class EditionWhole(EditionRow, frozen=True, kw_only=True):
    """An edition with everything in it."""

    content: dict[str, Any]


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits in a seat."""

    name: str
    bot: str | None


class BranchRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where a session left another one, and whether its cards come in the same order."""

    session: str
    step: int
    chance: str


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A session in one row."""

    id: str
    game: str
    rules: str
    status: str
    mode: str
    title: str
    prototype: str
    place: str
    tags: list[str]
    branch: BranchRow | None
    opened_at: str
    options: dict[str, str]
    edition: str
    edition_hash: str
    players: list[PlayerRow]
    steps: int
    round: int
    version: int
    outcome: dict[str, Any] | None


class Sessions(msgspec.Struct, frozen=True, kw_only=True):
    """A page of sessions, the newest first.

    `next` is `after` of the next page, null on the last; `damaged` counts sessions that could not
    be read, `behind` the stored events that are not searched yet.
    """

    sessions: tuple[Summary, ...]
    next: int | None
    damaged: int
    behind: int


class EventRow(msgspec.Struct, frozen=True, kw_only=True):
    """A stored event as the reader may see it.

    `step` is where it stands; null if it is no move, or one that no longer stands.
    """

    version: int
    at: str
    name: str
    step: int | None
    data: dict[str, Any]


class Events(msgspec.Struct, frozen=True, kw_only=True):
    """Events in the order of recording; `next` is `after` of the next page, null on the last."""

    view: str
    seat: int | None
    version: int
    events: tuple[EventRow, ...]
    next: int | None


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The event of a step in words, with the clauses that it rests on."""

    name: str
    data: dict[str, Any]
    sentence: str
    clauses: list[str]


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A session at a step, as a view sees it."""

    session: Summary
    step: int
    version: int
    at: str
    view: str
    seat: int | None
    event: Told
    to_act: list[int]
    scores: list[int | None]
    state: dict[str, Any]


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """A legal action: as data, in words, and in notation."""

    seat: int
    action: dict[str, Any]
    sentence: str
    notation: str


class LegalActions(msgspec.Struct, frozen=True, kw_only=True):
    """Legal actions as far as the view knows; `count` is how many there are in all."""

    step: int
    version: int
    view: str
    to_act: tuple[int, ...]
    count: int
    actions: tuple[Legal, ...]


class Written(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a write recorded; `repeated` says that the same request had been answered before.

    `bot_failed` says why a bot that is to act did not. What is recorded stands; the same request
    with its idempotency key, sent again, asks the bot again.
    """

    repeated: bool
    events: tuple[EventRow, ...]
    session: Summary
    bot_failed: str | None = None


class WentBack(Written, frozen=True, kw_only=True):
    """What came of a take-back, or of an answer to one.

    `state`: `taken_back`, the game stands at the earlier step; `asked`, the seats in `waiting` have
    to agree first; `declined`, one of them has not.
    """

    state: Literal["taken_back", "asked", "declined"]
    waiting: tuple[int, ...]


class TakeBackAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The take-back that was asked last, until the game moves on; `seat` is null without one.

    The seats in `waiting` have not answered; `declined` is the one that did not agree.
    """

    version: int
    seat: int | None
    step: int | None
    waiting: tuple[int, ...]
    declined: int | None


class GuessRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader would have done at a step, and what the seat chose there.

    `kind` is that of the action that was chosen; `same` says whether both are one and the same.
    """

    version: int
    step: int
    seat: int
    author: str
    kind: str
    same: bool
    action: dict[str, Any]
    sentence: str
    chosen: dict[str, Any]
    chosen_sentence: str


class Guesses(msgspec.Struct, frozen=True, kw_only=True):
    """Guesses at decisions that still stand: `same` of `n` are what was done."""

    version: int
    same: int
    n: int
    guesses: tuple[GuessRow, ...]


class Plain(msgspec.Struct, frozen=True, kw_only=True):
    """An event without its place."""

    name: str
    data: dict[str, Any]


class Differs(msgspec.Struct, frozen=True, kw_only=True):
    """An action that came out differently: its first step before and after the amendment."""

    step: int
    now: int
    before: tuple[Plain, ...]
    after: tuple[Plain, ...]


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """The first action that no longer fits, by its step, and why not."""

    step: int
    action: dict[str, Any]
    message: str
    clauses: tuple[str, ...]


class Amended(Written, frozen=True, kw_only=True):
    """What an amendment changes; `waiting` counts actions that could not be carried out again."""

    preview: bool
    differences: tuple[Differs, ...]
    misfit: Fault | None
    waiting: int


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing in a request that does not fit: where, what was found, what was expected."""

    path: str
    found: str
    expected: str


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What went wrong, and whatever of the rest is known.

    `path` leads to the place in the request, `nearest` are legal actions close to a refused one,
    `question` was not told, `possible` could be its answer, `version` is the session's present one.
    """

    code: str
    message: str
    clauses: tuple[str, ...]
    path: str | None = None
    problems: tuple[Problem, ...] = ()
    nearest: tuple[Legal | str, ...] = ()
    question: str | None = None
    possible: tuple[str, ...] = ()
    version: int | None = None


class Error(msgspec.Struct, frozen=True):
    """Every error has this shape."""

    error: ErrorBody
