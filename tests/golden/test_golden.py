"""Recorded playthroughs, compared line by line. ``make golden`` writes them anew."""

from difflib import unified_diff
from pathlib import Path

import pytest

from domain.games import GAMES
from tests.golden.playthrough import HERE, RULE, played, read, replayed

FILES = sorted(HERE.glob("*.txt"))

by_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def differences(recorded: list[str], now: list[str]) -> str:
    return "\n".join(unified_diff(recorded, now, "recorded", "now", lineterm="", n=1))


@by_file
def test_a_playthrough_still_goes_as_it_went(path: Path, golden_rewrite: bool) -> None:
    head, header, recorded = read(path)
    now = list(played(header))
    if golden_rewrite:
        path.write_text(f"{head.rstrip()}\n{RULE}\n" + "\n".join(now) + "\n", encoding="utf-8")
        recorded = now
    assert differences(recorded, now) == ""


@by_file
def test_a_playthrough_is_told_the_same_from_its_recorded_events_alone(path: Path) -> None:
    _, header, recorded = read(path)
    assert differences(recorded, list(replayed(header, recorded))) == ""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_playthroughs(name: str) -> None:
    assert [path for path in FILES if read(path)[1].game == name]


@pytest.mark.parametrize("name", GAMES)
def test_the_playthroughs_of_a_game_show_every_kind_of_event_it_has(name: str) -> None:
    lines = "\n".join(line for path in FILES for line in read(path)[2])
    assert [k.stored_name for k in GAMES[name].events if f" {k.stored_name} " not in lines] == []


@by_file
def test_a_playthrough_is_named_after_its_game(path: Path) -> None:
    _, header, recorded = read(path)
    assert path.stem.startswith(header.game.replace("_", "-"))
    assert recorded[-1].startswith("end  {")
