"""Lantern Moths in short: every spelling, what was seen, what is near."""

import pytest

from domain.chance import Told
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import DuskPlaced, HandRefilled
from domain.notation import Misread
from tests.domain.lantern_moths.build import A, B, last_action, position, rules
from tests.domain.notation.reading import completed, misread, read

STATE = position(("E1 E2 G2 V1 R3", "? ? ? ? ?"), {"b2": "X E1", "a2": "E"})


@pytest.mark.parametrize(
    ("texts", "action"),
    [
        ("d|D|draw|deck|Draw from the deck|draw deck", Draw(A)),
        ("g|dg|discard|pile|draw from the discard pile|d pile", Draw(A, "discard")),
        (
            "E2b2|e2b2|e2 b2|E2-b2|plant E2 on b2|p e2b2|A: e2b2|a:e2b2|E2 → b2",
            Plant(A, "E2", "b2"),
        ),
        ("lb2|l b2|LB2|light b2|l-b2", Light(A, "b2")),
        ("fb3|f b3|FB3|flip b3|Flip  B3", Flip(A, "b3")),
    ],
)
def test_an_action_has_many_spellings(texts: str, action: Action) -> None:
    for text in texts.split("|"):
        assert read(GAME, STATE, text.replace("→", "on")).action == action


@pytest.mark.parametrize(
    ("action", "answers", "text"),
    [
        (Draw(A), (), "d"),
        (Draw(A), ("E2",), "d = E2"),
        (Draw(A), (None,), "d"),
        (Draw(A), ("D", "V1"), "d = D V1"),
        (Draw(A, "discard"), (), "g"),
        (Plant(A, "G2", "b2"), (), "G2b2"),
        (Light(A, "a2"), (), "la2"),
        (Light(B, "a2"), (), "B: la2"),
        (Flip(A, "b3"), ("X",), "fb3 = X"),
    ],
)
def test_an_action_is_written_in_one_way(
    action: Action, answers: tuple[str | None, ...], text: str
) -> None:
    assert GAME.notation.write(STATE, action, answers) == text


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("fb3 = E", ("E",)),
        ("fb3e", ("E",)),
        ("fb3 emerald", ("E",)),
        ("fb3 Emerald", ("E",)),
        ("flip b3 grey", ("X",)),
        ("fb3=x", ("X",)),
        ("d", ()),
        ("d E2", ("E2",)),
        ("de2", ("E2",)),
        ("d D E2", ("D", "E2")),
        ("d dusk e2", ("D", "E2")),
        ("d = ?", ()),
        ("d = D ?", ("D",)),
    ],
)
def test_what_was_seen_follows_with_or_without_a_sign(text: str, answers: tuple[str, ...]) -> None:
    assert read(GAME, STATE, text).answers == answers


LAST = last_action(("E1 E2 G2", "? ? ? ?"), {"b2": "X"}, round=3, deck="? ? ? ? ? ? ? ? ?", start=A)


@pytest.mark.parametrize("text", ["lb2 = A: ? D", "lb2a:?d", "lb2 A: ? D", "lb2 = B: ? a:?D"])
def test_a_dusk_card_in_a_refill_is_told_by_its_seat(text: str) -> None:
    reading = read(GAME, LAST, text)
    run = GAME.play(LAST, reading.action, reading.chance)
    assert [event for event in run.events if isinstance(event, DuskPlaced)] == [
        DuskPlaced(A, replaced=True)
    ]
    refills = [event.cards for event in run.events if isinstance(event, HandRefilled)]
    assert refills == [(None,), (None,), (None,)]


def test_a_refill_is_written_by_its_seat() -> None:
    """A draws two, one of which showed; B draws one, a Dusk card first."""
    action = Light(B, "b2")
    assert GAME.notation.write(LAST, action, ("E3", None, "D", None)) == "lb2 = A: E3 B: D"
    assert GAME.notation.typed(LAST, action, ("E3", None, "D", None)) == "lb2a:e3b:d"
    reading = GAME.notation.read(LAST, "lb2 = A: E3 B: D")
    assert reading.answers == ()
    assert reading.named == {
        "a card of seat A's refill": ("E3",),
        "a card of seat B's refill": ("D",),
    }


def test_few_keys_do() -> None:
    for action, answers, text in (
        (Draw(A), (), "d"),
        (Plant(A, "E2", "b2"), (), "e2b2"),
        (Light(A, "b2"), (), "lb2"),
        (Flip(A, "b3"), ("E",), "fb3e"),
        (Draw(A), ("D",), "dd"),
    ):
        assert GAME.notation.typed(STATE, action, answers) == text


def test_the_same_card_elsewhere_and_the_same_place_with_another_card_are_near() -> None:
    near = misread(GAME, STATE, "E2b4").nearest
    assert near[:2] == ("E2b2", "E2a2")
    near = misread(GAME, STATE, "E9a2").nearest
    assert {"E1a2", "E2a2", "G2a2"} <= set(near)
    assert set(GAME.notation.nearest(STATE, "V1a2")) >= {"V1b2", "E1a2"}
    assert set(misread(GAME, STATE, "l").nearest[:2]) == {"lb2", "la2"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no action"),
        ("  ", "no action"),
        ("B:", "no action"),
        ("E2d4", "no action of this game reads like that"),
        ("qb2", "no action of this game reads like that"),
        ("Z9b2", "no action of this game reads like that"),
        ("C: d", "there is no seat C"),
        ("fb3 = E2", "the action is clear, but not what was seen with it"),
        ("d = D E2 > Hook", "the action is clear, but not what was seen with it"),
        ("d E2 E9", "no action of this game reads like that"),
        ("B: d E2 E9", "seat B has nothing to choose here"),
    ],
)
def test_a_text_that_is_none_says_why(text: str, reason: str) -> None:
    assert misread(GAME, STATE, text).reason == reason


def test_after_the_end_nobody_can_choose() -> None:
    over = position(("E1", "E2"), ended=True, last_round=0)
    assert misread(GAME, over, "d").nearest == ()
    assert GAME.notation.complete(over, "") == []


def test_a_text_without_end_is_refused_and_not_read() -> None:
    error = misread(GAME, STATE, "d" * 1001)
    assert error.reason == "1001 characters, expected at most 1000"
    assert len(error.text) < 50


def test_completions_come_with_their_sentence() -> None:
    assert completed(GAME, STATE, "l") == {"la2": "Light a2", "lb2": "Light b2"}
    assert list(completed(GAME, STATE, "e2")) == ["E2a2", "E2b2"]
    assert completed(GAME, STATE, "plant g2 on b") == {"G2b2": "Plant G2 on b2"}
    assert completed(GAME, STATE, "q") == {}


def test_a_face_that_somebody_must_have_seen_is_offered_behind_a_flip() -> None:
    found = completed(GAME, STATE, "fb3")
    assert found == {
        "fb3": "Flip b3",
        "fb3 = B": "Flip b3: Brimstone",
        "fb3 = E": "Flip b3: Emerald",
        "fb3 = R": "Flip b3: Ruby",
        "fb3 = V": "Flip b3: Violet",
    }
    assert list(completed(GAME, STATE, "fb3 = em")) == ["fb3 = E"]


def test_a_drawn_card_is_offered_behind_an_equals_sign_only() -> None:
    state = position(("E1", "?"), deck="? ? ?")
    assert list(completed(GAME, state, "d")) == ["d"]
    assert "d = V3" in completed(GAME, state, "d =")
    assert set(completed(GAME, state, "d = v")) == {"d = V1", "d = V2", "d = V3"}


def test_the_set_up_reads_whatever_is_known() -> None:
    table = rules(2)
    start, answers = GAME.notation.read_set_up(
        table, {"start": "b", "MIDDLE": "grey", "Hand A": "E1, ? e2", "Date": "2026-08-06"}
    )
    assert start == B
    assert answers == ("X", "E1", None, "E2", None, None, *[None] * 5)
    run = GAME.set_up(table, start, Told(answers))
    assert run.state.hands[A].known == ("E1", "E2")
    assert GAME.notation.read_set_up(table, {}) == (A, (None,) * 11)


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Start": "C"}, "Start: expected a seat, A to B"),
        ({"Start": "AB"}, "Start: expected a seat, A to B"),
        ({"Middle": "pink"}, "Middle: expected a tile's colour"),
        ({"Hand B": "E1 Q1"}, "Hand B: expected cards of this edition, with spaces between"),
        ({"Hand B": "E1 E1 E1 E1 E1 E1"}, "Hand B: 6 cards, expected at most 5"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(headers: dict[str, str], reason: str) -> None:
    with pytest.raises(Misread) as caught:
        GAME.notation.read_set_up(rules(2), headers)
    assert caught.value.reason == reason
