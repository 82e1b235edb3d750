"""What a seat may see of a position: public garden, own cards, counts of everything else."""

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.state import State
from domain.piles import Pile
from tests.domain.lantern_moths.build import A, B, C, cards, position


def table(**more: object) -> State:
    return position(
        ("E1 E2", "R1 G2 V3", "B1"),
        {"b2": "X E1 G2", "b3": "V V1"},
        wicks={"b2": (A, C)},
        lanterns=("V1 V2", "B3", ""),
        deck="B1 B2 R3 D D D",
        discard="R2",
        dusk=2,
        round=3,
        **more,
    )


def test_a_seat_sees_its_own_hand_and_counts_the_others() -> None:
    assert GAME.observe(table(), A).hands == (cards("E1 E2"), cards("? ? ?"), cards("?"))
    assert GAME.observe(table(), B).hands == (cards("? ?"), cards("G2 R1 V3"), cards("?"))


def test_a_seat_may_look_into_its_own_lantern_and_no_other() -> None:
    assert GAME.observe(table(), A).lanterns == (cards("V1 V2"), cards("?"), cards(""))
    assert GAME.observe(table(), B).lanterns == (cards("? ?"), cards("B3"), cards(""))


def test_nobody_sees_the_decks_moths_but_all_know_its_size_and_its_dusk_cards() -> None:
    for seat in (A, B, C, None):
        assert GAME.observe(table(), seat).deck == Pile(("D", "D", "D"), unknown=3)


def test_the_faces_of_face_down_tiles_stay_hidden() -> None:
    for seat in (A, B, C, None):
        seen = GAME.observe(table(), seat)
        assert seen.faces_left == Pile(unknown=7)
        assert seen.faces == table().faces


def test_the_garden_wicks_dusk_cards_and_discard_pile_are_open() -> None:
    state = table()
    for seat in (A, B, C, None):
        seen = GAME.observe(state, seat)
        for name in ("moths", "wicks", "dusk", "discard", "start", "rounds_done", "turns_done"):
            assert getattr(seen, name) == getattr(state, name), name


def test_somebody_without_a_seat_sees_no_hand_and_no_lantern() -> None:
    seen = GAME.observe(table(), None)
    assert seen.hands == (cards("? ?"), cards("? ? ?"), cards("?"))
    assert seen.lanterns == (cards("? ?"), cards("?"), cards(""))


def test_lanterns_are_opened_after_the_end_but_hands_are_not() -> None:
    seen = GAME.observe(table(ended=True, ending="fourth_dusk", last_round=3), B)
    assert seen.lanterns == (cards("V1 V2"), cards("B3"), cards(""))
    assert seen.hands == (cards("? ?"), cards("G2 R1 V3"), cards("?"))
    assert GAME.outcome(seen).winners == (A,)  # 1 + 2 = 3 to 3: two moths to one


def test_scores_in_a_view_are_known_for_the_own_lantern_alone() -> None:
    """V1 + V2 = 3, B3 = 3, and an empty lantern is 0 for everybody."""
    assert GAME.scores(GAME.observe(table(), A)) == (3, None, 0)
    assert GAME.scores(GAME.observe(table(), B)) == (None, 3, 0)


def test_looking_twice_shows_no_more() -> None:
    for seat in (A, B, None):
        once = GAME.observe(table(), seat)
        assert GAME.observe(once, seat) == once


def test_what_another_seat_sees_of_a_view_is_no_more_than_both_know() -> None:
    assert GAME.observe(GAME.observe(table(), A), B) == GAME.observe(table(), None)
