"""Every error as a page that says what happened, or as one shape of JSON."""

import logging
import sqlite3

from flask import Flask, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError

from domain.errors import DamagedSession, DomainError, Invalid, Refusal, SessionError
from domain.events import UnreadableEvent
from service.store import Conflict, NoSuchSession, StoreError
from service.store.choosing import described

log = logging.getLogger("mothlog.web")

TITLES = {
    400: "That request makes no sense here",
    401: "Who is there?",
    403: "That is not yours to do",
    404: "There is nothing here",
    405: "This page cannot do that",
    409: "Somebody else moved first",
    413: "That is too much at once",
    415: "That is of another kind",
    422: "That is not possible",
    429: "That is too often",
    500: "Something broke on our side",
    503: "The events cannot be stored or read now",
}
TEXTS = {
    400: "Go back, load the page again and try once more.",
    404: "The address may be mistyped, or what it named is in another data folder.",
    405: "Go back to the page that you came from.",
    413: "A form may hold 256 KB, a note 4000 characters.",
    500: "What was recorded before is safe. The server's log says more.",
    503: "The store's disk may be full, or another program holds it; the server's log says more. "
    "What was answered before is safe. Load the page again to see what was recorded.",
}
SAID = {
    404: "there is nothing at this address",
    405: "this address takes other methods, see Allow",
    413: "a request may hold 256 KB",
    503: "the event store cannot be used now; what was answered before is stored",
}
"""The same for programs, where it is said otherwise."""
ACCOUNTS_FAILURES = (OperationalError, InterfaceError, TimeoutError)
"""What the database of accounts can do: be away, locked, or on a full disk."""
NAMES = {
    400: "bad_request",
    401: "sign_in_needed",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "too_large",
    415: "unsupported_media_type",
    422: "refused",
    429: "too_many",
    500: "internal",
    503: "unavailable",
}


def install(app: Flask) -> None:
    """Map everything that can be raised to an answer."""
    app.register_error_handler(NoSuchSession, lambda error: answer(404, str(error)))
    app.register_error_handler(Conflict, lambda error: answer(409, str(error)))
    app.register_error_handler(SessionError, _session_error)
    app.register_error_handler(Refusal, lambda error: answer(422, str(error), error.clauses))
    app.register_error_handler(Invalid, lambda error: answer(422, str(error)))
    app.register_error_handler(DomainError, lambda error: answer(422, str(error)))
    app.register_error_handler(UnreadableEvent, damaged)
    app.register_error_handler(DamagedSession, damaged)
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(SecurityError, _foreign_host)
    app.register_error_handler(HTTPException, of_http)
    app.register_error_handler(StoreError, unavailable)
    for kind in (sqlite3.Error, *ACCOUNTS_FAILURES):
        app.register_error_handler(kind, unavailable)
    app.register_error_handler(Exception, _broken)


def answer(status: int, message: str = "", clauses: tuple[str, ...] = ()) -> ResponseReturnValue:
    """Return an error as the asker wants it."""
    status = status if status in TITLES else 400 if status < 500 else 500
    if wants_json():
        name, message = NAMES[status], message or SAID.get(status) or TEXTS.get(status, "")
        return jsonify(error={"code": name, "message": message, "clauses": [*clauses]}), status
    message = message or TEXTS.get(status, "")
    text = message[:1].upper() + message[1:]
    title = TITLES[status]
    return render_template("error.html", status=status, title=title, text=text), status


def wants_json() -> bool:
    """Whether the request asks for JSON, by address or by its Accept header."""
    return (
        request.path.endswith(".json")
        or request.path.startswith("/api/")
        or (
            request.accept_mimetypes.best_match(["text/html", "application/json"])
            == "application/json"
        )
    )


def _session_error(error: SessionError) -> ResponseReturnValue:
    return answer(404 if request.method == "GET" else 422, str(error))


def damaged(error: UnreadableEvent | DamagedSession) -> ResponseReturnValue:
    """Say where, and not what was found there: that may hold cards that are hidden."""
    where, _, _ = str(error).partition(": ")
    log.error("%s is damaged", where)
    return answer(500, f"{where} is damaged. 'mothlog verify' names every damaged session.")


def _stale_form(error: CSRFError) -> ResponseReturnValue:
    return answer(400, "The form is no longer valid. Load its page again and send it once more.")


def _foreign_host(error: SecurityError) -> ResponseReturnValue:
    """Answer without a page: no address can be built for a host that is not ours."""
    if wants_json():
        return answer(400, "this service does not answer to that host name")
    return "This service does not answer to that host name.\n", 400, {"Content-Type": "text/plain"}


def of_http(error: HTTPException) -> ResponseReturnValue:
    """Answer an error of HTTP; a method that is not allowed comes with those that are."""
    status = error.code or 500
    if status < 400:
        return error
    own = status in (400, 404, 415, 422) and error.description != type(error).description
    answered = make_response(answer(status, (error.description or "") if own else ""))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answered.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answered


def unavailable(error: Exception) -> ResponseReturnValue:
    """Say that a database cannot be used now, and log which and why."""
    cause = getattr(error, "orig", None) or error  # without the statement and what was in it
    what = "the database of accounts" if isinstance(error, ACCOUNTS_FAILURES) else described()
    log.error("%s %s: %s cannot be used: %s", request.method, request.url_rule, what, cause)
    return answer(503)


def _broken(error: Exception) -> ResponseReturnValue:
    # The rule, not the path: that may hold the secret of a link.
    log.exception("%s %s", request.method, request.url_rule or request.path)
    return answer(500)
