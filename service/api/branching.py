"""What if? A session that goes on from a step of another one."""

from uuid import UUID

import msgspec

from domain.errors import SessionError
from domain.session.events import Player
from service.api import reading
from service.api.acting import let_bots_act
from service.api.answers import Written
from service.api.refusing import KeyReused
from service.api.routing import Reply, write
from service.api.seen import event_rows, widest
from service.api.sessions import summary
from service.api.shapes import Branching
from service.branching import Asked, OtherRequest, open_branch
from service.web.context import load, services
from service.web.knowledge import is_open


@write("/sessions/{session_id}/branches", Branching, Written, "Sessions")
def branch_a_session(session_id: UUID, body: Branching) -> Reply:
    """Open a session with the moves of another one up to a step.

    Where no seat chooses at that step, it begins at the nearest one before at which one does:
    ``session.branch.step`` says which. With ``chance`` ``same``, cards come in the order in which
    they came before, as far as it is known. Bots that are first act. A session that is still played
    digitally is refused, and so is a log that is still written and not the caller's to read: its
    hands would be shown.
    """
    session, recorder, cast = load(session_id), services().recorder, services().cast
    if not is_open(session):
        raise SessionError("a session that is still played has no branches: they would show hands")
    players = None
    if body.players is not None:
        players = tuple(Player(p.name.strip(), p.bot, p.experience, p.colour) for p in body.players)
    asked = Asked(body.step, body.chance, players, body.mode, body.title, body.tags)
    key = reading.key(msgspec.to_builtins(body))
    try:
        answer = open_branch(recorder, session, asked, key[0] if key else None, cast)
    except OtherRequest as error:
        raise KeyReused(str(error)) from None
    made, failed = let_bots_act(answer.session)
    written = Written(
        repeated=answer.repeated,
        events=event_rows(made, answer.entries, widest(made)),
        session=summary(made),
        bot_failed=failed,
    )
    return Reply(written, made.version, 201, f"/api/sessions/{made.id}")
