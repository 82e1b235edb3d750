"""Everything that a request may say has a size: of bodies, texts, lists and numbers."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.openapi import document
from tests.api.asking import LANTERN, Api

OPENING = LANTERN | {"mode": "digital"}
BOUND = {"maxLength", "pattern", "enum", "const", "format"}


def unbound(schema: Any, at: str, of: dict[str, Any], seen: set[str]) -> Iterator[str]:
    """Yield every text, list and map of a schema that may be of any size."""
    if "$ref" in schema:
        at = schema["$ref"].rsplit("/")[-1]
        if at not in seen and at != "Action":  # a game's own, whose values it names itself
            seen.add(at)
            yield from unbound(of[at], at, of, seen)
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from unbound(part, at, of, seen)
    kind, values = schema.get("type"), schema.get("additionalProperties")
    if kind == "string" and not BOUND & schema.keys():
        yield at
    if kind == "array" and "maxItems" not in schema:
        yield at
    if kind == "object" and isinstance(values, dict):
        if "maxProperties" not in schema:
            yield at
        yield from unbound(values, f"{at}.*", of, seen)
    if isinstance(schema.get("items"), dict):
        yield from unbound(schema["items"], f"{at}[]", of, seen)
    for name, part in schema.get("properties", {}).items():
        yield from unbound(part, f"{at}.{name}", of, seen)


def test_every_text_and_list_that_a_request_may_say_has_a_size() -> None:
    described = document()
    found: list[str] = []
    asked, seen = 0, set[str]()
    for path, methods in described["paths"].items():
        for operation in methods.values():
            asked += 1
            said = [(p["name"], p["schema"]) for p in operation.get("parameters", ())]
            if "requestBody" in operation:
                body = operation["requestBody"]["content"]["application/json"]["schema"]
                said.append(("body", body))
            for name, schema in said:
                of = described["components"]["schemas"]
                found += unbound(schema, f"{path} {name}", of, seen)
    assert asked > 40
    assert not found


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"title": "x" * 121}, "title"),
        ({"players": [{"name": "x" * 41}, {"name": "Ben"}]}, "players[0].name"),
        ({"players": [{"name": f"{n}"} for n in range(9)]}, "players"),
        ({"tags": ["x"] * 21}, "tags"),
        ({"answers": ["B"] * 501}, "answers"),
        ({"options": {f"{n}": "x" for n in range(51)}}, "options"),
        ({"start": 8}, "start"),
    ],
)
def test_what_is_longer_than_it_may_be_is_refused_at_its_place(
    api: Api, more: dict[str, Any], place: str
) -> None:
    error = api.error("/sessions", OPENING | more, 400)
    assert place in [problem["path"] for problem in error["problems"]]
    assert api.get("/sessions")["sessions"] == []


def test_a_batch_has_a_most_of_actions_and_so_has_a_key_of_characters(api: Api) -> None:
    path = api.digital()
    many = {"actions": [{"action": {"type": "draw", "seat": 0}}] * 501}
    assert api.error(f"{path}/actions", many, 400)["path"] == "actions"
    long = {"Idempotency-Key": "x" * 101}
    assert api.error("/sessions", OPENING, 400, **long)["path"] == "Idempotency-Key"


@pytest.mark.parametrize("name", ["seats", "player", "tag", "without", "mode", "include"])
def test_an_address_names_a_field_fifty_times_at_most(client: FlaskClient, name: str) -> None:
    value = {"seats": "2", "mode": "table", "include": "branches"}.get(name, "Ada")
    once = f"{name}={value}"
    for times, statuses in ((50, (200, 200)), (51, (400, 422))):
        asked = "&".join([once] * times)
        api = client.get(f"/api/statistics/lantern-moths?{asked}")
        page = client.get(f"/statistics/lantern-moths?{asked}")
        assert (api.status_code, page.status_code) == statuses
