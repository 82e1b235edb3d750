"""Builds the Flask application: configuration, blueprints, what every page needs."""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from service import api
from service.web import assets, errors, frames, playback, safety, words
from service.web.boards import SHOWN, board_of
from service.web.context import EXTENSION
from service.web.pages import (
    editions,
    feedback,
    film,
    lines,
    new_session,
    play,
    records,
    replay,
    rules,
    sessions,
    share,
    statistics,
    table,
    table_amend,
    table_asides,
    why,
)
from service.wiring import Services

PAGES = (
    sessions, new_session, play, records, replay, rules, editions, statistics,
    table, table_amend, table_asides, feedback, film, lines, share, why,
)  # fmt: skip
LOOPBACK = ("localhost", "127.0.0.1")
KEY_BYTES = 32
LARGEST_REQUEST = 256 * 1024  # bytes; the largest form is a note of 4000 characters


def create_app(services: Services, hosts: Sequence[str] = LOOPBACK) -> Flask:
    """Build the application.

    :param hosts: the names that the pages may be asked for by. Any other is refused, so that no
        foreign site can read them under a name of its own that leads to this machine.
    """
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=secret_key(services.data / "secret.key"),
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        SESSION_COOKIE_SAMESITE="Lax",
        TRUSTED_HOSTS=[*hosts],
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals |= {"SHOWN": SHOWN, "board_of": board_of}
    app.jinja_env.globals["endpoints"] = app.view_functions  # which pages there are to lead to
    app.extensions[EXTENSION] = services
    CSRFProtect(app)
    for part in (assets, errors, frames, playback, safety, words):
        part.install(app)
    for page in PAGES:
        app.register_blueprint(page.page)
    api.install(app)
    return app


def secret_key(path: Path) -> bytes:
    """Return the key that signs cookies, kept in a file that only its owner may read.

    A file without a whole key, as a full disk leaves it, gets a new one.
    """
    if path.exists() and len(key := path.read_bytes()) >= KEY_BYTES:
        return key
    key = secrets.token_bytes(KEY_BYTES)
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    return path.read_bytes()
