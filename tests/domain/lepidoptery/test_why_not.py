"""Why a seat cannot play into a column or with a card, in the words of the refusals."""

from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.state import State
from domain.words import plain
from tests.domain.lepidoptery.build import A, B, position

NAMES = ("Ada", "Ben")


def told(state: State, seat: int, about: str) -> list[tuple[str, str, tuple[str, ...]]]:
    barriers = GAME.why_not(state, seat, about)
    return [(plain(b.tried, NAMES), b.reason, b.clauses) for b in barriers]


def test_places_are_columns_and_their_spaces() -> None:
    places = GAME.places(position().rules)
    assert places[:5] == ("a", "b", "c", "d", "e")
    assert len(places) == 5 + 5 * 6
    assert places[5:12] == ("a1", "a2", "a3", "a4", "a5", "a6", "b1")


def test_a_column_of_the_last_type_or_a_full_one_says_so() -> None:
    state = position(("6 6 7", ""), board={"single": "ABABAB"}, markers=("pair", None))
    assert told(state, A, "d") == [
        ("Play a pair in d", "a pair was this seat's last combination too", ("play.different",))
    ]
    assert told(state, A, "c") == [
        ("Play a single in c", "the column of the single is full", ("play.placeable",))
    ]


def test_what_is_too_low_is_named_and_what_beats_is_not() -> None:
    state = position(("3 3 5 5 6 6", ""), "B 5 5", jokers=(False, True))
    assert told(state, A, "d") == [
        # 3 and 5 are pairs in the hand and would be with a Joker; 6-6 is above 5-5
        ("Play a pair with the Joker in d", "the Joker is used up until the next pass",
         ("joker.used",)),
        ("Play 3-3, 5-5 in d", "it does not beat 5-5", ("climb.beat",)),
    ]  # fmt: skip


def test_a_space_is_asked_about_as_its_column() -> None:
    state = position(("6 6 7", ""), markers=("pair", None))
    assert told(state, A, "d4") == told(state, A, "d")


def test_a_hand_without_the_type_says_what_it_lacks() -> None:
    state = position(("3 5 9", ""), jokers=(False, True))
    lacking = ", ".join(f"{rank}-{rank}-{rank}" for rank in range(1, 11))
    assert told(state, A, "e") == [
        (f"Play {lacking} in e", "each is not in the hand", ("play.hand",))
    ]


def test_a_card_is_asked_about_in_every_type() -> None:
    state = position(("6 6 7", ""), "B 7", markers=("run2", None), jokers=(False, True))
    used = ("the Joker is used up until the next pass", ("joker.used",))
    assert told(state, A, "6") == [
        # 5-6-7, 6-7-8 and 4-5-6 need more: with 6 and 7 a Joker would make the first two
        ("Play a run of 3 with 6 and the Joker in a; play a pair with 6 and the Joker in d; "
         "play a triple with 6 and the Joker in e", *used),
        ("Play a run of 2 with 6 in b", "a run of 2 was this seat's last combination too",
         ("play.different",)),
        ("Play 6 in c; play 6-6 in d", "it does not beat 7", ("climb.beat",)),
    ]  # fmt: skip


def test_a_limited_supply_stops_every_column() -> None:
    state = position(
        ("6", ""),
        board={"run3": "AAAAA", "run2": "AAAAA", "pair": "AAAAA"},  # 15 of 15
        options={"token_supply": "limited"},
    )
    assert told(state, A, "c") == [("Play a single in c", "no token is left", ("play.supply",))]


def test_who_is_not_in_turn_or_has_no_such_card_hears_it_once() -> None:
    state = position(("6", "7"))
    turn = ("it is the turn of seat A", ("play.alternate",))
    assert told(state, B, "d") == [("Play a pair in d", *turn)]
    assert told(state, B, "7") == [("Play 7", *turn)]
    assert told(state, A, "7") == [("Play 7", "7 is not in the hand", ("play.hand",))]
