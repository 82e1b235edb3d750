"""What leaves which spot of the table for which, event by event."""

from domain.events import Event
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.state import State
from domain.words import describe
from tests.domain.lepidoptery.build import A, B, position

NAMES = ("Ada", "Ben")


def told(state: State, event: Event) -> list[str]:
    return [describe(move, NAMES) for move in GAME.tell(state, event).moved]


def test_a_play_moves_cards_the_token_and_the_marker() -> None:
    state = position(("6 6 7", "3"), board={"pair": "AB"}, markers=("single", None))
    assert told(state, CombinationPlayed(A, (6, 6))) == [
        "2 × 6: Ada’s hand → play area",
        "token: Ada’s supply → d3",  # on top of two
        "marker: Ada’s previous combination single → Ada’s previous combination pair",
    ]


def test_a_first_play_lays_the_marker_down_and_a_joker_is_turned_over() -> None:
    assert told(position(("4 5", "3")), CombinationPlayed(A, (4, 5, 6), joker=6)) == [
        "4: Ada’s hand → play area",
        "5: Ada’s hand → play area",
        "Joker: Ada’s Joker face up → Ada’s Joker face down",
        "token: Ada’s supply → a1",
        "marker → Ada’s previous combination run of 3",
    ]


def test_a_pass_empties_the_area_and_turns_the_joker_up() -> None:
    state = position(
        ("7", "3"),
        "A 4 4*, B 5 5",
        jokers=(False, True),
        markers=("pair", "pair"),
    )
    assert told(state, Passed(A)) == [
        "4: play area → Ada’s discards",
        "2 × 5: play area → Ben’s discards",
        "marker: Ada’s previous combination pair → Ada’s previous combination pass",
        "Joker: Ada’s Joker face down → Ada’s Joker face up",
    ]


def test_a_second_pass_leaves_marker_and_joker_as_they_are() -> None:
    assert told(position(("7", "3"), markers=("pass", None)), Passed(A)) == []


def test_cleared_tokens_return_to_their_owners() -> None:
    state = position(("7", ""), "A 1 2 3", board={"run3": "ABABAB", "single": "BA"})
    assert told(state, ColumnsCleared(("single",))) == [
        "token: c1 → Ben’s supply",
        "token: c2 → Ada’s supply",
    ]


def test_a_draw_names_what_its_reader_sees() -> None:
    state = position(("7", "?"), owed=(2, 2))
    assert told(state, HandReplenished(A, ("9", "9"))) == ["2 × 9: Ada’s deck → Ada’s hand"]
    assert told(state, HandReplenished(B, (None, None))) == ["2 cards: Ben’s deck → Ben’s hand"]


def test_winning_moves_nothing() -> None:
    state = position(("", "3"), "A 7", board={"single": "A"}, due="win")
    assert told(state, GameWon(A)) == []
