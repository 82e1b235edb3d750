"""``make fuzz``: how much it sends, what coverage leads, and how it ends."""

import re
from pathlib import Path

import pytest

from tests.fuzz import __main__ as command
from tests.fuzz.guided import GUIDED
from tests.fuzz.tally import Tally

ASKED: list[int] = []
LED: list[str] = []


@pytest.fixture(autouse=True)
def nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what the command asks for, and answer that nothing broke."""

    def shares(count: int) -> list[tuple[str, int]]:
        ASKED.append(count)
        return [("SQL", count)]

    def led(name: str, *_: int) -> tuple[Tally, str | None]:
        LED.append(name)
        return Tally(name, 10), None

    for kept in (ASKED, LED):
        kept.clear()
    monkeypatch.setattr("sys.argv", ["fuzz"])
    monkeypatch.setattr(command, "_shares", shares)
    monkeypatch.setattr(command, "_mutated", lambda *_: ([Tally("SQL", 100_000, 7)], []))
    monkeypatch.setattr(command, "available", lambda: True)
    monkeypatch.setattr(command, "guided", led)


def test_it_sends_a_hundred_thousand_inputs_unless_told_otherwise() -> None:
    assert command.main() == 0
    assert ASKED == [100_000]
    makefile = Path("Makefile").read_text("utf-8")
    assert re.search(r"^COUNT +\?= 100000$", makefile, re.M)
    assert '-m tests.fuzz --count "$(COUNT)"' in makefile


def test_coverage_leads_files_notation_editions_the_api_and_sql() -> None:
    assert command.main() == 0
    assert tuple(LED) == GUIDED
    needed = {"session text", "JSON Lines", "spreadsheet", "edition", "API bodies", "SQL"}
    assert needed | {f"notation {game}" for game in ("lepidoptery", "nocturnis")} <= {*GUIDED}


def test_what_broke_is_printed_and_ends_it_with_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_mutated", lambda *_: ([Tally("SQL", 9)], ["SQL, input 7: 500"]))
    assert command.main() == 1
    assert "BROKEN SQL, input 7: 500" in capsys.readouterr().err
    monkeypatch.setattr(command, "_mutated", lambda *_: ([], []))
    monkeypatch.setattr(command, "guided", lambda name, *_: (Tally(name), f"{name}: broke"))
    assert command.main() == 1
