"""What experiments and other rulings are asked with over HTTP, and what they answer."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from analytics.counterfactual import Followed
from analytics.experiments import Answer, ready_made
from analytics.experiments.question import MOST_ARMS
from service.api.counting import Basis, Counted
from service.api.shapes import GameName, Line, Name, Short

MOST_GAMES = 2_000
"""Games a side that a request may ask for; the command line plays more."""

MOST_SESSIONS = 500
"""Sessions that a request may have decided again; the command line takes more."""

ReadyName = Annotated[
    str,
    Meta(
        max_length=60,
        description="a ready-made question",
        extra_json_schema={"enum": ["", *dict.fromkeys(ready.name for ready in ready_made())]},
    ),
]
State = Literal["waiting", "running", "answered", "failed"]
Ruling = Annotated[
    str,
    Meta(
        max_length=120,
        pattern="^[a-z0-9_]+=[a-z0-9_]+$",
        description="another answer to a ruling, as name=value; repeatable",
    ),
]
Rulings = Annotated[tuple[Ruling, ...], Meta(min_length=1, max_length=10)]


class SideAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side: games that bots play, or with one of the last four recorded sessions.

    What is not said is as usual: a side of nothing is the default.
    """

    options: Annotated[dict[Short, Line], Meta(max_length=50)] = {}
    edition: Line = ""
    bots: Annotated[
        tuple[Name, ...], Meta(max_length=8, description="one for all seats, or one a seat")
    ] = ()
    by: Literal["", "all", "people", "bots", "mixed"] = ""
    prototype: Line = ""
    tag: Line = ""
    rules: Line = ""


class ExperimentAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made `question`, or the `sides` of one's own; one side alone meets the default.

    With `store` the games are kept as simulated sessions, so that they can be opened; with `again`
    they are played although an answer is kept.
    """

    game: GameName
    question: ReadyName = ""
    sides: Annotated[tuple[SideAsked, ...], Meta(max_length=MOST_ARMS)] = ()
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    bots: Annotated[
        tuple[Name, ...],
        Meta(max_length=8, description="one for all seats, or one a seat; the best without"),
    ] = ()
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES, description="on each side")] = 200
    seed: Annotated[
        str,
        Meta(min_length=1, max_length=120, description="the same seed gives the same games"),
    ] = "experiment"
    store: bool = False
    again: bool = False


class ExperimentsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """About which game; all of them without one."""

    game: GameName | None = None


class ReadyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A ready-made question: its text, and a side for each value, the default first."""

    game: str
    question: str
    text: str
    values: tuple[str, ...]


class ExperimentRow(msgspec.Struct, frozen=True, kw_only=True):
    """An experiment: its question, and `done` of `games` on each side.

    `title` is what was found, `at` when; both are null before.
    """

    key: str
    game: str
    question: str
    text: str
    seats: int
    seed: str
    state: State
    done: int
    games: int
    title: str | None = None
    at: str | None = None


class Experiments(msgspec.Struct, frozen=True, kw_only=True):
    """Ready-made questions; experiments in line, in order, then answered ones, newest first."""

    questions: tuple[ReadyRow, ...]
    experiments: tuple[ExperimentRow, ...]


class Answered(Answer, frozen=True, kw_only=True):
    """Everything that an experiment found, with its words; later sides against the first."""

    title: str
    summary: str
    notes: tuple[str, ...]


class Experiment(ExperimentRow, frozen=True, kw_only=True):
    """An experiment with its answer, null before; `why` says why it failed."""

    why: str = ""
    answer: Answered | None = None


class Otherwise(Counted, frozen=True, kw_only=True):  # type: ignore[misc,valid-type,call-arg]
    """Which rulings, and which finished sessions are decided again, the newest of them."""

    option: Rulings
    limit: Annotated[
        int, Meta(ge=1, le=MOST_SESSIONS, description="sessions at most, the newest")
    ] = 120


class OtherwiseOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Under which rulings."""

    option: Rulings


class ShareRow(msgspec.Struct, frozen=True, kw_only=True):
    """`count` of `of` sessions, and the 95% range of the share, null for too few."""

    what: str
    count: int
    of: int
    range: tuple[float, float] | None


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What would have changed in `sessions` of the `there` that the filters let in.

    `unread` ones are damaged. `otherwise` holds up to 200 that would go otherwise.
    """

    game: str
    filters: dict[str, Any]
    basis: Basis
    options: dict[str, str]
    there: int
    title: str
    summary: str
    sessions: int
    unread: int
    shares: tuple[ShareRow, ...]
    clauses: dict[str, int]
    forbidden: dict[str, int]
    otherwise: tuple[Followed, ...]
