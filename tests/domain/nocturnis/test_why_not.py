"""Why a seat cannot mark over a square or use a card, in the words of the refusals."""

from msgspec.structs import replace

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.state import DrawCards, MayLure, State
from domain.words import plain
from tests.domain.nocturnis.build import A, B, position

NAMES = ("Ada", "Ben")


def told(state: State, seat: int, about: str) -> list[tuple[str, str, tuple[str, ...]]]:
    barriers = GAME.why_not(state, seat, about)
    return [(plain(b.tried, NAMES), b.reason, b.clauses) for b in barriers]


def test_places_are_the_squares_in_reading_order() -> None:
    places = GAME.places(position().rules)
    assert len(places) == 25
    assert (places[0], places[4], places[-1]) == ("a5", "e5", "e1")


def test_a_marked_square_is_part_of_its_shape_whatever_the_way() -> None:
    state = position(gardens=("a5 b5 c5",))
    assert told(state, A, "b5") == [
        ("Mark Line over b5", "b5 is part of shape 1", ("mark.overlap",))
    ]


def test_a_square_far_off_is_reached_by_no_way() -> None:
    # From e1 a line reaches c1 or e3; shape 1 lies in row 5.
    state = position(gardens=("a5 b5 c5",))
    assert told(state, A, "e1") == [
        ("Mark Line over e1", "it touches no earlier shape", ("mark.adjacent",))
    ]


def test_what_is_wrong_differs_from_way_to_way() -> None:
    state = position(gardens=("a5 b5 c5, a4 a3 a2, c4 c3 c2, b3 b2 b1",))
    # In reading order: b5 b4 b3, a4 b4 c4, b4 c4 d4, b4 b3 b2
    assert told(state, A, "b4") == [
        (
            "Mark Line over b4",
            "b5 is part of shape 1, b3 is part of shape 4, a4 is part of shape 2, "
            "c4 is part of shape 3, b2 is part of shape 4",
            ("mark.overlap",),
        )
    ]


def test_the_first_shape_covers_a_corner() -> None:
    # No line of 3 over c3 reaches a corner of 5 by 5.
    assert told(position(), A, "c3") == [
        ("Mark Line over c3", "the first shape covers a corner", ("mark.corner",))
    ]


def test_where_some_way_fits_nothing_is_said() -> None:
    assert told(position(gardens=("a5 b5 c5",)), A, "a4") == []


def test_who_has_acted_hears_it() -> None:
    state = position(("L1", ""), acted=(True, False))
    acted = ("this seat has acted in this round", ("round.choose",))
    assert told(state, A, "a5") == [("Mark Line over a5", *acted)]
    assert told(state, A, "L1")[0] == ("Take L1 from the display; lure Luna with L1", *acted)


def test_what_comes_first_is_named() -> None:
    state = replace(position(gardens=("a5 b5 c5",), acted=(True,)), tasks=((MayLure(0),),))
    assert told(state, A, "a4") == [
        ("Mark Line over a4", "first lure a moth or none", ("lure.optional",))
    ]


def test_a_bonus_that_is_not_under_the_shape_cannot_be_taken() -> None:
    state = position(sheet=("back",))
    assert told(state, A, "b5")[-1] == (
        "Take the bonus of b5",
        "this seat has not begun anything of that kind",
        ("sheet.bonus.order",),
    )


def test_a_card_says_which_symbols_are_lacking() -> None:
    # a5 m, b5 f, c5 d: I3 needs f f.
    state = position(("I3 L1",), gardens=("a5 b5 c5",), acted=(True,))
    state = replace(state, tasks=((MayLure(0),),))
    (lacking,) = [one for one in told(state, A, "I3") if one[0].startswith("Lure")]
    assert lacking[0] == "Lure Io with I3"
    assert lacking[1].startswith("the shape lacks 1 ")
    assert lacking[2] == ("lure.symbols",)
    assert not [one for one in told(state, A, "L1") if one[0].startswith("Lure")]  # m is there


def test_half_an_atlas_lacks_the_other() -> None:
    state = position(("AL I1",), gardens=("a5 b5 c5",), acted=(True,))
    state = replace(state, tasks=((MayLure(0),),))
    assert told(state, A, "AL") == [
        ("Lure Atlas with AL and AR", "AL and AR is not in the hand", ("lure.hand",))
    ]


def test_while_another_draws_no_card_is_taken_or_exchanged() -> None:
    state = position(("I1 I1", "I2"), acted=(False, True), queue=(B,))
    state = replace(state, tasks=((), (DrawCards(1),)))
    busy = ("seat B has begun to draw", ("draw.one-at-a-time",))
    assert told(state, A, "L1")[0] == ("Take L1 from the display", *busy)
    assert ("Exchange I1", *busy) in told(state, A, "I1")
