"""Files of every shape that events ever had still replay."""

import json
from collections import defaultdict
from pathlib import Path
from uuid import UUID

import pytest

from domain.events import Recorded
from domain.session import CODEC, fold

FILES = sorted(Path("tests/fixtures/recorded").glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_from_an_earlier_day_folds_to_its_end(path: Path) -> None:
    sessions: dict[str, list[Recorded]] = defaultdict(list)
    for line in path.read_text("utf-8").splitlines():
        stored = json.loads(line)
        state = json.dumps(stored["state"]).encode()
        entry = CODEC.decode(UUID(stored["session"]), stored["version"], stored["name"], state)
        sessions[stored["session"]].append(entry)
    assert sessions
    for entries in sessions.values():
        session = fold(entries)
        assert session is not None
        assert session.status in ("closed", "abandoned")
        over = session.game.outcome(session.state) is not None
        assert over == (session.status == "closed")
        assert session.opened.timed
