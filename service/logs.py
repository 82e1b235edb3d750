"""What the service writes down: one line of JSON for each request and event, on standard error.

A line never holds what a request or an answer held: no hand, card, password, token, link or cookie.
It names the pattern of an address and not the address, and of an exception its type and place and
not its message.
"""

import logging
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

import msgspec
from flask import Flask, Response, g, has_request_context, request

Mode = Literal["requests", "events", "off"]

OWN = "mothlog"
REQUESTS = "mothlog.requests"
REQUEST_ID = "X-Request-Id"

ADDRESSES = re.compile(r"\S*/\S*")
"""What other libraries put into their messages may be an address with a secret."""

log = logging.getLogger(REQUESTS)


class Lines(logging.Formatter):
    """Writes a record as one JSON object.

    :param whole: add messages of exceptions, which may hold anything.
    """

    def __init__(self, whole: bool = False) -> None:
        super().__init__()
        self._whole = whole

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger and event, then what else is known."""
        own = record.name == OWN or record.name.startswith(f"{OWN}.")
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage() if own else ADDRESSES.sub("/…", record.getMessage()),
        }
        told |= getattr(record, "told", {})
        if has_request_context() and (request_id := g.get("request_id")):
            told["request"] = request_id
        if record.exc_info and record.exc_info[1]:
            told["error"] = _places(record.exc_info[1])
            if self._whole:
                told["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


class Errors(logging.StreamHandler[TextIO]):
    """Writes to standard error, whatever that is at the time."""

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self.setFormatter(Lines(whole))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        self.stream = sys.stderr
        super().emit(record)


def begin(mode: Mode, whole: bool = False) -> None:
    """Write what is logged to standard error, or nothing.

    :param whole: with tracebacks, whose messages may hold anything, for whoever looks for a fault.
    """
    end()
    handler = logging.NullHandler() if mode == "off" else Errors(whole)
    handler.set_name(OWN)
    logging.getLogger().addHandler(handler)
    logging.getLogger(OWN).setLevel(logging.CRITICAL if mode == "off" else logging.INFO)
    log.setLevel(logging.INFO if mode == "requests" else logging.CRITICAL)


def end() -> None:
    """Write nothing more, and leave logging as it was before :func:`begin`."""
    root = logging.getLogger()
    for handler in [one for one in root.handlers if one.get_name() == OWN]:
        root.removeHandler(handler)
    for name in (OWN, REQUESTS):
        logging.getLogger(name).setLevel(logging.NOTSET)


def event(name: str, **told: Any) -> None:
    """Write an event of the service with what belongs to it."""
    logging.getLogger(OWN).info(name, extra={"told": told})


def install(app: Flask, clock: Callable[[], float] = time.perf_counter) -> None:
    """Write a line for each answer. Installed before all else, so that none is missed.

    :param clock: seconds; only differences count.
    """

    def arrived() -> None:
        g.began, g.request_id = clock(), secrets.token_hex(8)

    def answered(response: Response) -> Response:
        if response.status_code >= 500 and (request_id := g.get("request_id")):
            response.headers[REQUEST_ID] = request_id
        if log.isEnabledFor(logging.INFO):
            began = g.get("began")
            told = {
                "method": request.method if request.method in METHODS else "other",
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "ms": None if began is None else round(1000 * (clock() - began), 1),
                "who": who(),
            }
            log.info("request", extra={"told": told})
        return response

    app.before_request(arrived)
    app.after_request(answered)


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def who() -> str | None:
    """Name who asks by ids alone, or nothing where nobody is known."""
    caller: Any = g.get("caller")
    if caller is None:
        return None
    known = [f"person:{caller.person.id}"] if caller.person else []
    known += [f"token:{caller.token.id}"] if caller.token else []
    known += [f"link:{link.id}" for link in caller.links]
    return " ".join(known) or None


def _places(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "type": type(error).__name__,
        "at": [f"{_short(one.filename)}:{one.lineno} {one.name}" for one in frames[-8:]],
    }


def _short(path: str) -> str:
    return "/".join(path.replace("\\", "/").split("/")[-3:])
