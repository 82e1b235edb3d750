"""Chances to win over HTTP: asked for, waited for, read."""

from typing import Literal
from uuid import UUID

import msgspec

from analytics.swings import turning_points
from domain.session import Session
from service.api.routing import Reply, read, start
from service.api.seen import Hidden, knowledge_of
from service.api.shapes import View
from service.evaluating import Evaluated, Gap, Kept
from service.views import View as Seen
from service.web import callers
from service.web.context import load, services
from service.web.evaluating import background

State = Literal["none", "waiting", "evaluated", "failed"]


class EvaluationAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From whose knowledge the game is played on."""

    view: View = ""


class ChanceRow(msgspec.Struct, frozen=True, kw_only=True):
    """By seat the chance to win after a step, with the 95% range that sampling leaves.

    Alone at the table it is the expected score. `games` is 0 where the game is over.
    """

    step: int
    games: int
    chances: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


class TurningRow(msgspec.Struct, frozen=True, kw_only=True):
    """A change beyond what sampling explains, from step `first`; `size` adds all seats' up."""

    first: int
    step: int
    size: float
    changes: tuple[float, ...]


class SessionEvaluation(msgspec.Struct, frozen=True, kw_only=True):
    """How far an evaluation is, and what it found; `gaps` are steps without a value, and why.

    `ahead` evaluations are worked out before one that waits.
    """

    state: State
    view: str
    seat: int | None
    done: int = 0
    of: int = 0
    ahead: int = 0
    why: str = ""
    evaluator: str = ""
    games: int = 0
    at: str = ""
    steps: tuple[ChanceRow, ...] = ()
    gaps: tuple[Gap, ...] = ()
    turning_points: tuple[TurningRow, ...] = ()


@start(
    "/sessions/{session_id}/evaluation",
    EvaluationAsked,
    SessionEvaluation,
    "Sessions",
    refuses=(403, 404),
)
def start_evaluation(session_id: UUID, body: EvaluationAsked) -> Reply:
    """Have the chances to win worked out, unless they are kept; asking twice is safe.

    Only of a session that has ended.
    """
    session = load(session_id)
    view = _view(session, body.view)
    background().start(session, view, callers.asker())
    where = f"/api/sessions/{session_id}/evaluation"
    return Reply(_told(session, view), status=202, location=where)


@read(
    "/sessions/{session_id}/evaluation",
    SessionEvaluation,
    "Sessions",
    query=EvaluationAsked,
    refuses=(403, 404),
)
def show_evaluation(session_id: UUID, query: EvaluationAsked) -> Reply:
    """Tell the chances to win by step as a view's knowledge gave them, or how far they are.

    While a session goes on nothing is told to anybody.
    """
    session = load(session_id)
    return Reply(_told(session, _view(session, query.view)))


def _view(session: Session, wanted: str) -> Seen:
    """Return the view that is asked for; what a seat could know now is what it knew then.

    :raises Hidden: the session goes on.
    """
    if session.status == "live":
        raise Hidden("the chances of a session are told when it has ended")
    return knowledge_of(session, wanted).view


def _told(session: Session, view: Seen) -> SessionEvaluation:
    named, seat = ("seat", view) if isinstance(view, int) else (view, None)
    if found := Kept(services().data).find(session, view):
        return _evaluated(found, named, seat)
    at_work = background()
    if progress := at_work.progress(session.id, view):
        return SessionEvaluation(state="waiting", view=named, seat=seat, **progress._asdict())
    if why := at_work.failed(session.id, view):
        return SessionEvaluation(state="failed", view=named, seat=seat, why=why)
    return SessionEvaluation(state="none", view=named, seat=seat)


def _evaluated(found: Evaluated, view: str, seat: int | None) -> SessionEvaluation:
    rows = []
    for stand in found.stands:
        spans = [stand.worth.range(seat) for seat in range(len(stand.worth.chances))]
        rows.append(
            ChanceRow(
                step=stand.step,
                games=stand.worth.games,
                chances=stand.worth.chances,
                low=tuple(span.low for span in spans),
                high=tuple(span.high for span in spans),
            )
        )
    swings = turning_points(found.stands, found.missing)
    return SessionEvaluation(
        state="evaluated",
        view=view,
        seat=seat,
        done=len(found.stands),
        of=len(found.stands),
        evaluator=found.evaluator,
        games=found.games,
        at=found.at.isoformat(),
        steps=tuple(rows),
        gaps=found.gaps,
        turning_points=tuple(TurningRow(**swing._asdict()) for swing in swings),
    )
