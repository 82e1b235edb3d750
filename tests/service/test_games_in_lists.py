"""The command line lists and shows sessions of a game without points in that game's words."""

from pathlib import Path

import pytest

from tests.service.test_cli import Mothlog


def test_a_finished_session_without_points_is_listed_and_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mothlog = Mothlog(tmp_path / "data", capsys)
    assert mothlog("simulate", "lepidoptery", "--games", "1", "--seed", "s1").code == 0
    (session,) = mothlog("sessions", "--json").json["sessions"]
    listed = mothlog("sessions")
    assert listed.code == 0
    (winner,) = session["outcome"]["winners"]
    assert f"{session['players'][winner]['name']}*" in listed.out
    assert f"climb {session['round']}" in listed.out
    shown = mothlog("show", session["id"])
    assert f"step {session['steps']} of {session['steps']}, climb {session['round']}" in shown.out
