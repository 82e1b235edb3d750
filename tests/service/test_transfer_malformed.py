"""Every malformed file is refused with its line and reason, and stores nothing."""

import json
from pathlib import Path

import pytest

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
