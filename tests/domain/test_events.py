"""Events as stored facts: names, JSON, older shapes, and what cannot be read."""

from datetime import UTC, datetime, timedelta, timezone
from typing import ClassVar
from uuid import UUID

import pytest

from domain.events import Codec, Event, Recorded, UnreadableEvent

SESSION = UUID("00000000-0000-0000-0000-000000000007")
NOON = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=UTC)


class Met(Event, frozen=True):
    stored_name: ClassVar[str] = "test.met:2"
    who: tuple[str, ...]
    how_often: int = 1


class Parted(Event, frozen=True):
    stored_name: ClassVar[str] = "test.parted:1"


CODEC = Codec(
    [Met, Parted],
    {
        "test.met:0": ("test.met:1", lambda old: {"guest": old["g"]}),
        "test.met:1": ("test.met:2", lambda old: {"who": [old["guest"]]}),
    },
)


def read(name: str, state: bytes) -> Recorded:
    return CODEC.decode(SESSION, 3, name, state)


@pytest.mark.parametrize("event", [Met(("Ada", "Ben")), Met((), 7), Parted()])
@pytest.mark.parametrize("key", [None, "abc"])
def test_an_event_comes_back_as_it_was_stored(event: Event, key: str | None) -> None:
    recorded = read(*CODEC.encode(NOON, event, key))
    assert recorded == Recorded(SESSION, 3, NOON, event, key)
    assert type(recorded.event) is type(event)


def test_tuples_come_back_as_tuples() -> None:
    event = read(*CODEC.encode(NOON, Met(("Ada",)))).event
    assert type(event.who) is tuple


def test_the_json_names_its_fields_and_leaves_defaults_out() -> None:
    assert CODEC.encode(NOON, Met(("Ada",))) == (
        "test.met:2",
        b'{"at":"2026-03-01T12:30:15.250000Z","event":{"who":["Ada"]}}',
    )
    assert CODEC.encode(NOON, Met(("Ada",), 2), "k")[1] == (
        b'{"at":"2026-03-01T12:30:15.250000Z","event":{"who":["Ada"],"how_often":2},"key":"k"}'
    )


def test_a_time_keeps_its_offset() -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    assert read(*CODEC.encode(at, Parted())).at.utcoffset() == timedelta(hours=5, minutes=30)


def test_an_older_shape_is_brought_up_step_by_step() -> None:
    state = b'{"at":"2026-03-01T12:30:15.25Z","event":{"g":"Ada"},"key":"k"}'
    assert read("test.met:0", state) == Recorded(SESSION, 3, NOON, Met(("Ada",)), "k")
    state = b'{"at":"2026-03-01T12:30:15.25Z","event":{"guest":"Ada"}}'
    assert read("test.met:1", state) == Recorded(SESSION, 3, NOON, Met(("Ada",)))


@pytest.mark.parametrize(
    ("name", "state", "reason"),
    [
        ("test.met:2", b"", "Input data was truncated"),
        ("test.met:2", b"{", "Input data was truncated"),
        ("test.met:2", b"[]", "Expected `object`, got `array`"),
        ("test.met:2", b'{"event":{"who":[]}}', "missing required field `at`"),
        (
            "test.met:2",
            b'{"at":"2026-03-01T12:00:00Z","event":{}}',
            r"missing required field `who` - at `\$\.event`",
        ),
        (
            "test.met:2",
            b'{"at":"2026-03-01T12:00:00Z","event":{"who":"Ada"}}',
            r"Expected `array`, got `str` - at `\$\.event\.who`",
        ),
        (
            "test.parted:1",
            b'{"at":"2026-03-01T12:00:00Z","event":{"why":"late"}}',
            r"unknown field `why` - at `\$\.event`",
        ),
        ("test.parted:1", b'{"at":"noon","event":{}}', r"Invalid RFC3339 .* - at `\$\.at`"),
        (
            "test.met:2",
            b'{"at":"2026-03-01T12:00:00Z","event":{"who":["\xff"]}}',
            "(?i)utf-?8",
        ),
        ("test.lost:1", b"{}", "expected one of: test.met:2, test.parted:1"),
        ("test.met:1", b'{"at":"2026-03-01T12:00:00Z","event":{}}', "guest"),
        ("test.met:1", b"{", "Input data was truncated"),
        ("test.met:1", b"[]", "indices|object"),
        ("test.met:1", b'{"at":"2026-03-01T12:00:00Z","event":[]}', "indices|object"),
        ("test.met:1", b'{"at":"2026-03-01T12:00:00Z"}', "event"),
        ("", b"{}", "no event of that name"),
    ],
)
def test_what_cannot_be_read_names_session_version_and_reason(
    name: str, state: bytes, reason: str
) -> None:
    with pytest.raises(UnreadableEvent, match=reason) as caught:
        read(name, state)
    assert str(caught.value).startswith(f"session {SESSION}, version 3: {name!r} cannot be read")


def test_a_recorded_event_answers_to_the_event_stores_words() -> None:
    recorded = Recorded(SESSION, 3, NOON, Parted())
    assert (recorded.originator_id, recorded.originator_version) == (SESSION, 3)


def test_events_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Met(("Ada",)).who = ()  # type: ignore[misc]
