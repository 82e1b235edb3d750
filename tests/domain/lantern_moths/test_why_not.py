"""Why a seat cannot do something at a tile or with a card, in the words of the refusals."""

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.state import State
from domain.words import plain
from tests.domain.lantern_moths.build import A, B, position

NAMES = ("Ada", "Ben")


def told(state: State, seat: int, about: str) -> list[tuple[str, str, tuple[str, ...]]]:
    barriers = GAME.why_not(state, seat, about)
    return [(plain(b.tried, NAMES), b.reason, b.clauses) for b in barriers]


def test_a_face_down_tile_takes_no_card_and_no_wick_but_may_be_flipped() -> None:
    state = position(("E1 E2 R2", ""))  # b2 is up, b3 beside it down
    assert told(state, A, "b3") == [
        ("Plant E1, E2, R2 on b3", "b3 is face down", ("turn.plant.face-up",)),
        ("Light b3", "b3 is face down", ("turn.light.face-up",)),
    ]


def test_a_corner_cannot_be_flipped_either() -> None:
    assert told(position(("E1", "")), A, "a3")[-1] == (
        "Flip a3",
        "no face-up tile lies next to a3",
        ("turn.flip.adjacent",),
    )


def test_a_tile_names_the_cards_of_another_colour_and_the_wick_that_burns() -> None:
    state = position(("E1 R1 R2", ""), {"b2": "E"}, wicks={"b2": (A,)})
    assert told(state, A, "b2") == [
        ("Plant R1, R2 on b2", "b2 takes E, not R", ("turn.plant.colour",)),
        ("Light b2", "a wick of this seat burns at b2 already", ("turn.light.one-each",)),
        ("Flip b2", "b2 is face up already", ("turn.flip.face-down",)),
    ]


def test_a_full_tile_takes_a_ghost_only_where_that_is_the_ruling() -> None:
    full = {"b2": "X E1 E1 E1"}
    assert told(position(("E1 G2", ""), full), A, "b2")[0] == (
        "Plant E1, G2 on b2",
        "b2 is full",
        ("turn.plant.full",),
    )
    ruled = position(("E1 G2", ""), full, options={"ghost_on_full_tile": "yes"})
    assert told(ruled, A, "b2")[0][0] == "Plant E1 on b2"


def test_who_is_not_in_turn_hears_it_once() -> None:
    state = position(("E1", "R1 R2"))
    reason = ("it is the turn of seat A", ("turn.order",))
    assert told(state, B, "b2") == [("Plant R1, R2 on b2; light b2; flip b2", *reason)]
    assert told(state, B, "R1") == [("Plant R1", *reason)]


def test_of_a_hand_that_nobody_sees_no_card_is_named() -> None:
    state = position(("E1", "? ?"), deck="? ? ?")
    assert told(state, B, "b2")[0][0] == "Plant a card on b2; light b2; flip b2"


def test_a_card_names_the_tiles_that_refuse_it_for_the_same_reason() -> None:
    state = position(("E1", ""), {"b2": "X", "b3": "R", "a2": "R R1 R1 R1"})
    down = "a3, c3, c2, a1, b1, c1"  # nine less three
    assert told(state, A, "E1") == [
        (f"Plant E1 on {down}", "each is face down", ("turn.plant.face-up",)),
        ("Plant E1 on b3, a2", "each takes R, not E", ("turn.plant.colour",)),
    ]


def test_a_card_that_is_not_in_the_hand_is_said_to_be_elsewhere() -> None:
    assert told(position(("E1", "")), A, "V3") == [
        ("Plant V3", "V3 is not in the hand", ("turn.plant.hand",))
    ]


def test_after_the_end_it_says_so() -> None:
    state = position(("E1", ""), round=4, ended=True, last_round=3, ending="fourth_dusk")
    assert [(b[1], b[2]) for b in told(state, A, "b2")] == [("the game is over", ("night.fourth",))]
