"""The command line as a person uses it: what is printed, where, and the exit code."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pytest

from service.cli import COMMANDS, run
from service.demo import lines


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Mothlog:
    """Runs commands on one data folder."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data, self._capsys = data, capsys

    def __call__(self, *arguments: str) -> Ran:
        code = run(["--data", str(self.data), *arguments])
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)


@pytest.fixture
def mothlog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """The command line on a fresh folder."""
    return Mothlog(tmp_path / "data", capsys)


def damage(mothlog: Mothlog, sql: str) -> None:
    with sqlite3.connect(mothlog.data / "events.sqlite") as db:
        db.execute(sql)


def test_help_lists_every_command_and_makes_no_folder(mothlog: Mothlog) -> None:
    helped = mothlog("--help")
    assert helped.code == 0
    assert all(f"\n  {name} " in helped.out for name in COMMANDS)
    for name in COMMANDS:
        assert mothlog(name, "--help").code == 0
    assert not mothlog.data.exists()


def test_simulated_games_are_stored_counted_and_shown_step_by_step(mothlog: Mothlog) -> None:
    made = mothlog("simulate", "lantern-moths", "--games", "30", "--players", "3", "--seed", "s1")
    assert made.code == 0
    assert "30 games" in made.out
    counted = mothlog("stats", "lantern-moths", "--json").json
    assert counted["basis"] == {"counted": 30, "of": 30, "left_out": [], "let_in": []}
    listed = mothlog("sessions", "--json", "--limit", "50").json["sessions"]
    assert len(listed) == 30
    assert {row["status"] for row in listed} == {"closed"}
    shown = mothlog("show", listed[0]["id"], "--step", "0", "--json").json
    assert shown["event"]["name"] == "lantern_moths.game_set_up:1"
    assert shown["to_act"] == [shown["state"]["start"]]


def test_the_same_seed_gives_the_same_games_for_any_number_of_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = []
    for workers in ("1", "2"):
        mothlog = Mothlog(tmp_path / workers, capsys)
        arguments = ["--games", "60", "--bots", "random,random", "--seed", "moon"]
        assert mothlog("simulate", "lantern-moths", *arguments, "--workers", workers).code == 0
        with sqlite3.connect(mothlog.data / "events.sqlite") as db:
            found = db.execute(
                "SELECT originator_version, topic, json_extract(state, '$.event') "
                "FROM stored_events ORDER BY rowid"
            ).fetchall()
        stored.append(found)
    assert len({row[2] for row in stored[0] if row[0] == 2}) > 50, "games differ from each other"
    assert stored[0] == stored[1]


def test_another_seed_or_option_gives_other_games(mothlog: Mothlog) -> None:
    arguments = ["simulate", "lantern-moths", "--games", "20", "--players", "2", "--json"]
    first = mothlog(*arguments, "--seed", "a").json
    second = mothlog(*arguments, "--seed", "b").json
    assert first["events"] != second["events"]
    option = ["--option", "ghost_blocks=while_present"]
    assert mothlog(*arguments, "--seed", "a", *option).code == 0
    listed = mothlog("sessions", "--json", "--limit", "60").json["sessions"]
    values = [row["options"]["ghost_blocks"] for row in listed]
    assert values.count("while_present") == 20


def test_a_seat_is_shown_its_own_hand_and_no_other(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "1", "--players", "3", "--seed", "s")
    session = mothlog("sessions", "--json").json["sessions"][0]["id"]
    everything = mothlog("show", session, "--step", "9", "--json").json["state"]
    seat = mothlog("show", session, "--step", "9", "--seat", "B", "--json").json
    assert seat["seat"] == 1
    hands = seat["state"]["hands"]
    assert hands[1] == everything["hands"][1]
    assert hands[0] == {"known": [], "unknown": len(everything["hands"][0]["known"])}
    public = mothlog("show", session, "--step", "9", "--public", "--json").json
    assert [hand["known"] for hand in public["state"]["hands"]] == [[], [], []]
    assert public["state"]["deck"]["known"] == []


def test_show_draws_the_garden_and_says_the_step(mothlog: Mothlog) -> None:
    mothlog("demo")
    listed = mothlog("sessions", "--json", "--limit", "100").json["sessions"]
    newest = next(row for row in listed if row["game"] == "lantern_moths")
    shown = mothlog("show", newest["id"][-8:], "--step", "1")
    assert shown.code == 0
    assert "step 1 of" in shown.out
    assert "b2" in shown.out
    assert newest["players"][0]["name"] in shown.out


def test_demo_sessions_are_recorded_once(mothlog: Mothlog) -> None:
    sessions = len({line.session for line in lines()})
    first, second = mothlog("demo"), mothlog("demo")
    assert f"{sessions} demo sessions recorded" in first.out
    assert "here already" in second.out
    assert f"{sessions} sessions, 2 irregular\n" in mothlog("verify").out


def test_rebuilt_statistics_say_the_same(mothlog: Mothlog) -> None:
    mothlog("demo")
    before = mothlog("stats", "lantern-moths", "--json").json
    assert mothlog("rebuild").code == 0
    assert mothlog("stats", "lantern-moths", "--json").json == before


def test_that_no_session_is_of_the_kind_asked_for_is_said(mothlog: Mothlog) -> None:
    assert mothlog("simulate", "lepidoptery", "--games", "1", "--workers", "1").code == 0
    assert mothlog("sessions", "--status", "abandoned").out == (
        "None of the stored sessions is one with the status abandoned.\n"
    )
    assert mothlog("sessions", "--game", "nocturnis", "--status", "live").out == (
        "None of the stored sessions is one of Nocturnis with the status live.\n"
    )
    assert mothlog("sessions", "--status", "abandoned", "--json").json == {"sessions": []}


def test_an_empty_folder_has_no_sessions_and_says_so(mothlog: Mothlog) -> None:
    assert mothlog("sessions", "--json").json == {"sessions": []}
    assert "No sessions yet" in mothlog("sessions").out
    assert mothlog("stats", "lantern-moths", "--json").json["basis"]["counted"] == 0
    assert mothlog("verify").out == "0 sessions, none damaged, irregular or different\n"


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE stored_events SET state = 'x' WHERE rowid = 7", "version 7"),
        ("UPDATE stored_events SET topic = 'session.gone:9' WHERE rowid = 1", "session.gone:9"),
        ("DELETE FROM stored_events WHERE rowid = 5", "version 5 is missing"),
        (
            "UPDATE stored_events SET state = json_replace(state, '$.event.edition_hash', 'f00') "
            "WHERE rowid = 1",
            "hash",
        ),
    ],
)
def test_verify_names_the_damaged_session_and_only_that(
    mothlog: Mothlog, sql: str, said: str
) -> None:
    mothlog("simulate", "lantern-moths", "--games", "4", "--seed", "v")
    damage(mothlog, sql)
    verified = mothlog("verify")
    assert verified.code == 1
    rows = [line for line in verified.out.splitlines() if "damaged" in line]
    assert len(rows) == 2  # the session, and the count
    assert said in rows[0]
    assert verified.err == "mothlog: 1 of 4 sessions are damaged\n"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["fly"], 2, "No such command"),
        (["show"], 2, "Missing argument"),
        (["simulate", "chess"], 2, "there is no game 'chess', expected one of: lantern-moths"),
        (["simulate", "lantern-moths", "--games", "0"], 2, "0 is not in the range"),
        (["simulate", "lantern-moths", "--bots", "genius"], 2, "there is no bot 'genius'"),
        (["simulate", "lantern-moths", "--bots", "random,random", "--players", "3"], 2, "2 bots"),
        (["simulate", "lantern-moths", "--option", "ghost_blocks"], 2, "expected NAME=VALUE"),
        (["simulate", "lantern-moths", "--option", "moon=full"], 2, "no option 'moon'"),
        (["simulate", "lantern-moths", "--option", "ghost_blocks=never"], 2, "expected one of"),
        (["simulate", "lantern-moths", "--players", "5"], 2, "5 seats, expected 2 to 4"),
        (["show", "nothing"], 1, "no session"),
        (["show", "1234", "--seat", "A", "--public"], 2, "exclude each other"),
        (["stats", "chess"], 2, "there is no game"),
        (["stats", "lantern-moths", "--option", "moon=full"], 2, "no option 'moon'"),
        (["stats", "lantern-moths", "--option", "ghost_blocks=no"], 2, "planted_round"),
        (["serve", "--host", "0.0.0.0"], 1, "not a loopback address"),
        (["serve", "--port", "99999"], 2, "99999"),
    ],
)
def test_wrong_input_ends_in_one_clear_line(
    mothlog: Mothlog, arguments: list[str], code: int, said: str
) -> None:
    ran = mothlog(*arguments)
    assert ran.code == code
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith("mothlog: ")
    assert ran.out == ""


def test_steps_and_seats_that_do_not_exist_are_named(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "1", "--players", "2", "--seed", "s")
    session = mothlog("sessions", "--json").json["sessions"][0]["id"]
    missing = mothlog("show", session, "--step", "9999")
    assert (missing.code, "no step 9999" in missing.err) == (1, True)
    nobody = mothlog("show", session, "--seat", "C")
    assert (nobody.code, "no seat 'C', expected A to B" in nobody.err) == (1, True)


def test_a_data_folder_that_is_a_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("here")
    ran = Mothlog(tmp_path / "taken", capsys)("sessions")
    assert ran.code == 1
    assert "taken" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_end_is_shown_with_totals_that_add_up_and_its_winner(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "1", "--players", "2", "--seed", "end")
    session = mothlog("sessions", "--json").json["sessions"][0]
    outcome, names = session["outcome"], [player["name"] for player in session["players"]]
    shown = mothlog("show", session["id"]).out
    for name, score in zip(names, outcome["scores"], strict=True):
        parts = [score["printed"], score["ghosts"], score["sets"]]
        assert score["total"] == sum(parts)
        assert f"{name}: {score['total']} (printed {parts[0]}, Ghosts {parts[1]}" in shown
    assert names[outcome["winners"][0]] + " wins" in shown
    winner = outcome["winners"][0]
    total = outcome["scores"][winner]["total"]
    assert f"{names[winner]} {total}*" in mothlog("sessions").out


def test_a_session_is_found_by_its_first_or_last_digits(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "1", "--seed", "id")
    session = mothlog("sessions", "--json").json["sessions"][0]["id"]
    for part in (session[:9], session[-9:], session.upper()):
        assert mothlog("show", part, "--json").json["session"]["id"] == session


@pytest.mark.parametrize("command", [["sessions"], ["verify"], ["stats", "lantern-moths"]])
def test_an_event_store_that_is_no_database_is_named(mothlog: Mothlog, command: list[str]) -> None:
    mothlog("simulate", "lantern-moths", "--games", "1", "--seed", "x")
    (mothlog.data / "events.sqlite").write_bytes(b"not a database at all" * 500)
    ran = mothlog(*command)
    assert ran.code == 1
    assert ran.err.startswith("mothlog: events.sqlite in the data folder cannot be used: ")
    assert len(ran.err.splitlines()) == 1


def test_damaged_statistics_are_made_anew_from_the_stored_events(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "20", "--seed", "x")
    before = mothlog("stats", "lantern-moths", "--json").json
    (mothlog.data / "statistics.duckdb").write_bytes(b"no statistics" * 500)
    assert mothlog("stats", "lantern-moths", "--json").json == before
    (mothlog.data / "statistics.duckdb").unlink()
    assert mothlog("stats", "lantern-moths", "--json").json == before


def test_no_command_shows_the_help_on_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    out, err = capsys.readouterr()
    assert "\n  simulate " in err
    assert out == ""


def test_a_damaged_session_does_not_hide_the_others(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "3", "--seed", "d")
    damaged = mothlog("sessions", "--json").json["sessions"][1]["id"]
    damage(mothlog, "UPDATE stored_events SET state = 'x' WHERE originator_version = 3 AND "
           f"originator_id = '{damaged.replace('-', '')}'")  # fmt: skip
    listed = mothlog("sessions", "--json")
    assert listed.code == 0
    assert len(listed.json["sessions"]) == 2
    assert damaged in listed.err
    shown = mothlog("show", damaged)
    assert shown.code == 1
    assert "version 3" in shown.err


def test_a_session_that_lost_its_set_up_is_named(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "2", "--seed", "s")
    damage(mothlog, "DELETE FROM stored_events WHERE originator_version > 1 AND originator_id IN "
           "(SELECT originator_id FROM stored_events WHERE rowid = 1)")  # fmt: skip
    assert "its set-up is missing" in mothlog("verify").out


@pytest.mark.parametrize("arguments", [["--players", "9" * 13], ["--players", "-1"]])
def test_absurd_numbers_of_seats_are_refused(mothlog: Mothlog, arguments: list[str]) -> None:
    ran = mothlog("simulate", "lantern-moths", *arguments)
    assert ran.code == 2
    assert "seats, expected 2 to 4" in ran.err


def test_a_seat_of_many_digits_is_refused(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "1", "--seed", "s")
    session = mothlog("sessions", "--json").json["sessions"][0]["id"]
    ran = mothlog("show", session, "--seat", "9" * 5000)
    assert ran.code == 1
    assert "no seat" in ran.err


def test_statistics_with_a_table_missing_are_whole_after_one_rebuild(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "20", "--seed", "t")
    before = mothlog("stats", "lantern-moths", "--json").json
    with duckdb.connect(str(mothlog.data / "statistics.duckdb")) as db:
        db.execute("DROP TABLE lm_dusk")
    assert mothlog("rebuild").code == 0
    assert mothlog("stats", "lantern-moths", "--json").json == before


def test_an_interrupted_simulation_stores_whole_games_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from service.cli import main; main()"]
    command += ["--data", str(tmp_path), "simulate", "lantern-moths", "--games", "100000000"]
    with subprocess.Popen(
        [*command, "--workers", "2"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        store = tmp_path / "events.sqlite"
        while not store.exists() or _stored(store) == 0:
            assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate()
    assert running.returncode == 1
    said = re.search(r"stopped: (\d+) of 100000000 games recorded", err)
    assert said
    assert "Traceback" not in err
    assert _stored(store) == int(said[1])


def _stored(store: Path) -> int:
    """Count the games that are stored to their end."""
    with sqlite3.connect(store) as db:
        try:
            query = "SELECT count(*) FROM stored_events WHERE topic = 'session.closed:1'"
            return int(db.execute(query).fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def test_statistics_damaged_in_the_middle_are_healed_by_one_rebuild(mothlog: Mothlog) -> None:
    mothlog("simulate", "lantern-moths", "--games", "60", "--seed", "m")
    before = mothlog("stats", "lantern-moths", "--json").json
    path = mothlog.data / "statistics.duckdb"
    whole = path.read_bytes()
    seen = set()
    for at in range(12_288, len(whole), len(whole) // 8):
        path.write_bytes(whole[:at] + b"\xff" * 3000 + whole[at + 3000 :])
        ran = mothlog("stats", "lantern-moths", "--json")
        seen.add(ran.code)
        if ran.code:
            assert "rebuild" in ran.err
        assert mothlog("rebuild").code == 0
        assert mothlog("stats", "lantern-moths", "--json").json == before
    assert 1 in seen, "no place was hit that matters"
