"""What ``docs/notation.md`` says is so: its examples are read like that, its keys are counted."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from domain.chance import Told
from domain.game import Game
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from domain.notation import Reading
from domain.words import plain
from tests.contract.plays import edition
from tests.domain.lantern_moths import build as moths
from tests.domain.lepidoptery import build as climbs
from tests.domain.notation.reading import NAMES
from tests.tools.measure_notation import (
    KEYS,
    TAPS,
    Row,
    TapRow,
    by_kind,
    measure,
    measure_taps,
    named,
    table,
    table_in,
    tap_table,
)

PAGE = Path("docs", "notation.md").read_text(encoding="utf-8")
TWELVE, FOUR = 12, 4
MANY = 50  # actions, of which a median says something
EVERY = 1 if "MOTHLOG_FUZZ" in os.environ else 6
"""How many actions of the demo sessions lie between two that are tapped."""


def garden() -> Any:
    """Return a position at the end of a round of Lantern Moths."""
    hands = ("E1 E2 G2", "E2 G2 R1 V1 R3")
    return moths.last_action(hands, {"b2": "X", "a2": "E"}, discard="V1", deck="? ? ? ? ?", start=1)


def night() -> Any:
    """Return the first round of Nocturnis, alone, with a row of three to mark."""
    rules = NOCTURNIS.rules(edition("nocturnis"), NOCTURNIS.options(), 1)
    told = Told(("L2", "A1", "D1", None, None, "Row of three"))
    return NOCTURNIS.set_up(rules, 0, told).state


HERE = {
    LANTERN_MOTHS.title: (LANTERN_MOTHS, garden()),
    LEPIDOPTERY.title: (LEPIDOPTERY, climbs.position(("? " * 12, "? " * 12), "B 3")),
    NOCTURNIS.title: (NOCTURNIS, night()),
}


def examples() -> list[tuple[str, list[str], str, str]]:
    """List the rows of the games' tables: the game, its texts, the sentence, what was seen."""
    found = []
    for title in HERE:
        section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
        for texts, sentence, seen in re.findall(
            r"^\| (`.*?) \| (.*?) \| (.*?) ?\|$", section, re.M
        ):
            found.append((title, re.findall("`([^`]+)`", texts), sentence, seen.strip()))
    return found


def seen_in(reading: Reading) -> str:
    """Say what was seen the way the page does."""
    parts = [", ".join(card or "?" for card in reading.answers)] if reading.answers else []
    for question, cards in reading.named.items():
        seat = re.search(r"seat (.)", question)
        label = seat[1] if seat else "next"
        parts.append(f"{label}: {', '.join(card or '?' for card in cards)}")
    return "; ".join(parts)


@pytest.mark.parametrize(("title", "texts", "sentence", "seen"), examples())
def test_an_example_is_read_as_the_page_says(
    title: str, texts: list[str], sentence: str, seen: str
) -> None:
    game, state = HERE[title]
    for text in texts:
        reading = game.notation.read(state, text)
        assert plain(game.tell_action(state, reading.action), NAMES) == sentence, text
        assert seen_in(reading) == seen, text


def test_the_first_text_of_an_example_is_the_one_that_is_written() -> None:
    for title, (text, *_), _, _ in examples():
        game, state = HERE[title]
        action = game.notation.read(state, text).action
        assert text.startswith(game.notation.write(state, action)), text


def test_every_kind_of_action_has_an_example() -> None:
    for title, (game, state) in HERE.items():
        shown = {
            type(game.notation.read(state, texts[0]).action).__name__
            for there, texts, *_ in examples()
            if there == title
        }
        assert shown == set(measure(game)) - {"all"}


def test_the_table_of_keys_is_what_the_demo_sessions_take() -> None:
    assert table_in(PAGE, KEYS) == table()


def test_the_table_of_taps_is_what_the_demo_sessions_take() -> None:
    if EVERY == 1:
        assert table_in(PAGE, TAPS) == tap_table()
    lines = [line.strip("| ").split(" | ") for line in table_in(PAGE, TAPS).splitlines()[2:]]
    told = {(title, name): [float(n.replace(",", "")) for n in row] for title, name, *row in lines}
    for game in GAMES.values():
        for kind, row in measure_taps(game, EVERY).items():
            actions, median, _, most, untapped = told.pop((game.title, named(kind)))
            assert len(by_kind(game)[kind]) == actions
            assert row.actions < MANY or abs(row.median - median) <= 1
            assert (row.most <= most, row.untapped <= untapped) == (True, True)
    assert not told


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_typical_action_takes_twelve_keys_at_most(game: Game) -> None:
    for kind, row in measure(game).items():
        assert isinstance(row, Row)
        assert row.most_of <= TWELVE, kind


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_typical_action_takes_four_taps_at_most(game: Game) -> None:
    rows = measure_taps(game, EVERY)
    assert rows["all"].most_of <= FOUR
    assert rows["all"].untapped * 100 < rows["all"].actions
    for kind, row in rows.items():
        assert isinstance(row, TapRow)
        assert row.median <= FOUR, kind
