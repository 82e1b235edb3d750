"""Notations are exact on output: what is written is read as the same action with the same cards."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from domain.chance import Told
from domain.errors import Refusal
from domain.grammar.completing import NEAREST
from domain.notation import Misread
from domain.words import plain
from tests.contract.plays import CASES, Play, Turn, plays

NAMES = [f"Seat {letter}" for letter in "ABCDEFGH"]
LOOKS = 12  # positions of a session whose whole choice is looked at

Cards = tuple[str | None, ...]


def spread(turns: tuple[Turn, ...], most: int = LOOKS) -> tuple[Turn, ...]:
    """Pick some choices of a session, evenly."""
    return turns[1 :: max(1, len(turns) // most)]


def cards(turn: Turn) -> Cards:
    return tuple(card for _, card in turn.answers)


def seen(play: Play, turn: Turn, seat: int | None) -> Cards:
    """Return what a seat saw of a turn's cards: what all saw, and what it drew itself."""
    is_open, own = CASES[play.game.name].open, f"seat {'ABCDEFGH'[seat or 0]}"
    mine = turn.action is not None and turn.action.seat == seat

    def sees(question: str, card: str) -> bool:
        return (
            is_open(question, card)
            or (seat is not None and own in question)
            or (mine and question == "the drawn card")
        )

    return tuple(card if sees(question, card) else None for question, card in turn.answers)


def logged(play: Play, seat: int | None) -> list[tuple[Any, Turn, Cards, tuple[Any, ...]]]:
    """Write a session down as a seat saw it: for each turn the position, the turn, the cards seen
    and the events.
    """
    found, first = [], play.turns[0]
    told = Told(seen(play, first, seat))
    state = play.game.set_up(play.rules, play.start, told).state
    for turn in play.turns[1:]:
        known = seen(play, turn, seat)
        run = play.game.play(state, turn.action, Told(known))
        found.append((state, turn, known, tuple(run.events)))
        state = run.state
    return found


def carried_out(play: Play, state: Any, action: Any) -> Callable[[Told], Any] | None:
    """Return how an action can be done here, legally or not; ``None`` if it is not possible."""
    for carry_out in (play.game.play, play.game.force):
        try:
            carry_out(state, action, Anything())
        except Refusal:
            continue
        return partial(carry_out, state, action)
    return None


class Anything:
    """Answers every question with some card that can be there."""

    def draw(self, pile: Any, question: str, candidates: Any) -> str:
        return next(iter(pile.known or candidates()))


def test_every_action_of_a_session_is_read_as_it_was_written(play: Play) -> None:
    notation = play.game.notation
    for turn in play.turns[1:]:
        text = notation.write(turn.before, turn.action, cards(turn))
        reading = notation.read(turn.before, text)
        assert reading.action == turn.action, text
        told = reading.chance
        assert tuple(play.game.play(turn.before, reading.action, told).events) == turn.events, text
        assert not told.left, text


@pytest.mark.parametrize("seat", [0, None])
def test_what_somebody_saw_at_a_table_is_read_as_it_was_written(
    play: Play, seat: int | None
) -> None:
    notation = play.game.notation
    for state, turn, known, events in logged(play, seat):
        text = notation.write(state, turn.action, known)
        reading = notation.read(state, text)
        assert reading.action == turn.action, text
        told = reading.chance
        assert tuple(play.game.play(state, reading.action, told).events) == events, text
        assert not told.left, text


def test_few_keys_say_the_same(play: Play) -> None:
    notation = play.game.notation
    for state, turn, known, _ in logged(play, None):
        text = notation.write(state, turn.action, known)
        few = notation.typed(state, turn.action, known)
        assert len(few) <= len(text)
        assert notation.read(state, few) == notation.read(state, text), few


def test_different_choices_have_different_texts_and_are_read_as_themselves(play: Play) -> None:
    notation = play.game.notation
    for turn in spread(play.turns):
        legal = play.game.legal_actions(turn.before)
        texts = [notation.write(turn.before, action) for action in legal]
        assert len(set(texts)) == len(legal)
        assert [notation.read(turn.before, text).action for text in texts] == legal


def test_what_is_against_the_rules_but_possible_can_be_written_and_read(play: Play) -> None:
    notation, space = play.game.notation, CASES[play.game.name].space
    for turn in spread(play.turns, 4):
        texts: dict[str, Any] = {}
        for action in space(turn.before):
            if carried_out(play, turn.before, action) is None:
                continue
            text = notation.write(turn.before, action)
            assert notation.read(turn.before, text).action == action, text
            assert texts.setdefault(text, action) == action


def test_spelling_is_free(play: Play) -> None:
    """Small or capital letters, spaces around and between the parts make no difference."""
    notation, rng = play.game.notation, Random(7)
    for turn in spread(play.turns):
        for action in rng.sample(list(play.game.legal_actions(turn.before)), 1):
            text = notation.write(turn.before, action)
            for other in (text.lower(), text.upper(), f"  {text}  ", text.replace(":", " :")):
                assert notation.read(turn.before, other).action == action, other


def test_the_sentence_of_a_choice_is_read_too(play: Play) -> None:
    notation = play.game.notation
    for turn in spread(play.turns, 4):
        for action in play.game.legal_actions(turn.before):
            sentence = plain(play.game.tell_action(turn.before, action), NAMES)
            text = f"{'ABCDEFGH'[action.seat]}: {sentence}"
            assert notation.read(turn.before, text).action == action, text


def test_completions_are_legal_and_lead_to_every_choice(play: Play) -> None:
    notation = play.game.notation
    for turn in spread(play.turns, 4):
        legal = play.game.legal_actions(turn.before)
        for action in Random(3).sample(list(legal), min(6, len(legal))):
            text = notation.write(turn.before, action)
            for end in range(len(text) + 1):
                found = notation.complete(turn.before, text[:end])
                assert all(notation.read(turn.before, one.text).action in legal for one in found)
            assert notation.complete(turn.before, text)[0].text == text
            sentence = tuple(play.game.tell_action(turn.before, action))
            assert notation.complete(turn.before, text)[0].sentence == sentence


def test_what_cannot_be_read_is_shown_with_the_nearest_legal_actions(play: Play) -> None:
    notation, rng = play.game.notation, Random(5)
    for turn in spread(play.turns, 6):
        legal = play.game.legal_actions(turn.before)
        for text in ("", "qqq", "zz9 zz9", notation.write(turn.before, rng.choice(legal)) + "qq"):
            with pytest.raises(Misread) as misread:
                notation.read(turn.before, text)
            near = misread.value.nearest
            assert 0 < len(near) <= NEAREST
            assert all(notation.read(turn.before, one).action in legal for one in near)


PIECES = (
    *("d", "E2", "b2", "lb2", "fa1", "=", "B:", "?", "D", ">", "Hook", "ct", "a1", "c3", "xx", "t"),
    *("A1", "lL2", "p6", "rr4", "j", "10", "!", "4-5", "Joker as 5", "mark", "from the", "m", "A:"),
)


def test_any_text_is_read_or_refused_and_what_is_read_is_written_so(play: Play) -> None:
    notation, rng = play.game.notation, Random(11)
    for turn in spread(play.turns):
        for _ in range(40):
            pieces = rng.choices(PIECES, k=rng.randrange(1, 6))
            text = rng.choice(("", " ")).join(pieces)
            notation.complete(turn.before, text)
            try:
                reading = notation.read(turn.before, text)
            except Misread:
                continue
            written = notation.write(turn.before, reading.action)
            assert notation.read(turn.before, written).action == reading.action, text


def test_the_set_up_is_read_as_it_was_written(play: Play) -> None:
    notation, first = play.game.notation, play.turns[0]
    for known in (cards(first), seen(play, first, 0), seen(play, first, None)):
        headers = notation.write_set_up(play.rules, play.start, known)
        assert set(headers) <= set(notation.set_up_keys(play.rules))
        start, answers = notation.read_set_up(play.rules, headers)
        assert answers == known
        told = Told(answers)
        run = play.game.set_up(play.rules, start, told)
        assert run.events == play.game.set_up(play.rules, play.start, Told(known)).events


def test_there_is_a_session_of_every_game() -> None:
    assert {name for name, *_ in plays()} == set(CASES)
