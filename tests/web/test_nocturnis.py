"""Nocturnis' board and pad: what is drawn, where a shape may lie and why not elsewhere."""

import json
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from domain.chance import Shuffled
from domain.errors import Refusal
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Discard, Draw, Lure, LureNone, Mark
from domain.games.nocturnis.refusals import check
from domain.games.nocturnis.shapes import orientations
from domain.games.nocturnis.state import MayLure, State
from service.web.boards.nocturnis import BOARD
from service.web.boards.nocturnis.choices import press, then
from service.web.boards.nocturnis.pad import Pad
from service.web.boards.nocturnis.table import Table, lay_out
from tests.domain.nocturnis.build import edition, position, rows
from tests.web.conftest import Tables
from tests.web.reading import get

A, B = range(2)
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


@pytest.fixture
def tables(services: Any) -> Tables:
    """A way to open sessions of Nocturnis."""
    return Tables(services, GAME)


def laid_out(state: State, before: State | None = None) -> Table:
    return lay_out(state, before or state, (), NAMES[: state.rules.seats])


def pad_of(state: State, seat: int = A) -> Pad:
    return BOARD.pad(state, seat, BOARD.choices(state, seat))


def script_of(state: State, seat: int = A) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(pad_of(state, seat).script)
    return found


# --- the table --------------------------------------------------------------------------


def test_shapes_are_numbered_and_those_that_lured_say_which_moth() -> None:
    state = position(["L1"], gardens=["a5 b5 c5, a4 b4"], lured=["I1"])
    first, second = laid_out(state).seats[A].sheet.shapes
    assert [first.number, second.number] == [1, 2]
    assert (first.lured, second.lured) == ("Io", "")
    assert not first.new | second.new
    assert "shape 1 at a5 b5 c5, lured Io; shape 2 at a4 b4" in laid_out(state).seats[A].sheet.label


def test_the_shape_just_marked_is_lit_and_its_seats_sheet_is_the_large_one() -> None:
    before = position(["", ""], gardens=["a5", "a5 b5 c5"])
    after = position(["", ""], gardens=["a5", "a5 b5 c5, a4 b4 c4"])
    table = laid_out(after, before)
    assert table.focus == B
    assert [shape.new for shape in table.seats[B].sheet.shapes] == [False, True]
    assert [shape.new for shape in table.seats[A].sheet.shapes] == [False]


def test_a_shapes_outline_has_its_outer_sides_only() -> None:
    state = position([""], gardens=["a5 b5 c5"])
    (shape,) = laid_out(state).seats[A].sheet.shapes
    assert shape.fill.count("z") == 3
    assert shape.edge.count("M") == 8  # three squares in a row: 2 x 3 + 2 sides


def test_the_back_shows_empty_squares_and_what_its_bonuses_bring() -> None:
    (seat,) = laid_out(position([""], sheet=("back",))).seats
    assert len(seat.sheet.holes) == 2
    brings = {b.name: (b.text, b.kind) for b in seat.sheet.bonuses}
    assert brings["b5"] == ("+2", "draw")
    assert brings["c5"] == ("3", "points")
    assert brings["d4"] == ("+", "shape")


def test_symbols_without_a_drawing_are_letters() -> None:
    (seat,) = laid_out(position([""])).seats
    signs = {s.sign.name: (s.sign.icon, s.sign.letter) for s in seat.sheet.squares if s.sign}
    assert signs == {"moon": ("moon", "M"), "fern": ("", "F"), "dew": ("", "D")}


def test_a_seat_shows_its_crosses_and_what_room_is_left() -> None:
    state = position([""], gardens=["a5, a4, a3"], lured=["I1, I1, L1"])
    counts = [(s.name, s.crosses, s.room) for s in laid_out(state).seats[A].species]
    assert counts == [("Atlas", 0, 2), ("Luna", 1, 5), ("Io", 2, 3)]


def test_an_eighth_species_is_drawn_as_a_plain_moth() -> None:
    kinds = edition().species.value
    more = tuple(replace(kinds[-1], name=f"Moth {n}") for n in range(6))
    box = edition(species=rows("species", more=more))
    drawn = [s.wing for s in laid_out(position([""], box=box)).seats[A].species]
    assert len({*drawn[:7]}) == 7
    assert drawn[7:] == ["back", "back"]


@pytest.mark.parametrize("seats", [1, 2, 5, 8])
def test_every_number_of_seats_has_a_page_and_a_thumbnail(
    client: FlaskClient, tables: Tables, seats: int
) -> None:
    session = tables.open(*NAMES[:seats])
    page = get(client, f"/sessions/{session.id}")
    assert len(page.one(id="part-seats").find("section", class_="st")) == seats
    assert len(get(client, "/").one(class_="nocsmall").find("svg")) == seats


# --- where a shape may lie ----------------------------------------------------------------

POSITIONS = {
    "an empty sheet": position(["L1"]),
    "shapes in the way": position(["L1"], "Ell", gardens=["a5 b5 c5, c4 c3, d4"]),
    "the back": position(["L1"], "Corner", gardens=["a5 b5, c5 c4"], sheet=("back",)),
    "the back, empty": position(["L1"], "Five", sheet=("back",)),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_pad_refuses_each_place_with_the_words_and_clauses_of_the_rules(name: str) -> None:
    state = POSITIONS[name]
    given = script_of(state)
    width, height = given["width"], given["height"]
    tried = 0
    for way, cells in enumerate(given["ways"]):
        across, down = (max(c[axis] for c in cells) for axis in (0, 1))
        for left, top in product(range(width - across), range(height - down)):
            spots = sorted((top + y) * width + left + x for x, y in cells)
            mark = Mark(A, tuple(given["names"][spot] for spot in spots))
            fits = top * width + left in given["legal"][str(way)]
            wrong = [given["blocked"][str(s)] for s in spots if str(s) in given["blocked"]]
            said = wrong or [given["apart"]]
            tried += 1
            if fits:
                check(state, mark)
                continue
            with pytest.raises(Refusal) as refused:
                check(state, mark)
            assert ", ".join(text for text, _ in said) == refused.value.reason
            assert tuple(dict.fromkeys(clause for _, clause in said)) == refused.value.clauses
    assert tried >= 10


def test_turning_and_flipping_lead_round_through_every_way_to_lie() -> None:
    given = script_of(position(["L1"], "Ell"))
    assert len(given["ways"]) == 8
    way, seen = 0, []
    for _ in range(4):
        seen.append(way)
        way = given["turn"][way]
    assert way == 0
    seen += [given["flip"][nth] for nth in seen]
    assert sorted(seen) == [*range(8)]


def test_the_list_of_marks_is_grouped_by_how_the_shape_lies() -> None:
    state = position(["L1"], "Ell", gardens=["a5 b5"])
    groups = [g for g in BOARD.choices(state, A) if g.icon == "plant"]
    ways = orientations(state.rules.components.shapes["Ell"].cells)
    assert groups[0].name == "Mark Ell, as drawn"
    assert {g.name for g in groups} <= {
        f"Mark Ell, {', '.join(filter(None, (f, t)))}"
        for f in ("", "flipped")
        for t in ("", "as drawn", "turned", "turned twice", "turned three times")
        if f or t
    }
    assert len(groups) <= len(ways)
    listed = [c.action for g in groups for c in g.choices]
    legal = [a for a in GAME.legal_actions(state, A) if isinstance(a, Mark)]
    assert sorted(listed, key=str) == sorted(legal, key=str)


# --- moths --------------------------------------------------------------------------------


def test_a_half_alone_says_what_is_missing_and_both_together_are_one_moth() -> None:
    (alone,) = pad_of(position(["AL"])).hand
    assert (alone.lure, alone.why) == ("", "needs the right half in hand too")
    both, other = pad_of(position(["AL AR L1"])).hand
    assert (both.lure, both.name, both.points) == ("AL AR", "Atlas, both halves", 7)
    assert other.lure == "L1"


def test_a_species_without_a_cross_left_cannot_be_chosen() -> None:
    state = position(["I1"], gardens=["a5, a4, a3"], lured=["I1, I2, I3"])
    (moth,) = pad_of(state).hand
    assert (moth.lure, moth.why) == ("", "no cross is left for it")


def test_the_moths_needs_on_the_page_are_those_of_the_rules() -> None:
    given = script_of(position(["L2 I3"]))
    needs = {m["lure"]: [given["words"][s] for s in m["needs"]] for m in given["moths"]}
    assert needs == {"I3": ["fern", "fern"], "L2": ["moon", "fern"]}


def test_once_marked_a_moth_that_would_not_come_says_what_the_shape_lacks() -> None:
    marked = GAME.play(position(["L1 I3"]), Mark(A, ("a5", "b5", "c5")), None).state
    assert isinstance(marked.top(A), MayLure)
    pad = pad_of(marked)
    assert pad.mode == "lure"
    assert {m.name: m.why for m in pad.hand} == {"Luna": "", "Io": "the shape lacks 1 fern"}


def test_the_lure_sent_along_is_carried_out_only_where_it_is_due_and_can_be() -> None:
    state = position(["L1 I3"])
    sent = {"squares": "a5 b5 c5", "lure": "L1"}
    mark = press(state, A, sent)
    assert mark == Mark(A, ("a5", "b5", "c5"))
    assert then(state, A, sent) is None
    marked = GAME.play(state, mark, None).state
    assert then(marked, A, sent) == Lure(A, ("L1",))
    assert then(marked, A, {**sent, "lure": ""}) == LureNone(A)
    assert then(marked, A, {**sent, "lure": "I3"}) is None
    assert then(marked, A, {"squares": "a5 b5 c5"}) is None
    assert then(marked, A, {"lure": "L1"}) is None
    assert press(marked, A, {"lure": "L1"}) == Lure(A, ("L1",))


def test_nothing_is_asked_where_no_moth_of_the_hand_would_come() -> None:
    marked = GAME.play(position(["I3"]), Mark(A, ("a5", "b5", "c5")), None).state
    assert isinstance(marked.top(A), MayLure)
    assert then(marked, A, {}) == LureNone(A)
    assert then(marked, A, {"squares": "a5 b5 c5", "lure": "I3"}) == LureNone(A)


def test_cards_to_discard_are_sent_sorted_and_nothing_chosen_is_refused() -> None:
    state = position(["L1 I3 I1"])
    assert press(state, A, {"discard-2": "L1", "discard-0": "I1"}) == Discard(A, ("I1", "L1"))
    with pytest.raises(Refusal, match="choose a moth, or none"):
        press(state, A, {})


def test_a_seat_with_a_full_hand_is_told_that_it_must_mark() -> None:
    pad = pad_of(position(["L1 L1 L1 I1 I1"], display="L2 L2 L2"))
    assert pad.stack is None
    assert pad.no_draw is not None
    assert pad.no_draw.clause == "draw.limit"
    assert pad.mode == "mark"


def test_while_another_draws_the_display_is_seen_and_not_taken() -> None:
    drawing = GAME.play(position(["", ""]), Draw(A, "L1"), _first()).state
    pad = pad_of(drawing, B)
    assert all(taking.choice is None for taking in pad.display)
    assert pad.no_draw is not None
    assert pad.no_draw.reason == "seat A has begun to draw"
    mine = pad_of(drawing, A)
    assert (mine.mode, mine.left) == ("draw", 1)
    assert all(taking.choice for taking in mine.display)


def test_the_pad_of_a_seat_that_has_acted_only_shows() -> None:
    state = replace(position(["L1 L1", ""]), acted=(True, False))
    pad = pad_of(state)
    assert (pad.mode, pad.shape, pad.script) == ("wait", None, "")
    assert pad.exchanges


def test_what_the_page_works_with_knows_no_other_hand() -> None:
    one = position(["L1", "I1 I1"], display="L1 L1 L1")
    two = position(["L1", "AL I3"], display="L1 L1 L1")
    seen = [GAME.observe(state, A) for state in (one, two)]
    assert pad_of(seen[0]) == pad_of(seen[1])
    assert msgspec.json.encode(laid_out(seen[0])) == msgspec.json.encode(laid_out(seen[1]))


def _first() -> Shuffled:
    return Shuffled(Random(1))


# --- words --------------------------------------------------------------------------------


def test_what_comes_next_for_a_seat_is_said() -> None:
    state = position(["L1"])
    assert BOARD.turn(state, A) == "Mark or draw"
    assert BOARD.turn(position(["L1 L1 L1 I1 I1"]), A) == "Mark: the hand is full"
    marked = GAME.play(state, Mark(A, ("a5", "b5", "c5")), None).state
    assert BOARD.turn(marked, A) == "Lure a moth or none"


def test_a_solo_games_end_says_stars_and_thresholds(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished(1)
    result = GAME.outcome(session.state)
    said = get(client, f"/sessions/{session.id}?step={session.last_step}").one(class_="outcome")
    assert f"scores {result.scores[0].total}: {result.stars} star" in said.one("h2").text
    assert len(said.one(class_="stars").find("svg", class_="on")) == result.stars
    assert "Under 45 one, 45 to 55 two, over 55 three" in said.text
