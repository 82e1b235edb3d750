"""What the API refuses before it looks at a session, and its page."""

import pytest
from flask.testing import FlaskClient

from service.api.openapi import document
from tests.api.asking import LANTERN, Api
from tests.web.reading import get, read

OPENING = LANTERN | {"mode": "digital"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_cannot_write(
    client: FlaskClient, api: Api, headers: dict[str, str]
) -> None:
    answer = client.post("/api/sessions", json=OPENING, headers=headers)
    assert answer.status_code == 403
    assert answer.get_json()["error"]["code"] == "forbidden"
    assert api.get("/sessions")["sessions"] == []
    cancelled = client.delete("/api/experiments/0123456789abcdef", headers=headers)
    assert cancelled.get_json()["error"]["code"] == "forbidden"


def test_a_program_and_a_page_of_this_service_can_write(client: FlaskClient) -> None:
    for headers in ({}, {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}):
        assert client.post("/api/sessions", json=OPENING, headers=headers).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_foreign_form_can_send_is_not_read(client: FlaskClient, kind: str) -> None:
    answer = client.post("/api/sessions", data="{}", content_type=kind)
    assert answer.status_code == 415
    assert answer.get_json()["error"]["code"] == "unsupported_media_type"


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"\xff", b'"\xff"', b"[" * 9000, b"NaN", b"1e999", b'"\\ud800"', b"[]"]
)
def test_a_body_that_is_no_json_object_is_refused(client: FlaskClient, raw: bytes) -> None:
    answer = client.post("/api/sessions", data=raw, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["error"]["problems"]


def test_what_is_too_large_or_nowhere_or_another_method_says_so(
    client: FlaskClient, api: Api
) -> None:
    large = OPENING | {"title": "x" * 300_000}
    assert client.post("/api/sessions", json=large).get_json()["error"]["code"] == "too_large"
    assert api.get("/nowhere", 404)["error"]["code"] == "not_found"
    assert api.get("/sessions/not-an-id", 404)["error"]["code"] == "not_found"
    assert api.get("/sessions/01890000-0000-7000-8000-000000000000", 404)["error"]["message"]
    assert api.get(f"{api.digital()}/observations/{'9' * 5000}", 404)["error"]
    answer = client.delete("/api/sessions")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD, OPTIONS, POST")
    assert answer.get_json()["error"]["code"] == "method_not_allowed"
    answer = client.get("/api/games", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "bad_request")


def test_the_page_shows_every_operation_and_every_shape(client: FlaskClient) -> None:
    page = get(client, "/api")
    described = document()
    shown = [code.text for code in page.find("code")]
    for path, methods in described["paths"].items():
        assert path in shown
        for operation in methods.values():
            assert page.one("details", id=operation["operationId"])
    for name in described["components"]["schemas"]:
        assert page.one("div", id=f"shape-{name}")
    ids = {element.attrs["id"] for element in page.find() if "id" in element.attrs}
    links = [link.attrs["href"] for link in page.find("a") if link.attrs["href"].startswith("#")]
    assert {link[1:] for link in links} <= ids
    assert read(client.get("/api/")).one("h1").text == "API"
    for element in page.find():
        assert "style" not in element.attrs
        assert not element.attrs.get("src", "").startswith("http")


def test_names_in_the_description_lead_somewhere() -> None:
    described = document()
    schemas = described["components"]["schemas"]

    def names(part: object) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
            mapped = [*part.get("mapping", {}).values()] if "propertyName" in part else []
            return own + mapped + [name for value in part.values() for name in names(value)]
        return [name for each in part for name in names(each)] if isinstance(part, list) else []

    assert {name.rsplit("/")[-1] for name in names(described)} <= {*schemas}
    ids = [op["operationId"] for path in described["paths"].values() for op in path.values()]
    assert sorted(ids) == sorted({*ids})
