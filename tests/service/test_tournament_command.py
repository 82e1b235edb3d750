"""The command that lets bots play one another."""

from pathlib import Path

import pytest

from service.simulating import Interrupt
from tests.service.command_line import Mothlog

ASKED = ("tournament", "lepidoptery", "--bots", "greedy,random", "--seed", "ladder")


@pytest.fixture
def mothlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """The command line on a fresh folder."""
    return Mothlog(tmp_path / "data", capsys)


def test_the_ladder_and_every_pair_are_printed(mothlog: Mothlog) -> None:
    ran = mothlog(*ASKED, "--deals", "10", "--workers", "1")
    assert (ran.code, ran.err) == (0, "")
    assert "greedy : random" in ran.out
    assert "20 games of 2 seats" in ran.out
    assert "seed ladder" in ran.out
    found = mothlog(*ASKED, "--deals", "10", "--workers", "1", "--json").json
    (pair,) = found["pairs"]
    assert (pair["bot"], pair["games"], found["games"]) == ("greedy", 20, 20)
    assert pair["share"] == pair["won"] / 20
    assert pair["range"][0] < pair["share"] < pair["range"][1]
    assert [one["bot"] for one in found["bots"]] == ["greedy", "random"]


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_stopped_before_a_game_was_over_it_prints_no_table(
    mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]
) -> None:
    monkeypatch.setattr(Interrupt, "asked", True)
    ran = mothlog(*ASKED, "--deals", "2", "--workers", "1", *how)
    assert (ran.code, ran.out) == (1, "")
    assert "stopped before the first of 4 games was over" in ran.err


def test_stopped_in_the_middle_it_prints_what_was_played(
    mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([False, True])
    monkeypatch.setattr(Interrupt, "asked", property(lambda _: next(looks, True)))
    ran = mothlog(*ASKED, "--deals", "8", "--workers", "1")
    assert ran.code == 1
    assert "8 games of 2 seats" in ran.out
    assert "stopped: 8 of 16 games played" in ran.err
