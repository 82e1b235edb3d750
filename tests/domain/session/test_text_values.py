"""Words, fields and times come back as they were."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import Invalid
from domain.session.text.values import (
    elapsed,
    fields,
    plain,
    quoted,
    read_date,
    read_fields,
    read_plain,
    read_time,
)

OPENED = datetime(2026, 11, 12, 19, 30, tzinfo=UTC)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@given(TEXTS)
def test_a_text_to_the_lines_end_comes_back(text: str) -> None:
    written = plain(text)
    assert read_plain(written.strip()) == text
    assert len(written.splitlines()) == 1


@given(st.dictionaries(st.from_regex(r"[a-z_]+", fullmatch=True), TEXTS | st.lists(TEXTS)))
def test_fields_come_back(told: dict[str, object]) -> None:
    assert read_fields(fields(told)) == told


@given(st.timedeltas(timedelta(days=-400), timedelta(days=400)))
def test_a_time_comes_back_to_the_microsecond(time: timedelta) -> None:
    assert read_time(elapsed(time), OPENED) == OPENED + time


def test_nothing_that_controls_a_terminal_is_written_as_it_is() -> None:
    assert quoted("\x1b[2J\x85\u202e") == '"\\u001b[2J\\u0085\\u202e"'


def test_a_time_may_be_a_date_with_its_zone() -> None:
    assert read_time("2026-11-12T21:00:00+01:00", OPENED) == OPENED + timedelta(minutes=30)


@pytest.mark.parametrize("text", ["", "soon", "1:2", "12", "1:00:00:00", "2026-11-12T21:00:00"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="expected minutes and seconds since the opening"):
        read_time(text, OPENED)


@pytest.mark.parametrize("text", ["2026-11-12", "12.11.2026 19:30", "2026-11-12T19:30:00"])
def test_a_date_needs_its_time_and_zone(text: str) -> None:
    with pytest.raises(Invalid, match="expected a time such as"):
        read_date(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("word", "expected NAME=VALUE"),
        ("text=", "a value is missing"),
        ("text= 3", "a value is missing"),
        ('text="so', "is no JSON"),
        ("a=1 a=2", "a stands there twice"),
    ],
)
def test_fields_that_are_none_say_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(Invalid, match=reason):
        read_fields(text)
