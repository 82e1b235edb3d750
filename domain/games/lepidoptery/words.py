"""Lepidoptery told in the table's words. ``state`` is always the position before the event."""

from domain.events import Event
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.combinations import TITLE, Kind, kind_of
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.evolve import evolve
from domain.games.lepidoptery.legal import combination_name, must_play
from domain.games.lepidoptery.lines import Line, cell
from domain.games.lepidoptery.moves import moved
from domain.games.lepidoptery.outcome import Outcome, outcome
from domain.games.lepidoptery.state import State
from domain.words import Card, Part, Place, Seat, Sentence, Telling

COLUMN_NAMES = "abcde"


def tell(state: State, event: Event) -> Telling:
    """Tell an event; cards that it hides are told as cards nobody saw."""
    return _tell(state, event)._replace(moved=moved(state, event))


def _tell(state: State, event: Event) -> Telling:
    match event:
        case GameSetUp(start):
            hand = state.rules.components.hand
            words: Sentence = (f"Both draw {hand}; ", Seat(start), " leads")
            return Telling(None, words, "start")
        case CombinationPlayed():
            return _played(state, event)
        case ColumnsCleared(columns):
            return _cleared(state, columns)
        case Passed(seat, unchecked):
            words = (Seat(seat), " passes", *_pass_reason(state, seat, unchecked))
            return Telling(seat, words, "skip", "pass")
        case HandReplenished(seat, cards):
            return Telling(seat, _drawn(state, seat, cards), "draw")
        case GameWon(seat):
            return _won(state, event, seat)
    raise TypeError(f"no event of lepidoptery: {event!r}")


def tell_action(state: State, action: Action) -> Sentence:
    """Say an action as a choice, without its seat."""
    match action:
        case Play(_, ranks, joker):
            return (f"Play {combination_name(ranks, joker)}",)
        case Pass():
            return ("Pass and refresh",)


def column_name(state: State, kind: Kind) -> str:
    """Return a column's letter and its combination type: ``c, single``."""
    return f"{COLUMN_NAMES[state.rules.components.columns.index(kind)]}, {TITLE[kind]}"


def how_won(result: Outcome) -> str:
    """Say what won: ``four in a row, diagonal a2 to d5``."""
    said = [_line(line) for line in result.lines]
    if result.shed:
        said.append("hand and deck played out")
    return " and ".join(said)


def _line(line: Line) -> str:
    number = {4: "four", 5: "five", 6: "six"}.get(len(line.cells), str(len(line.cells)))
    return f"{number} in a row, {line.kind} {line.cells[0]} to {line.cells[-1]}"


def _played(state: State, event: CombinationPlayed) -> Telling:
    kind = kind_of(event.ranks)
    assert kind is not None, event
    column = state.rules.components.columns.index(kind)
    at = cell(column, len(state.columns[column]))
    verb = "leads" if state.leading else "plays"
    joker = "" if event.joker is None else f", Joker as {event.joker}"
    name = f"{combination_name(event.ranks)}, {TITLE[kind]}{joker}"
    words = (Seat(event.seat), f" {verb} {name}: token on ", Place(at))
    return Telling(event.seat, words, "cards", None, (at,))


def _cleared(state: State, kinds: tuple[Kind, ...]) -> Telling:
    columns = state.rules.components.columns
    gone = [at for at, kind in enumerate(columns) if kind in kinds]
    filled, _ = state.last
    names = " and ".join(f"{COLUMN_NAMES[at]}, {TITLE[columns[at]]}," for at in gone)
    words = (f"Column {COLUMN_NAMES[filled]} is full, so column {names} is cleared",)
    cells = tuple(cell(at, row) for at in gone for row in range(len(state.columns[at])))
    return Telling(None, words, "clear", "clear", cells)


def _pass_reason(state: State, seat: int, unchecked: bool) -> Sentence:
    if not state.leading or seat != state.turn:
        return ()
    if must_play(state, seat):  # against the rules
        return (" while leading",)
    if state.out_of_tokens(seat):
        return (" while leading: no token is left",)
    return (
        (" while leading, unchecked",) if unchecked else (" while leading: nothing can be played",)
    )


def _drawn(state: State, seat: int, cards: tuple[str | None, ...]) -> Sentence:
    held = len(state.hands[seat]) + len(cards)
    known = sorted((card for card in cards if card), key=int)
    if not known:
        return (Seat(seat), f" draws {len(cards)} to hold {held}")
    parts: list[Part] = [Seat(seat), " draws"]
    for card in known:
        parts += [" ", Card(card)]
    if unseen := len(cards) - len(known):
        parts.append(f" and {unseen} unseen")
    return (*parts, f" to hold {held}")


def _won(state: State, event: GameWon, seat: int) -> Telling:
    result = outcome(evolve(state, event))
    assert result is not None
    cells = tuple(dict.fromkeys(place for line in result.lines for place in line.cells))
    return Telling(seat, (Seat(seat), f" wins: {how_won(result)}"), "end", "end", cells)
