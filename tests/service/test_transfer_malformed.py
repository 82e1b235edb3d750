"""Every malformed file is refused with its line and reason, and stores nothing."""

import json
import os
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import GAMES
from domain.session import text
from domain.session.reading import Faulty
from service.transfer import files, jsonl
from service.transfer.reading import read_file
from service.transfer.sheet import Plan
from service.transfer.shelf import Shelf
from tests.domain.session.happenings import Evening
from tests.service.command_line import Mothlog

FOLDER = Path("tests/fixtures/malformed")
INDEX = [row.split("\t") for row in (FOLDER / "index.tsv").read_text("utf-8").splitlines()]


def test_the_index_lists_every_file_and_enough_of_each_form() -> None:
    names = sorted(name for name, _, _ in INDEX)
    assert names == sorted(path.name for path in FOLDER.iterdir() if path.suffix != ".tsv")
    forms = [Path(name).suffix for name in names]
    assert (len(names) >= 60, forms.count(".jsonl") >= 20, forms.count(".csv") >= 10) == (True,) * 3


@pytest.mark.parametrize(("name", "line", "reason"), INDEX, ids=[name for name, _, _ in INDEX])
def test_a_malformed_file_gives_its_line_and_reason_and_stores_nothing(
    name: str,
    line: str,
    reason: str,
    command: Mothlog,
) -> None:
    place = f"{FOLDER / name}{f':{line}' if line != '0' else ''}: "
    ran = command("import", str(FOLDER / name))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"{place}{reason}")
    assert ran.err.endswith("; nothing of it is stored\n")
    assert len(ran.err.splitlines()) == 1
    assert json.loads(command("sessions", "--json").out) == {"sessions": []}
    error = command("check", str(FOLDER / name), "--json").json["error"]
    assert error["line"] == (int(line) or None)
    assert error["reason"].startswith(reason)


EVENING = Evening(GAMES["lepidoptery"], 5).go_on(20)
GOOD = {
    "evening.txt": "".join(f"{line}\n" for line in text.write(EVENING, embed=True)),
    "evening.jsonl": "".join(jsonl.write(EVENING)),
    "evening.csv": "game,lepidoptery\nplayer A,Ada\nplayer B,Ben\n\nTime,Move\n12,5\n20,9\n",
}
SLIPS = [
    "",
    "0",
    "-1",
    "99",
    '"',
    "[",
    "{",
    "]",
    ":",
    ",",
    "@",
    "=",
    "?",
    "A",
    "E:",
    "\n",
    "\0",
    "é",
]


@settings(max_examples=60)
@given(st.sampled_from(sorted(GOOD)), st.data())
def test_a_slip_of_a_finger_is_a_fault_or_another_session_and_nothing_worse(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    good = GOOD[name]
    at = data.draw(st.integers(0, len(good)))
    gone = data.draw(st.integers(0, 12))
    wrong = good[:at] + data.draw(st.sampled_from(SLIPS)) + good[at + gone :]
    file = tmp_path_factory.mktemp("slips") / name
    file.write_text(wrong, encoding="utf-8")
    _, found = read_file(file, Plan(), Shelf(file.parent), datetime(2026, 11, 30, tzinfo=UTC))
    assert found.fault or found.sessions
    if found.fault and found.fault.line:
        assert 1 <= found.fault.line <= wrong.count("\n") + 1


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 10)
    file = tmp_path / "large.txt"
    file.write_bytes(b"x" * 11)
    with pytest.raises(Faulty, match="expected a smaller file"):
        files.read_bytes(file)


def test_a_line_that_is_too_long_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "WIDEST", 3)
    with pytest.raises(Faulty, match="4 characters, expected at most 3") as refused:
        files.lines_of(b"abc\nabcd\n")
    assert refused.value.fault.line == 2


@pytest.mark.parametrize("form", [text, jsonl], ids=["text", "jsonl"])
def test_a_session_without_end_is_refused(form: object, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (GOOD["evening.txt"] if form is text else GOOD["evening.jsonl"]).split("\n")
    module = import_module("domain.session.text.read") if form is text else jsonl
    monkeypatch.setattr(module, "LONGEST", 6)
    numbered = list(enumerate(lines, 1))
    now = datetime(2026, 11, 30, tzinfo=UTC)
    found = text.read(numbered, Shelf(Path()), now) if form is text else jsonl.read(numbered)
    assert found.fault is not None
    assert "more than 6 events" in found.fault.reason


def test_a_pipe_that_nobody_writes_to_is_refused_at_once(command: Mothlog, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    for what in ("check", "import"):
        ran = command(what, str(pipe))
        assert ran.code == 1
        assert ran.err.startswith(f"{pipe}: a pipe, expected an ordinary file")
        folder = command(what, str(tmp_path))
        assert folder.code == 2
        assert f"'{tmp_path}' is a directory" in folder.err


def test_a_file_of_more_lines_than_any_session_has_is_refused_before_it_is_split(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "MOST_LINES", 3)
    assert len(files.lines_of(b"#\n#\n#\n#")) == 4
    with pytest.raises(Faulty, match="more than 3 lines, expected a smaller file"):
        files.lines_of(b"#\n#\n#\n#\n\xff")
