"""Nocturnis in short: squares, cards, several seats at once, the next habitat."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from domain.chance import Told
from domain.errors import Unanswered
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.games.nocturnis.edition import Edition
from domain.games.nocturnis.events import HabitatRevealed
from domain.games.nocturnis.state import State
from domain.notation import Misread
from tests.domain.nocturnis.build import (
    A,
    B,
    discard,
    edition,
    go,
    lure,
    mark,
    position,
    rows,
    rules,
)
from tests.domain.notation.reading import completed, misread, read

SOLO = position(("L1 L2 I1",), gardens=["a5 b5"], display="L1 I2 AR")
TWO = position(("L1 L2", "? ?"), gardens=["a5 b5", "e1 d1"], display="L1 I2 AR")
LURING = go(SOLO, mark(A, "a4 a3 a2"))
BONUSES = go(position(("L1",), "Domino", gardens=["a5"], sheet=("back",)), mark(A, "b5 c5"))
EXCHANGING = go(position(("AL AR L1 ?",)), Exchange(A))


@dataclass(frozen=True)
class Given:
    """A position, an action in it, and texts that are read as this action."""

    state: State
    action: Action
    texts: str


SPELLINGS = [
    Given(SOLO, mark(A, "a4 a3 a2"), "a4a3a2|A2 a3 a4|a4-a2|a4-2|m a4 a3 a2|mark a4-a2|a:a4,a3,a2"),
    Given(SOLO, mark(A, "c5 d5 e5"), "c5d5e5|c-e5|c5-e5|e5 c5|m e5c5|ME5|e5d5|Mark c5 d5 e5"),
    Given(SOLO, Draw(A), "d|draw|Draw from the stack|D|a:d"),
    Given(SOLO, Draw(A, "I2"), "dI2|di2|d i2|take I2 from the display|draw i2"),
    Given(SOLO, Draw(A, "AR"), "dAR|d ar|DAR"),
    Given(SOLO, Exchange(A), "x|X|exchange|exchange two"),
    Given(SOLO, Exchange(A, refresh=True), "xx|XX|exchange new|Exchange two, with a new display"),
    Given(LURING, lure(A, "L1"), "lL1|l L1|L1|l1|lure Luna with L1|lure l1|ll1"),
    Given(LURING, LureNone(A), "n|none|lure none|N|ln"),
    Given(BONUSES, TakeBonus(A, "b5"), "bb5|b5|bonus b5|take the bonus of b5|b b5"),
    Given(EXCHANGING, discard(A, "AR L1"), "tAR L1|ARL1|l1 ar|throw AR and L1|discard L1 AR|tarl1"),
    Given(EXCHANGING, discard(A, "AL AR"), "tALAR|alar|AR AL|t al ar"),
]


@pytest.mark.parametrize("given", SPELLINGS, ids=lambda given: given.texts)
def test_an_action_has_many_spellings(given: Given) -> None:
    for text in given.texts.split("|"):
        assert read(GAME, given.state, text).action == given.action, text


@pytest.mark.parametrize(
    ("state", "action", "answers", "text", "keys"),
    [
        (SOLO, mark(A, "a4 a3 a2"), (), "a4a3a2", "a3"),
        (SOLO, mark(A, "c5 d5 e5"), (), "c5d5e5", "d5"),
        (SOLO, Draw(A), ("L2",), "d = L2", "d=l2"),
        (SOLO, Draw(A), (None,), "d", "d"),
        (SOLO, Draw(A, "AR"), ("I1",), "dAR = I1", "dari1"),
        (SOLO, Exchange(A, refresh=True), ("I1", "I3", "L1"), "xx = I1 I3 L1", "xxi1i3l1"),
        (TWO, Exchange(A), (), "A: x", "a:x"),
        (LURING, lure(A, "L1"), (), "lL1", "l1"),
        (LURING, LureNone(A), ("Square",), "n > Square", "n>sq"),
        (BONUSES, TakeBonus(A, "c5"), (), "bc5", "c5"),
        (EXCHANGING, discard(A, "AL AR"), (), "tAL AR", "alar"),
    ],
)
def test_an_action_is_written_in_one_way_and_typed_with_few_keys(
    state: State, action: Action, answers: tuple[str | None, ...], text: str, keys: str
) -> None:
    assert GAME.notation.write(state, action, answers) == text
    assert GAME.notation.typed(state, action, answers) == keys
    assert GAME.notation.read(state, keys) == GAME.notation.read(state, text)


def test_the_fewest_squares_name_a_mark_and_the_rest_follows() -> None:
    """Below a5 b5, a line goes down column a in one way; over a4 it could lie flat too."""
    assert read(GAME, SOLO, "a2").action == mark(A, "a4 a3 a2")
    error = misread(GAME, SOLO, "a4")
    assert error.reason == "it could be several"
    assert set(error.nearest) == {"a4a3a2", "a4b4c4"}


def test_squares_that_no_mark_has_are_no_mark() -> None:
    error = misread(GAME, SOLO, "a1 e1")
    assert error.reason == "no action of this game reads like that"
    assert error.nearest
    assert misread(GAME, SOLO, "z9").reason == "no action of this game reads like that"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (mark(A, "e3 e2 e1"), "e3e2e1"),  # touches nothing
        (mark(A, "a5 b5 c5"), "a5b5c5"),  # overlaps
        (mark(A, "a4 b4 c4 d4"), "a4b4c4d4"),  # another shape
        (mark(A, "a4 b4"), "m a4 b4!"),  # too few squares: otherwise they would name a line
        (Mark(A, ("c4", "b4", "a4")), "m c4 b4 a4!"),  # out of order
        (lure(A, "L1"), "lL1"),  # nothing marked before
        (TakeBonus(A, "b5"), "bb5"),
        (Discard(A, ("L2", "L1")), "t L2 L1!"),  # out of order
        (Discard(A, ("I1", "L1")), "tI1 L1"),
        (Draw(A, "I1"), "dI1"),  # not in the display
        (StopDrawing(A), "s"),
        (LureNone(A), "n"),
    ],
)
def test_what_is_against_the_rules_has_a_text_too(action: Action, text: str) -> None:
    assert GAME.notation.write(SOLO, action) == text
    assert GAME.notation.read(SOLO, text).action == action


def test_a_seat_may_be_left_out_where_only_one_can_mean_it() -> None:
    assert read(GAME, TWO, "A: d").action == Draw(A)
    assert read(GAME, TWO, "b:d").action == Draw(B)
    error = misread(GAME, TWO, "d")
    assert error.nearest == ("A: d", "B: d")
    luring = go(TWO, mark(A, "a4 a3 a2"))
    assert read(GAME, luring, "lL1").action == lure(A, "L1")
    assert read(GAME, luring, "n").action == LureNone(A)
    assert GAME.notation.write(luring, LureNone(A)) == "A: n"
    assert misread(GAME, TWO, "C: d").reason == "there is no seat C"


ENDING = go(SOLO, mark(A, "a4 a3 a2"))


@pytest.mark.parametrize(
    ("text", "habitat"),
    [
        ("n > Square", "Square"),
        ("n>square", "Square"),
        ("n > sq", "Square"),
        ("n / sk", "Skew"),
        ("n>4", "Square"),
        ("n > #4", "Square"),
        ("n>e", "Ell"),
        ("lL1 > Five", "Five"),
        ("l1>f", "Five"),
    ],
)
def test_the_next_habitat_is_named_behind_an_arrow(text: str, habitat: str) -> None:
    reading = read(GAME, ENDING, text)
    run = GAME.play(ENDING, reading.action, reading.chance)
    assert [e.habitat for e in run.events if isinstance(e, HabitatRevealed)] == [habitat]


def test_a_round_that_ends_without_its_habitat_asks_for_it() -> None:
    reading = read(GAME, ENDING, "n")
    with pytest.raises(Unanswered, match="the next habitat card"):
        GAME.play(ENDING, reading.action, reading.chance)


@pytest.mark.parametrize("text", ["n > s", "n > pink", "n >", "n = L1", "a4a3a2 = L1", "n B: L1"])
def test_what_cannot_have_been_seen_is_refused(text: str) -> None:
    state = SOLO if text.startswith("a") else ENDING
    error = misread(GAME, state, text)
    assert error.reason == "the action is clear, but not what was seen with it"


def test_habitats_are_offered_when_a_round_ends() -> None:
    found = completed(GAME, ENDING, "n")
    assert next(iter(found)) == "n"
    assert found["n > Ell"] == "Lure none: Ell"
    assert set(completed(GAME, ENDING, "n > s")) == {"n > Square", "n > Skew"}
    assert set(misread(GAME, ENDING, "n > s").nearest) == {"n > Square", "n > Skew"}


def test_the_new_card_of_the_display_is_offered_behind_a_taken_one() -> None:
    found = completed(GAME, SOLO, "dAR")
    assert next(iter(found)) == "dAR"
    assert found["dAR = I3"] == "Take AR from the display: I3"
    assert set(completed(GAME, SOLO, "dAR = i")) == {"dAR = I1", "dAR = I2", "dAR = I3"}


def test_completions_follow_the_squares_that_were_typed() -> None:
    assert set(completed(GAME, SOLO, "a4")) == {"a4a3a2", "a4b4c4"}
    assert set(completed(GAME, SOLO, "a4 b")) == {"a4b4c4"}
    assert set(completed(GAME, SOLO, "m a2")) == {"a4a3a2"}
    assert set(completed(GAME, SOLO, "mark a2")) == {"a4a3a2"}
    draws = {"B: d", "B: dL1", "B: dI2", "B: dAR"}
    assert {t for t, said in completed(GAME, TWO, "B: d").items() if "Mark" not in said} == draws


def boxed(*keys: str) -> Edition:
    """Return the small box with more cards, of these keys."""
    first = edition().cards.value[2]
    return edition(cards=rows("cards", more=[replace(first, key=key, copies=2) for key in keys]))


@pytest.mark.parametrize("key", ["a4", "A4", "x", "L", "ure", "exchange", "n", "d", "L11", "1"])
def test_a_card_of_any_name_can_be_told_from_everything_else(key: str) -> None:
    box = boxed(key)
    hand = f"{key} L1 I1 AL"
    start = position((hand,), gardens=["a5 b5"], display=f"{key} L1 L2", stack="L1 L1", box=box)
    after = go(start, mark(A, "a4 a3 a2"))
    for state in (start, after, go(start, Exchange(A)), go(start, Draw(A))):
        legal = GAME.legal_actions(state)
        texts = [GAME.notation.write(state, action) for action in legal]
        assert len(set(texts)) == len(legal)
        assert [GAME.notation.read(state, text).action for text in texts] == legal
        for action in legal:
            few = GAME.notation.typed(state, action)
            assert GAME.notation.read(state, few).action == action


def test_cards_that_differ_in_case_alone_are_told_apart() -> None:
    state = position(("l1 L1",), gardens=["a5 b5"], box=boxed("l1"))
    state = go(state, mark(A, "a4 a3 a2"))
    assert GAME.notation.read(state, "lL1").action == lure(A, "L1")
    assert GAME.notation.read(state, "ll1").action == lure(A, "l1")
    assert GAME.notation.typed(state, lure(A, "L1")) == "lL1"


SHAPES = ["Half/half", "B: big", "Two > one", "3", "L = 1", "ell", "Ell-b", "E l l"]


def test_a_habitat_of_any_name_can_be_told() -> None:
    first = edition().shapes.value[1]
    box = edition(shapes=rows("shapes", more=[replace(first, name=name) for name in SHAPES]))
    state = position(("L1",), gardens=["a5 b5"], box=box)
    state = go(state, mark(A, "a4 a3 a2"))
    for name in SHAPES:
        text = GAME.notation.write(state, LureNone(A), (name,))
        for said in (text, GAME.notation.typed(state, LureNone(A), (name,))):
            assert GAME.notation.read(state, said).named == {"the next habitat card": (name,)}
    assert GAME.notation.write(state, LureNone(A), ("Half/half",)) == "n > #9"


def test_the_set_up_reads_display_hands_and_habitat() -> None:
    table = rules(2)
    headers = {"Display": "L1 I1 AR", "Hand B": "? L2", "Habitat": "sq"}
    start, answers = GAME.notation.read_set_up(table, headers)
    assert answers == ("L1", "I1", "AR", None, None, None, "L2", "Square")
    run = GAME.set_up(table, start, Told(answers))
    assert run.state.display == ("L1", "I1", "AR")
    assert run.state.habitat == "Square"
    written = GAME.notation.write_set_up(table, start, answers)
    assert written == {**headers, "Habitat": "Square"}
    assert GAME.notation.set_up_keys(table) == ("Start", "Display", "Habitat", "Hand A", "Hand B")


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Habitat": "pink"}, "Habitat: expected a habitat card of this edition"),
        ({"Habitat": "s"}, "Habitat: expected a habitat card of this edition"),
        ({"Display": "L1 I9"}, "Display: expected cards of this edition, with spaces between"),
        ({"Hand A": "L1 L1 L1"}, "Hand A: 3 cards, expected at most 2"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(headers: dict[str, str], reason: str) -> None:
    with pytest.raises(Misread) as caught:
        GAME.notation.read_set_up(rules(1), headers)
    assert caught.value.reason == reason
