"""Pencils, sheets and Nocturnis: the allotment's winter table, and Gwen by herself."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

from domain.games.nocturnis.actions import Draw, Lure, Mark
from domain.games.nocturnis.events import (
    BonusTaken,
    ExchangeBegun,
    HabitatMarked,
    HabitatRevealed,
    MothDrawn,
    MothLured,
    MothTaken,
    NightEnded,
    WentOut,
)
from domain.games.nocturnis.shapes import placements
from domain.games.nocturnis.state import DrawCards, MayLure, State
from tests.tools.people.tables.evening import (
    Evening,
    Moment,
    Person,
    Remark,
    Said,
    Tables,
    Talk,
    on,
    opinion,
    refused,
)

PEOPLE = {
    # Plays alone in the mornings, too.
    "Gwen": Person(
        "green pencil",
        1.0,
        ("fun", "tense", "fun"),
        (
            opinion(4, 4, "right", "yes", "Alone it is a puzzle that ends just in time."),
            opinion(4, 5, "right", "yes"),
            opinion(4, 4, "too_long", "yes"),
            opinion(5, 4, "right", "yes", "The back. Never the front again."),
        ),
    ),
    # Draws a small moth beside each cross.
    "Matteo": Person(
        "red pencil",
        1.5,
        ("fun", "fun", "bored"),
        (
            opinion(5, 3, "right", "yes", "I shaded outside the lines and nobody minded."),
            opinion(4, 4, "right", "yes"),
        ),
    ),
    # Wants to be done.
    "Priya": Person(
        "blue pencil",
        0.6,
        ("bored", "tense", "fun"),
        (
            opinion(3, 4, "too_long", "maybe", "Five pencils, and always one to wait for."),
            opinion(4, 4, "right", "yes"),
        ),
    ),
    # Asks first, marks later.
    "Kofi": Person(
        "black pencil",
        1.2,
        ("confused", "tense", "fun"),
        (
            opinion(4, 2, "right", "maybe", "When exactly may I exchange? I asked three times."),
            opinion(4, 3, "right", "yes"),
            opinion(4, 4, "right", "yes", "It is on the sheet now. Thank you."),
        ),
    ),
    # Saves both halves of the Atlas.
    "Rosa": Person(
        "brown pencil",
        1.1,
        ("tense", "fun"),
        (
            opinion(5, 4, "right", "yes", "For the Atlas alone I would come again."),
            opinion(4, 4, "right", "yes"),
        ),
    ),
    # Came for the tea.
    "Ines": Person(
        "violet pencil",
        0.9,
        ("confused", "bored", "fun"),
        (opinion(3, 3, "too_long", "maybe", "Nice to look at. I forgot that one can draw."),),
    ),
}


def _on(month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


EVENINGS = (
    Evening(
        _on(10, 11, 8, 15),
        "Morning, alone",
        "Gwen's desk",
        "pencil",
        (("Gwen", "some"),),
        recorder=0,
    ),
    Evening(
        _on(10, 18, 15, 0),
        "Allotment, first frost",
        "Tea hut",
        "pencil",
        (("Matteo", "first"), ("Gwen", "many"), ("Kofi", "first")),
        recorder=1,
        breaks=(24,),
        mistake=True,
    ),
    Evening(
        _on(11, 8, 15, 10),
        "Allotment, five pencils",
        "Tea hut",
        "wipe-off sheets",
        (
            ("Rosa", "first"),
            ("Gwen", "many"),
            ("Kofi", "some"),
            ("Priya", "first"),
            ("Matteo", "some"),
        ),
        breaks=(38, 90),
    ),
    Evening(
        _on(11, 22, 15, 5),
        "Allotment, six and the back",
        "Tea hut",
        "wipe-off sheets",
        (
            ("Ines", "first"),
            ("Rosa", "some"),
            ("Gwen", "many"),
            ("Priya", "some"),
            ("Kofi", "some"),
            ("Matteo", "some"),
        ),
        options={"sheet": "back"},
        left=70,
        reason="it was too dark in the hut to tell the pencils apart",
    ),
)


def _first(moment: Moment) -> bool:
    return not moment.before.gardens[moment.event.seat].marked


def _with_effect(moment: Moment) -> bool:
    moth = moment.before.rules.components.moth_of[moment.event.cards[0]]
    return bool(moth.effect.shape)


def _atlas(moment: Moment) -> bool:
    return len(moment.event.cards) == 2


def _at_four(moment: Moment) -> bool:
    return len(moment.before.hands[moment.event.seat]) == 4


TALKS = (
    Talk(
        on(HabitatMarked, also=_first),
        "look_up",
        "mark.corner",
        "On a corner, or at least beside one?",
        40,
    ),
    Talk(
        on(ExchangeBegun),
        "dispute",
        "exchange.time",
        "Before the mark or after it? At any time, so {who} may.",
        140,
    ),
    Talk(
        on(MothLured, also=_with_effect),
        "look_up",
        "effect.shape",
        "Another moth with the extra shape?",
        65,
    ),
    Talk(on(MothTaken), "look_up", "draw.restock", "Filled up between the two cards?", 35),
    Talk(on(MothDrawn, also=_at_four), "look_up", "draw.limit", "One card only, with four.", 30),
    Talk(
        on(BonusTaken),
        "ruling",
        "sheet.bonus.order",
        "Bonuses first, then the moth. Said so for the rest of the evening.",
        85,
    ),
    Talk(
        on(WentOut),
        "dispute",
        "end.out",
        "Out for this card, or for good? Read twice, then played as for good.",
        160,
    ),
)


def _squares(event: Any) -> tuple[str, ...]:
    return tuple(event.squares)


REMARKS = (
    Remark(
        on(HabitatMarked, also=lambda m: len(m.event.squares) == 5),
        "Five squares at once, and a hole that nothing will ever fill.",
        ("sheet",),
        "?!",
        _squares,
    ),
    Remark(
        on(HabitatMarked, also=_first),
        "Begins in the corner with the most stones.",
        (),
        "",
        _squares,
    ),
    Remark(on(MothLured, also=_atlas), "Both halves. Applause.", ("atlas",), "!!"),
    Remark(on(MothLured, also=_with_effect), "Lured for the shape, not for the points.", (), "!"),
    Remark(on(ExchangeBegun), "A point for two cards. Nobody else would.", ("exchange",), "!?"),
    Remark(on(HabitatRevealed), "Everybody turns the sheet at once.", ("sheet",)),
    Remark(on(WentOut), "{who} is out first, and stays to watch.", ("pace",)),
    Remark(on(NightEnded), "Adding up took as long as two rounds.", ("score",)),
)
SAID = (
    Said(
        "wanted to lure two moths with one shape",
        "lure.one",
        lambda state, seat: bool(state.gardens[seat].lured),
    ),
    Said(
        "wanted to exchange a third time",
        "exchange.twice",
        lambda state, seat: bool(state.exchanges[seat] == state.rules.components.exchanges),
    ),
    Said(
        "wanted to put the first card back for another",
        "draw.source",
        lambda state, seat: isinstance(state.top(seat), DrawCards),
    ),
)
ITEMS = (
    "Print the exchange and when it is possible on the sheet.",
    "A darker line between the squares: hard to see in the hut.",
    "Say what happens with a bonus and a moth at the same time.",
)


def attempts(state: State, seat: int, rng: Random) -> Iterator[Any]:
    """List what a seat might try: a shape that touches nothing, a draw with five cards."""
    if state.top(seat) is None:
        yield from refused("nocturnis", state, [Draw(seat)])
    if (shape := state.due_shape(seat)) is not None:
        sheet, cells = state.sheet(seat), state.rules.components.shapes[shape].cells
        places = list(placements(sheet.ground, cells))
        tried = rng.sample(places, min(12, len(places)))
        marks = [Mark(seat, tuple(sheet.names[n] for n in place.squares)) for place in tried]
        yield from refused("nocturnis", state, marks)
    for moth in state.rules.components.moths:
        if isinstance(state.top(seat), MayLure) and state.can_hold(seat, moth.cards):
            yield from refused("nocturnis", state, [Lure(seat, moth.cards)])


def stands(state: State, seat: int, rng: Random) -> Iterator[Any]:
    """List shapes that touch nothing, which a table might not notice."""
    yield from (action for action in attempts(state, seat, rng) if isinstance(action, Mark))


def slips(state: State, action: Any) -> Iterator[Any]:
    """List what might be written down in the place of an action: a shape a square aside."""
    if isinstance(action, Mark) and (shape := state.due_shape(action.seat)) is not None:
        sheet = state.sheet(action.seat)
        for place in state.marks(action.seat, shape):
            squares = tuple(sheet.names[n] for n in place.squares)
            if len({*squares} & {*action.squares}) == len(squares) - 1:
                yield Mark(action.seat, squares)


TABLES = Tables(
    people=PEOPLE,
    evenings=EVENINGS,
    talks=TALKS,
    remarks=REMARKS,
    said=SAID,
    items=ITEMS,
    attempts=attempts,
    stands=stands,
    slips=slips,
    thinking=2.5,
)
