"""The table's words for events and choices."""

import pytest

from domain.events import Event
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.state import State, blank
from domain.words import Card, Place, Seat, plain
from tests.domain.lepidoptery.build import A, B, edition, lay, play, position, rules

NAMES = ("Ada", "Ben")


def said(state: State, event: Event) -> str:
    return plain(GAME.tell(state, event).sentence, NAMES)


def told(state: State, action: Action, *seen: str | None) -> list[str]:
    """Carry an action out and return what each of its events says."""
    sentences = []
    for event in play(state, action, *seen).events:
        sentences.append(said(state, event))
        state = GAME.evolve(state, event)
    return sentences


def test_the_set_up_says_who_leads() -> None:
    event = GameSetUp(B, (("1",) * 12, ("2",) * 12))
    assert said(blank(rules()), event) == "Both draw 12; Ben leads"
    assert said(blank(rules(edition(hand=7))), event) == "Both draw 7; Ben leads"


@pytest.mark.parametrize(
    ("ranks", "joker", "sentence"),
    [
        ((1, 2, 3), None, "Ada leads 1-2-3, run of 3: token on a1"),
        ((4, 5), None, "Ada leads 4-5, run of 2: token on b1"),
        ((7,), None, "Ada leads 7, single: token on c3"),
        ((6, 6), None, "Ada leads 6-6, pair: token on d2"),
        ((8, 8, 8), None, "Ada leads 8-8-8, triple: token on e1"),
        ((8, 9, 10), 8, "Ada leads 8-9-10, run of 3, Joker as 8: token on a1"),
        ((10, 10), 10, "Ada leads 10-10, pair, Joker as 10: token on d2"),
    ],
)
def test_a_combination_says_its_cards_its_type_and_where_the_token_lies(
    ranks: tuple[int, ...], joker: int | None, sentence: str
) -> None:
    state = position(("1 2 3", ""), board={"pair": "B", "single": "AB"})
    assert said(state, CombinationPlayed(A, ranks, joker)) == sentence


def test_a_follower_plays() -> None:
    state = position(("", "9"), "A 8", turn=B)
    assert said(state, CombinationPlayed(B, (9,))) == "Ben plays 9, single: token on c1"


def test_a_cleared_column_says_which_one_filled_up() -> None:
    board = {"run3": "ABABAB", "pair": "BABAB"}
    assert told(position(("7 7 8", ""), board=board), lay(A, "7 7")) == [
        "Ada leads 7-7, pair: token on d6",
        "Column d is full, so column a, run of 3, is cleared",
    ]


def test_a_pass_is_told_plainly_when_following() -> None:
    assert said(position(("7", ""), "B 3"), Passed(A)) == "Ada passes"


def test_a_leaders_pass_says_why() -> None:
    stuck = position(("7", ""), markers=("single", None), jokers=(False, True))
    assert said(stuck, Passed(A)) == "Ada passes while leading: nothing can be played"
    unseen = position(("? ?", ""))
    assert said(unseen, Passed(A, unchecked=True)) == "Ada passes while leading, unchecked"


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (("10", "9", "2"), "Ben draws 2 9 10 to hold 5"),  # 2 + 3
        (("7",), "Ben draws 7 to hold 3"),
        ((None, None, None), "Ben draws 3 to hold 5"),
        ((None,), "Ben draws 1 to hold 3"),
        (("10", None, "3", None), "Ben draws 3 10 and 2 unseen to hold 6"),
    ],
)
def test_drawing_says_what_is_known(cards: tuple[str | None, ...], sentence: str) -> None:
    state = position(("7", "8 9"), owed=(0, len(cards)))
    assert said(state, HandReplenished(B, cards)) == sentence


def test_the_end_says_what_won() -> None:
    by_row = position(("7 7 8", "5"), board={"pair": "BAAA"})
    assert told(by_row, lay(A, "7 7"))[-1] == "Ada wins: four in a row, vertical d2 to d5"
    by_cards = position(("7 7", "5"), decks=("", "5"))
    assert told(by_cards, lay(A, "7 7"))[-1] == "Ada wins: hand and deck played out"
    by_both = position(("7 7", "5"), decks=("", "5"), board={"pair": "AAA"})
    assert told(by_both, lay(A, "7 7"))[-1] == (
        "Ada wins: four in a row, vertical d1 to d4 and hand and deck played out"
    )


def test_five_in_a_row_and_two_rows_are_told() -> None:
    five = position(("7 7 8", "5"), board={"run3": "A", "run2": "A", "single": "A", "triple": "A"})
    assert told(five, lay(A, "7 7"))[-1] == "Ada wins: five in a row, horizontal a1 to e1"
    board = {"run3": "BBBA", "run2": "ABBA", "single": "BABA", "pair": "BAA"}
    assert told(position(("7 7 8", "5"), board=board), lay(A, "7 7"))[-1] == (
        "Ada wins: four in a row, horizontal a4 to d4"
    )


@pytest.mark.parametrize(
    ("event", "seat", "places", "mark"),
    [
        (CombinationPlayed(A, (6, 6)), A, ("d2",), None),
        (Passed(A), A, (), "pass"),
        (HandReplenished(B, ("7",)), B, (), None),
    ],
)
def test_a_telling_names_who_acted_what_changed_and_its_mark(
    event: Event, seat: int | None, places: tuple[str, ...], mark: str | None
) -> None:
    telling = GAME.tell(position(("6 6", ""), "B 3", board={"pair": "B"}), event)
    assert (telling.seat, telling.places, telling.mark) == (seat, places, mark)


def test_clearing_names_the_cells_that_are_bare_again() -> None:
    state = position(("7 7 8", ""), board={"run3": "ABABAB", "pair": "BABAB"})
    between = GAME.evolve(state, CombinationPlayed(A, (7, 7)))
    telling = GAME.tell(between, ColumnsCleared(("run3",)))
    assert telling.places == ("a1", "a2", "a3", "a4", "a5", "a6")
    assert (telling.seat, telling.mark) == (None, "clear")


def test_the_end_names_the_cells_of_its_rows() -> None:
    state = position(("7 7 8", ""), board={"pair": "AAA"})
    between = GAME.evolve(state, CombinationPlayed(A, (7, 7)))
    telling = GAME.tell(between, GameWon(A))
    assert (telling.seat, telling.mark) == (A, "end")
    assert telling.places == ("d1", "d2", "d3", "d4")


def test_players_cards_and_places_are_parts_of_their_own() -> None:
    words = GAME.tell(position(("7", "")), CombinationPlayed(A, (7,))).sentence
    assert Seat(A) in words
    assert Place("c1") in words
    words = GAME.tell(position(("7", ""), owed=(1, 0)), HandReplenished(A, ("9",))).sentence
    assert Card("9") in words


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Play(A, (7,)), "Play 7"),
        (Play(A, (4, 5, 6)), "Play 4-5-6"),
        (Play(A, (4, 5, 6), 5), "Play 4-5-6, Joker as 5"),
        (Play(A, (8, 8), 8), "Play 8-8, Joker as 8"),
        (Pass(A), "Pass and refresh"),
    ],
)
def test_a_choice_is_told_without_its_seat(action: Action, sentence: str) -> None:
    assert plain(GAME.tell_action(position(("4 5 6", ""), "B 3"), action), NAMES) == sentence


def test_different_choices_are_told_differently() -> None:
    state = position(("4 5 6 8 8", ""), "B 3")
    sentences = [
        plain(GAME.tell_action(state, action), NAMES) for action in GAME.legal_actions(state)
    ]
    assert len(set(sentences)) == len(sentences)


def test_an_event_of_another_game_cannot_be_told() -> None:
    with pytest.raises(TypeError, match="no event of lepidoptery"):
        GAME.tell(position(), Event())
