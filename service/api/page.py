"""The description as a page of the house: every operation and every shape, without scripts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template
from markupsafe import Markup, escape

from service.api.openapi import REF, TAGS, Schema, document

Row = tuple[str, Markup, Markup]
"""A field's name with a star where it is required, its type, and what it means."""


@dataclass(frozen=True)
class Operation:
    """One operation as the page shows it."""

    id: str
    method: str
    path: str
    summary: str
    more: Markup
    parameters: list[Row]
    body: str
    answers: list[tuple[str, Markup, str]]


def show() -> str:
    """Show what the API can do."""
    described = document()
    operations = [
        _operation(path, method, op)
        for path, methods in described["paths"].items()
        for method, op in methods.items()
    ]
    tags = {
        op["operationId"]: op["tags"][0] for o in described["paths"].values() for op in o.values()
    }
    groups = [(tag, [o for o in operations if tags[o.id] == tag]) for tag in TAGS]
    schemas = described["components"]["schemas"]
    return render_template(
        "api.html",
        here="api",
        about=[_marked(part) for part in described["info"]["description"].split("\n\n")],
        version=described["info"]["version"],
        groups=groups,
        schemas=[
            (name, _marked(s.get("description", "")), _fields(s)) for name, s in schemas.items()
        ],
    )


def _operation(path: str, method: str, op: Schema) -> Operation:
    body = op.get("requestBody", {}).get("content", {}).get("application/json", {})
    return Operation(
        id=op["operationId"],
        method=method.upper(),
        path=path,
        summary=op["summary"],
        more=_marked(op.get("description", "")),
        parameters=[
            _row(p["name"], p["schema"], p["required"], p) for p in op.get("parameters", ())
        ],
        body=_name(body["schema"]) if body else "",
        answers=[
            (status, _marked(answer["description"]), _answered(answer))
            for status, answer in op["responses"].items()
        ],
    )


def _answered(answer: Schema) -> str:
    content = answer.get("content", {}).get("application/json")
    return _name(content["schema"]) if content else ""


def _name(schema: Schema) -> str:
    return str(schema["$ref"]).removeprefix(REF)


def _fields(schema: Schema) -> list[Row]:
    if "properties" not in schema:
        return [("", kind(schema), Markup(""))]
    required = schema.get("required", ())
    return [_row(n, s, n in required, s) for n, s in schema["properties"].items()]


def _row(name: str, schema: Schema, required: bool, said: Mapping[str, Any]) -> Row:
    star = "*" if required else ""
    means = said.get("description") or schema.get("description", "")
    return f"{name}{star}", kind(schema), _marked(means)


def kind(schema: Schema) -> Markup:
    """Say in a few words what a schema takes.

    >>> kind({"type": "array", "items": {"type": "integer", "minimum": 0}})
    Markup('array of integer from 0')
    """
    if "$ref" in schema:
        name = _name(schema)
        return Markup('<a href="#shape-{0}">{0}</a>').format(name)
    if "anyOf" in schema:
        return Markup(" or ").join(map(kind, schema["anyOf"]))
    if "enum" in schema:
        return Markup(" · ").join(escape(repr_of(value)) for value in schema["enum"])
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return Markup("array of {}").format(Markup(", ").join(map(kind, schema["prefixItems"])))
        return Markup("array of {}").format(kind(schema.get("items", {})))
    said = str(schema.get("format") or schema.get("type", "anything"))
    if "minimum" in schema:
        said += f" from {schema['minimum']}"
    if "maximum" in schema:
        said += f" to {schema['maximum']}"
    if "maxLength" in schema:
        said += f" of at most {schema['maxLength']} characters"
    return escape(said)


def repr_of(value: object) -> str:
    """Write one of several values; nothing is a value too."""
    return str(value) or "nothing"


def _marked(text: str) -> Markup:
    """Set what stands between backticks as code.

    >>> _marked("see `x<y`")
    Markup('see <code>x&lt;y</code>')
    """
    parts = text.replace("``", "`").split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if nth % 2 else escape(part)
        for nth, part in enumerate(parts)
    )
