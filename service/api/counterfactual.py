"""Recorded sessions decided again under other rulings, over HTTP."""

from uuid import UUID

import msgspec
from flask import request

from analytics import stats
from analytics.counterfactual import Followed, follow
from analytics.filters import PlayedBy, basis, choices
from domain.errors import Invalid
from domain.problems import Problem
from service.api.catalogue import named
from service.api.comparing import Decided, Otherwise, OtherwiseOf
from service.api.reading import Malformed
from service.api.routing import Reply, read
from service.counterfactual import as_data, chosen, over, rulings_of
from service.web.context import load, services
from service.web.counted import counted
from service.web.filtering import read as filters_from

TAG = "Experiments"


@read("/counterfactual/{game}", Decided, TAG, query=Otherwise, refuses=(422,))
def decide_again(game: str, query: Otherwise) -> Reply:
    """Decide the finished sessions of a game again under other rulings, with the cards that came.

    `option-NAME` is a filter: what they were played under. `option` is the other ruling.
    """
    about = named(game)
    rulings = rulings_of(about, query.option)
    cursor, _ = counted(services())
    by: PlayedBy = "people" if choices(cursor, about.name).by_people else "all"
    try:
        filters = filters_from(about, request.args, by)
    except Invalid as error:
        raise Malformed([Problem("", str(error), "filters as described")]) from None
    ids = chosen(services(), filters)
    found = as_data(over(services(), ids[: query.limit], rulings))
    told = {"game": about.name, "filters": msgspec.json.decode(msgspec.json.encode(filters))}
    told["basis"] = stats.told(basis(cursor, filters))
    return Reply(msgspec.convert(told | {"there": len(ids)} | found, Decided))


@read("/sessions/{session_id}/counterfactual", Followed, TAG, query=OtherwiseOf, refuses=(422,))
def decide_one_again(session_id: UUID, query: OtherwiseOf) -> Reply:
    """Decide one finished session again under other rulings."""
    session = load(session_id)
    return Reply(follow(session, rulings_of(session.game, query.option)), session.version)
