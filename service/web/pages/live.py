"""A session's versions as server-sent events: that something was recorded, and nothing of what.

Everybody hears the same; each page then asks for its own part again.
"""

from collections.abc import Iterator
from time import monotonic
from uuid import UUID

from flask import Blueprint, Response, request
from flask.blueprints import BlueprintSetupState

from service.live import Full, Listener
from service.metrics import LISTENERS
from service.web.context import EXTENSION, load, services

HEARTBEAT = 5.0  # seconds after which a reader that has gone is noticed
LASTS = 60.0  # seconds; then the reader connects anew, and is asked anew for its rights
RETRY = 500  # milliseconds after which it does

page = Blueprint("live", __name__)


@page.record_once
def _counted(state: BlueprintSetupState) -> None:
    """Let the metrics know how many listen."""
    bell = state.app.extensions[EXTENSION].bell
    state.app.extensions[LISTENERS] = lambda: bell.listeners


@page.get("/sessions/<uuid:session_id>/events")
def events(session_id: UUID) -> Response:
    """Tell the session's version, and each new one as soon as it is stored."""
    load(session_id)
    try:
        listener = services().bell.listen(session_id)
    except Full:
        again = {"Retry-After": f"{LASTS:.0f}"}
        return Response("Too many listen at the moment.\n", 503, again, mimetype="text/plain")
    told = request.headers.get("Last-Event-ID", "")
    listener.tell(load(session_id).version)
    response = Response(_told(listener, told), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(listener.close)
    return response


def _told(listener: Listener, told: str) -> Iterator[str]:
    """Yield what is sent.

    :param told: the version that the reader has heard of, if any.
    """
    ends = monotonic() + LASTS
    yield f"retry: {RETRY}\n\n"
    listener.wait(0)
    while True:
        version = str(listener.version)
        news = f"id: {version}\nevent: version\ndata: {version}\n\n"
        yield ":\n\n" if version == told else news
        told = version
        if monotonic() >= ends:
            return
        listener.wait(HEARTBEAT)
        if listener.over:
            return
