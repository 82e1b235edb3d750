"""All sessions: search, filter, and a row each with the table as it lies now."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from service.web.boards import SHOWN
from service.web.catalogue import search
from service.web.context import services
from service.web.query import Query

page = Blueprint("sessions", __name__)


@page.get("/")
def index() -> ResponseReturnValue:
    """List one page of the sessions that fit, those still played first."""
    query = Query.read(request.args)
    found = search(services(), query)
    return render_template(
        "sessions.html", here="sessions", query=query, found=found, games=SHOWN.values()
    )
