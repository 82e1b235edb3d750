"""What a supervisor asks: whether the process lives, whether it can work, and its numbers."""

import logging
import sqlite3
from typing import Any

from flask import Blueprint, Response, abort, current_app, g, jsonify
from flask.typing import ResponseReturnValue
from prometheus_client import CONTENT_TYPE_LATEST

from analytics.warehouse import DuckDBError, WarehouseError
from service import settings
from service.lag import lag_of
from service.metrics import EXTENSION, Metrics
from service.store import StoreError
from service.web.context import from_here, services

log = logging.getLogger("mothlog.web")
page = Blueprint("health", __name__)


@page.get("/healthz")
def alive() -> ResponseReturnValue:
    """Say that the process answers."""
    return {"status": "alive"}


@page.get("/readyz")
def ready() -> ResponseReturnValue:
    """Say whether the store can be read and the statistics keep up; 503 where not."""
    try:
        lag = lag_of(services())
    except (StoreError, sqlite3.Error) as error:
        log.error("the store cannot be read: %s", error)
        return _not("the store cannot be read")
    except (WarehouseError, DuckDBError):
        log.exception("the statistics cannot be read")
        return _not("the statistics cannot be read")
    behind = {"lag_events": lag.events, "lag_seconds": round(lag.seconds, 1)}
    if lag.seconds > settings.value("MOTHLOG_LAG_SECONDS"):
        return _not("the statistics are behind", **behind)
    return {"status": "ready", **behind}


@page.get("/metrics")
def metrics() -> ResponseReturnValue:
    """Show the numbers to this machine and to designers."""
    if settings.value("MOTHLOG_METRICS") == "off" or not (from_here() or _is_designer()):
        abort(404)
    counted: Metrics = current_app.extensions[EXTENSION]
    return Response(counted.text(), content_type=CONTENT_TYPE_LATEST)


def _not(why: str, **told: Any) -> ResponseReturnValue:
    return jsonify(status="not ready", why=why, **told), 503


def _is_designer() -> bool:
    person = getattr(g.get("caller"), "person", None)
    return person is not None and person.role == "designer"
