"""What a seat may see of an event."""

import pytest

from domain.events import Event
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    GameWon,
    HandReplenished,
    Passed,
)
from tests.domain.lepidoptery.build import HIGH, LOW, A, B

UNSEEN = (None,) * 12


def test_a_seat_sees_its_own_first_hand() -> None:
    low, high = tuple(LOW.split()), tuple(HIGH.split())
    event = GameSetUp(A, (low, high))
    assert GAME.redact(event, A) == GameSetUp(A, (low, UNSEEN))
    assert GAME.redact(event, B) == GameSetUp(A, (UNSEEN, high))
    assert GAME.redact(event, None) == GameSetUp(A, (UNSEEN, UNSEEN))


def test_drawn_cards_are_their_drawers_secret_but_for_their_number() -> None:
    event = HandReplenished(B, ("3", "10", None))
    assert GAME.redact(event, B) == event
    assert GAME.redact(event, A) == GAME.redact(event, None)
    assert GAME.redact(event, A) == HandReplenished(B, (None, None, None))


@pytest.mark.parametrize(
    "event",
    [
        CombinationPlayed(A, (4, 5, 6), 5),
        ColumnsCleared(("pair",)),
        Passed(A),
        Passed(B, unchecked=True),
        GameWon(B),
    ],
    ids=str,
)
def test_what_happens_on_the_table_is_open(event: Event) -> None:
    for seat in (A, B, None):
        assert GAME.redact(event, seat) == event
