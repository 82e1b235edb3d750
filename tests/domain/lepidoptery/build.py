"""Tables of Lepidoptery for tests: positions laid out by hand, and moves told as they happen."""

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
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.edition import Edition
from domain.games.lepidoptery.state import Laid, Rules, State
from domain.piles import Pile
from domain.run import Run

SEEDS = Path(__file__).parents[3] / "seeds" / "lepidoptery"
BOX: dict[str, Any] = tomllib.loads((SEEDS / "edition.toml").read_text(encoding="utf-8"))

A, B = range(2)

# From left to right: columns a, b, c, d, e.
COLUMNS = ("run3", "run2", "single", "pair", "triple")

PRINTED = Counter({str(rank): 3 if rank in (1, 10) else 4 for rank in range(1, 11)})
"""The 38 cards of a player: 8 ranks x 4 + 2 ranks x 3."""

LOW = "1 1 1 2 2 2 3 3 3 4 4 4"
HIGH = "7 7 7 8 8 8 9 9 9 10 10 10"


def edition(**changed: Any) -> Edition:
    """Return the edition in seeds/, with some values changed for the test's sake."""
    built = parse_edition(BOX, Edition)
    return replace(built, **{k: Sourced(v, assumed="for a test") for k, v in changed.items()})


def rules(box: Edition | None = None, seats: int = 2, **options: str) -> Rules:
    """Return the rules for a table, in the default options but for those named."""
    return GAME.rules(box or edition(), GAME.options(**options), seats)


def seen(text: str) -> list[str | None]:
    """List cards as they were told: ``"7 ? 10"``, a question mark for one that nobody saw."""
    return [None if card == "?" else card for card in text.split()]


def cards(text: str) -> Pile:
    """Lay out a pile: ``"7 7 ?"``."""
    return Pile.of(seen(text))


def deal(a: str = LOW, b: str = HIGH, *, start: int = A, **table: Any) -> Run[State]:
    """Set a table up with these hands of twelve."""
    return GAME.set_up(rules(**table), start, Observed([*seen(a), *seen(b)]))


def lay(seat: int, text: str) -> Play:
    """Write a combination down from low to high: ``"4 5* 6"``, where the Joker stands for the 5."""
    ranks = tuple(int(word.rstrip("*")) for word in text.split())
    jokers = [int(word.rstrip("*")) for word in text.split() if word.endswith("*")]
    return Play(seat, ranks, jokers[0] if jokers else None)


def laid(text: str) -> Laid:
    """Put a combination in the play area: ``"B 4 5* 6"``, its player first."""
    seat, _, combination = text.partition(" ")
    played = lay("AB".index(seat), combination)
    return Laid(played.seat, played.ranks, played.joker)


def position(
    hands: Sequence[str] = ("", ""),
    area: str = "",
    *,
    decks: Sequence[str] | None = None,
    board: Mapping[str, str] | None = None,
    spent: Sequence[str] = ("", ""),
    box: Edition | None = None,
    options: Mapping[str, str] | None = None,
    **more: Any,
) -> State:
    """Lay out a position in which seat A has to choose, unless ``more`` says so.

    ``area`` lists what was played since the area was cleared, ``"B 4 5, A 6 6"``. ``board`` maps a
    combination type to its column's tokens from below: ``{"pair": "ABA"}``. A deck that is not
    given holds whatever of its 38 cards is nowhere else, unseen where the hand is.
    """
    table = rules(box, **(options or {}))
    there = tuple(laid(text.strip()) for text in area.split(",") if text.strip())
    gone = [seen(text) for text in spent]
    for combination in there:
        gone[combination.seat] += [str(rank) for rank in combination.cards]
    tokens = board or {}
    return State(
        rules=table,
        hands=tuple(cards(hand) for hand in hands),
        decks=tuple(
            cards(decks[seat]) if decks is not None else _rest(table, hands[seat], gone[seat])
            for seat in (A, B)
        ),
        spent=tuple(Pile.of(played) for played in gone),
        area=there,
        columns=tuple(
            tuple("AB".index(token) for token in tokens.get(kind, ""))
            for kind in table.components.columns
        ),
        **more,
    )


def _rest(table: Rules, hand: str, gone: Sequence[str | None]) -> Pile:
    if "?" in hand:
        return Pile(unknown=len(table.components.deck) - len(hand.split()) - len(gone))
    left = Counter(table.components.deck)
    left.subtract([*hand.split(), *gone])
    assert min(left.values()) >= 0, f"more cards than printed: {-left}"
    return Pile.of(left.elements())


def play(state: State, action: Action, *told: str | None) -> Run[State]:
    """Carry an action out; ``told`` are the cards that were drawn, and all must be needed."""
    chance = Observed(told)
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
        GAME.play(state, action, Observed(["5"] * 30))
    assert msgspec.json.encode(state) == before
    assert action not in GAME.legal_actions(state)
    return caught.value


def choices(state: State) -> list[str]:
    """List the legal actions as text: ``"4 5* 6"``, ``"pass"``."""
    return [written(action) for action in GAME.legal_actions(state)]


def written(action: Action) -> str:
    """Write an action the way :func:`lay` reads it."""
    if isinstance(action, Pass):
        return "pass"
    words = [str(rank) for rank in action.ranks]
    if action.joker is not None:
        words[action.ranks.index(action.joker)] += "*"
    return " ".join(words)


def kinds(events: Sequence[Event]) -> list[str]:
    """List the events by their type's name."""
    return [type(event).__name__ for event in events]


def column(state: State, kind: str) -> str:
    """Return a column's tokens from below, as letters."""
    return "".join("AB"[seat] for seat in state.columns[state.rules.components.columns.index(kind)])
