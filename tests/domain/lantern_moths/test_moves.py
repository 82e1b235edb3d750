"""What leaves which spot of the table for which, event by event."""

import pytest

from domain.events import Event
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    GameSetUp,
    HandRefilled,
    MothPlanted,
    MothsKept,
    MothsTaken,
    StartPassed,
    TileFlipped,
    WickLit,
    WicksReturned,
    WicksWentOut,
)
from domain.games.lantern_moths.state import State
from domain.words import describe
from tests.domain.lantern_moths.build import A, B, C, position

NAMES = ("Ada", "Ben", "Cleo")


def told(state: State, event: Event) -> list[str]:
    return [describe(move, NAMES) for move in GAME.tell(state, event).moved]


def table(round: int = 3) -> State:
    garden = {"b2": "X E1 G2", "b3": "V V1", "a2": "E"}
    wicks = {"b2": (B,), "b3": (A, C)}
    return position(("E1 E2", "R1 R2", "V1"), garden, wicks=wicks, round=round)


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (CardDrawn(A, "V3"), ["V3: deck → Ada’s hand"]),
        (CardDrawn(A, None), ["a card: deck → Ada’s hand"]),
        (CardDrawn(B, "V3", "discard"), ["V3: discard pile → Ben’s hand"]),
        (DuskPlaced(A, replaced=True), ["D: deck → Dusk row"]),
        (MothPlanted(A, "E2", "b2"), ["E2: Ada’s hand → b2"]),
        (WickLit(A, "a2"), ["wick: Ada’s wicks → beside a2"]),
        (TileFlipped(C, "c2", "V"), ["Violet tile: face-down c2 → c2"]),
        (TileFlipped(C, "c2", "X"), ["grey tile: face-down c2 → c2"]),
        (
            MothsTaken(B, "b2", ("E1", "G2", "E1")),
            ["2 × E1: b2 → Ben’s lantern", "G2: b2 → Ben’s lantern"],
        ),
        (
            WicksReturned(),  # row 3 before row 2
            [
                "wick: beside b3 → Ada’s wicks",
                "wick: beside b3 → Cleo’s wicks",
                "wick: beside b2 → Ben’s wicks",
            ],
        ),
        (HandRefilled(B, (None, None, None)), ["3 cards: deck → Ben’s hand"]),
        (
            HandRefilled(B, ("R1", None, "R1")),
            ["2 × R1: deck → Ben’s hand", "a card: deck → Ben’s hand"],
        ),
        (MothsKept("b3"), []),
        (WicksWentOut("a2"), []),
        (StartPassed(C), []),
    ],
)
def test_an_event_moves(event: Event, lines: list[str]) -> None:
    assert told(table(), event) == lines


def test_the_dusk_cards_go_into_the_deck_after_round_2() -> None:
    assert told(table(round=2), DuskShuffledIn()) == ["6 × D: set aside → deck"]


def test_the_set_up_deals_and_turns_the_middle_up() -> None:
    event = GameSetUp(B, "V", (("E1", "E1", "G2", "R1", "R2"), (None,) * 5, (None,) * 5))
    assert told(GAME.blank(table().rules), event) == [
        "2 × E1: deck → Ada’s hand",
        "G2: deck → Ada’s hand",
        "R1: deck → Ada’s hand",
        "R2: deck → Ada’s hand",
        "5 cards: deck → Ben’s hand",
        "5 cards: deck → Cleo’s hand",
        "Violet tile: face-down b2 → b2",
    ]
