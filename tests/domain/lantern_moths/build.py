"""Tables of Lantern Moths for tests: positions laid out by hand, and moves told as they happen."""

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
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Action
from domain.games.lantern_moths.decide import Run
from domain.games.lantern_moths.edition import Edition
from domain.games.lantern_moths.state import Rules, State
from domain.piles import Pile

SEEDS = Path(__file__).parents[3] / "seeds" / "lantern_moths"
BOX: dict[str, Any] = tomllib.loads((SEEDS / "edition.toml").read_text(encoding="utf-8"))

A, B, C, D = range(4)

# Row 3 is the far one, column a the left one.
TILES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")

PRINTED = Counter(
    {
        "G2": 4,
        **{f"{colour}1": 5 for colour in "BREV"},
        **{f"{colour}2": 4 for colour in "BREV"},
        **{f"{colour}3": 2 for colour in "BREV"},
    }
)
"""The 48 moth cards of the edition in seeds/: 4 Ghosts + 4 colours x (5 + 4 + 2)."""


def edition(**changed: Any) -> Edition:
    """Return the edition in seeds/, with some values changed for the test's sake."""
    built = parse_edition(BOX, Edition)
    return replace(built, **{k: Sourced(v, assumed="for a test") for k, v in changed.items()})


def rules(seats: int = 2, box: Edition | None = None, **options: str) -> Rules:
    """Return the rules for a table, in the default options but for those named."""
    return GAME.rules(box or edition(), GAME.options(**options), seats)


def deal(*hands: str, middle: str = "X", start: int = A, **table: Any) -> Run:
    """Set a table up with these opening hands (``"E1 E2 R1 V1 ?"``, ``?`` for an unseen card)."""
    seen = [None if card == "?" else card for hand in hands for card in hand.split()]
    return GAME.set_up(rules(len(hands), **table), start, Observed([middle, *seen]))


def cards(text: str) -> Pile:
    """Lay out a pile: ``"E1 E2 ?"``, where a question mark is a card that nobody saw."""
    return Pile.of(None if card == "?" else card for card in text.split())


def position(
    hands: Sequence[str] = ("", ""),
    garden: Mapping[str, str] | None = None,
    *,
    wicks: Mapping[str, Sequence[int]] | None = None,
    lanterns: Sequence[str] | None = None,
    deck: str = "B1 B1 B1 B1 B1",
    discard: str = "",
    box: Edition | None = None,
    options: Mapping[str, str] | None = None,
    round: int = 1,
    dusk: int = 0,
    **more: Any,
) -> State:
    """Lay out a position: the first action of seat A in the given round, unless ``more`` says so.

    ``garden`` maps a face-up tile to its colour and its moths: ``{"b2": "X E1 G2"}``; the middle
    is grey and bare by default. ``dusk`` counts the Dusk cards on the table.
    """
    up = {tile: text.split() for tile, text in (garden or {"b2": "X"}).items()}
    lit = wicks or {}
    table = rules(len(hands), box, **(options or {}))
    left = Counter(table.components.tiles) - Counter(face for face, *_ in up.values())
    return State(
        rules=table,
        hands=tuple(cards(hand) for hand in hands),
        lanterns=tuple(cards(lantern) for lantern in lanterns or [""] * len(hands)),
        deck=cards(deck),
        faces_left=Pile.of(left.elements()),
        discard=tuple(discard.split()),
        faces=tuple(up[tile][0] if tile in up else None for tile in TILES),
        moths=tuple(tuple(up[tile][1:]) if tile in up else () for tile in TILES),
        wicks=tuple(tuple(lit.get(tile, ())) for tile in TILES),
        dusk=(3,) * dusk,
        dusk_aside=6 if round <= 2 else 0,
        rounds_done=round - 1,
        **more,
    )


def last_action(hands: Sequence[str], garden: Mapping[str, str], **more: Any) -> State:
    """Lay out a position in which one more action, by the last seat, ends the round."""
    return position(hands, garden, turns_done=len(hands) - 1, actions_done=1, **more)


def play(state: State, action: Action, *seen: str | None) -> Run:
    """Carry an action out; ``seen`` are the cards or faces that showed, and all must be needed."""
    chance = Observed(seen)
    run = GAME.play(state, action, chance)
    assert chance.given == len(seen), f"only {chance.given} of {seen} were asked for"
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
        GAME.play(state, action, Observed(["E1"] * 9))
    assert msgspec.json.encode(state) == before
    return caught.value


def kinds(events: Sequence[Event]) -> list[str]:
    """List the events by their type's name."""
    return [type(event).__name__ for event in events]


def on(state: State, tile: str) -> tuple[str, ...]:
    """Return the moths on a tile."""
    return state.moths[TILES.index(tile)]


def face(state: State, tile: str) -> str | None:
    """Return a tile's colour, or ``None`` while it lies face down."""
    return state.faces[TILES.index(tile)]


def beside(state: State, tile: str) -> tuple[int, ...]:
    """Return the seats whose wicks burn beside a tile."""
    return state.wicks[TILES.index(tile)]
