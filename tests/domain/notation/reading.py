"""What the tests of notations share."""

from typing import Any

import pytest

from domain.game import Game
from domain.notation import Misread, Reading
from domain.words import plain

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def misread(game: Game, state: Any, text: str) -> Misread:
    """Return how a text is misread."""
    with pytest.raises(Misread) as caught:
        game.notation.read(state, text)
    return caught.value


def read(game: Game, state: Any, text: str) -> Reading:
    """Read a text, having checked that what is written for it is read as the same."""
    reading = game.notation.read(state, text)
    written = game.notation.write(state, reading.action)
    assert game.notation.read(state, written).action == reading.action
    return reading


def completed(game: Game, state: Any, text: str) -> dict[str, str]:
    """Map the completions of a text to their sentences, in order."""
    found = game.notation.complete(state, text)
    return {one.text: plain(one.sentence, NAMES) for one in found}
