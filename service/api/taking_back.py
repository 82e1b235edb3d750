"""Going back to an earlier step; where somebody has seen something since, the others are asked."""

from uuid import UUID

from msgspec.structs import replace

from domain.events import Event
from domain.session import Session
from domain.session.consent import back_or_ask, question, settle_take_back, who_asks
from domain.session.events import TakeBackAnswered, TakenBack
from service.api.answers import TakeBackAsked, WentBack
from service.api.routing import Reply, read, write
from service.api.seen import event_rows, widest
from service.api.sessions import summary
from service.api.shapes import TakeBack, TakeBackAnswer
from service.api.writing import record
from service.recorder import Answer
from service.web.context import load

ASKED = {202: "Recorded; `waiting` have to agree first, and the game stands as it did."}


@write("/sessions/{session_id}/take-back", TakeBack, WentBack, "Play", ASKED)
def take_actions_back(session_id: UUID, body: TakeBack) -> Reply:
    """Go back to an earlier step; what came after it stays in the log and no longer stands.

    Where in digital play chance has answered or another seat has acted since, everybody else at the
    table is asked first (202, ``state`` ``asked``): they agree on their own screens, or by an
    answer here. Bots agree, and the log of a table asks nobody.
    """

    def command(session: Session) -> list[Event]:
        step = body.step
        if step is None:
            step = session.decision_before(session.last_step)
        return back_or_ask(
            session, step, who_asks(session, step) if body.seat is None else body.seat
        )

    return _came_of_it(record(session_id, body, command))


@read("/sessions/{session_id}/take-back", TakeBackAsked, "Play")
def show_take_back(session_id: UUID) -> Reply:
    """Show which take-back was asked last and who has not answered, until the game moves on."""
    session = load(session_id)
    found = question(session)
    nobody = TakeBackAsked(version=session.version, seat=None, step=None, waiting=(), declined=None)
    shown = (
        nobody
        if found is None
        else replace(
            nobody,
            seat=found.seat,
            step=found.step,
            waiting=found.waiting,
            declined=found.declined,
        )
    )
    return Reply(shown, session.version)


@write("/sessions/{session_id}/take-back/answers", TakeBackAnswer, WentBack, "Play", ASKED)
def answer_take_back(session_id: UUID, body: TakeBackAnswer) -> Reply:
    """Answer for a seat whether the game may go back; with the last yes it does.

    One no declines it for everybody. A program answers for the seats that it plays.
    """
    return _came_of_it(
        record(session_id, body, lambda s: settle_take_back(s, body.seat, body.agrees))
    )


def _came_of_it(answer: Answer) -> Reply:
    """Say what was recorded, and who has to answer now."""
    session, last = answer.session, answer.entries[-1].event
    found = question(session)
    no = isinstance(last, TakeBackAnswered) and not last.agrees
    back = isinstance(last, TakenBack)
    told = WentBack(
        repeated=answer.repeated,
        events=event_rows(session, answer.entries, widest(session)),
        session=summary(session),
        state="taken_back" if back else "declined" if no else "asked",
        waiting=found.waiting if found else (),
    )
    return Reply(told, session.version, 201 if back or no else 202)
