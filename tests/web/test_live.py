"""The event stream of a session: its version and nothing else, the same for everybody."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from domain.session import Session
from service.web.pages import live
from service.wiring import Services
from tests.web.conftest import Tables


def told(version: int) -> bytes:
    return f"id: {version}\nevent: version\ndata: {version}\n\n".encode()


def stream(client: FlaskClient, session: Session, seen: int | None = None) -> Iterator[bytes]:
    headers = {} if seen is None else {"Last-Event-ID": str(seen)}
    answer = client.get(f"/sessions/{session.id}/events", headers=headers, buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    parts = answer.iter_encoded()
    assert next(parts) == b"retry: 500\n\n"
    return parts


def test_it_tells_the_version_and_each_new_one(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    parts = stream(client, session)
    assert next(parts) == told(session.version)
    services.recorder.add_note(session.id, 0, "moth")
    assert next(parts) == told(session.version + 1)


def test_a_reader_that_comes_back_hears_only_what_it_missed(
    client: FlaskClient, services: Services, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    session = tables.open("Ada", "Ben")
    assert next(stream(client, session, seen=session.version - 1)) == told(session.version)
    again = stream(client, session, seen=session.version)
    assert next(again) == b":\n\n"  # a heartbeat
    services.recorder.add_note(session.id, 0, "moth")
    assert told(session.version + 1) in (next(again), next(again))


def test_it_ends_after_a_while(
    client: FlaskClient, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LASTS", 0.0)
    session = tables.open("Ada", "Ben")
    assert list(stream(client, session)) == [told(session.version)]


def test_it_ends_when_the_service_stops(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    parts = stream(client, session)
    next(parts)
    services.bell.close()
    assert list(parts) == []
    assert client.get(f"/sessions/{session.id}/events").status_code == 503


def test_when_too_many_listen_the_page_is_told_to_ask_instead(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    services.bell.most = 0
    assert client.get(f"/sessions/{session.id}/events").status_code == 503
    assert client.get(f"/sessions/{session.id}/play/version").json == {"version": session.version}


def test_whoever_goes_listens_no_more(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    answer = client.get(f"/sessions/{session.id}/events", buffered=False)
    assert services.bell.listeners == 1
    answer.close()
    assert services.bell.listeners == 0
    client.head(f"/sessions/{session.id}/events").close()
    assert services.bell.listeners == 0


def test_a_session_that_is_not_there_has_no_events(client: FlaskClient) -> None:
    assert client.get(f"/sessions/{uuid4()}/events").status_code == 404
