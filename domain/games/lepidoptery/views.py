"""A position as plain data and as text for a terminal; both show what the position knows."""

from collections.abc import Sequence
from typing import Any

from domain.games.lepidoptery.combinations import TITLE
from domain.games.lepidoptery.legal import combination_name
from domain.games.lepidoptery.outcome import Outcome
from domain.games.lepidoptery.state import State
from domain.games.lepidoptery.words import COLUMN_NAMES, how_won
from domain.piles import Pile

CELL = 9  # characters


def as_data(state: State) -> dict[str, Any]:
    """Return the position as JSON-able data; the shape is documented in ``docs/json.md``."""
    components = state.rules.components
    return {
        "climb": state.climb,
        "turn": state.chooser,
        "leading": state.leading,
        "over": state.ended,
        "winner": state.winner,
        "columns": [
            {"type": kind, "height": height, "tokens": list(tokens)}
            for kind, height, tokens in zip(
                components.columns, components.heights, state.columns, strict=True
            )
        ],
        "area": [
            {"seat": laid.seat, "ranks": list(laid.ranks), "joker": laid.joker}
            for laid in state.area
        ],
        "previous": list(state.markers),
        "jokers_up": list(state.jokers),
        "hands": [_by_rank(hand) for hand in state.hands],
        "decks": [_by_rank(deck) for deck in state.decks],
        "spent": [_by_rank(spent) for spent in state.spent],
        "plays": list(state.plays),
        "passes": list(state.passes),
        "clears": state.clears,
    }


def as_text(state: State, names: Sequence[str]) -> str:
    """Draw the position for a terminal: columns side by side, the top row first."""
    components = state.rules.components
    lines = []
    for row in reversed(range(max(components.heights))):
        cells = (_cell(state, column, row) for column in range(len(components.columns)))
        lines.append(f"{row + 1:2} " + "".join(text.ljust(CELL) for text in cells).rstrip())
    lines.append("   " + "".join(letter.ljust(CELL) for letter in COLUMN_NAMES).rstrip())
    titles = (TITLE[kind] for kind in components.columns)
    lines += ["   " + "".join(title.ljust(CELL) for title in titles).rstrip(), ""]
    for seat, name in enumerate(names):
        mark = ">" if seat == state.chooser else " "
        joker = "up" if state.jokers[seat] else "used"
        hand = _cards(state.hands[seat])
        lines.append(
            f"{mark} {name} ({'AB'[seat]}): hand {hand}; deck {len(state.decks[seat])};"
            f" Joker {joker}; last {_marker(state, seat)}"
        )
    if state.area:
        last = state.area[-1]
        lines.append(f"  to beat: {combination_name(last.ranks, last.joker)}")
    return "\n".join(lines)


def as_result(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Say how a game ended, a line for the winner and one a seat."""
    winner = names[outcome.winners[0]]
    lines = [f"{winner} wins in climb {outcome.climbs}: {how_won(outcome)}"]
    for seat, name in enumerate(names):
        lines.append(f"  {name}: {outcome.plays[seat]} plays, {outcome.passes[seat]} passes")
    return lines


def _by_rank(pile: Pile) -> dict[str, Any]:
    return {"known": sorted(map(int, pile.known)), "unknown": pile.unknown}


def _cell(state: State, column: int, row: int) -> str:
    tokens = state.columns[column]
    if row >= state.rules.components.heights[column]:
        return ""
    return "AB"[tokens[row]] if row < len(tokens) else "."


def _cards(pile: Pile) -> str:
    known = sorted(pile.known, key=int)
    return " ".join([*known, *([f"{pile.unknown} unseen"] if pile.unknown else [])]) or "none"


def _marker(state: State, seat: int) -> str:
    marker = state.markers[seat]
    if marker is None:
        return "nothing"
    return "pass" if marker == "pass" else TITLE[marker]
