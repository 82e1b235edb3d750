"""The API is what its description says, and breaks over nothing that anybody sends."""

import os
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from service.api.openapi import PREFIX
from service.api.routing import ROUTES, Route
from service.web.app import create_app
from service.wiring import build
from tests.api.asking import LANTERN, Api

GHOSTS = {"game": "lantern-moths", "question": "ghost_blocks", "sides": [], "games": 1}
EXAMPLES = int(os.environ.get("MOTHLOG_FUZZ", "6"))  # an operation; make fuzz asks for more
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The description of a running service, with sessions in every state to ask about."""
    services = build(Path(tmp_path_factory.mktemp("described")), rng=Random(5))
    app = create_app(services)
    few = pytest.MonkeyPatch()
    few.setattr("service.evaluating.working.GAMES", 2)
    api = Api(app.test_client())
    paths = cycle(sessions(api))
    asked = api.post("/experiments", GHOSTS, 202)["key"]
    turns = cycle([True, False])
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", from_this_machine(app))

    @schema.hook
    def map_case(context: Any, case: schemathesis.Case) -> schemathesis.Case:
        """Ask about what is there, most of the time, for actions that are legal, for few games."""
        if well_formed(case):
            if "key" in case.path_parameters:
                case.path_parameters["key"] = asked
            if case.path.endswith("/counterfactual") or "/counterfactual/" in case.path:
                case.query["option"] = ["ghost_blocks=while_present"]
            if case.method == "POST" and case.path.endswith("/experiments"):
                case.body = {**case.body, "games": 1} | (GHOSTS if next(turns) else {})
        if "session_id" in case.path_parameters and (known := next(paths)):
            case.path_parameters["session_id"] = known
            if well_formed(case) and isinstance(case.body, dict):
                session = services.store.load(UUID(known))
                choices = cycle(session.game.legal_actions(session.state)[::7] or [None])
                for said in case.body.get("actions", [case.body]):
                    if said.get("action") and (action := next(choices)):
                        said["action"] = msgspec.to_builtins(action)
        return case

    yield schema
    few.undo()
    services.close()


def from_this_machine(app: Flask) -> Callable[..., Any]:
    """Return the application as asked by somebody at its own machine."""
    return lambda environ, start: app({**environ, "REMOTE_ADDR": "127.0.0.1"}, start)


def well_formed(case: schemathesis.Case) -> bool:
    """Whether a request was made to fit its description."""
    return case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE


def sessions(api: Api) -> list[str | None]:
    """Open sessions of every game and in every state; return their ids, and now and then none."""
    opened = [api.table(), api.digital(), api.digital("random")]
    for game, names in (("lepidoptery", "AB"), ("nocturnis", "ABC")):
        body = {"game": game, "players": [{"name": name} for name in names], "mode": "digital"}
        opened.append(f"/sessions/{api.post('/sessions', body)['session']['id']}")
    bots = [{"name": name, "bot": "random"} for name in "AB"]
    body = LANTERN | {"players": bots, "mode": "digital"}
    opened.append(f"/sessions/{api.post('/sessions', body)['session']['id']}")
    left = api.table()
    api.post(f"{left}/abandon", {"reason": "late"})
    return [*(path.removeprefix("/sessions/") for path in (*opened, left)), None]


def says_something(route: Route) -> bool:
    """Whether anything can be wrong with a request."""
    return bool(route.body or route.query or "{" in route.path)


CASES = [
    pytest.param(route, mode, id=f"{route.name}-{mode.value}")
    for route in ROUTES
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or says_something(route)
]


@pytest.mark.parametrize(("route", "mode"), CASES)
def test_every_operation_answers_as_described(
    described: Any, route: Route, mode: GenerationMode
) -> None:
    operation = described[PREFIX + route.path][route.method]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def answers(case: schemathesis.Case) -> None:
        case.call_and_validate(checks=CHECKS)

    answers()
