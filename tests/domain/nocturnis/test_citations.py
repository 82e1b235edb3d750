"""The clauses that each event rests on, and the action that it begins."""

import pytest

from domain.events import Event
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    Lure,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.games.nocturnis.events import (
    BonusTaken,
    CardsDiscarded,
    DisplayRestocked,
    DrawingStopped,
    ExchangeBegun,
    ExtraShapeSkipped,
    GameSetUp,
    HabitatMarked,
    HabitatRevealed,
    LureDeclined,
    MothDrawn,
    MothLured,
    MothTaken,
    NightEnded,
    RoundSatOut,
    WentOut,
)
from domain.games.nocturnis.state import State, blank
from tests.domain.nocturnis.build import (
    A,
    B,
    discard,
    edition,
    go,
    lure,
    mark,
    play,
    position,
    rows,
    rules,
)
from tests.domain.nocturnis.test_rulebook import IDS


def cited(state: State, event: Event) -> set[str]:
    clauses = GAME.cite(state, event)
    assert set(clauses) <= IDS
    assert len(set(clauses)) == len(clauses)
    return set(clauses)


def last_cited(state: State, action: Action, *told: str | None) -> set[str]:
    """Carry an action out and return what the last of its events rests on."""
    *before, event = play(state, action, *told).events
    for earlier in before:
        state = GAME.evolve(state, earlier)
    return cited(state, event)


def test_set_up_cites_every_clause_on_set_up() -> None:
    event = GameSetUp(("L1",) * 3, (("L1", "L1"),), "Line")
    expected = {clause for clause in IDS if clause.startswith("setup.")}
    assert cited(blank(rules()), event) == expected


def test_a_first_shape_rests_on_its_corner_and_a_later_one_on_what_it_touches() -> None:
    first = cited(position(("", "")), HabitatMarked(A, ("a5", "b5", "c5")))
    assert {"mark.shape", "mark.corner", "round.choose"} <= first
    assert "mark.adjacent" not in first
    later = cited(position(("", ""), gardens=("a5 b5 c5",)), HabitatMarked(A, ("a4", "b4", "c4")))
    assert {"mark.shape", "mark.adjacent", "mark.overlap", "round.choose"} <= later
    assert "mark.corner" not in later


def test_a_shape_over_a_bonus_square_says_so() -> None:
    state = position(("", ""), sheet=("back",))
    assert "sheet.back.bonus" in cited(state, HabitatMarked(A, ("c1", "d1", "e1")))
    assert "sheet.back.bonus" not in cited(state, HabitatMarked(A, ("a1", "b1", "c1")))


def test_an_extra_shape_rests_on_its_effect() -> None:
    state = go(position(("I2", "")), mark(A, "a5 b5 c5"), lure(A, "I2"))
    clauses = cited(state, HabitatMarked(A, ("d5",)))
    assert {"effect.shape", "mark.adjacent"} <= clauses
    assert "round.choose" not in clauses


def test_a_drawn_card_rests_on_what_it_is_drawn_for() -> None:
    action = cited(position(("", "")), MothDrawn(A, "L1"))
    assert {"draw.two", "draw.source"} <= action
    effect = go(position(("L2", "")), mark(A, "a5 b5 c5"), lure(A, "L2"))
    assert "effect.draw" in cited(effect, MothDrawn(A, "L1"))
    exchange = go(position(("L1 L1 I1", "")), Exchange(A), discard(A, "L1 L1"))
    assert "exchange.discard" in cited(exchange, MothDrawn(A, "L1"))
    assert "draw.two" not in cited(exchange, MothDrawn(A, "L1"))


def test_the_second_card_of_an_action_is_still_the_actions() -> None:
    state = go(position(("", "")), Draw(A))
    assert "draw.two" in cited(state, MothTaken(A, "L1"))


def test_a_reshuffle_is_cited_where_it_comes() -> None:
    state = position(("", ""), stack="", discards="I1 I2 I3", display="L1 L1 L1")
    assert "round.reshuffle" in cited(state, MothDrawn(A, "I1"))
    assert "round.reshuffle" in last_cited(state, Draw(A, "L1"), "I1")
    full = position(("", ""))
    assert "round.reshuffle" not in cited(full, MothDrawn(A, "I1"))
    assert last_cited(full, Draw(A, "L1"), "I1") == {"draw.restock"}


@pytest.mark.parametrize(
    ("cards", "squares", "clauses"),
    [
        (("L1",), "a5 b5 c5", set()),
        (("L2",), "a5 b5 c5", {"lure.effect", "effect.draw"}),
        (("I1",), "a5 b5 c5", {"lure.effect", "effect.points"}),
        (("I2",), "a5 b5 c5", {"lure.effect", "effect.shape"}),
    ],
)
def test_a_lure_rests_on_symbols_crosses_and_its_effect(
    cards: tuple[str, ...], squares: str, clauses: set[str]
) -> None:
    state = go(position((" ".join(cards), "")), mark(A, squares))
    every = {"lure.symbols", "lure.one", "lure.crosses", "lure.discard", "score.moths"}
    assert cited(state, MothLured(A, cards)) == every | clauses


def test_the_moth_of_two_halves_rests_on_its_own_clause() -> None:
    state = go(position(("AL AR", ""), "Five"), mark(A, "a5 b5 c5 d5 e5"))
    assert "lure.atlas" in cited(state, MothLured(A, ("AL", "AR")))


def test_bonuses_rest_on_the_back_and_on_their_order_where_there_is_one() -> None:
    state = go(position(("", ""), sheet=("back",)), mark(A, "a5 b5 c5"))
    two = cited(state, BonusTaken(A, "c5"))
    assert {"sheet.back.bonus", "sheet.bonus.order", "effect.points"} <= two
    one = cited(GAME.evolve(state, BonusTaken(A, "c5")), BonusTaken(A, "b5"))
    assert {"sheet.back.bonus", "effect.draw"} <= one
    assert "sheet.bonus.order" not in one


def test_an_exchange_rests_on_its_number_its_cost_and_the_new_display() -> None:
    state = position(("L1 L1", ""))
    plain = cited(state, ExchangeBegun(A))
    assert {"exchange.time", "exchange.twice", "score.exchange"} <= plain
    assert "exchange.refresh" not in plain
    assert "exchange.refresh" in cited(state, ExchangeBegun(A, True))
    begun = go(state, Exchange(A))
    assert cited(begun, CardsDiscarded(A, ("L1", "L1"))) == {"exchange.discard"}


def test_what_is_left_out_rests_on_a_clause_too() -> None:
    state = go(position(("L1", "")), mark(A, "a5 b5 c5"))
    assert cited(state, LureDeclined(A)) == {"lure.optional"}
    drawing = go(position(("L2", "")), mark(A, "a5 b5 c5"), lure(A, "L2"))
    assert "draw.stop" in cited(drawing, DrawingStopped(A))
    assert "effect.skipped" in cited(drawing, ExtraShapeSkipped(A))
    assert "end.any-card" in cited(state, RoundSatOut(A))
    assert "end.out" in cited(state, WentOut(A))
    assert "round.reveal" in cited(state, HabitatRevealed("Five"))


def over(*lured: str, **more: object) -> set[str]:
    """Return what the end of a night with these moths rests on."""
    seats = len(lured)
    state = position(
        ("",) * seats,
        gardens=("a5 b5, c5 d5, e5 e4, a4 b4, c4 d4, a3 b3",) * seats,
        lured=lured,
        out=(True,) * seats,
        **more,
    )
    return cited(state, NightEnded())


def test_the_end_cites_what_gave_points() -> None:
    assert over("L1", "") == {"end.all-out", "score.moths", "score.win"}
    assert "score.fourth" in over("L1, L1, L1, L1", "")
    assert "score.every" in over("L1, I1, AL AR", "")
    assert "score.twice" not in over("L1, I1, AL AR", "")
    assert "score.twice" in over("L1, L1, I1, I1, AL AR, AL AR", "")
    assert "score.exchange" in over("L1", "", exchanges=(0, 1))


def test_the_end_cites_as_many_tie_breaks_as_were_needed() -> None:
    assert {"score.tie", "score.shared"}.isdisjoint(over("L2", "L1"))
    moths = over("L2", "L1, L1, L1")
    assert ("score.tie" in moths, "score.shared" in moths) == (True, False)
    assert {"score.win", "score.tie", "score.shared"} <= over("L2", "L2")


def test_a_solo_game_ends_with_stars() -> None:
    clauses = over("L1")
    assert "solo.stars" in clauses
    assert "score.win" not in clauses


@pytest.mark.parametrize(
    ("event", "action"),
    [
        (HabitatMarked(A, ("a5", "b5")), Mark(A, ("a5", "b5"))),
        (MothDrawn(B, "L1"), Draw(B)),
        (MothDrawn(B, None), Draw(B)),
        (MothTaken(B, "L1"), Draw(B, "L1")),
        (DrawingStopped(A), StopDrawing(A)),
        (MothLured(A, ("AL", "AR")), Lure(A, ("AL", "AR"))),
        (LureDeclined(A), LureNone(A)),
        (ExchangeBegun(A, True), Exchange(A, True)),
        (CardsDiscarded(A, ("I1", "L1")), Discard(A, ("I1", "L1"))),
    ],
)
def test_an_event_that_a_seat_chose_names_its_action(event: Event, action: Action) -> None:
    assert GAME.action_of(position(("", "")), event) == action


def test_a_bonus_is_chosen_among_several_and_follows_where_there_is_one() -> None:
    state = go(position(("", ""), sheet=("back",)), mark(A, "a5 b5 c5"))
    assert GAME.action_of(state, BonusTaken(A, "c5")) == TakeBonus(A, "c5")
    one = GAME.evolve(state, BonusTaken(A, "c5"))
    assert GAME.action_of(one, BonusTaken(A, "b5")) is None


@pytest.mark.parametrize(
    "event",
    [
        GameSetUp((), (), "Line"),
        HabitatRevealed("Line"),
        DisplayRestocked(("L1",)),
        ExtraShapeSkipped(A),
        RoundSatOut(A),
        WentOut(A),
        NightEnded(),
    ],
)
def test_an_event_that_follows_from_the_rules_has_no_action(event: Event) -> None:
    assert GAME.action_of(position(("", "")), event) is None


def test_a_fifth_lure_is_no_second_fourth() -> None:
    box = edition(species=rows("species", {"name": "Luna", "crosses": 9}))
    assert "score.fourth" in over("L1, L1, L1, L1, L1", "", box=box)
