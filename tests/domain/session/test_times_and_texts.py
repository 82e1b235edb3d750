"""What no calendar and no encoding can hold is refused before it is stored."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.chance import Told
from domain.events import Recorded
from domain.games import LEPIDOPTERY
from domain.session.commands import Table, add_note, open_session
from domain.session.events import Player
from domain.session.replay import Misplaced, parts
from domain.session.session import fold
from service import seeds

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
ID = UUID("01920000-0000-7000-8000-000000000000")


def log() -> list[Recorded]:
    table = Table(
        game=LEPIDOPTERY,
        rules="v1.0.0",
        edition=seeds.edition(LEPIDOPTERY),
        players=(Player("Ida"), Player("Noor")),
        mode="table",
    )
    entries = [
        Recorded(ID, nth, AT, event) for nth, event in enumerate(open_session(table, Told()), 1)
    ]
    session = fold(entries)
    assert session is not None
    (note,) = add_note(session, 0, "hello")
    return [*entries, Recorded(ID, 3, AT, note)]


def test_a_log_of_today_is_read() -> None:
    assert [part.after.version for part in parts(log())] == [2, 3]


@pytest.mark.parametrize("year", [1, 1899, 2200, 9999])
def test_a_time_that_no_play_has_is_refused_with_its_version(year: int) -> None:
    entries = log()
    entries[2] = replace(entries[2], at=datetime(year, 6, 1, tzinfo=UTC))
    with pytest.raises(Misplaced, match=r"version 3: .*expected a year from 1900 to 2200"):
        list(parts(entries))


def test_half_of_a_pair_is_no_character() -> None:
    entries = log()
    entries[2] = replace(entries[2], event=replace(entries[2].event, text="\ud800"))
    with pytest.raises(Misplaced, match="version 3: a text with a character that is none"):
        list(parts(entries))
