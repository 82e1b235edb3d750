"""Every error of the API in one shape."""

from typing import Any

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException

from domain.errors import DamagedSession, DomainError, Refusal, SessionError, Unanswered, Unseen
from domain.notation import Misread
from domain.session import Session
from service.api.answers import Error, ErrorBody, Legal, Problem
from service.api.reading import Foreign, Malformed
from service.api.seen import Hidden, nearest
from service.queue import TooBusy
from service.store import Conflict, NoSuchSession
from service.web import errors
from service.web.context import load

CODES: dict[type[DomainError], str] = {
    Refusal: "refused",
    Unanswered: "unanswered",
    Unseen: "unseen",
    Misread: "misread",
    SessionError: "not_possible",
}
"""What a 422 is called, by what the domain said; anything else is ``invalid``."""


class KeyReused(Exception):
    """An idempotency key that came with another request before."""


class Stopped(Exception):
    """An action that was refused: its place in the request, and the session that it met."""

    def __init__(self, path: str, why: DomainError, session: Session, action: Any = None) -> None:
        self.path, self.why, self.session, self.action = path, why, session, action
        super().__init__(str(why))


def install(api: Blueprint) -> None:
    """Map everything that the views can raise to an answer."""
    api.register_error_handler(Malformed, _malformed)
    api.register_error_handler(Foreign, lambda error: answer(403, "forbidden", str(error)))
    api.register_error_handler(Hidden, lambda error: answer(403, "forbidden", str(error)))
    api.register_error_handler(KeyReused, lambda error: answer(422, "key_reused", str(error)))
    api.register_error_handler(TooBusy, lambda error: answer(429, "too_busy", str(error)))
    api.register_error_handler(NoSuchSession, lambda error: answer(404, "not_found", str(error)))
    api.register_error_handler(Conflict, _conflict)
    api.register_error_handler(Stopped, _stopped)
    api.register_error_handler(DamagedSession, errors.damaged)
    api.register_error_handler(DomainError, _refused)
    api.register_error_handler(HTTPException, _http)


def answer(status: int, code: str, message: str, **more: Any) -> Response:
    """Return an error with whatever is known beside its message."""
    body = ErrorBody(code=code, message=message, clauses=more.pop("clauses", ()), **more)
    return Response(msgspec.json.encode(Error(body)), status, mimetype="application/json")


def details(why: DomainError) -> dict[str, Any]:
    """Return code and message of what the domain said, and what else it knows."""
    code = next((name for kind, name in CODES.items() if isinstance(why, kind)), "invalid")
    more: dict[str, Any] = {"code": code, "message": str(why)}
    match why:
        case Refusal():
            more["clauses"] = why.clauses
        case Unanswered():
            more["question"] = str(why.question)
        case Unseen():
            more |= {"question": str(why.question), "possible": why.possible}
    return more


def _malformed(error: Malformed) -> Response:
    found = tuple(Problem(path=p.path, found=p.found, expected=p.expected) for p in error.problems)
    return answer(400, "bad_request", str(error), path=found[0].path, problems=found)


def _conflict(error: Conflict) -> Response:
    """Say which version there is now, where the request names a session."""
    session_id = (request.view_args or {}).get("session_id")
    version = load(session_id).version if session_id else None
    return answer(409, "conflict", str(error), version=version)


def _refused(error: DomainError) -> Response:
    if isinstance(error, SessionError) and request.method == "GET":
        return answer(404, "not_found", str(error))
    return answer(422, **details(error))


def _stopped(stopped: Stopped) -> Response:
    """Say which action was refused, and which ones would have been legal there."""
    near: tuple[Legal | str, ...] = ()
    if isinstance(stopped.why, Misread):
        near = stopped.why.nearest
    elif isinstance(stopped.why, Refusal) and stopped.action is not None:
        near = nearest(stopped.session, stopped.action)
    return answer(422, path=stopped.path, nearest=near, **details(stopped.why))


def _http(error: HTTPException) -> Any:
    return errors.of_http(error)
