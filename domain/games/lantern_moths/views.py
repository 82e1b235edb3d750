"""A position as plain data and as text for a terminal; both show what the position knows."""

from collections.abc import Sequence
from typing import Any

from domain.games.lantern_moths.edition import GARDEN
from domain.games.lantern_moths.outcome import Outcome
from domain.games.lantern_moths.state import ACTIONS, State
from domain.piles import Pile

CELL = 16  # characters


def as_data(state: State) -> dict[str, Any]:
    """Return the position as JSON-able data; the shape is documented in ``docs/json.md``."""
    return {
        "round": state.round,
        "last_round": state.last_round,
        "start": state.start,
        "turn": state.turn_seat,
        "actions_left": 0 if state.turn_seat is None else ACTIONS - state.actions_done,
        "over": state.ended,
        "ending": state.ending,
        "garden": {
            tile: {
                "face": state.faces[i],
                "moths": list(state.moths[i]),
                "wicks": list(state.wicks[i]),
            }
            for i, tile in enumerate(GARDEN)
        },
        "hands": [hand.as_data() for hand in state.hands],
        "lanterns": [lantern.as_data() for lantern in state.lanterns],
        "deck": state.deck.as_data(),
        "discard": list(state.discard),
        "dusk": list(state.dusk),
        "dusk_aside": state.dusk_aside,
    }


def as_text(state: State, names: Sequence[str]) -> str:
    """Draw the position for a terminal, rows of the garden from far to near."""
    lines = []
    for row in range(3):
        places = range(row * 3, row * 3 + 3)
        lines.append("  ".join(_face(state, p).ljust(CELL) for p in places).rstrip())
        lines.append(
            "  ".join(f"   {' '.join(state.moths[p])}".ljust(CELL) for p in places).rstrip()
        )
    lines.append("")
    for seat, name in enumerate(names):
        mark = ">" if seat == state.turn_seat else " "
        hand, lantern = state.hands[seat], state.lanterns[seat]
        lines.append(f"{mark} {name}: hand {_cards(hand)}; lantern {_cards(lantern)}")
    dusk = " ".join(f"r{r}" for r in state.dusk) or "none"
    lines.append(f"  deck {len(state.deck)}, discard {len(state.discard)}, Dusk {dusk}")
    return "\n".join(lines)


def as_result(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Say how a game ended, a line for the winner and one a seat."""
    winners = " and ".join(names[seat] for seat in outcome.winners)
    how = "wins" if len(outcome.winners) == 1 else "share the win"
    decided = "" if outcome.decided_by in ("points", "shared") else f", by {outcome.decided_by}"
    lines = [f"{winners} {how}{decided}, after {outcome.rounds} rounds"]
    for name, score in zip(names, outcome.scores, strict=True):
        parts = f"printed {score.printed}, Ghosts {score.ghosts}, sets {score.sets}"
        lines.append(f"  {name}: {score.total} ({parts}), {score.moths} moths")
    return lines


def _face(state: State, place: int) -> str:
    wicks = "".join("ABCD"[seat] for seat in state.wicks[place])
    lit = f" *{wicks}" if wicks else ""
    return f"{GARDEN[place]} {state.faces[place] or '--'}{lit}"


def _cards(pile: Pile) -> str:
    shown = [*pile.known, *([f"{pile.unknown} unseen"] if pile.unknown else [])]
    return " ".join(shown) or "none"
