"""Counts of legal actions, worked out by hand from fixed positions."""

from collections import Counter

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Flip, Plant
from domain.games.lantern_moths.state import State
from tests.domain.lantern_moths.build import A, deal, go, play, position

FIVE = "E1 E2 R1 B1 V1"


def count(state: State) -> dict[str, int]:
    return dict(Counter(type(action).__name__ for action in GAME.legal_actions(state)))


def total(state: State) -> int:
    return len(GAME.legal_actions(state))


def test_the_opening_with_a_grey_middle() -> None:
    """One deck, five cards on the grey tile, one tile to light, four sides to flip: 11."""
    state = deal(FIVE, FIVE).state
    assert count(state) == {"Draw": 1, "Plant": 5, "Light": 1, "Flip": 4}
    assert total(state) == 1 + 5 + 1 + 4


def test_the_opening_with_an_emerald_middle() -> None:
    """Only E1 and E2 may go there: 1 + 2 + 1 + 4 = 8."""
    assert count(deal(FIVE, FIVE, middle="E").state) == {
        "Draw": 1,
        "Plant": 2,
        "Light": 1,
        "Flip": 4,
    }


def test_equal_cards_are_one_choice() -> None:
    assert count(deal("E1 E1 E1 E1 R1", FIVE).state)["Plant"] == 2


def test_diagonal_flips_open_with_eight() -> None:
    state = deal(FIVE, FIVE, flip_adjacency="diagonal").state
    assert count(state) == {"Draw": 1, "Plant": 5, "Light": 1, "Flip": 8}


def test_the_tree_of_one_turn() -> None:
    """The second actions after each of the 11 first ones, with one chance outcome for each.

    Draw, a new card: 1 + 6 + 1 + 4 = 12. Five plants: 1 + 4 + 1 + 4 = 10 each. Light: 1 + 5 + 4 =
    10, for a wick may be lit once. Four flips, to Emerald: one deck, five on grey and two on
    Emerald, two to light, and of the middle's other sides three, with two new corners: 1 + 7 +
    2 + 5 = 15 each. Together 12 + 50 + 10 + 60 = 132.
    """
    state = deal(FIVE, FIVE).state
    seconds: Counter[str] = Counter()
    for action in GAME.legal_actions(state):
        seen = ["G2"] if isinstance(action, Draw) else ["E"] if isinstance(action, Flip) else []
        seconds[type(action).__name__] += total(play(state, action, *seen).state)
    assert seconds == {"Draw": 12, "Plant": 50, "Light": 10, "Flip": 60}
    assert seconds.total() == 132


def test_a_crowded_garden() -> None:
    """b2 is full and c2 holds two. Of E1, V2, G2: E1 on a2; V2 nowhere; G2 on a2, b3, c2.

    Lit are a2, b2, b3, c2 but for A's own wick at b3: three. Face down are a3, c3, a1, b1, c1,
    and all five touch a face-up tile. One deck. 1 + 4 + 3 + 5 = 13.
    """
    garden = {"a2": "E", "b2": "X E1 R1 V1", "b3": "R R1", "c2": "R R1 R2"}
    state = position(("E1 V2 G2", ""), garden, wicks={"b3": (A,)})
    assert count(state) == {"Draw": 1, "Plant": 4, "Light": 3, "Flip": 5}


def test_a_hand_that_nobody_saw_could_hold_any_moth() -> None:
    """Twelve coloured cards and the Ghost, each on the grey tile."""
    state = deal("? ? ? ? ?", "? ? ? ? ?").state
    assert count(state) == {"Draw": 1, "Plant": 13, "Light": 1, "Flip": 4}


def test_actions_come_in_a_fixed_order_without_repeats() -> None:
    state = go(deal(FIVE, FIVE).state, Plant(A, "E1", "b2"))
    actions = GAME.legal_actions(state)
    assert len(actions) == len(set(actions))
    assert [type(action).__name__ for action in actions] == (
        ["Draw"] + ["Plant"] * 4 + ["Light"] + ["Flip"] * 4
    )
