"""What a seat may see of an event."""

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
    NightEnded,
    StartPassed,
    TileFlipped,
    TurnForfeited,
    WickLit,
    WicksReturned,
    WicksWentOut,
)
from tests.domain.lantern_moths.build import A, B, C

NOBODY = None
UNSEEN = (None,) * 5


def test_a_seat_sees_its_own_opening_hand() -> None:
    hands = (("E1", "E1", "R1", "V1", "G2"), ("B1", "B2", "B3", "R1", "V3"))
    event = GameSetUp(A, "X", hands)
    assert GAME.redact(event, A) == GameSetUp(A, "X", (hands[0], UNSEEN))
    assert GAME.redact(event, B) == GameSetUp(A, "X", (UNSEEN, hands[1]))
    assert GAME.redact(event, NOBODY) == GameSetUp(A, "X", (UNSEEN, UNSEEN))


def test_a_card_drawn_from_the_deck_is_its_drawers_secret() -> None:
    event = CardDrawn(A, "V3")
    assert GAME.redact(event, A) == event
    assert GAME.redact(event, B) == GAME.redact(event, NOBODY) == CardDrawn(A, None)


def test_refilled_cards_are_their_drawers_secret_but_for_their_number() -> None:
    event = HandRefilled(B, ("V3", "E1", "G2"))
    assert GAME.redact(event, B) == event
    assert GAME.redact(event, A) == GAME.redact(event, NOBODY)
    assert GAME.redact(event, A) == HandRefilled(B, (None, None, None))


@pytest.mark.parametrize(
    "event",
    [
        CardDrawn(A, "V3", "discard"),
        DuskPlaced(A, replaced=True),
        DuskShuffledIn(),
        MothPlanted(A, "G2", "b2"),
        MothsKept("b2"),
        MothsTaken(A, "b2", ("E1", "V3")),
        NightEnded("deck_out"),
        StartPassed(B),
        TileFlipped(A, "b3", "V"),
        TurnForfeited(A),
        WickLit(A, "b2"),
        WicksReturned(),
        WicksWentOut("b2"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_happens_on_the_table_is_open(event: Event) -> None:
    for seat in (A, B, C, NOBODY):
        assert GAME.redact(event, seat) == event
