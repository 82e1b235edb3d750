"""What a seat can do in Nocturnis, what not and why, and what its pad sent."""

from collections.abc import Mapping

from domain.errors import Refusal
from domain.games.nocturnis import GAME
from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    Lure,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.games.nocturnis.refusals import check
from domain.games.nocturnis.shapes import Cells, flipped, normal, orientations, turned
from domain.games.nocturnis.state import MayLure, State
from domain.games.nocturnis.words import species_of
from service.web.boards import Choice, Group, Refused

DISCARDED = "discard-"
"""Begins the names of the fields with the cards to discard."""


def choices(state: State, seat: int) -> list[Group]:
    """List the seat's actions by kind, marks by how the shape is turned."""
    legal = list(GAME.legal_actions(state, seat))
    marks = [action for action in legal if isinstance(action, Mark)]
    groups = _marks(state, seat, marks)
    for name, icon, kinds in (
        ("Lure", "take", (Lure, LureNone)),
        ("Bonus", "bonus", (TakeBonus,)),
        ("Draw", "draw", (Draw, StopDrawing)),
        ("Exchange", "exchange", (Exchange, Discard)),
    ):
        found = [_choice(state, action) for action in legal if isinstance(action, kinds)]
        refused = [] if found else _refused(state, seat, name)
        if found or refused:
            groups.append(Group(name, icon, found, refused))
    return groups


def refusal(state: State, action: Action, short: str = "") -> Refused | None:
    """Say why an action is refused, or nothing where it is legal."""
    try:
        check(state, action)
    except Refusal as refused:
        return Refused((short,), refused.reason, refused.clauses[0])
    return None


def press(state: State, seat: int, form: Mapping[str, str]) -> Action:
    """Return what the pad sent: squares to mark, cards to discard, or a lure.

    :raises Refusal: nothing was chosen.
    """
    if "squares" in form:
        return Mark(seat, tuple(form["squares"].split()))
    discarded = [value for name, value in form.items() if name.startswith(DISCARDED)]
    if discarded or form.get("do") == "discard":
        return Discard(seat, tuple(sorted(discarded)))
    if "lure" in form:
        return _lure(seat, form["lure"])
    reason = "choose a moth, or none"
    raise Refusal("lure", reason, ("lure.optional",), state.position())


def then(state: State, seat: int, form: Mapping[str, str]) -> Action | None:
    """Return the lure that was chosen along with the mark, if it is due now and can be; none
    where the hand holds nothing that would come.
    """
    if not isinstance(state.top(seat), MayLure):
        return None
    if not any(isinstance(action, Lure) for action in GAME.legal_actions(state, seat)):
        return LureNone(seat)
    if "squares" not in form or "lure" not in form:
        return None
    action = _lure(seat, form["lure"])
    return None if refusal(state, action) else action


def _lure(seat: int, cards: str) -> Action:
    return Lure(seat, tuple(cards.split())) if cards else LureNone(seat)


def way_in_words(cells: Cells, way: Cells) -> str:
    """Say how a shape lies: as drawn, turned, or flipped and turned.

    >>> way_in_words(((0, 0), (1, 0)), ((0, 0), (0, 1)))
    'turned'
    """
    for flip, start in (("", cells), ("flipped", flipped(cells))):
        lies = normal(list(start))
        for turn in ("", "turned", "turned twice", "turned three times"):
            if lies == way:
                return ", ".join(filter(None, (flip, turn))) or "as drawn"
            lies = turned(lies)
    raise ValueError(way)


def _marks(state: State, seat: int, marks: list[Mark]) -> list[Group]:
    shape = state.due_shape(seat)
    if shape is None:
        return []
    if not marks:
        reason = f"{shape} fits nowhere on the sheet"
        return [Group("Mark", "plant", [], [Refused(("Mark",), reason, "mark.adjacent")])]
    cells, sheet = state.rules.components.shapes[shape].cells, state.sheet(seat)
    width = sheet.ground.width
    groups: dict[Cells, Group] = {}
    for action in marks:
        numbers = [sheet.numbers[name] for name in action.squares]
        way = normal([(number % width, number // width) for number in numbers])
        name = f"Mark {shape}, {way_in_words(cells, way)}"
        group = groups.setdefault(way, Group(name, "plant"))
        words = GAME.tell_action(state, action)
        group.choices.append(Choice(action, words, " ".join(action.squares)))
    return [groups[way] for way in orientations(cells) if way in groups]


def _choice(state: State, action: Action) -> Choice:
    words = GAME.tell_action(state, action)
    match action:
        case Lure(_, cards):
            return Choice(action, words, f"{species_of(state, cards[0])} ({' '.join(cards)})")
        case LureNone():
            return Choice(action, words, "Lure none")
        case TakeBonus(_, square):
            return Choice(action, words, square)
        case Draw(_, card):
            short = "From the stack" if card is None else f"{card} from the display"
            return Choice(action, words, short, key="d" if card is None else "")
        case StopDrawing():
            return Choice(action, words, "Draw no more", key="s")
        case Discard(_, cards):
            return Choice(action, words, f"Discard {' '.join(cards)}")
    assert isinstance(action, Exchange)
    return Choice(action, words, "With a new display" if action.refresh else "Exchange two")


def _refused(state: State, seat: int, name: str) -> list[Refused]:
    """Say why a seat may not draw or exchange, where it might want to."""
    if name == "Draw" and (state.top(seat) is None or not state.may_take(seat)):
        found = refusal(state, Draw(seat), "Draw")
    elif name == "Exchange":
        found = refusal(state, Exchange(seat), "Exchange two")
    else:
        found = None
    return [found] if found else []
