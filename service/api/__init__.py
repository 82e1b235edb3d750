"""The HTTP API under ``/api``: JSON in and out, described by OpenAPI."""

import re
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, request
from flask.typing import ResponseReturnValue
from werkzeug.routing import IntegerConverter

from service.api import (
    beside,
    branching,
    catalogue,
    counterfactual,
    evaluating,
    experiments,
    guessing,
    opening,
    page,
    playing,
    reading,
    refusing,
    sessions,
    statistics,
    taking_back,
)
from service.api.openapi import PREFIX, document
from service.api.routing import ROUTES, Reply, Route

__all__ = [
    "Small",
    "beside",
    "branching",
    "catalogue",
    "counterfactual",
    "evaluating",
    "experiments",
    "guessing",
    "install",
    "opening",
    "playing",
    "sessions",
    "statistics",
    "taking_back",
]


class Small(IntegerConverter):
    """A number in a path that stays one: Python refuses to read thousands of digits."""

    regex = r"[0-9]{1,9}"


JSON = "application/json"
CONVERTERS = {"session_id": "uuid", "seat": "small", "item": "small"}


def install(app: Flask) -> None:
    """Serve every route of the table, its description, and a page that shows it.

    Forms' tokens are not asked for: other sites cannot send what :func:`reading.check_origin` lets
    pass.
    """
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    for route in ROUTES:
        api.add_url_rule(_rule(route.path), route.name, _serve(route), methods=[route.method])
    api.add_url_rule("/openapi.json", "openapi", _description)
    api.add_url_rule("", "index", page.show, strict_slashes=False)
    refusing.install(api)
    app.extensions["csrf"].exempt(api)
    app.register_blueprint(api)


def _rule(path: str) -> str:
    """Write a path with Flask's converters."""
    return re.sub(r"\{(\w+)\}", lambda m: f"<{CONVERTERS.get(m[1], 'string')}:{m[1]}>", path)


def _serve(route: Route) -> Any:
    def view(**named: Any) -> ResponseReturnValue:
        if route.query is not None:
            named["query"] = reading.query(route.query)
        if route.method != "GET":
            reading.check_origin()
        if route.body is not None:
            named["body"] = reading.body(route.body)
        return _sent(route.view(**named))

    return view


def _sent(reply: Reply) -> Response:
    if reply.file is None:
        response = Response(msgspec.json.encode(reply.data), reply.status, mimetype=JSON)
    else:
        response = Response(reply.file.content, reply.status, mimetype=reply.file.kind)
        response.headers["Content-Disposition"] = f'attachment; filename="{reply.file.name}"'
    if reply.location:
        response.headers["Location"] = reply.location
    if reply.version is not None:
        response.set_etag(str(reply.version))
    elif request.method == "GET":
        response.add_etag()
    if request.method == "GET":
        response.make_conditional(request)
    return response


def _description() -> Response:
    return _sent(Reply(document()))
