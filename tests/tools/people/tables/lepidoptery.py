"""Two pairs of players with Lepidoptery between them: the retired ones, and the flatmates."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.combinations import KINDS, combinations, kind_of
from domain.games.lepidoptery.events import ColumnsCleared, CombinationPlayed, GameWon, Passed
from domain.games.lepidoptery.legal import can_hold
from domain.games.lepidoptery.state import State
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
    # Forty years of card games.
    "Marguerite": Person(
        "black",
        0.8,
        ("fun", "tense", "fun"),
        (
            opinion(4, 4, "right", "yes", "A climber at heart. The board is for the one behind."),
            opinion(5, 5, "right", "yes"),
        ),
    ),
    # Her husband; looks at the board only.
    "Anselm": Person(
        "white",
        1.6,
        ("confused", "fun", "tense"),
        (
            opinion(4, 2, "right", "yes", "The lowest card, then how many: I asked each time."),
            opinion(3, 3, "too_long", "maybe", "I watched the board, she watched my cards."),
        ),
    ),
    # Plays for the line.
    "Tariq": Person(
        "red",
        1.1,
        ("fun", "tense"),
        (
            opinion(5, 4, "right", "yes", "We cleared the table and played on at once."),
            opinion(4, 4, "too_short", "yes"),
        ),
    ),
    # Hates waiting.
    "Dee": Person(
        "green",
        0.7,
        ("bored", "fun", "bored"),
        (
            opinion(3, 4, "right", "maybe", "Too much staring at twelve cards."),
            opinion(4, 4, "right", "yes", "Better with the wooden board: one sees the lines."),
        ),
    ),
}


def _on(month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


EVENINGS = (
    Evening(
        _on(9, 20, 16, 10),
        "Sunday, after the cake",
        "Anselm's veranda",
        "print-and-play",
        (("Marguerite", "first"), ("Anselm", "first")),
        recorder=1,
        breaks=(12,),
    ),
    Evening(
        _on(10, 4, 16, 20),
        "Sunday, the second try",
        "Anselm's veranda",
        "print-and-play",
        (("Anselm", "some"), ("Marguerite", "some")),
        irregular=True,
    ),
    Evening(
        _on(10, 22, 20, 40),
        "Flatmates",
        "Third floor",
        "wooden board",
        (("Tariq", "first"), ("Dee", "some")),
        recorder=0,
        mistake=True,
        breaks=(10,),
    ),
    Evening(
        _on(11, 14, 21, 5),
        "Flatmates, best of three",
        "Third floor",
        "wooden board",
        (("Dee", "many"), ("Tariq", "some")),
    ),
)


def _with_joker(moment: Moment) -> bool:
    return moment.event.joker is not None


def _low_joker(moment: Moment) -> bool:
    return bool(moment.event.joker == moment.event.ranks[0])


def _same_low(moment: Moment) -> bool:
    area = moment.before.area
    return bool(area) and area[-1].ranks[0] == moment.event.ranks[0]


def _to_lead_again(moment: Moment) -> bool:
    return not moment.before.area


TALKS = (
    Talk(
        on(CombinationPlayed, also=_low_joker),
        "look_up",
        "joker.rank",
        "May the Joker be the lowest card?",
        75,
    ),
    Talk(
        on(CombinationPlayed, also=_with_joker),
        "dispute",
        "climb.more",
        "Whether the Joker counts as a card when two combinations are compared.",
        130,
    ),
    Talk(
        on(CombinationPlayed, also=_same_low),
        "look_up",
        "climb.beat",
        "Equal lowest card, more cards: it beats.",
        45,
    ),
    Talk(
        on(ColumnsCleared),
        "ruling",
        "clear.at-once",
        "Two full columns: the older one goes, and at once. Written on the board's rim.",
        120,
    ),
    Talk(on(Passed), "look_up", "pass.draw", "Both draw, or only the one who passed?", 55),
    Talk(on(Passed, also=_to_lead_again), "dispute", "pass.lead", "Was there really no play?", 80),
    Talk(on(GameWon), "look_up", "win.check", "The line first, or the clearing?", 40),
)


def _space(event: Any) -> tuple[str, ...]:
    kind = kind_of(event.ranks)
    assert kind is not None
    return ("abcde"[KINDS.index(kind)],)


REMARKS = (
    Remark(
        on(CombinationPlayed, also=lambda m: len(m.event.ranks) == 3),
        "Had kept these three back since the first climb.",
        (),
        "!",
        _space,
    ),
    Remark(
        on(CombinationPlayed, also=lambda m: m.event.ranks == (10,)),
        "The 10 for a single: nobody can go on.",
        ("climb",),
        "?!",
        _space,
    ),
    Remark(on(Passed), "{who} passes with cards to play, for the Joker.", ("joker",), "!?"),
    Remark(on(ColumnsCleared), "Half the board is gone. A breath taken in.", ("clear",)),
    Remark(
        on(CombinationPlayed, also=_same_low),
        "Counted the cards twice before it was believed.",
        ("rules", "climb"),
    ),
    Remark(on(GameWon), "{who} saw it two plays ahead.", ("line",), "!!"),
)
SAID = (
    Said("wanted to play the Joker alone", "joker.single"),
    Said("wanted to put the token in another column", "play.token"),
    Said("wanted to draw up after a play", "pass.draw"),
)
ITEMS = (
    "Print which combination belongs to which column at the top of the board too.",
    "A line on the aid: the lowest cards are compared, then how many.",
    "Try a board one space higher.",
)


def attempts(state: State, seat: int, rng: Random) -> Iterator[Any]:
    """List what a seat might try: the same type again, too low, a pass for the leader."""
    ranks = tuple(sorted({int(card) for card in state.hands[seat].known}))
    found: list[Any] = [Pass(seat)]
    for kind in KINDS:
        for one in combinations(kind, ranks):
            if one.joker is None and can_hold(state, seat, one.cards):
                found.append(Play(seat, one.ranks))
    rng.shuffle(found)
    yield from refused("lepidoptery", state, found)


def stands(state: State, seat: int, rng: Random) -> Iterator[Any]:
    """List plays of the type that the seat played before, which a table might not notice."""
    for action in attempts(state, seat, rng):
        if isinstance(action, Play) and kind_of(action.ranks) == state.markers[seat]:
            beaten = not state.area or action.ranks[0] > state.area[-1].ranks[0]
            column = KINDS.index(kind_of(action.ranks) or "single")
            if beaten and not state.is_full(column):
                yield action


def slips(state: State, action: Any) -> Iterator[Any]:
    """List what might be written down in the place of an action: a 6 for a 5."""
    if isinstance(action, Play) and action.joker is None:
        for by in (1, -1):
            yield replace(action, ranks=tuple(rank + by for rank in action.ranks))


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
    thinking=2.9,
)
