"""Every registered game can be logged at a table by taps."""

from importlib import import_module

import pytest

from domain.games import GAMES
from service.web.boards import TEMPLATES
from service.web.table.pads import TablePad, pad_of, template_of
from tests.contract.plays import edition

STATIC = TEMPLATES.parent / "static"
PAD = [name for name in vars(TablePad) if not name.startswith("_")]


@pytest.mark.parametrize("name", GAMES)
def test_a_registered_game_has_a_pad_for_its_table(name: str) -> None:
    pad = import_module(f"service.web.boards.{name}.table_pad").PAD
    assert [part for part in (*PAD, *TablePad.__annotations__) if not hasattr(pad, part)] == []
    assert pad_of(GAMES[name]) is pad


@pytest.mark.parametrize("name", GAMES)
def test_a_pad_has_a_template_a_style_sheet_and_a_script(name: str) -> None:
    assert (TEMPLATES / template_of(GAMES[name])).is_file()
    assert (STATIC / "css" / "boards" / f"{name}_table.css").is_file()
    assert (STATIC / "js" / "boards" / f"{name}_table.js").is_file()


@pytest.mark.parametrize("name", GAMES)
def test_the_set_up_that_a_pad_asks_for_is_one_that_can_be_told(name: str) -> None:
    game = GAMES[name]
    rules = game.rules(edition(name), game.options(), game.seats[-1])
    keys = game.notation.set_up_keys(rules)
    for ask in pad_of(game).asks(rules):
        assert ask.key in keys
        told = " ".join(value for value, _ in ask.choices[: ask.count])
        _, answers = game.notation.read_set_up(rules, {ask.key: told})
        assert any(answers)
