"""The API is what its description says for each role, through tokens of each scope."""

import os
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from argon2 import PasswordHasher
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.accounts import Role, Scope
from service.accounts.hidden import Passwords
from service.accounts.kinds import ROLES, SCOPES
from service.api.openapi import PREFIX
from service.api.routing import ROUTES
from service.web.app import create_app
from service.web.rights import HAVE, RIGHTS, WITHIN
from service.wiring import Services, build
from tests.api.asking import Api
from tests.fresh import fresh

EXAMPLES = int(os.environ.get("MOTHLOG_FUZZ", "1"))  # an operation; make fuzz asks for more
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
SCOPE: dict[Role, Scope] = dict(zip(ROLES, cycle(reversed(SCOPES)), strict=False))
"""A scope for each role, so that each scope is tried: everything, record, read, everything."""


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """A service with sessions to ask about, and then accounts."""
    made = build(fresh(Path(tmp_path_factory.mktemp("roles"))), rng=Random(5))
    yield made
    made.close()


@pytest.fixture(scope="module")
def asked(services: Services) -> tuple[Any, list[str], dict[Role, str]]:
    """The application, the sessions in it, and a token of each role."""
    app = create_app(services)
    api = Api(app.test_client())
    paths = [api.table(), api.digital(), api.digital("random")]
    accounts = services.accounts
    accounts._passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    tokens = {}
    for role in ROLES:
        person = accounts.add(role, role, "a long enough one", "setup")
        tokens[role] = accounts.make_token(person, "t", SCOPE[role])[1]
    return app, [path.removeprefix("/sessions/") for path in paths], tokens


@pytest.mark.parametrize("role", ROLES)
def test_every_operation_answers_each_role_as_described(
    asked: tuple[Any, list[str], dict[Role, str]], role: Role
) -> None:
    app, sessions, tokens = asked
    bearer = {"Authorization": f"Bearer {tokens[role]}"}
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app, headers=bearer)
    ids = cycle(sessions)
    for route in ROUTES:
        right = RIGHTS[f"api.{route.name}"]
        allowed = role in HAVE[right] and right in WITHIN[SCOPE[role]]
        ask(schema[PREFIX + route.path][route.method], ids, bearer, allowed)


def ask(operation: Any, ids: Iterator[str], bearer: dict[str, str], allowed: bool) -> None:
    """Ask one operation what it describes; without the right it says so and nothing else."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.generate],
    )
    @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def answers(case: schemathesis.Case) -> None:
        if "session_id" in case.path_parameters:
            case.path_parameters["session_id"] = next(ids)
        if case.path.endswith("/experiments") and case.method == "POST":
            case.body = {**case.body, "games": 1}
        answer = case.call_and_validate(checks=CHECKS, headers=bearer)
        assert answer.status_code != 401
        assert allowed or answer.status_code == 403

    answers()
