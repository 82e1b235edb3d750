"""Spreadsheets come in through a map of their columns."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from domain.session import Session
from domain.session.events import NoteAdded
from service.transfer.importing import store
from service.transfer.reading import read_file
from service.transfer.sheet import Plan
from service.transfer.shelf import Shelf
from service.wiring import Services
from tests.service.command_line import Mothlog
from tests.service.test_transfer import NOW

HEADERS = {"game": "lepidoptery", "player A": "Ada", "player B": "Ben", "start": "B"}
ROWS = [
    ["When", "Who", "What", "Remark"],
    ["12", "Ben", "5", ""],
    ["0:47.5", "a", "9", 'a "nine", at once'],
    ["1:20", "", "9-10", ""],
    ["", "", "", "long silence"],
    ["1:31", "Ada", "pass", ""],
]
COLUMNS = {"seat": "who", "action": "What", "note": "Remark", "time": "When"}
DOCUMENT = Path("docs/session-format.md")


def session_of(text: str, folder: Path, plan: Plan) -> Session:
    file = folder / "evening.csv"
    file.write_text(text, encoding="utf-8")
    form, found = read_file(file, plan, Shelf(folder), NOW)
    assert (form, found.fault) == ("csv", None)
    return found.sessions[0].session


def written(delimiter: str, comma: bool = False) -> str:
    rows = [
        [cell.replace(".", ",") if comma and n == 0 else cell for n, cell in enumerate(row)]
        for row in ROWS
    ]
    cells = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in rows]
    return "".join(delimiter.join(row) + "\r\n" for row in cells)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("comma", [False, True], ids=["point", "comma"])
def test_delimiters_and_decimals_of_every_country(
    delimiter: str, comma: bool, tmp_path: Path
) -> None:
    session = session_of(written(delimiter, comma), tmp_path, Plan(COLUMNS, HEADERS))
    times = [entry.at - session.log[0].at for entry in session.log[2:]]
    seconds = [time / timedelta(seconds=1) for time in times]
    assert seconds == [12, 47.5, 47.5, 80, 80, 91, 91, 91][: len(seconds)]
    notes = [note.event.text for note in session.notes if isinstance(note.event, NoteAdded)]
    assert notes == ['a "nine", at once', "long silence"]
    assert [seat.seat for _, seat in session.actions] == [1, 0, 1, 0]
    assert session.opened.timed
    assert session.opened.mode == "table"


def test_the_worked_example_of_the_document_is_stored(
    command: Mothlog,
    tmp_path: Path,
) -> None:
    page = DOCUMENT.read_text("utf-8")
    (example,) = re.findall(r"((?:    [^\n]*\n)+)\nit is stored with\n\n    mothlog ([^\n]+)", page)
    file = tmp_path / "saturday.csv"
    file.write_text("".join(line[4:] + "\n" for line in example[0].splitlines()), "utf-8")
    arguments = example[1].replace("saturday.csv", str(file)).split()
    ran = command(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert "  stored  Saturday at the attic: Ada, Ben" in ran.out
    assert "  here already  " in command(*arguments).out


def test_the_texts_of_the_document_can_be_read(
    command: Mothlog,
    tmp_path: Path,
) -> None:
    page = DOCUMENT.read_text("utf-8")
    (example,) = re.findall(r"    mothlog session 1\n(?:(?:    [^\n]*)?\n)+?    @end \d+\n", page)
    file = tmp_path / "evening.txt"
    file.write_text("".join(line[4:] + "\n" for line in example.splitlines()), "utf-8")
    ran = command("check", str(file))
    assert (ran.code, ran.err) == (0, "")


def test_a_file_says_itself_what_it_is_and_options_come_before_it(tmp_path: Path) -> None:
    lead = "game,lepidoptery\nPlayer A,Ada\nplayer B:,Ben\nplace,Attic\nstart,B\n\n"
    text = lead + "Seat,Move\nB,5\nA,9\n,@back step=1\nA,10\n,@abandoned\n"
    session = session_of(text, tmp_path, Plan({}, {"place": "Café"}))
    assert session.opened.place == "Café"
    assert session.names == ("Ada", "Ben")
    assert (session.status, session.last_step) == ("abandoned", 2)
    assert not session.opened.timed


def test_a_sheet_without_a_date_is_stored_once_under_an_id_of_its_first_hour(
    services: Services, tmp_path: Path
) -> None:
    file = tmp_path / "evening.csv"
    file.write_text("Seat,Move\nB,5\nA,9\n", encoding="utf-8")
    stored = []
    for days in (0, 30):
        at = NOW + timedelta(days=days)
        _, found = read_file(file, Plan({}, HEADERS), Shelf(tmp_path), at)
        stored += store(services.store, found, "csv")
    assert [one.new for one in stored] == [True, False]
    assert stored[0].session.id == stored[1].session.id
    milliseconds = stored[0].session.id.int >> 80
    assert 0 <= NOW.timestamp() * 1000 - milliseconds < 3_600_000


def test_dates_in_the_time_column_open_the_session(tmp_path: Path) -> None:
    text = "Time,Move\n2026-11-14 20:10:00,5\n2026-11-14T20:11:30,9\n"
    session = session_of(text, tmp_path, Plan({}, HEADERS))
    assert [entry.at.isoformat() for entry in session.log] == [
        *["2026-11-14T20:10:00+00:00"] * 3,
        "2026-11-14T20:11:30+00:00",
    ]


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (["--map", "mood=Face"], "expected some of: seat=COLUMN"),
        (["--map", "seat=A,seat=B"], "seat stands there twice"),
        (["--header", "place"], "expected NAME=VALUE"),
        (["--game", "lepidoptery", "--header", "game=nocturnis"], "'game' is told twice"),
        (["--player", "x"] * 9, "9 players, expected at most 8"),
    ],
)
def test_options_that_make_no_sense_are_wrong_usage(
    told: list[str],
    reason: str,
    command: Mothlog,
    tmp_path: Path,
) -> None:
    file = tmp_path / "evening.csv"
    file.write_text("Move\n5\n")
    ran = command("check", str(file), *told)
    assert ran.code == 2
    assert reason in ran.err
