"""All steps of a session at once, for a browser that steps without asking again."""

import gzip
from uuid import UUID
from zlib import crc32

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from flask.wrappers import Response

from service.web.context import load
from service.web.frames import film_of
from service.web.knowledge import choose
from service.web.shelf import playback

page = Blueprint("frames", __name__)


@page.get("/sessions/<uuid:session_id>/frames")
def film(session_id: UUID) -> ResponseReturnValue:
    """Return every step's parts as JSON, as the view sees them; see ``docs/json.md``."""
    if request.args.get("hide") == "1":
        abort(400, "While what comes next is hidden, steps are asked for one by one.")
    session = load(session_id)
    packed = film_of(playback(session, choose(session, request.args.get("view")))).packed
    zipped = request.accept_encodings.quality("gzip") > 0
    answer = Response(packed if zipped else gzip.decompress(packed), mimetype="application/json")
    if zipped:
        answer.content_encoding = "gzip"
    answer.vary.update(["Accept-Encoding", "Cookie"])
    answer.cache_control.private = True
    answer.cache_control.no_cache = True
    answer.set_etag(f"{session.version}-{crc32(packed):x}", weak=True)
    return answer.make_conditional(request)
