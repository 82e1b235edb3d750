"""Bots of the data folder's file on the pages: offered, told when they fail, and asked again."""

import json
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from domain.session import Session
from service.casting import FILE
from service.wiring import Services
from tests.web.reading import get, read, submit

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"


@pytest.fixture
def program(services: Services) -> Path:
    """A bot that fails, as long as this file is not a program that plays."""
    path = services.data / "bot.py"
    path.write_text("raise SystemExit('my hand is E1 E2')", encoding="utf-8")
    command = json.dumps([sys.executable, "-S", str(path)])
    text = f'[mine]\ntitle = "My program"\ndescription = "Mine."\ncommand = {command}'
    (services.data / FILE).write_text(text, encoding="utf-8")
    return path


def only(services: Services) -> Session:
    (session_id,) = services.store.session_ids()
    return services.store.load(session_id)


def test_a_bot_that_fails_is_told_without_its_words_and_asked_again(
    client: FlaskClient, services: Services, program: Path
) -> None:
    form = get(client, "/sessions/new")
    assert "Bot: My program" in form.text
    typed = {"name__0": "Ada", "who__1": "mine", "start": "1"}
    page = read(submit(client, form, "/sessions/new", **typed))
    notice = page.one(class_="notice").text
    assert "The bot mine did not choose: it ended (exit code 1)" in notice
    assert "E1" not in notice
    assert "Nothing of its choice was recorded." in notice
    assert [player.name for player in only(services).players] == ["Ada", "My program B"]
    assert only(services).last_step == 0

    again = read(submit(client, page, "/here"))
    assert "did not choose" in again.one(class_="notice").text
    assert only(services).last_step == 0

    program.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    after = read(submit(client, again, "/here"))
    assert not after.find(class_="notice")
    assert only(services).last_step > 0
    assert only(services).game.to_act(only(services).state) == (0,)


def test_a_bot_that_is_no_longer_in_the_file_is_told_too(
    client: FlaskClient, services: Services, program: Path
) -> None:
    form = get(client, "/sessions/new")
    page = read(submit(client, form, "/sessions/new", name__0="Ada", who__1="mine", start="1"))
    (services.data / FILE).unlink()
    again = read(submit(client, page, "/here"))
    assert "there is no bot 'mine'" in again.one(class_="notice").text


def test_a_wrong_file_is_named_on_the_page_and_the_other_bots_stay(
    client: FlaskClient, services: Services
) -> None:
    (services.data / FILE).write_text('[mine]\ntitle = "M"\ncommand = []', encoding="utf-8")
    form = get(client, "/sessions/new")
    assert f"{FILE}:3: mine.command: found no word" in form.one(class_="notice").text
    assert "Bot: Random" in form.text
    assert "Bot: M" not in form.text
