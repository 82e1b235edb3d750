"""The command that tries an edition out."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analytics.farm import FarmError
from domain.games import LANTERN_MOTHS, NOCTURNIS
from service.cli import run
from tests.service.editions import text_of

Mothlog = Callable[..., tuple[int, str, str]]


@pytest.fixture
def mothlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """The command line on a fresh folder."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(["--data", str(tmp_path / "data"), *arguments])
        return code, *capsys.readouterr()

    return call


def data(mothlog: Mothlog, *arguments: str) -> dict:
    code, out, err = mothlog("trial", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_a_solo_trial_is_held_against_the_stars_and_records_nothing(
    mothlog: Mothlog, tmp_path: Path
) -> None:
    found = data(mothlog, "nocturnis", "--games", "6", "--seed", "x")
    assert found["bots"] == ["greedy"]
    assert found["games"] == found["scores"] == sum(found["counts"].values()) == 6
    scores = [int(points) for points, count in found["counts"].items() for _ in range(count)]
    assert found["mean"] == pytest.approx(sum(scores) / 6, abs=0.01)
    assert [found["tenths"][0], found["tenths"][-1]] == [min(scores), max(scores)]
    thresholds = found["thresholds"]
    assert thresholds["under"] == {"points": 45, "part": sum(s < 45 for s in scores) / 6}
    assert thresholds["over"] == {"points": 55, "part": sum(s > 55 for s in scores) / 6}
    assert not (tmp_path / "data").exists()


def test_the_same_seed_gives_the_same_scores_with_any_number_of_workers(mothlog: Mothlog) -> None:
    asked = ("nocturnis", "--bots", "random", "--games", "30", "--seed", "y")
    assert data(mothlog, *asked, "--workers", "1") == data(mothlog, *asked, "--workers", "2")


def test_a_trial_plays_what_would_be_simulated(mothlog: Mothlog) -> None:
    asked = ("nocturnis", "--bots", "random", "--games", "3", "--players", "2", "--seed", "z")
    found = data(mothlog, *asked)
    mothlog("simulate", *asked)
    _, out, _ = mothlog("sessions", "--json")
    totals = [s["total"] for row in json.loads(out)["sessions"] for s in row["outcome"]["scores"]]
    counted = [int(points) for points, count in found["counts"].items() for _ in range(count)]
    assert sorted(totals) == counted


def test_several_seats_have_no_stars(mothlog: Mothlog) -> None:
    found = data(mothlog, "nocturnis", "--bots", "random", "--players", "3", "--games", "2")
    assert found["scores"] == 6
    assert found["thresholds"] is None


def test_an_edition_is_tried_from_its_file(mothlog: Mothlog, tmp_path: Path) -> None:
    file = tmp_path / "low.toml"
    file.write_text(text_of(NOCTURNIS, ("[45, 55]", "[5, 9]"), name='"Low stars"'), "utf-8")
    code, out, _ = mothlog("trial", "nocturnis", "--edition", str(file), "--games", "2")
    assert code == 0
    assert out.startswith("Low stars (Nocturnis): 2 games, 1 seat, greedy\n")
    assert "under 5: 0.0%, 5 to 9: 0.0%, over 9: 100.0%" in out


def test_a_file_with_an_error_or_of_another_game_is_refused(
    mothlog: Mothlog, tmp_path: Path
) -> None:
    file = tmp_path / "other.toml"
    file.write_text(text_of(LANTERN_MOTHS, name='"Other"'), "utf-8")
    code, _, err = mothlog("trial", "nocturnis", "--edition", str(file))
    assert code == 2
    assert "'lantern_moths' found, expected 'nocturnis'" in err
    file.write_text(text_of(NOCTURNIS, ("value = 5", "value = -5"), name='"Other"'), "utf-8")
    code, _, err = mothlog("trial", "nocturnis", "--edition", str(file))
    assert code == 2
    assert "hand_limit.value" in err
    code, _, err = mothlog("trial", "nocturnis", "--edition", "nothing")
    assert code == 1
    assert "there is no edition 'nothing'" in err


def test_a_game_without_points_is_refused(mothlog: Mothlog) -> None:
    code, out, err = mothlog("trial", "lepidoptery", "--games", "1")
    assert (code, out) == (2, "")
    assert "Lepidoptery has no points to count" in err


def test_a_worker_that_ended_is_said_in_a_sentence(
    mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise FarmError("a worker was ended 3 times by the same task")

    monkeypatch.setattr("service.cli.trial.try_out", broken)
    code, out, err = mothlog("trial", "nocturnis", "--games", "2")
    assert (code, out) == (1, "")
    assert err.startswith("mothlog: a worker ended before its games were played")
    assert "--workers" in err


@pytest.mark.parametrize("command", ["trial", "simulate"])
def test_a_bot_that_does_not_exist_for_the_game_is_refused(mothlog: Mothlog, command: str) -> None:
    code, _, err = mothlog(command, "lantern-moths", "--bots", "wizard", "--games", "1")
    assert code == 2
    assert "there is no bot 'wizard' for Lantern Moths, expected one of: random" in err


@pytest.mark.parametrize("command", ["trial", "simulate"])
def test_sheets_for_other_seats_than_there_are_are_refused_before_anything_is_played(
    mothlog: Mothlog, command: str
) -> None:
    code, out, err = mothlog(command, "nocturnis", "--players", "1", "--option", "sheet=front,back")
    assert (code, out) == (1, "")
    assert err == "mothlog: option sheet: 2 values found, expected 1 or one for each of 1\n"
