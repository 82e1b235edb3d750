"""The clauses that each event rests on."""

import pytest

from domain.events import Event
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.state import State, blank
from tests.domain.lepidoptery.build import LOW, A, B, lay, play, position, rules
from tests.domain.lepidoptery.test_rulebook import IDS

LAST = ("play.token", "play.marker", "play.choose")
ONE_OF_EACH = {
    "run-3": (7, 8, 9),
    "run-2": (7, 8),
    "single": (7,),
    "pair": (7, 7),
    "triple": (7, 7, 7),
}


def last_cited(state: State, action: Play | Pass, *told: str | None) -> tuple[str, ...]:
    """Carry an action out and return what the last of its events rests on."""
    *before, event = play(state, action, *told).events
    for earlier in before:
        state = GAME.evolve(state, earlier)
    clauses = GAME.cite(state, event)
    assert set(clauses) <= IDS
    return clauses


def test_set_up_cites_every_clause_on_set_up() -> None:
    event = GameSetUp(A, (("1",) * 12, ("2",) * 12))
    expected = {clause for clause in IDS if clause.startswith("setup.")}
    assert set(GAME.cite(blank(rules()), event)) == expected


@pytest.mark.parametrize(("kind", "ranks"), ONE_OF_EACH.items())
def test_a_combination_cites_its_type_first(kind: str, ranks: tuple[int, ...]) -> None:
    event = CombinationPlayed(A, ranks)
    leading = GAME.cite(position(("7 7 7 8 9", "")), event)
    assert leading == (f"combo.{kind}", "climb.lead", *LAST)
    following = GAME.cite(position(("7 7 7 8 9", ""), "B 3"), event)
    assert following == (f"combo.{kind}", "climb.beat", *LAST)


@pytest.mark.parametrize(
    ("lying", "ranks", "more"),
    [
        ("7", (7, 7), True),  # 2 > 1 on the same lowest card
        ("7 8", (7, 8, 9), True),
        ("7", (7, 8, 9), True),
        ("6", (7, 7), False),  # the lowest card is higher
        ("6 6 6", (7,), False),
        ("6", (7, 8, 9), False),
    ],
)
def test_an_equal_lowest_card_cites_that_more_cards_decided(
    lying: str, ranks: tuple[int, ...], more: bool
) -> None:
    state = position(("7 7 8 9", ""), f"B {lying}")
    assert ("climb.more" in GAME.cite(state, CombinationPlayed(A, ranks))) is more


def test_a_joker_cites_that_it_is_wild_its_rank_and_that_it_is_used() -> None:
    clauses = last_cited(position(("9 10", ""), decks=("5", "")), lay(A, "8* 9 10"))
    assert clauses == (
        *("combo.run-3", "climb.lead", "joker.wild", "joker.rank", "joker.used"),
        *LAST,
    )


def test_clearing_cites_the_rule_and_its_clarification() -> None:
    board = {"run3": "ABABAB", "pair": "BABAB"}
    clauses = last_cited(position(("7 7 8", ""), board=board), lay(A, "7 7"))
    assert clauses == ("clear.columns", "clear.at-once")
    assert GAME.cite(position(), ColumnsCleared(("run3",))) == clauses


def test_a_followers_pass_cites_that_nobody_has_to_follow() -> None:
    assert GAME.cite(position(("7", ""), "B 3"), Passed(A)) == (
        *("climb.may-follow", "pass.clear", "pass.marker", "pass.joker", "play.choose"),
    )


def test_a_leaders_pass_cites_why_it_was_allowed() -> None:
    stuck = position(("7", ""), markers=("single", None), jokers=(False, True))
    clauses = GAME.cite(stuck, Passed(A))
    assert clauses[:2] == ("pass.unable", "pass.lead")
    assert {"pass.clear", "pass.marker", "pass.joker"} < set(clauses)
    assert "pass.unchecked" not in clauses


def test_a_leaders_pass_that_nobody_could_check_says_so() -> None:
    clauses = GAME.cite(position(("? ?", "")), Passed(A, unchecked=True))
    assert clauses[0] == "pass.unchecked"
    assert "pass.unable" not in clauses


@pytest.mark.parametrize(
    ("hand", "deck", "told", "clauses"),
    [
        ("7", "? ? ? ? ? ? ? ? ? ? ? ?", 11, ("pass.draw",)),
        (LOW, "? ?", 1, ("pass.draw.full", "pass.draw")),
        (LOW + " 4", "?", 1, ("pass.draw.full", "pass.draw")),
        ("7", "? ?", 2, ("pass.draw.short", "pass.draw")),
        ("2 2 3 3 4 4 5 5 6 6 7", "?", 1, ("pass.draw",)),  # the deck's last card makes twelve
    ],
)
def test_drawing_cites_how_many_cards_come(
    hand: str, deck: str, told: int, clauses: tuple[str, ...]
) -> None:
    state = position((hand, "8"), "B 9", decks=(deck, ""))
    assert last_cited(state, Pass(A), *[None] * told) == clauses


def test_the_end_cites_what_won() -> None:
    by_row = position(("7 7 8", "5"), board={"pair": "AAA"})
    assert last_cited(by_row, lay(A, "7 7")) == ("win.line", "win.check")
    by_cards = position(("7 7", "5"), decks=("", "5"), jokers=(False, True))
    assert last_cited(by_cards, lay(A, "7 7")) == ("win.shed", "win.check")
    by_both = position(("7 7", "5"), decks=("", "5"), jokers=(False, True), board={"pair": "AAA"})
    assert last_cited(by_both, lay(A, "7 7")) == ("win.line", "win.shed", "win.check")


def test_shedding_out_with_the_joker_up_cites_that_it_is_apart() -> None:
    clauses = last_cited(position(("7 7", "5"), decks=("", "5")), lay(A, "7 7"))
    assert clauses == ("win.shed", "joker.apart", "win.check")


def test_a_win_that_comes_before_clearing_says_so() -> None:
    board = {"run3": "BABABA", "run2": "ABABBA", "single": "BBABBA", "pair": "ABBAB"}
    clauses = last_cited(position(("7 7 8", "5"), board=board), lay(A, "7 7"))
    assert clauses == ("win.line", "win.check", "win.before-clear")


def test_a_win_that_fills_no_column_comes_before_no_clearing() -> None:
    """Column a is full and would stay: d4 fills nothing."""
    state = position(("7 7 8", "5"), board={"run3": "BABABA", "pair": "AAA"})
    assert last_cited(state, lay(A, "7 7")) == ("win.line", "win.check")


@pytest.mark.parametrize(
    ("event", "action"),
    [
        (CombinationPlayed(A, (4, 5), 4), Play(A, (4, 5), 4)),
        (CombinationPlayed(B, (4,)), Play(B, (4,))),
        (Passed(B), Pass(B)),
        (Passed(A, unchecked=True), Pass(A)),
    ],
)
def test_an_event_that_a_seat_chose_names_its_action(event: Event, action: object) -> None:
    assert GAME.action_of(position(), event) == action


@pytest.mark.parametrize(
    "event",
    [
        GameSetUp(A, ((), ())),
        ColumnsCleared(("pair",)),
        HandReplenished(A, ("4",)),
        GameWon(A),
    ],
)
def test_an_event_that_follows_from_the_rules_has_no_action(event: Event) -> None:
    assert GAME.action_of(position(), event) is None


def test_an_event_of_another_game_is_no_event_of_this_one() -> None:
    with pytest.raises(TypeError, match="no event of lepidoptery"):
        GAME.cite(position(), Event())
