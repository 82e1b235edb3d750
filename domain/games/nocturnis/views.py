"""A position as plain data and as text for a terminal; both show what the position knows."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.games.nocturnis.flow import to_act
from domain.games.nocturnis.outcome import Outcome, score
from domain.games.nocturnis.state import State
from domain.piles import Pile

MARKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def as_data(state: State) -> dict[str, Any]:
    """Return the position as JSON-able data; the shape is documented in ``docs/json.md``."""
    return {
        "round": state.round,
        "habitat": state.habitat,
        "over": state.ended,
        "acted": list(state.acted),
        "out": list(state.out),
        "drawing": list(state.queue),
        "display": list(state.display),
        "discards": list(state.discards),
        "stack": state.stack.as_data(),
        "habitats": state.habitats.as_data(),
        "habitat_discards": list(state.habitat_discards),
        "hands": [hand.as_data() for hand in state.hands],
        "exchanges": list(state.exchanges),
        "gardens": [_garden(state, seat) for seat in range(state.rules.seats)],
        "tasks": [msgspec.to_builtins(tasks) for tasks in state.tasks],
    }


def _garden(state: State, seat: int) -> dict[str, Any]:
    garden, sheet = state.gardens[seat], state.sheet(seat)
    return {
        "sheet": state.rules.options.side(seat),
        "shapes": [
            [name for number, name in enumerate(sheet.names) if mask >> number & 1]
            for mask in garden.shapes
        ],
        "lured": [
            {"cards": list(one.cards), "shape": one.shape, "round": one.round}
            for one in garden.lured
        ],
        "bonuses": [sheet.names[number] for number in garden.bonuses],
    }


def as_text(state: State, names: Sequence[str]) -> str:
    """Draw the position for a terminal: a sheet a seat, shapes by number, then hands."""
    acting = to_act(state)
    lines = [f"Round {state.round}: {state.habitat or 'no habitat'}"]
    for seat, name in enumerate(names):
        mark = ">" if seat in acting else " "
        out = ", out" if state.out[seat] else ""
        points = score(state, seat).total
        lines += ["", f"{mark} {name}: {points} points{out}; hand {_cards(state.hands[seat])}"]
        lines += _sheet(state, seat)
    display = " ".join(state.display) or "empty"
    lines += ["", f"  display {display}; stack {len(state.stack)}, discards {len(state.discards)}"]
    return "\n".join(lines)


def _sheet(state: State, seat: int) -> list[str]:
    sheet, garden = state.sheet(seat), state.gardens[seat]
    ground, letters = sheet.ground, state.rules.components.letters
    drawn = []
    for number, symbol in enumerate(sheet.symbols):
        bit = 1 << number
        mark = "." if symbol is None else letters[symbol]
        mark = mark.upper() if number in sheet.bonuses else mark
        if bit & ground.empty:
            mark = "#"
        for nth, mask in enumerate(garden.shapes):
            if mask & bit:
                mark = MARKS[nth % len(MARKS)]
        drawn.append(mark)
    width, height = ground.width, ground.height
    rows = [
        f"  {height - row:2} " + " ".join(drawn[row * width : row * width + width])
        for row in range(height)
    ]
    columns = " ".join(name[0] for name in sheet.names[:width])
    return [*rows, f"     {columns}"]


def as_result(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Say how a game ended, a line for the winner and one a seat."""
    lines = []
    if outcome.stars is not None:
        stars = f"{outcome.stars} star{'s' if outcome.stars > 1 else ''}"
        lines.append(f"{names[0]} earns {stars} after {outcome.rounds} rounds")
    else:
        winners = " and ".join(names[seat] for seat in outcome.winners)
        how = "wins" if len(outcome.winners) == 1 else "share the win"
        decided = ", by moths" if outcome.decided_by == "moths" else ""
        lines.append(f"{winners} {how}{decided}, after {outcome.rounds} rounds")
    for name, s in zip(names, outcome.scores, strict=True):
        parts = (
            f"moths {s.moths}, effects {s.effects}, bonuses {s.bonuses}, fourth {s.fourth}, "
            f"species {s.every_species}, exchanges {s.exchanges}"
        )
        lines.append(f"  {name}: {s.total} ({parts}), {s.lures} lures")
    return lines


def _cards(pile: Pile) -> str:
    shown = [*pile.known, *([f"{pile.unknown} unseen"] if pile.unknown else [])]
    return " ".join(shown) or "none"
