"""Saturday's table and the school club, with Lantern Moths in cardboard before them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.games.lantern_moths.actions import Flip, Light, Plant
from domain.games.lantern_moths.events import (
    DuskPlaced,
    MothPlanted,
    MothsKept,
    MothsTaken,
    NightEnded,
    StartPassed,
    TileFlipped,
    WickLit,
)
from domain.games.lantern_moths.state import FOURTH, PLACE, State
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
    # Quick, likes to get in the way.
    "Hana": Person(
        "yellow",
        0.6,
        ("fun", "tense", "fun"),
        (
            opinion(5, 4, "right", "yes", "Standing in somebody's light is the best part."),
            opinion(4, 4, "right", "yes"),
            opinion(5, 4, "too_short", "yes", "One more round before the night falls, please."),
            opinion(5, 4, "right", "yes", "That is the round I asked for."),
            opinion(5, 4, "right", "yes"),
        ),
    ),
    # Counts every card.
    "Oskar": Person(
        "blue",
        1.7,
        ("tense", "bored", "tense"),
        (
            opinion(3, 5, "right", "maybe", "I know what is left in the deck and can do nothing."),
            opinion(3, 5, "too_long", "maybe"),
            opinion(4, 5, "right", "yes", "With the long night counting pays."),
            opinion(4, 5, "right", "yes"),
        ),
    ),
    # Ten years old.
    "Wren": Person(
        "green",
        0.9,
        ("confused", "fun", "fun"),
        (
            opinion(5, 2, "right", "yes", "The Ghosts! But I never know when they stop."),
            opinion(5, 3, "right", "yes"),
            opinion(5, 4, "right", "yes", "I know it now, and I explained it to my brother."),
        ),
    ),
    # Reads rules aloud.
    "Farid": Person(
        "red",
        1.1,
        ("fun", "confused", "tense"),
        (
            opinion(4, 3, "right", "yes", "The end of a round needs a card with its steps."),
            opinion(4, 4, "right", "yes", "Say in print who draws first."),
            opinion(4, 3, "right", "maybe"),
            opinion(4, 4, "right", "yes"),
            opinion(4, 3, "right", "yes", "Still no card for the end of a round."),
            opinion(5, 4, "right", "yes"),
        ),
    ),
    # Wants a story.
    "Lucía": Person(
        "white",
        1.0,
        ("fun", "bored", "fun"),
        (
            opinion(4, 4, "right", "yes", "I would like to name my lantern."),
            opinion(3, 3, "too_long", "maybe", "With two it is a duel. I like a crowd."),
            opinion(4, 4, "right", "yes"),
        ),
    ),
    # Teaches at the school club.
    "Yuki": Person(
        "violet",
        1.2,
        ("tense", "fun"),
        (
            opinion(4, 4, "right", "yes", "Explained in six minutes. The Dusk took two of them."),
            opinion(4, 4, "right", "yes"),
            opinion(5, 4, "right", "yes", "Four is loud. The club would love it."),
        ),
    ),
    # Came along once.
    "Bram": Person(
        "black",
        1.4,
        ("confused", "bored", "bored"),
        (opinion(2, 2, "too_long", "no", "I waited for a card that never came."),),
    ),
}

NOW, SOME, MANY = "first", "some", "many"
LONG_NIGHT = {"fourth_dusk_in_refill": "one_more_round"}


def _on(month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


EVENINGS = (
    Evening(
        _on(9, 12, 14, 5),
        "Saturday table",
        "Hana's kitchen",
        "v4",
        (("Hana", NOW), ("Oskar", NOW), ("Farid", NOW)),
        recorder=2,
        breaks=(22,),
    ),
    Evening(
        _on(9, 19, 14, 20),
        "Saturday table, with Wren",
        "Hana's kitchen",
        "v4",
        (("Hana", SOME), ("Wren", NOW), ("Farid", SOME)),
        breaks=(16, 40),
        mistake=True,
    ),
    Evening(
        _on(9, 26, 14, 10),
        "Four chairs",
        "Hana's kitchen",
        "v4",
        (("Oskar", SOME), ("Hana", SOME), ("Lucía", NOW), ("Farid", SOME)),
        recorder=3,
        irregular=True,
    ),
    Evening(
        _on(10, 7, 15, 30),
        "School club",
        "Room 12",
        "v4",
        (("Yuki", SOME), ("Wren", SOME), ("Bram", NOW)),
        breaks=(18,),
        left=31,
        reason="the caretaker locks up at five",
    ),
    Evening(
        _on(10, 17, 14, 0),
        "Saturday table, long night",
        "Hana's kitchen",
        "v4 long night",
        (("Hana", MANY), ("Oskar", MANY), ("Farid", SOME)),
        options=LONG_NIGHT,
        recorder=1,
        breaks=(26,),
    ),
    Evening(
        _on(10, 31, 16, 45),
        "On the train",
        "Night train",
        "v4",
        (("Lucía", SOME), ("Yuki", SOME)),
        timed=False,
        tags=("from paper",),
    ),
    Evening(
        _on(11, 7, 14, 15),
        "Long night, three again",
        "Hana's kitchen",
        "v4 long night",
        (("Farid", MANY), ("Lucía", SOME), ("Oskar", MANY)),
        options=LONG_NIGHT,
        breaks=(30,),
    ),
    Evening(
        _on(11, 21, 14, 30),
        "Long night, full table",
        "Hana's kitchen",
        "v4 long night",
        (("Wren", SOME), ("Hana", MANY), ("Yuki", SOME), ("Farid", MANY)),
        options=LONG_NIGHT,
        recorder=3,
        breaks=(20, 44),
    ),
)


def _contested(moment: Moment) -> bool:
    return len(moment.before.wicks[PLACE[moment.event.tile]]) > 1


def _ghost_went(moment: Moment) -> bool:
    return moment.before.rules.components.ghost in moment.event.moths


def _is_ghost(moment: Moment) -> bool:
    return bool(moment.event.card == moment.before.rules.components.ghost)


def _beside_another(moment: Moment) -> bool:
    return bool(moment.before.wicks[PLACE[moment.event.tile]])


def _on_nothing(moment: Moment) -> bool:
    return not moment.before.moths[PLACE[moment.event.tile]]


def _in_refill(moment: Moment) -> bool:
    return not moment.before.in_turns


def _fourth_in_refill(moment: Moment) -> bool:
    return _in_refill(moment) and len(moment.before.dusk) == FOURTH - 1


def _rich(moment: Moment) -> bool:
    values = moment.before.rules.components.values
    return sum(values[moth] for moth in moment.event.moths) >= 5


TALKS = (
    Talk(on(TileFlipped), "look_up", "turn.flip.adjacent", "Cornerwise as well?", 35),
    Talk(
        on(MothPlanted, also=_is_ghost),
        "look_up",
        "turn.plant.ghost",
        "Read aloud what a Ghost does to the wicks.",
        70,
    ),
    Talk(
        on(MothsKept, also=_contested),
        "dispute",
        "end.contest",
        "The one who lit first wants them. Nobody takes anything.",
        110,
    ),
    Talk(
        on(MothsTaken, also=_ghost_went),
        "ruling",
        "end.ghost",
        "The Ghost of an earlier round is taken with the others. Settled for tonight.",
        150,
    ),
    Talk(
        on(DuskPlaced, also=_fourth_in_refill),
        "ruling",
        "night.fourth.refill",
        "The fourth Dusk lay in the refill. Played as the sheet on the table says.",
        95,
    ),
    Talk(
        on(DuskPlaced, also=_in_refill),
        "look_up",
        "night.dusk.refill",
        "Is it replaced while refilling?",
        50,
    ),
    Talk(on(WickLit, also=_on_nothing), "look_up", "turn.light.empty", "", 20),
    Talk(
        on(NightEnded),
        "look_up",
        "score.set",
        "Whether a Ghost completes a set.",
        60,
    ),
)


def _there(event: Any) -> tuple[str, ...]:
    return (event.tile,)


REMARKS = (
    Remark(
        on(MothsTaken, also=_rich),
        "{who} waited a whole round for this tile, and nobody came.",
        ("take",),
        "!!",
        _there,
    ),
    Remark(
        on(WickLit, also=_beside_another),
        "{who} lights only so that the other one gets nothing.",
        ("contest",),
        "!?",
        _there,
    ),
    Remark(
        on(WickLit, also=_on_nothing),
        "A wick for nothing, to keep a light for the next turn. It does not keep.",
        ("rules",),
        "?!",
        _there,
    ),
    Remark(
        on(TileFlipped, also=lambda moment: not any(moment.before.moths)),
        "A tile first: nobody wants to be the one who plants for the others.",
        (),
        "",
        lambda event: ("b2", *([f"b2>{event.tile}"] if event.tile != "b2" else [])),
    ),
    Remark(
        on(MothPlanted, also=_is_ghost),
        "The Ghost lands where two had lit. Loud.",
        ("ghost",),
        "!",
        _there,
    ),
    Remark(on(DuskPlaced), "Somebody whispers how many are left.", ("dusk",)),
    Remark(on(StartPassed), "The start player was forgotten, and made up for.", ("rules",)),
    Remark(on(MothsKept), "Groans all round.", ("contest",), "", _there),
)
SAID = (
    Said(
        "wanted to end the turn after one action",
        "turn.two-actions",
        lambda state, seat: state.actions_done == 1,
    ),
    Said(
        "wanted to look what lies beside the neighbour's lantern",
        "end.secret",
        lambda state, seat: any(map(len, state.lanterns)),
    ),
    Said(
        "wanted to leave the wick lit for the next round",
        "end.wicks",
        lambda state, seat: any(seat in wicks for wicks in state.wicks),
    ),
)
ITEMS = (
    "Print the steps of the end of a round on the lantern boards.",
    "Larger numbers on the cards: 1 and 2 look alike in lamp light.",
    "Say in the rules for how long a Ghost keeps a tile.",
    "Try the Dusk cards after round 3.",
)


def attempts(state: State, seat: int, rng: Random) -> Iterator[Any]:
    """List what a seat might try: a full tile, a second wick, a flip cornerwise, a wrong colour."""
    tiles = [tile for tile, place in PLACE.items() if state.faces[place] or state.can_flip(place)]
    found = [
        *(Plant(seat, card, tile) for card in state.hands[seat].known for tile in tiles),
        *(Light(seat, tile) for tile in tiles),
        *(Flip(seat, tile) for tile in tiles),
    ]
    rng.shuffle(found)
    yield from refused("lantern_moths", state, found)


def stands(state: State, seat: int, rng: Random) -> Iterator[Any]:
    """List the fourth moths that a table might overlook."""
    for tile, place in PLACE.items():
        if len(state.moths[place]) == 3:
            face = state.faces[place]
            for card in state.hands[seat].known:
                if face is not None and card[0] == face[0]:
                    yield Plant(seat, card, tile)


def slips(state: State, action: Any) -> Iterator[Any]:
    """List what might be written down in the place of an action."""
    match action:
        case Light():
            yield from (replace(action, tile=tile) for tile in PLACE if tile != action.tile)
        case Plant(_, card, tile):
            yield from (Plant(action.seat, card[0] + n, tile) for n in "123" if n != card[1])


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
)
