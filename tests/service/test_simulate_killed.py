"""Simulations whose workers or whose command are killed: no game is lost, none is there twice."""

import os
import re
import signal
from pathlib import Path

import psutil
import pytest

from service.cli import run
from tests.service.killing import (
    Games,
    games,
    let_on,
    running,
    stored,
    undisturbed,
    wait_for,
    workers,
)

COUNT, SEED = 300, "killed"  # 50 games and more are stored at once, 40 more in hand
ASKED = ["simulate", "lantern-moths", "--players", "2", "--seed", SEED, "--games", str(COUNT)]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Games:
    """The games of the seed, played with nobody in the way."""
    return undisturbed(tmp_path_factory.mktemp("undisturbed"), COUNT, SEED)


def assert_whole(data: Path, sessions: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--data", str(data), "verify"]) == 0
    assert capsys.readouterr().out == f"{sessions} sessions, none damaged, irregular or different\n"
    assert run(["--data", str(data), "rebuild"]) == 0
    events = sum(map(len, games(data)))
    assert f"{events:,} events" in capsys.readouterr().out


def test_games_of_killed_workers_are_played_by_others(
    tmp_path: Path, expected: Games, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, *ASKED, "--workers", "2") as simulating:
        reached = 0
        for _ in range(3):
            wait_for(lambda: stored(tmp_path) > reached, simulating)  # noqa: B023
            reached = stored(tmp_path)
            let_on(simulating)
            workers(simulating)[-1].kill()
        assert reached < COUNT
        out, err = simulating.communicate()
    assert (simulating.returncode, err) == (0, "")
    assert f"{COUNT} games" in out
    assert games(tmp_path) == expected
    assert not list((tmp_path / "simulations").iterdir())
    assert_whole(tmp_path, COUNT, capsys)


def test_a_killed_command_leaves_whole_games_and_goes_on_from_there(
    tmp_path: Path, expected: Games, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, reached = ASKED, [0]
    for _ in range(2):
        with running(tmp_path, *arguments, "--workers", "2") as simulating:
            wait_for(lambda: stored(tmp_path) > reached[-1], simulating)
            crew = workers(simulating)
            simulating.kill()
            simulating.wait()
            assert psutil.wait_procs(crew, timeout=60)[1] == []
        reached.append(stored(tmp_path))
        arguments = ["simulate", "--resume"]
    assert 0 < reached[1] < reached[2] < COUNT
    assert_whole(tmp_path, reached[2], capsys)
    assert run(["--data", str(tmp_path), "simulate", "--resume"]) == 0
    listed, said = capsys.readouterr().out.splitlines()
    assert f"seed {SEED}" in listed
    assert f"{reached[2]} of {COUNT} games" in listed
    assert f"{COUNT} games, {reached[2]} of them before" in said
    assert games(tmp_path) == expected
    assert run(["--data", str(tmp_path), "verify"]) == 0


def test_killed_before_its_first_game_is_stored_a_run_is_known(
    tmp_path: Path, expected: Games
) -> None:
    with running(tmp_path, *ASKED, "--workers", "2") as simulating:
        folder = tmp_path / "simulations"
        wait_for(lambda: folder.is_dir() and list(folder.glob("*.json")), simulating)
        simulating.kill()
    assert stored(tmp_path) < COUNT
    (path,) = folder.glob("*.json")
    assert run(["--data", str(tmp_path), "simulate", "--resume", path.stem[:6]]) == 0
    assert games(tmp_path) == expected


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_it_says_how_to_go_on(
    tmp_path: Path, expected: Games, number: signal.Signals
) -> None:
    with running(tmp_path, *ASKED, "--workers", "2") as simulating:
        wait_for(lambda: stored(tmp_path) > 0, simulating)
        os.killpg(simulating.pid, number)
        _, err = simulating.communicate()
    assert simulating.returncode == 1
    told = re.fullmatch(
        r"mothlog: stopped: (\d+) of 300 games recorded, whole and once; mothlog simulate "
        r"--resume (\w{10}) plays the others, those in hand from their beginning\n",
        err,
    )
    assert told
    assert 0 < stored(tmp_path) == int(told[1]) < COUNT
    assert run(["--data", str(tmp_path), "simulate", "--resume", told[2]]) == 0
    assert games(tmp_path) == expected
