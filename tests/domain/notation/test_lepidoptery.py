"""Lepidoptery in short: ranks, type letters, the Joker, what was drawn."""

import pytest

from domain.chance import Told
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.events import HandReplenished
from domain.notation import Misread
from tests.domain.lepidoptery.build import LOW, A, B, edition, lay, position, rules
from tests.domain.notation.reading import completed, misread, read

STATE = position(("4 4 5 6 6 8 8 9 10 10 1 1", "? ? ?"))
FOLLOWING = position(("4 5 6", "? ? ?"), "B 7")


@pytest.mark.parametrize(
    ("texts", "combination"),
    [
        ("7|s7|S7|play 7", "7"),
        ("10|s10", "10"),
        ("66|6-6|6 6|p6|P6|p 6|6,6", "6 6"),
        ("1010|10-10|p10", "10 10"),
        ("11|1-1|p1", "1 1"),
        ("111|t1|1 1 1", "1 1 1"),
        ("888|8-8-8|t8|t 8|t888", "8 8 8"),
        ("45|4-5|4 5|54|r4|R4|A: 45|r45|r4-5", "4 5"),
        ("910|9-10|r9", "9 10"),
        ("456|4-5-6|6 5 4|rr4|RR4|rr456|play 4-5-6", "4 5 6"),
        ("8910|8-9-10|rr8", "8 9 10"),
        ("123|rr1", "1 2 3"),
        ("456j|4-5-6j|4 5 6j|rr4j6|rr456j|4-5-6, Joker as 6|play 4-5-6, Joker as 6", "4 5 6*"),
        ("45j6|4-5J-6|rr4j5", "4 5* 6"),
        ("66j|6-6j|6j6|p6j|6-6, joker as 6", "6 6*"),
        ("888j|t8j", "8 8 8*"),
        ("4j5|r4j4", "4* 5"),
    ],
)
def test_a_combination_has_many_spellings(texts: str, combination: str) -> None:
    for text in texts.split("|"):
        assert read(GAME, STATE, text).action == lay(A, combination), text


@pytest.mark.parametrize("text", ["pass", "p", "x", "X", "Pass and refresh"])
def test_a_pass_has_short_spellings(text: str) -> None:
    assert read(GAME, FOLLOWING, text).action == Pass(A)


@pytest.mark.parametrize(
    ("action", "text", "keys"),
    [
        (lay(A, "7"), "7", "7"),
        (lay(A, "6 6"), "6-6", "66"),
        (lay(A, "8 8 8*"), "8-8-8j", "t8j"),
        (lay(A, "6 6*"), "6-6j", "66j"),
        (lay(A, "4 5 6"), "4-5-6", "456"),
        (lay(A, "4* 5 6"), "4j-5-6", "4j56"),
        (lay(A, "8 9 10"), "8-9-10", "rr8"),
        (lay(A, "10 10 10"), "10-10-10", "t10"),
        (lay(B, "7"), "B: 7", "b:7"),
        (Pass(A), "pass", "p"),
        (Play(A, (4, 6)), "4-6", "46"),
        (Play(A, (11,)), "11!", "11!"),
        (Play(A, (5, 4)), "5-4!", "5-4!"),
        (Play(A, (10, 11)), "r10", "r10"),
        (Play(A, (4, 5, 6), 9), "4-5-6, Joker as 9", "rr4j9"),
    ],
)
def test_an_action_is_written_in_one_way_and_typed_with_few_keys(
    action: Action, text: str, keys: str
) -> None:
    assert GAME.notation.write(STATE, action) == text
    assert GAME.notation.typed(STATE, action) == keys
    assert GAME.notation.read(STATE, text).action == action


def test_a_joker_without_its_rank_is_asked_for_where_several_are_possible() -> None:
    error = misread(GAME, STATE, "r4j")
    assert error.reason == "it could be several"
    assert error.nearest == ("4j-5", "4-5j")
    assert read(GAME, position(("4 6", "?")), "r4j").action == lay(A, "4 5*")


def test_a_rank_of_two_digits_is_one_rank_where_the_deck_has_it() -> None:
    box = edition(copies=dict.fromkeys(range(1, 13), 4))
    state = position(("? ? ?", "? ? ?"), box=box)
    assert read(GAME, state, "12").action == lay(A, "12")
    assert read(GAME, state, "1-2").action == lay(A, "1 2")
    assert GAME.notation.write(state, lay(A, "1 1")) == "1-1"
    assert GAME.notation.typed(state, lay(A, "1 1")) == "p1"


def test_a_long_row_of_digits_is_read_in_a_moment() -> None:
    """There are 2**199 ways to cut it; none is tried."""
    row = "1" * 200 + "q"
    assert misread(GAME, STATE, row).reason == "no action of this game reads like that"
    GAME.notation.complete(STATE, row)


def test_the_nearest_plays_are_shown() -> None:
    assert misread(GAME, STATE, "t8q").nearest[0] == "8-8-8j"
    assert "4-5-6" in misread(GAME, STATE, "4-5-q").nearest
    assert "pass" in misread(GAME, FOLLOWING, "pas").nearest
    for text in ("4 + + q", "7jj", "j", "-", "joker as 4", "0x"):
        assert misread(GAME, STATE, text).reason == "no action of this game reads like that"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("pass = A: 7 8 B: 2", {A: ("7", "8", None), B: ("2", None)}),
        ("x B:10", {A: (None, None, None), B: ("10", None)}),
        ("pass = 7 8", {A: ("7", "8", None), B: (None, None)}),
        ("pass = A: ? 8", {A: (None, "8", None), B: (None, None)}),
        ("p", {A: (None, None, None), B: (None, None)}),
    ],
)
def test_what_was_drawn_after_a_pass_is_told_by_seat(
    text: str, cards: dict[int, tuple[str | None, ...]]
) -> None:
    hands = ("? ? ? ? ? ? ? ? ?", "? ? ? ? ? ? ? ? ? ?")
    state = position(hands, "B 7", decks=("? ? ? ? ? ?", "? ? ? ? ? ?"))
    reading = GAME.notation.read(state, text)
    run = GAME.play(state, reading.action, reading.chance)
    drawn = {e.seat: e.cards for e in run.events if isinstance(e, HandReplenished)}
    assert drawn == cards
    told = [card for seat in (A, B) for card in drawn[seat]]
    again = GAME.notation.read(state, GAME.notation.write(state, Pass(A), tuple(told)))
    assert GAME.play(state, again.action, again.chance).events == run.events


@pytest.mark.parametrize("text", ["7 = A: 4", "4-5 = 7", "pass = C: 4", "x = 11", "x > Hook"])
def test_what_cannot_have_been_seen_is_refused(text: str) -> None:
    error = misread(GAME, FOLLOWING, text)
    assert error.reason == "the action is clear, but not what was seen with it"


def test_completions_follow_ranks_and_letters() -> None:
    assert completed(GAME, STATE, "45")["4-5-6"] == "Play 4-5-6"
    assert next(iter(completed(GAME, STATE, "4-5"))) == "4-5"
    assert set(completed(GAME, STATE, "p6")) == {"6-6", "6-6j"}
    assert "pass" in completed(GAME, FOLLOWING, "pa")
    assert completed(GAME, STATE, "pa") == {}


def test_the_set_up_reads_both_hands() -> None:
    table = rules()
    start, answers = GAME.notation.read_set_up(table, {"Start": "B", "hand a": LOW, "Hand B": "10"})
    assert start == B
    assert answers == (*LOW.split(), "10", *[None] * 11)
    assert GAME.set_up(table, start, Told(answers)).state.hands[A].known == tuple(LOW.split())


def test_a_hand_of_thirteen_is_refused() -> None:
    with pytest.raises(Misread, match="Hand A: 13 cards, expected at most 12"):
        GAME.notation.read_set_up(rules(), {"Hand A": f"{LOW} 5"})
    with pytest.raises(Misread, match="Hand B: expected cards of this edition"):
        GAME.notation.read_set_up(rules(), {"Hand B": "11 0"})
