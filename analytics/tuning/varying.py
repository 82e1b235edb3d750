"""What a search may change: rulings, and numbers of an edition by their path."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.edition import EditionBase, Sourced
from domain.errors import Invalid
from domain.game import Game
from domain.options import values_of

OPTION = "option:"
MOST_VALUES = 200
HEAD = ("game", "name", "note")

RANGE = re.compile(r"(?P<low>-?\d{1,6})\.\.(?P<high>-?\d{1,6})(?:/(?P<step>\d{1,6}))?")
NUMBER = re.compile(r"-?\d{1,6}")

Step = str | int
Value = str | int


class Varied(msgspec.Struct, frozen=True):
    """One thing that varies.

    :ivar name: ``option:ghost_blocks`` or ``cards.AL.points``.
    :ivar values: what it can be, each once, in order.
    :ivar now: what it is before anything is changed, which need not be among them.
    :ivar steps: the way to a number in an edition's content; empty for a ruling.
    """

    name: str
    values: tuple[Value, ...]
    now: Value
    steps: tuple[Step, ...] = ()

    @property
    def option(self) -> str:
        """The ruling's name; empty for a number."""
        return "" if self.steps else self.name.removeprefix(OPTION)

    def __str__(self) -> str:
        return f"{self.name}={','.join(map(str, self.values))}"


def read_varied(text: str, game: Game, edition: EditionBase, options: Mapping[str, str]) -> Varied:
    """Return what ``option:NAME``, ``option:NAME=one,other``, ``PATH=4..7``, ``PATH=4..16/2`` or
    ``PATH=4,5,8`` says.

    :param options: the rulings that stand now.
    :raises Invalid: says what was found and what was expected.
    """
    name, _, told = (part.strip() for part in text.partition("="))
    if name.startswith(OPTION):
        return _ruling(name, told, game, options)
    steps, now = resolve(edition, name)
    if not told:
        raise Invalid(f"{name} has no values, expected {name}=LOW..HIGH or {name}=ONE,OTHER")
    return Varied(name, _distinct(name, _numbers(name, told)), now, steps)


def resolve(edition: EditionBase, path: str) -> tuple[tuple[Step, ...], int]:
    """Return the way to a number in an edition's content, and the number.

    A path leads through tables by key, through lists of things by their ``key`` or ``name``, and
    through lists of numbers by place, from 0. The ``value`` of a sourced value may be left out.

    :raises Invalid: it leads nowhere, or to no number; names what there is.
    """
    at: Any = edition
    steps: tuple[Step, ...] = ()
    told: list[str] = []
    for part in path.split("."):
        if isinstance(at, Sourced):
            at, steps = at.value, (*steps, "value")
            if part == "value":
                continue
        there = _within(at)
        if part not in there:
            where = f" in {'.'.join(told)}" if told else ""
            raise Invalid(f"there is no {part!r}{where}, {_expected(there)}")
        step, at = there[part]
        steps, told = (*steps, step), [*told, part]
    if isinstance(at, Sourced):
        at, steps = at.value, (*steps, "value")
    if type(at) is not int:
        raise Invalid(f"{path} is no number, {_expected(_within(at), f'{path}.')}")
    return steps, at


def put(content: dict[str, Any], steps: tuple[Step, ...], value: Value, reason: str) -> None:
    """Change a number in an edition's content, and say that it is printed nowhere any more.

    :param content: plain data, or a TOML document; changed in place.
    """
    at: Any = content
    for step in steps[:-1]:
        at = at[step]
    at[steps[-1]] = value
    if "value" in steps:
        sourced: Any = content
        for step in steps[: steps.index("value")]:
            sourced = sourced[step]
        if sourced.pop("printed", None) is not None:
            sourced["assumed"] = reason


def _within(at: Any) -> dict[str, tuple[Step, Any]]:
    """Return what lies within by the name of a part of a path: the step to it, and it."""
    if isinstance(at, EditionBase):
        return {n: (n, getattr(at, n)) for n in at.__struct_fields__ if n not in HEAD}
    if isinstance(at, msgspec.Struct):
        return {n: (n, getattr(at, n)) for n in at.__struct_fields__}
    if isinstance(at, dict):
        return {str(key): (str(key), value) for key, value in at.items()}
    if isinstance(at, tuple | list):
        return {_called(item, nth): (nth, item) for nth, item in enumerate(at)}
    return {}


def _called(item: Any, nth: int) -> str:
    return str(getattr(item, "key", None) or getattr(item, "name", None) or nth)


def _expected(there: Mapping[str, tuple[Step, Any]], before: str = "") -> str:
    """Name what leads to numbers, or else say that nothing does."""
    names = [f"{before}{name}" for name, (_, at) in there.items() if _leads(at)]
    return f"expected one of: {', '.join(names)}" if names else "expected the path of a number"


def _leads(at: Any) -> bool:
    inner = at.value if isinstance(at, Sourced) else at
    return type(inner) is int or any(_leads(each) for _, each in _within(inner).values())


def _ruling(name: str, told: str, game: Game, options: Mapping[str, str]) -> Varied:
    known, option = values_of(game.options), name.removeprefix(OPTION).replace("-", "_")
    if option not in known:
        raise Invalid(f"there is no option {option!r}, expected one of: {', '.join(known)}")
    values = tuple(told.split(",")) if told else known[option]
    if wrong := [value for value in values if value not in known[option]]:
        expected = ", ".join(known[option])
        raise Invalid(f"option {option}: {wrong[0]!r} found, expected one of: {expected}")
    now = options.get(option, known[option][0])
    return Varied(OPTION + option, _distinct(name, values), now)


def _numbers(name: str, told: str) -> tuple[int, ...]:
    if match := RANGE.fullmatch(told):
        low, high, step = int(match["low"]), int(match["high"]), int(match["step"] or 1)
        if low > high or not step:
            raise Invalid(f"{name}: {told} found, expected LOW..HIGH with LOW up to HIGH")
        return tuple(range(low, high + 1, step)[: MOST_VALUES + 1])
    parts = [part.strip() for part in told.split(",")]
    if wrong := [part for part in parts if not NUMBER.fullmatch(part)]:
        raise Invalid(f"{name}: {wrong[0]!r} found, expected 4..7, 4..16/2 or 4,5,8")
    return tuple(map(int, parts))


def _distinct(name: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    once = tuple(dict.fromkeys(values))
    if not 2 <= len(once) <= MOST_VALUES:
        raise Invalid(f"{name}: {len(once)} values found, expected 2 to {MOST_VALUES}")
    return once
