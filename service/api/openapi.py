"""The API's description as OpenAPI 3.1, made from the table of routes and the types it names."""

import re
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from analytics.reports import for_game
from domain.games import GAMES
from service.api.answers import Error
from service.api.reading import KEY, VERSION_TAG
from service.api.routing import ROUTES, Route
from service.api.shapes import Play
from service.queries import OWN

Schema = dict[str, Any]

PREFIX = "/api"
REF = "#/components/schemas/"

ABOUT = """\
Sessions are opened, played and read as JSON. Where the service has accounts, a program sends a
token, `Authorization: Bearer …`, and a page its cookie and, with writes, the header `X-CSRFToken`
with the token of its forms; without accounts neither is looked at. What a caller may do follows
from their role and the token's scope.

Writes carry `Content-Type: application/json`. An `Idempotency-Key` makes a write safe to send
again: it is recorded once. `expected_version`, or `If-Match` with the `ETag` of a read, is the
version that the writer saw: if the position was touched since, nothing is recorded (409)."""

REFUSALS = {
    400: "The request does not have the shape described here; `problems` names every place.",
    401: "Where the service has accounts: there is no token that counts, and nobody is signed in.",
    403: "A page of another site sent it, it asks for what is still secret, or it needs another "
    "role or scope.",
    404: "There is no such session, game, edition, step, seat, report, row or experiment.",
    409: "The session has moved on; `version` is its present one.",
    413: "The body has more than 256 KB.",
    415: "The body is not said to be `application/json`.",
    422: "The rules or the session do not allow it; nothing was recorded.",
    429: "As many experiments are in line as may be, or too many writes came: `Retry-After`.",
}
TAGS = ("Games", "Sessions", "Play", "Beside the game", "The end", "Statistics", "Experiments")
SCHEMES: Schema = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "Made on the account's page, with a scope: read, record or everything.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "session",
        "description": "Of somebody who is signed in; writes carry `X-CSRFToken` too.",
    },
}
FILE: Schema = {"type": "string", "format": "binary"}

PLACES: dict[str, Schema] = {
    "session_id": {"type": "string", "format": "uuid"},
    "game": {"type": "string", "enum": [game.command_name for game in GAMES.values()]},
    "edition": {"type": "string", "minLength": 1, "maxLength": 80},
    "seat": {"type": "integer", "minimum": 0, "maximum": 7},
    "item": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "key": {"type": "string", "pattern": "^[a-z0-9_]+-[A-Za-z0-9_-]{1,60}-[0-9a-f]{10}$"},
    "report": {
        "anyOf": [
            {"type": "string", "enum": sorted({r.id for g in GAMES for r in for_game(g)})},
            {"type": "string", "pattern": f"^{OWN}[a-z0-9-]{{1,160}}$"},
        ]
    },
}
"""What stands in the braces of a path."""

SAID = {
    "session_id": "The session's `id`.",
    "game": "A game's name; the one with underscores does too.",
    "edition": "An edition's `slug`, or its name.",
    "seat": "A seat, from 0.",
    "item": "The version of the event that added the item.",
    "key": "An experiment's `key`.",
    "report": "A report's `id`; not every game has each. A saved query's begins with `own-`.",
}


@cache
def document() -> Schema:
    """Return the whole description."""
    paths: dict[str, Schema] = {}
    for route in ROUTES:
        paths.setdefault(PREFIX + route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "mothlog", "version": version("mothlog"), "description": ABOUT},
        "tags": [{"name": tag} for tag in TAGS],
        "paths": paths,
        "security": [{}, {"token": []}, {"cookie": []}],
        "components": {"schemas": _schemas(), "securitySchemes": SCHEMES},
    }


def _operation(route: Route) -> Schema:
    summary, more = route.said
    operation: Schema = {"operationId": route.name, "tags": [route.tag], "summary": summary}
    if more:
        operation["description"] = more
    if parameters := [*_in_path(route), *_in_query(route), *_in_headers(route)]:
        operation["parameters"] = parameters
    if route.body is not None:
        content = {"application/json": {"schema": _ref(route.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    operation["responses"] = dict(_responses(route))
    return operation


def _in_path(route: Route) -> list[Schema]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": SAID[name],
            "schema": PLACES[name],
        }
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]


def _in_query(route: Route) -> list[Schema]:
    if route.query is None:
        return []
    _, components = msgspec.json.schema_components([route.query], ref_template=REF + "{name}")
    described = components[route.query.__name__]
    fields, needed = described["properties"], described.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": _given(schema)}
        for name, schema in fields.items()
    ]


def _given(schema: Schema) -> Schema:
    """Return what a field takes that is there: an address cannot say null."""
    if "anyOf" not in schema:
        return schema
    (kind,) = (each for each in schema["anyOf"] if each != {"type": "null"})
    return {**kind}


def _in_headers(route: Route) -> list[Schema]:
    if not route.keyed:
        return []
    key = {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": "Names this request: sent again, it is answered again and recorded once.",
        "schema": {"type": "string", "pattern": f"^{KEY}$"},
    }
    seen = {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "description": "The `ETag` of what the writer saw; the same as `expected_version`.",
        "schema": {"type": "string", "pattern": f"^{VERSION_TAG}$"},
    }
    return [key, seen] if "{session_id}" in route.path else [key]


def _responses(route: Route) -> list[tuple[str, Schema]]:
    content = {"application/json": {"schema": _ref(route.answer)}}
    files: Schema = {kind: {"schema": FILE} for kind in route.files}
    said = {200: "Found.", 201: "Recorded.", 202: "In line, or answered before."}[route.status]
    good: Schema = {"description": said, "content": content | files}
    if route.method == "GET" or "{session_id}" in route.path:
        tag = {"schema": {"type": "string"}, "description": "The session's version, or a digest."}
        good["headers"] = {"ETag": tag}
    answers = [(str(route.status), good)]
    for status, told in route.also.items():
        answers.append((str(status), {**good, "description": told}))
    if route.method == "GET":
        answers.append(("304", {"description": "As it was: `If-None-Match` named its `ETag`."}))
    error = {"application/json": {"schema": _ref(Error)}}
    for status in refusals(route):
        answers.append((str(status), {"description": REFUSALS[status], "content": error}))
    return answers


def refusals(route: Route) -> list[int]:
    """List the statuses with which a route can refuse."""
    always = {400, 401, 403, *route.refuses}
    if route.body is not None:
        always |= {413, 415}
    if route.method != "GET":
        always.add(429)
    return sorted(always | ({404} if "{" in route.path else set()))


def _ref(kind: type) -> Schema:
    return {"$ref": REF + kind.__name__}


def _schemas() -> Schema:
    kinds = [Error, *(kind for r in ROUTES for kind in (r.body, r.answer) if kind is not None)]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    schemas = {name: _explained(schema) for name, schema in schemas.items()} | _actions()
    play = schemas[Play.__name__]
    play["oneOf"] = [
        {"required": [name], "properties": {name: _given(play["properties"][name])}}
        for name in Play.one_of
    ]
    return dict(sorted(schemas.items()))


def _explained(schema: Schema) -> Schema:
    """Move what a docstring says of a field to the field, and take the marks of Sphinx away."""
    if "description" not in schema:
        return schema
    said, *fields = (_plain(part) for part in schema["description"].split(":ivar "))
    explained = schema | {"description": said}
    for field in fields:
        name, _, text = field.partition(":")
        explained["properties"] = {**explained["properties"]}
        explained["properties"][name] = {
            "description": " ".join(text.split()),
            **explained["properties"][name],
        }
    return explained


def _plain(text: str) -> str:
    """Take the marks of Sphinx away.

    >>> _plain("``include`` has keys of :data:`KINDS`. ")
    '`include` has keys of `KINDS`.'
    """
    return re.sub(r":\w+:(?=`)", "", text).replace("``", "`").strip()


def _actions() -> Schema:
    """Describe the actions of every game; two games may call different ones the same."""
    schemas: Schema = {}
    for game in GAMES.values():
        prefix = game.title.replace(" ", "")
        (action,), components = msgspec.json.schema_components(
            [game.action], ref_template=f"{REF}{prefix}{{name}}"
        )
        schemas |= {prefix + name: schema for name, schema in components.items()}
        schemas[f"{prefix}Action"] = {"description": f"An action of {game.title}.", **action}
    schemas["Action"] = {
        "description": "An action of the session's game.",
        "anyOf": [{"$ref": f"{REF}{g.title.replace(' ', '')}Action"} for g in GAMES.values()],
    }
    return schemas
