"""The moth of two halves: both in hand, all five symbols in one shape, one lure, one cross."""

from domain.games.nocturnis.actions import Draw, Lure, StopDrawing
from domain.games.nocturnis.events import MothLured
from domain.games.nocturnis.state import State
from tests.domain.nocturnis.build import (
    A,
    cards,
    draws,
    edition,
    go,
    lure,
    lures,
    mark,
    play,
    position,
    refused,
    rows,
    sum_up,
)

ROW = "a5 b5 c5 d5 e5"
"""Moon, fern, dew, moon, fern: what both halves need together (m f + m f d)."""


def marked(hand: str, **more: object) -> State:
    return go(position((hand, ""), "Five", **more), mark(A, ROW))


def test_both_halves_in_hand_lure_the_moth_with_all_five_symbols() -> None:
    state = marked("AL AR L1")
    assert lures(state) == {"AL AR", "L1", ""}
    run = play(state, lure(A, "AL AR"))
    assert run.events == [MothLured(A, ("AL", "AR"))]
    assert run.state.hands[A] == cards("L1")
    assert [one.cards for one in run.state.gardens[A].lured] == [("AL", "AR")]


def test_the_right_halfs_effect_comes_and_then_both_cards_are_discarded() -> None:
    state = go(marked("AL AR"), lure(A, "AL AR"))
    assert draws(state) == {None, "L1"}
    assert state.discards == ()
    state = go(state, Draw(A), StopDrawing(A))
    assert sorted(state.discards) == ["AL", "AR"]


def test_one_half_lures_nothing() -> None:
    state = marked("AL L1")
    assert lures(state) == {"L1", ""}
    refused(state, lure(A, "AL"))
    refused(state, lure(A, "AL AR"))
    state = marked("AR L1")
    assert lures(state) == {"L1", ""}
    refused(state, lure(A, "AR"))
    assert lures(marked("AL AL")) == {""}
    assert lures(marked("AR AR")) == {""}


def test_halves_played_one_alone_are_refused_even_with_both_in_hand() -> None:
    state = marked("AL AR")
    refused(state, lure(A, "AL"))
    refused(state, lure(A, "AR"))
    refused(state, Lure(A, ("AR", "AL")))
    refused(state, lure(A, "AL AL"))


def test_fewer_than_five_symbols_are_not_enough() -> None:
    """Row 4 shows dew, moon, fern, dew, moon: one fern. An L of four squares is short anyway."""
    row4 = go(position(("AL AR", ""), "Five", gardens=("a5 a3",)), mark(A, "a4 b4 c4 d4 e4"))
    assert lures(row4) == {""}
    assert refused(row4, lure(A, "AL AR")).clauses == ("lure.atlas",)
    assert lures(go(position(("AL AR", ""), "Ell"), mark(A, "a5 a4 a3 b3"))) == {""}


def test_both_halves_are_one_cross() -> None:
    """Atlas has room for 2 crosses. Row 2 shows what row 5 does."""
    garden = f"{ROW}, a4 a3, e4 e3"
    once = position(("AL AR", ""), "Five", gardens=(garden,), lured=("AL AR",))
    assert lures(go(once, mark(A, "a2 b2 c2 d2 e2"))) == {"AL AR", ""}
    twice = position(("AL AR L1", ""), "Five", gardens=(garden,), lured=("AL AR, AL AR",))
    twice = go(twice, mark(A, "a2 b2 c2 d2 e2"))
    assert lures(twice) == {"L1", ""}
    assert refused(twice, lure(A, "AL AR")).clauses == ("lure.crosses",)


def test_the_points_of_both_halves_count() -> None:
    box = edition(cards=rows("cards", {"key": "AL", "points": 4}, {"key": "AR", "points": 5}))
    state = position(("",), box=box, gardens=("a5 b5",), lured=("AL AR",), out=(True,), ended=True)
    assert sum_up(state)["moths"] == 4 + 5


def test_a_half_can_be_discarded_and_drawn_like_any_card() -> None:
    state = go(position(("AL AR L1", ""), display="AR AL L1"), Draw(A, "AR"), Draw(A, "AL"))
    assert state.hands[A] == cards("AL AL AR AR L1")
