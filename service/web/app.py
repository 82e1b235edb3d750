"""Builds the Flask application: configuration, blueprints, what every page needs."""

from collections.abc import Sequence

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from service import api, logs, metrics
from service.keys import secret_key
from service.web import (
    assets,
    errors,
    frames,
    guard,
    health,
    limits,
    phones,
    safety,
    shelf,
    whence,
    words,
)
from service.web.boards import SHOWN, board_of
from service.web.context import EXTENSION
from service.web.pages import (
    blind,
    branch,
    compare,
    counterfactual,
    editions,
    evaluation,
    experiments,
    feedback,
    film,
    invite,
    join,
    lines,
    live,
    new_session,
    people,
    play,
    records,
    replay,
    rules,
    sessions,
    share,
    sign_in,
    sql,
    statistics,
    table,
    table_amend,
    table_asides,
    tokens,
    why,
)
from service.wiring import Services

PAGES = (
    sessions, new_session, play, records, replay, rules, editions, statistics, sql,
    table, table_amend, table_asides, feedback, film, share, lines, why,
    branch, compare, blind, experiments, counterfactual, evaluation,
    sign_in, join, tokens, people, live, invite,
)  # fmt: skip
LOOPBACK = ("localhost", "127.0.0.1")
LARGEST_REQUEST = 256 * 1024  # bytes; the largest form is a note of 4000 characters


def create_app(
    services: Services, hosts: Sequence[str] = LOOPBACK, *, https: bool = False
) -> Flask:
    """Build the application.

    :param hosts: the names that the pages may be asked for by. Any other is refused, so that no
        foreign site can read them under a name of its own that leads to this machine.
    :param https: browsers come by https alone, so that cookies go no other way.
    """
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=secret_key(services.data / "secret.key"),
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=https,
        TRUSTED_HOSTS=[*hosts],
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals |= {"SHOWN": SHOWN, "board_of": board_of}
    app.jinja_env.globals["endpoints"] = app.view_functions  # which pages there are to lead to
    app.url_map.converters["small"] = api.Small
    app.extensions[EXTENSION] = services
    logs.install(app)
    metrics.install(app, services)
    guard.install(app)
    limits.install(app)
    CSRFProtect(app)
    for part in (assets, errors, frames, phones, safety, shelf, whence, words):
        part.install(app)
    for page in (*PAGES, health):
        app.register_blueprint(page.page)
    api.install(app)
    return app
