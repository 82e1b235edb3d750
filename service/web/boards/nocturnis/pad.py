"""The sheet, the hand and the display as the play page's input in Nocturnis."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from domain.errors import Refusal
from domain.games.nocturnis.actions import Draw, Exchange, Lure, Mark, StopDrawing, TakeBonus
from domain.games.nocturnis.edition import Moth
from domain.games.nocturnis.refusals import check
from domain.games.nocturnis.shapes import Cells, flipped, normal, orientations, turned
from domain.games.nocturnis.state import DiscardCards, DrawCards, MarkShape, MayLure, State
from domain.games.nocturnis.words import effect_in_words
from service.web.boards import Choice, Group, Refused
from service.web.boards.nocturnis.choices import refusal
from service.web.boards.nocturnis.drawing import Figure, Sign, figure, sign, squares_of
from service.web.boards.nocturnis.table import Card, card_of, effect_of
from service.web.boards.nocturnis.wings import wing

Refusing = tuple[str, str]
"""A reason and its clause."""


@dataclass(frozen=True)
class InHand:
    """A moth that the hand holds: one card, or both halves; ``why`` says what keeps it away.

    ``lure`` is what the form sends; without it the moth can't be lured at all.
    """

    lure: str
    name: str
    wing: str
    signs: tuple[Sign, ...]
    points: int
    effect: str
    why: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Taking:
    """A card of the display and how it is taken, or why not."""

    card: Card
    choice: Choice | None


@dataclass(frozen=True)
class Pad:
    """What can be pressed. ``script`` is what the pad's script works with, as JSON.

    ``mode`` is what the seat has to do: mark (or draw), lure, draw, discard, bonus, or wait.
    """

    mode: str
    shape: Figure | None
    extra: bool
    hand: tuple[InHand, ...]
    display: tuple[Taking, ...]
    stack: Choice | None
    stop: Choice | None
    no_draw: Refused | None
    bonuses: tuple[Choice, ...]
    exchanges: tuple[Choice, ...]
    no_exchange: Refused | None
    discard: int
    left: int
    script: str


def pad(state: State, seat: int, groups: Sequence[Group]) -> Pad:
    """Lay out the pad for a seat: what it may mark, draw, lure, exchange."""
    found = [choice for group in groups for choice in group.choices]
    by_name = {group.name: group for group in groups}
    top, shape = state.top(seat), state.due_shape(seat)
    draws = {c.action.card: c for c in found if isinstance(c.action, Draw)}
    components = state.rules.components
    marks = [c.action for c in found if isinstance(c.action, Mark)]
    return Pad(
        mode=_mode(state, seat, bool(found)),
        shape=figure(components, shape) if shape else None,
        extra=isinstance(top, MarkShape),
        hand=in_hand(state, seat),
        display=tuple(Taking(card_of(components, card), draws.get(card)) for card in state.display),
        stack=draws.get(None),
        stop=next((c for c in found if isinstance(c.action, StopDrawing)), None),
        no_draw=_first_refused(by_name.get("Draw")),
        bonuses=tuple(c for c in found if isinstance(c.action, TakeBonus)),
        exchanges=tuple(c for c in found if isinstance(c.action, Exchange)),
        no_exchange=_first_refused(by_name.get("Exchange")),
        discard=top.count if isinstance(top, DiscardCards) else 0,
        left=top.left if isinstance(top, DrawCards) else 0,
        script=msgspec.json.encode(script(state, seat, shape, marks)).decode() if shape else "",
    )


def _first_refused(group: Group | None) -> Refused | None:
    return group.refused[0] if group and group.refused else None


def _mode(state: State, seat: int, anything: bool) -> str:
    top = state.top(seat)
    if state.due_shape(seat) is not None and anything:
        return "mark"
    if isinstance(top, MayLure):
        return "lure"
    if isinstance(top, DrawCards) and state.may_take(seat):
        return "draw"
    if isinstance(top, DiscardCards) and state.may_take(seat):
        return "discard"
    return "bonus" if top is not None and not isinstance(top, DrawCards | DiscardCards) else "wait"


def in_hand(state: State, seat: int) -> tuple[InHand, ...]:
    """List what a hand could lure, card by card; two halves held together are one."""
    components, known = state.rules.components, list(state.hands[seat].known)
    found = []
    while known:
        moth = components.moth_of[known[0]]
        whole = all(card in known for card in moth.cards)
        cards = moth.cards if whole else (known[0],)
        for card in cards:
            known.remove(card)
        found.append(_in_hand(state, seat, moth, cards))
    return tuple(found)


def _in_hand(state: State, seat: int, moth: Moth, cards: tuple[str, ...]) -> InHand:
    components, species = state.rules.components, state.rules.components.species[moth.species]
    name, signs = species.name, tuple(sign(components, symbol) for symbol in moth.symbols)
    why = ""
    if cards != moth.cards:
        card = card_of(components, cards[0])
        other = next(card for card in moth.cards if card not in cards)
        why = f"needs the {components.cards[other].half} half in hand too"
        name, signs = card.name, card.signs
    elif state.crosses_left(seat, moth) <= 0:
        why = "no cross is left for it"
    elif isinstance(state.top(seat), MayLure) and (
        refused := refusal(state, Lure(seat, moth.cards))
    ):
        why = refused.reason
    return InHand(
        "" if why else " ".join(moth.cards),
        f"{name}, both halves" if len(cards) > 1 else name,
        wing(components, moth.species),
        signs,
        moth.points,
        effect_of(moth.effect),
        why,
        cards,
    )


def script(state: State, seat: int, shape: str, marks: Sequence[Mark]) -> dict[str, Any]:
    """Return what the page needs to place a shape without asking again: how it turns, where it
    fits, why not elsewhere, and what each moth in the hand needs.
    """
    components, sheet = state.rules.components, state.sheet(seat)
    cells = components.shapes[shape].cells
    ways = orientations(cells)
    width = sheet.ground.width
    legal: dict[int, list[int]] = {nth: [] for nth in range(len(ways))}
    for mark in marks:
        numbers = [sheet.numbers[name] for name in mark.squares]
        spots = [(number % width, number // width) for number in numbers]
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        legal[ways.index(normal(spots))].append(top * width + left)
    blocked, apart = reasons(state, seat, ways)
    return {
        "width": width,
        "height": sheet.ground.height,
        "names": sheet.names,
        "ways": ways,
        "turn": [ways.index(turned(way)) for way in ways],
        "flip": [ways.index(flipped(way)) for way in ways],
        "legal": legal,
        "blocked": blocked,
        "apart": apart,
        "signs": sheet.symbols,
        "words": components.symbols,
        "bonus": {at: effect_in_words(effect) for at, effect in sheet.bonuses.items()},
        "moths": [
            {"lure": one.lure, "needs": components.moth_of[one.cards[0]].symbols}
            | {"says": _says(components.moth_of[one.cards[0]]), "name": one.name}
            for one in in_hand(state, seat)
        ],
    }


def _says(moth: Moth) -> str:
    then = effect_in_words(moth.effect)
    return f"for {moth.points}{f', then {then}' if then else ''}"


def reasons(
    state: State, seat: int, ways: Sequence[Cells]
) -> tuple[dict[int, Refusing], Refusing | None]:
    """Return why each square that can't be marked is refused, and why a shape on free squares is.

    The reasons are what the rules say to a mark there.
    """
    sheet, marked = state.sheet(seat), state.gardens[seat].marked
    barred = marked | sheet.ground.empty
    fits = {p.mask for p in state.marks(seat, state.due_shape(seat) or "")}
    blocked: dict[int, Refusing] = {}
    apart: Refusing | None = None
    for mask in _everywhere(sheet.ground.width, sheet.ground.height, ways):
        wrong = squares_of(mask & barred)
        if wrong and all(number in blocked for number in wrong):
            continue
        if not wrong and (apart or mask in fits):
            continue
        squares = tuple(sheet.names[number] for number in squares_of(mask))
        refused = _refused(state, Mark(seat, squares))
        if not wrong:
            apart = refused[0]
        blocked.update(zip(wrong, refused, strict=False))
    return blocked, apart


def _refused(state: State, mark: Mark) -> list[Refusing]:
    """Return the reasons of a refused mark, one for each square that is wrong, with its clause."""
    found: list[Refusing] = []
    refused = refusal_of(state, mark)
    texts, clauses = refused
    empty = state.sheet(mark.seat).ground.empty
    numbers = state.sheet(mark.seat).numbers
    kinds: list[bool] = []
    for text in texts.split(", "):
        name = text.split(" ", 1)[0]
        kind = name in numbers and bool(empty >> numbers[name] & 1)
        kinds += [] if kind in kinds else [kind]
        found.append((text, clauses[kinds.index(kind)]))
    return found


def refusal_of(state: State, mark: Mark) -> tuple[str, Sequence[str]]:
    """Return the rules' reason and clauses against a mark."""
    try:
        check(state, mark)
    except Refusal as refused:
        return refused.reason, refused.clauses
    raise AssertionError(mark)


def _everywhere(width: int, height: int, ways: Sequence[Cells]) -> list[int]:
    """List every placement within the sheet as bits, whatever it covers."""
    return [
        sum(1 << ((top + y) * width + left + x) for x, y in way)
        for way in ways
        for top in range(height - max(y for _, y in way))
        for left in range(width - max(x for x, _ in way))
    ]
