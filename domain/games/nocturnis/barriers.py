"""Why a seat cannot mark over a square or use a card now."""

from collections.abc import Iterator

from domain.barriers import Barrier, barrier, check_question, gathered, refusal_of
from domain.games.nocturnis.actions import Action, Discard, Draw, Exchange, Lure, Mark, TakeBonus
from domain.games.nocturnis.refusals import check, nobody_may, place_faults
from domain.games.nocturnis.shapes import placements
from domain.games.nocturnis.state import DiscardCards, Rules, State
from domain.games.nocturnis.words import tell_action
from domain.words import Card, Place, Sentence


def places(rules: Rules) -> tuple[str, ...]:
    """List the squares of the sheets that are played, each name once, in reading order."""
    sheets = (rules.components.sheets[rules.options.side(seat)] for seat in range(rules.seats))
    return tuple(dict.fromkeys(name for sheet in sheets for name in sheet.names))


def why_not(state: State, seat: int, about: str) -> list[Barrier]:
    """Say for a square of the seat's sheet why the shape that is due cannot lie over it, in any
    way, nor its bonus be taken; for a card, why it cannot be taken from the display, lure a moth
    or be exchanged. What is legal in some way is left out. A name that both have is the square's.

    Where the hand is unknown, every card that it could hold counts as held.

    :raises DomainError: there is no such seat, square or card.
    """
    squares = places(state.rules)
    check_question(seat, state.rules.seats, about, (*squares, *state.rules.components.cards))
    return gathered(_over(state, seat, about) if about in squares else _with(state, seat, about))


def _tried(state: State, action: Action, words: Sentence = ()) -> Iterator[Barrier]:
    """Yield how an action is refused, if it is."""
    if refusal := refusal_of(check, state, action):
        yield barrier(words or tell_action(state, action), refusal)


def _over(state: State, seat: int, square: str) -> Iterator[Barrier]:
    sheet, single = state.sheet(seat), Mark(seat, (square,))
    number, shape = sheet.numbers.get(square), state.due_shape(seat)
    words = (f"Mark {shape or state.habitat or 'a shape'} over ", Place(square))
    if number is None or shape is None or nobody_may(state, single):
        yield from _tried(state, single, words)
    else:
        yield from _marks(state, seat, shape, number, words)
    if number in sheet.bonuses:
        yield from _tried(state, TakeBonus(seat, square))


def _marks(state: State, seat: int, shape: str, number: int, words: Sentence) -> Iterator[Barrier]:
    """Yield what is wrong with every way to lay the shape over a square, unless one is right:
    what all have in common, or else what is wrong with some, clause by clause.
    """
    sheet = state.sheet(seat)
    everywhere = sheet.ground._replace(empty=0)
    cells = state.rules.components.shapes[shape].cells
    over = [one for one in placements(everywhere, cells) if one.mask >> number & 1]
    fitting = {one.mask for one in state.marks(seat, shape)}
    if not over:  # larger than the sheet
        yield from _tried(state, Mark(seat, (sheet.names[number],)), words)
    wrong = [place_faults(state, seat, one.squares, fitting) for one in over]
    if not all(wrong):
        return
    every = dict.fromkeys(fault for faults in wrong for fault in faults)
    common = [fault for fault in every if all(fault in faults for faults in wrong)]
    by_clause: dict[str, list[str]] = {}
    for reason, clause in common or every:
        by_clause.setdefault(clause, []).append(reason)
    for clause, reasons in by_clause.items():
        yield Barrier(words, ", ".join(reasons), (clause,))


def _with(state: State, seat: int, card: str) -> Iterator[Barrier]:
    if card in state.display:
        yield from _tried(state, Draw(seat, card))
    yield from _tried(state, Lure(seat, state.rules.components.moth_of[card].cards))
    if not state.can_hold(seat, (card,)):
        return
    if isinstance(state.top(seat), DiscardCards):
        if not state.may_take(seat) or nobody_may(state, Discard(seat, (card,))):
            yield from _tried(state, Discard(seat, (card,)))
    else:
        yield from _tried(state, Exchange(seat), ("Exchange ", Card(card)))
