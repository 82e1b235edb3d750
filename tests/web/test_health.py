"""What a supervisor asks: alive, ready, numbers; and who may see them."""

import time

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from analytics.warehouse import WarehouseError
from service.accounts.kinds import ROLES
from service.metrics import LISTENERS
from service.store import StoreError
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.signed import PASSWORD, browser, with_people

PROXIED = {"X-Forwarded-For": "203.0.113.9"}


def numbers(client: FlaskClient) -> dict[tuple[str, ...], float]:
    """Read the metrics: name and label values, to the value."""
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {(s.name, *s.labels.values()): s.value for family in families for s in family.samples}


def test_it_is_alive(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "alive"}


def test_it_is_ready_once_the_statistics_have_what_is_stored(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    services.projector.catch_up()
    before = client.get("/readyz")
    assert (before.status_code, before.json) == (
        200,
        {"status": "ready", "lag_events": 0, "lag_seconds": 0.0},
    )
    events = tables.open("Ada", "Ben").version
    assert client.get("/readyz").json["lag_events"] == events
    services.projector.catch_up()
    assert client.get("/readyz").json["lag_events"] == 0


def test_it_is_not_ready_while_the_statistics_are_long_behind(
    client: FlaskClient, services: Services, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTHLOG_LAG_SECONDS", "5")
    services.projector.catch_up()
    tables.open("Ada", "Ben")
    services.projector.whole_at = time.monotonic() - 6
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json["why"] == "the statistics are behind"
    assert answer.json["lag_seconds"] >= 6
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("part", "method", "error"),
    [
        ("store", "last_position", StoreError("disk of Ada")),
        ("projector", "reached", WarehouseError("file of Ada")),
    ],
)
def test_it_is_not_ready_without_store_or_statistics(
    client: FlaskClient,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    method: str,
    error: Exception,
) -> None:
    def broken() -> int:
        raise error

    monkeypatch.setattr(getattr(services, part), method, broken)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "cannot be read" in answer.json["why"]
    assert "Ada" not in answer.text
    assert client.get("/healthz").status_code == 200
    assert client.get("/metrics").status_code == 200


def test_whoever_asks_without_an_account_is_told_health_and_lag(
    client: FlaskClient, services: Services
) -> None:
    with_people(services)
    away = {"environ_base": {"REMOTE_ADDR": "203.0.113.9"}}
    assert [client.get(path, **away).status_code for path in ("/healthz", "/readyz")] == [200, 200]


def test_answers_are_counted_by_endpoint_and_status(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    for _ in range(3):
        client.get(f"/sessions/{session.id}/play")
    client.get("/sessions/of-Ada")
    found = numbers(client)
    assert found["mothlog_requests_total", "play.table", "GET", "200"] == 3
    assert found["mothlog_request_seconds_count", "play.table"] == 3
    assert found["mothlog_requests_total", "none", "none", "404"] == 1
    assert found["mothlog_events_stored_total",] == session.version
    assert found["mothlog_projection_lag_events",] == session.version
    tables.services.projector.whole_at = time.monotonic() - 70
    assert 70 <= numbers(client)["mothlog_projection_lag_seconds",] < 700


def test_sign_ins_that_fail_are_counted(client: FlaskClient, services: Services) -> None:
    with_people(services)
    client.application.config["WTF_CSRF_ENABLED"] = False
    for password in (PASSWORD, "a wrong one, though", "and another wrong one"):
        client.post("/sign-in", data={"name": "Dora", "password": password})
    assert numbers(client)["mothlog_sign_in_failures_total",] == 2


def test_the_numbers_of_the_process_are_there(client: FlaskClient) -> None:
    names = {name for name, *_ in numbers(client)}
    assert names >= {"process_resident_memory_bytes", "process_cpu_seconds_total"}
    assert names >= {"python_gc_objects_collected_total", "python_info"}


def test_a_conflict_is_counted(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    step = {"step": 0, "expected_version": session.version}
    action = tables.game.legal_actions(session.state)[0]
    tables.services.recorder.act(session.id, action)
    answer = client.post(f"/api/sessions/{session.id}/take-back", json=step)
    assert answer.status_code == 409, answer.text
    assert numbers(client)["mothlog_conflicts_total",] == 1


def test_listeners_are_counted(client: FlaskClient) -> None:
    assert numbers(client)["mothlog_listeners",] == 0
    client.application.extensions[LISTENERS] = lambda: 7
    assert numbers(client)["mothlog_listeners",] == 7


def test_no_label_tells_a_session_or_a_name(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada Secretname", "Ben")
    client.get(f"/sessions/{session.id}/play")
    client.get(f"/api/sessions/{session.id}")
    text = client.get("/metrics").text
    assert str(session.id) not in text
    assert session.id.hex not in text
    assert "Secretname" not in text


def test_the_numbers_are_for_this_machine_and_designers(
    client: FlaskClient, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = {"environ_base": {"REMOTE_ADDR": "203.0.113.9"}}
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", environ_base={"REMOTE_ADDR": "::1"}).status_code == 200
    assert client.get("/metrics", headers=PROXIED).status_code == 404
    assert client.get("/metrics", **away).status_code == 404
    with_people(services)
    client.application.config["WTF_CSRF_ENABLED"] = False
    for role in ROLES:
        one = browser(client.application, role)
        assert one.get("/metrics", **away).status_code == (200 if role == "designer" else 404)
    monkeypatch.setenv("MOTHLOG_METRICS", "off")
    assert client.get("/metrics").status_code == 404
