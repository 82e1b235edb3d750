"""What an address of the statistics may say, and what they answer."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, defstruct

from analytics.filters import LEFT_OUT_UNLESS_ASKED
from domain.games import GAMES
from service.api.shapes import Line

Form = Literal["json", "csv", "parquet"]
Day = Annotated[
    str,
    Meta(
        pattern="^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        extra_json_schema={"format": "date"},
    ),
]
Kind = Literal["unfinished", "abandoned", "irregular", "branches", "amended"]
assert set(Kind.__args__) == set(LEFT_OUT_UNLESS_ASKED)  # type: ignore[attr-defined]
Told = Annotated[str, Meta(min_length=1, max_length=120)]
MOST = 50  # values of one field


class Chosen(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    rename={"since": "from", "until": "to"},
):
    """Which sessions count; what is not said asks for nothing."""

    seats: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=8)], ...],
        Meta(max_length=MOST, description="so many seats; repeatable"),
    ] = ()
    by: Annotated[
        Literal["", "all", "people", "bots", "mixed"],
        Meta(description="who played; people, where some have finished a session, otherwise all"),
    ] = ""
    player: Annotated[
        tuple[Told, ...], Meta(max_length=MOST, description="with this person; repeatable")
    ] = ()
    tag: Annotated[
        tuple[Told, ...], Meta(max_length=MOST, description="with this tag; repeatable")
    ] = ()
    without: Annotated[
        tuple[Told, ...], Meta(max_length=MOST, description="without this tag; repeatable")
    ] = ()
    prototype: Line = ""
    edition: Line = ""
    rules: Annotated[Line, Meta(description="this version of the rules")] = ""
    mode: Annotated[
        tuple[Literal["digital", "table", "simulated"], ...],
        Meta(max_length=MOST, description="how it was recorded; repeatable"),
    ] = ()
    since: Annotated[Day, Meta(description="opened on this day or later")] | None = None
    until: Annotated[Day, Meta(description="opened on this day or before")] | None = None
    include: Annotated[
        tuple[Kind, ...],
        Meta(max_length=MOST, description="count these too, which are left out otherwise"),
    ] = ()


RULINGS = {
    f"option_{option.name}": f"option-{option.name}"
    for game in GAMES.values()
    for option in msgspec.structs.fields(game.options)
}
"""One field an option of any game, and what an address calls it."""

Counted = defstruct(
    "Counted",
    [
        (name, Annotated[Line, Meta(description="played under this answer to the ruling")], "")
        for name in RULINGS
    ],
    bases=(Chosen,),
    namespace={"__doc__": Chosen.__doc__},
    rename=RULINGS,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
)


class ReportAsked(Counted, frozen=True, kw_only=True):  # type: ignore[misc,valid-type,call-arg]
    """Which sessions count, and in which form the answer is wanted."""

    format: Form | None = None


class MomentsOf(Counted, frozen=True, kw_only=True):  # type: ignore[misc,valid-type,call-arg]
    """Which row's moments, and which stretch of them."""

    key: Annotated[str, Meta(min_length=1, max_length=400, description="one of `row_keys`")]
    limit: Annotated[int, Meta(ge=1, le=5000)] = 500
    after: Annotated[int, Meta(ge=0, le=2**53, description="`next` of the stretch before")] = 0


class Left(msgspec.Struct, frozen=True, kw_only=True):
    """How many sessions a reason leaves out, or a kind that was asked for lets in."""

    reason: str
    key: str
    count: int


class Basis(msgspec.Struct, frozen=True, kw_only=True):
    """What numbers rest on: `counted` and the counts of `left_out` add up to `of`."""

    counted: int
    of: int
    left_out: list[Left]
    let_in: list[Left]


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """A report and what it finds; `counted` sessions, `missing` more to a first range.

    `own` is a saved query. Unless it is `filtered`, `counted` is null: its query alone says what it
    counts. `refused` says why it has no answer.
    """

    id: str
    question: str
    definition: str
    title: str
    summary: str
    too_few: bool
    missing: int
    counted: int | None
    own: bool = False
    filtered: bool = True
    refused: str = ""


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """The reports of a game; `behind` stored events are not counted yet."""

    game: str
    filters: dict[str, Any]
    basis: Basis
    behind: int
    reports: tuple[ReportRow, ...]


class ReportWhole(ReportRow, frozen=True, kw_only=True):
    """A report with its table: `row_keys` are one a row, `sql` runs as it stands."""

    game: str
    filters: dict[str, Any]
    basis: Basis
    behind: int
    columns: list[str]
    rows: list[list[str | int | float | None]]
    row_keys: list[str]
    sql: dict[str, str]


class MomentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A step, and the seats that it counts for; none where it counts once."""

    session: str
    step: int
    seats: list[int]


class Moments(msgspec.Struct, frozen=True, kw_only=True):
    """What a row counts: `things` in so many `steps` of so many `sessions`.

    `next` is `after` of the next stretch, null on the last.
    """

    report: str
    key: str
    label: str
    counts: str
    things: int
    steps: int
    sessions: int
    moments: tuple[MomentRow, ...]
    next: int | None
