"""Tables of Nocturnis for tests: positions laid out by hand, and moves told as they happen.

The sheet in front, with the names of its squares:

    5  m f d m f
    4  d m f d m
    3  f d . f d
    2  m f d m f
    1  d m f d m
       a b c d e
"""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.chance import Observed, Shuffled
from domain.edition import Sourced, parse_edition
from domain.errors import Refusal
from domain.events import Event
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Action, Discard, Draw, Lure, LureNone, Mark
from domain.games.nocturnis.edition import Edition
from domain.games.nocturnis.state import Garden, Lured, Rules, State
from domain.piles import Pile
from domain.run import Run

BOX: dict[str, Any] = tomllib.loads(Path(__file__).with_name("box.toml").read_text("utf-8"))

A, B, C, D = range(4)

NOTHING: tuple[str, ...] = ()

PRINTED = Counter({"AL": 2, "AR": 2, "L1": 6, "L2": 4, "I1": 4, "I2": 4, "I3": 2})
"""The 24 moth cards of the small box: 2 + 2 + 6 + 4 + 4 + 4 + 2."""

HABITATS = Counter(
    {"Domino": 2, "Line": 3, "Corner": 2, "Square": 1, "Ell": 1, "Skew": 1, "Five": 1}
)
"""Its 11 habitat cards; the Dot comes from effects alone."""


def edition(**changed: Any) -> Edition:
    """Return the small box, with some values changed."""
    built = parse_edition(BOX, Edition)
    return replace(built, **{k: Sourced(v, assumed="for a test") for k, v in changed.items()})


def rows(name: str, *changes: Mapping[str, Any], more: Sequence[Any] = ()) -> tuple[Any, ...]:
    """Return the rows of ``cards``, ``shapes`` or ``species``, some changed, some added.

    A change names its row by its key or name: ``{"key": "L1", "points": 9}``.
    """
    label = "key" if name == "cards" else "name"
    by = {change[label]: change for change in changes}
    old = getattr(edition(), name).value
    new = tuple(
        replace(row, **by[getattr(row, label)]) if getattr(row, label) in by else row for row in old
    )
    assert set(by) <= {getattr(row, label) for row in old}
    return (*new, *more)


def rules(
    seats: int = 1, box: Edition | None = None, sheet: tuple[str, ...] = ("front",), **options: str
) -> Rules:
    """Return the rules for a table, in the default options but for those named."""
    return GAME.rules(box or edition(), GAME.options(sheet=sheet, **options), seats)


def seen(text: str) -> list[str | None]:
    """List cards as they were told: ``"L1 ? AR"``, a question mark for one that nobody saw."""
    return [None if card == "?" else card for card in text.split()]


def cards(text: str) -> Pile:
    """Lay out a pile: ``"L1 L1 ?"``."""
    return Pile.of(seen(text))


def position(
    hands: Sequence[str] = ("",),
    habitat: str = "Line",
    *,
    gardens: Sequence[str] = (),
    lured: Sequence[str] = (),
    display: str = "L1 L1 L1",
    stack: str | None = None,
    discards: str = "",
    habitats: str | None = None,
    habitat_discards: str = "",
    box: Edition | None = None,
    sheet: tuple[str, ...] = ("front",),
    options: Mapping[str, str] | None = None,
    **more: Any,
) -> State:
    """Lay out a position in the middle of a round in which nobody has acted yet.

    A garden lists its shapes, ``"a5 b5, c5 c4"``; ``lured`` what came to a seat, ``"L1, AL AR"``,
    one to a shape from the first on. A stack that is not given holds whatever is nowhere else.
    """
    table = rules(len(hands), box, sheet, **(options or {}))
    deck, every = table.components.deck, table.components.habitats
    came = [[tuple(one.split()) for one in text.split(",") if text] for text in lured]
    thrown = tuple(discards.split())
    gone = [*display.split(), *thrown]
    for hand in hands:
        gone += [card for card in hand.split() if card != "?"]
    unknown = any("?" in hand for hand in hands)
    rest = _rest(deck, gone, sum(hand.split().count("?") for hand in hands) if unknown else None)
    left = _rest(every, [habitat, *habitat_discards.split()], None)
    return State(
        rules=table,
        hands=tuple(cards(hand) for hand in hands),
        shown=(Pile(),) * len(hands),
        stack=rest if stack is None else cards(stack),
        habitats=left if habitats is None else Pile.of(habitats.split()),
        gardens=tuple(
            _garden(
                table,
                seat,
                gardens[seat] if seat < len(gardens) else "",
                came[seat] if seat < len(came) else [],
            )
            for seat in range(len(hands))
        ),
        tasks=((),) * len(hands),
        display=tuple(display.split()),
        discards=thrown,
        habitat=habitat,
        habitat_discards=tuple(habitat_discards.split()),
        **{
            "acted": (False,) * len(hands),
            "out": (False,) * len(hands),
            "exchanges": (0,) * len(hands),
            "round": 2,
            **more,
        },
    )


def _rest(every: Sequence[str], gone: Sequence[str], unknown: int | None) -> Pile:
    if unknown is not None:
        return Pile(unknown=len(every) - len(gone) - unknown)
    left = Counter(every)
    left.subtract(gone)
    assert min(left.values()) >= 0, f"more cards than printed: {-left}"
    return Pile.of(left.elements())


def _garden(table: Rules, seat: int, text: str, came: Sequence[tuple[str, ...]]) -> Garden:
    sheet = table.components.sheets[table.options.side(seat)]
    shapes = [
        sum(1 << sheet.numbers[square] for square in shape.split())
        for shape in text.split(",")
        if shape.strip()
    ]
    if came and not shapes:
        raise AssertionError("moths without a shape")
    marked = sum(shapes)
    return Garden(
        shapes=tuple(shapes),
        marked=marked,
        lured=tuple(Lured(one, at, 1) for at, one in enumerate(came)),
        bonuses=tuple(at for at in sheet.bonuses if marked >> at & 1),
    )


def deal(*hands: str, display: str = "L1 L1 L1", habitat: str = "Line", **table: Any) -> Run[State]:
    """Set a table up with these cards: the display, the hands, the first habitat."""
    told = [*seen(display), *(card for hand in hands for card in seen(hand)), habitat]
    chance = Observed(told)
    run = GAME.set_up(rules(len(hands), **table), 0, chance)
    assert chance.given == len(told)
    return run


def mark(seat: int, squares: str) -> Mark:
    """Write a mark down."""
    return Mark(seat, tuple(squares.split()))


def lure(seat: int, text: str) -> Lure:
    """Write a lure down: ``"L1"`` or ``"AL AR"``."""
    return Lure(seat, tuple(text.split()))


def discard(seat: int, text: str) -> Discard:
    """Write the discards of an exchange down."""
    return Discard(seat, tuple(sorted(text.split())))


def play(state: State, action: Action, *told: str | None) -> Run[State]:
    """Carry an action out; ``told`` are the cards that came, and all must be needed."""
    chance = Observed(told)
    assert action in GAME.legal_actions(state), f"{action} is not among the choices"
    run = GAME.play(state, action, chance)
    assert chance.given == len(told), f"only {chance.given} of {told} were asked for"
    return run


def go(state: State, *actions: Action) -> State:
    """Carry actions out one after the other where it does not matter which cards come."""
    chance = Shuffled(Random(1))
    for action in actions:
        state = GAME.play(state, action, chance).state
    return state


def refused(state: State, action: Action) -> Refusal:
    """Return how an action is refused, having checked that the position stayed as it was."""
    before = msgspec.json.encode(state)
    with pytest.raises(Refusal) as caught:
        GAME.play(state, action, Observed(["L1"] * 9))
    assert msgspec.json.encode(state) == before
    assert action not in GAME.legal_actions(state)
    return caught.value


def kinds(events: Sequence[Event]) -> list[str]:
    """List the events by their type's name."""
    return [type(event).__name__ for event in events]


def choices(state: State, seat: int | None = None) -> set[str]:
    """List the kinds of legal actions, by their tags."""
    return {action.__struct_config__.tag for action in GAME.legal_actions(state, seat)}


def marks(state: State, seat: int = A) -> set[str]:
    """List the legal marks of a seat: ``{"a5 b5 c5"}``."""
    return {
        " ".join(action.squares)
        for action in GAME.legal_actions(state, seat)
        if isinstance(action, Mark)
    }


def lures(state: State, seat: int = A) -> set[str]:
    """List the legal lures of a seat: ``{"L1", "AL AR", ""}``, the last one for none."""
    return {
        " ".join(action.cards) if isinstance(action, Lure) else ""
        for action in GAME.legal_actions(state, seat)
        if isinstance(action, Lure | LureNone)
    }


def draws(state: State, seat: int = A) -> set[str | None]:
    """List what a seat may draw: cards of the display, and ``None`` for the stack."""
    return {action.card for action in GAME.legal_actions(state, seat) if isinstance(action, Draw)}


def sum_up(state: State, seat: int = A) -> dict[str, int]:
    """Return the parts of a seat's final score that are not 0."""
    score = GAME.outcome(state).scores[seat]
    return {name: n for name in score.__struct_fields__ if (n := getattr(score, name))}
