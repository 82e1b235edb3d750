"""The register of games."""

import pytest

from domain.chance import Observed
from domain.errors import Refusal
from domain.games import GAMES, LANTERN_MOTHS, find
from domain.games.lantern_moths.actions import Draw, Flip
from domain.games.lantern_moths.events import CardDrawn
from tests.domain.lantern_moths.build import A, position


@pytest.mark.parametrize("name", ["lantern_moths", "lantern-moths"])
def test_a_game_is_found_with_dashes_or_underscores(name: str) -> None:
    assert find(name) is LANTERN_MOTHS


@pytest.mark.parametrize("name", ["", "Lantern Moths", "chess"])
def test_a_game_that_is_not_registered_is_not_found(name: str) -> None:
    with pytest.raises(KeyError):
        find(name)


def test_every_game_is_registered_under_its_own_name() -> None:
    assert [game.name for game in GAMES.values()] == list(GAMES)


def test_a_command_name_has_dashes() -> None:
    assert LANTERN_MOTHS.command_name == "lantern-moths"


def test_decide_answers_with_events_or_refuses() -> None:
    state = position()
    assert LANTERN_MOTHS.decide(state, Draw(A), Observed(["B1"])) == (CardDrawn(A, "B1"),)
    with pytest.raises(Refusal):
        LANTERN_MOTHS.decide(state, Flip(A, "a3"), Observed(["B"]))
