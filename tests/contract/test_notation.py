"""Notations are exact on output: what is written is read as the same action with the same cards."""

from itertools import islice
from typing import Any

import pytest

from domain.chance import Told
from domain.errors import Refusal
from domain.events import Event
from domain.notation import Reading
from domain.words import plain
from tests.contract.plays import CASES, Play, Turn

NAMES = "ABCDEFGH"


def outcome_of(play: Play, state: Any, action: Any, chance: Told) -> tuple[Event, ...]:
    """Carry an action out, against the rules if it must be."""
    try:
        return tuple(play.game.play(state, action, chance).events)
    except Refusal:
        return tuple(play.game.force(state, action, chance).events)


def cards(turn: Turn) -> tuple[str | None, ...]:
    return tuple(card for _, card in turn.answers)


def same_events(play: Play, state: Any, turn: Turn, reading: Reading) -> bool:
    told = reading.chance
    events = tuple(play.game.play(state, reading.action, told).events)
    return events == turn.events and not told.left


def test_every_action_of_a_session_is_read_as_it_was_written(play: Play) -> None:
    notation = play.game.notation
    for turn in play.turns[1:]:
        text = notation.write(turn.before, turn.action, cards(turn))
        reading = notation.read(turn.before, text)
        assert reading.action == turn.action, text
        assert same_events(play, turn.before, turn, reading), text


def test_few_keys_say_the_same(play: Play) -> None:
    notation = play.game.notation
    for turn in play.turns[1:]:
        text = notation.write(turn.before, turn.action, cards(turn))
        few = notation.typed(turn.before, turn.action, cards(turn))
        assert len(few) <= len(text)
        assert notation.read(turn.before, few) == notation.read(turn.before, text), few
