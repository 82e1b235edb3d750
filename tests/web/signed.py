"""People with accounts, and browsers in which they are signed in."""

from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient

from service.accounts import Role
from service.accounts.hidden import Passwords
from service.accounts.kinds import ROLES
from service.wiring import Services

PASSWORD = "a long enough one"
NAMES: dict[Role, str] = {
    "designer": "Dora",
    "recorder": "Rik",
    "player": "Pia",
    "watcher": "Wim",
}


def with_people(services: Services) -> None:
    """Make an account of each role; passwords are hashed in no time."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    services.accounts._passwords = Passwords(quick)
    for role in ROLES:
        services.accounts.add(NAMES[role], role, PASSWORD, "setup")


def browser(app: Flask, role: Role | None = None) -> FlaskClient:
    """Return a browser, with somebody of that role signed in."""
    client = app.test_client()
    if role is not None:
        answer = client.post("/sign-in", data={"name": NAMES[role], "password": PASSWORD})
        assert answer.status_code == 303, answer.text
    return client
