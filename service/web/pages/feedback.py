"""A page for each player's phone: what they thought of the game, in half a minute."""

from collections.abc import Mapping
from typing import Any, cast, get_args
from uuid import UUID

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from domain.errors import DomainError
from domain.session import Session
from domain.session.commands import give_feedback
from domain.session.events import Again, FeedbackGiven, Length
from service.web import context, forms, phones
from service.web.table.feedback import read, token
from service.web.words import title_of

page = Blueprint("feedback", __name__, url_prefix="/feedback")

LENGTHS = (("too_short", "too short"), ("right", "right"), ("too_long", "too long"))
AGAIN = (("yes", "yes"), ("maybe", "maybe"), ("no", "no"))


@page.get("/<signed>")
def form(signed: str) -> ResponseReturnValue:
    """Show the questions, with the answers that were given before."""
    return _shown(*_named(signed), signed)


@page.post("/<signed>")
def give(signed: str) -> ResponseReturnValue:
    """Record the answers; later ones take the place of earlier ones."""
    session, seat = _named(signed)
    given = _given(request.form, seat)
    try:
        context.services().recorder.run(
            session.id, lambda s: give_feedback(s, given), None, forms.key(request.form)
        )
    except DomainError as error:
        return _shown(session, seat, signed, str(error)), 422
    return redirect(url_for("feedback.form", signed=signed, thanks=1), 303)


def links(session: Session) -> list[tuple[int, str, FeedbackGiven | None]]:
    """List for each person at the table the link of their own, and what they answered.

    The link is an address that leads a phone here, where there is one.
    """
    answers = session.feedback
    people = [seat for seat, player in enumerate(session.players) if player.bot is None]
    return [(seat, _link(session.id, seat), answers.get(seat)) for seat in people]


def _link(session_id: UUID, seat: int) -> str:
    path = url_for("feedback.form", signed=token(_secret(), session_id, seat))
    return f"{phones.address()}{path}"


def _shown(session: Session, seat: int, signed: str, problem: str = "") -> str:
    return render_template(
        "feedback.html",
        here="",
        session=session,
        seat=seat,
        signed=signed,
        title=title_of(session),
        key=context.new_key(),
        given=_given(request.form, seat) if problem else session.feedback.get(seat),
        thanks="thanks" in request.args,
        problem=problem,
        lengths=LENGTHS,
        agains=AGAIN,
    )


def _named(signed: str) -> tuple[Session, int]:
    found: tuple[UUID, int] | None = read(_secret(), signed)
    if found is None:
        abort(404, "This link is not complete. Ask for it again at the table.")
    session = context.load(found[0])
    if found[1] not in range(len(session.players)):
        abort(404, "Nobody sits in that seat.")
    return session, found[1]


def _given(form: Mapping[str, str], seat: int) -> FeedbackGiven:
    """Read the answers; what is no answer counts as none."""
    length, again = form.get("length", ""), form.get("again", "")
    return FeedbackGiven(
        seat,
        _degree(form.get("fun", "")),
        _degree(form.get("clarity", "")),
        cast(Length, length if length in get_args(Length) else ""),
        cast(Again, again if again in get_args(Again) else ""),
        form.get("text", ""),
    )


def _degree(text: str) -> Any:
    return int(text) if text in ("1", "2", "3", "4", "5") else None


def _secret() -> bytes:
    return cast(bytes, current_app.secret_key)
