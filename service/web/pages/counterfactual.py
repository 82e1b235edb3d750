"""Recorded sessions decided again under other rulings: one session, or all that filters let in."""

from uuid import UUID

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics.counterfactual import Followed, follow
from analytics.filters import PlayedBy, basis, choices
from analytics.rulebooks import rulebook
from service.counterfactual import ON_A_PAGE, chosen, over, rulings_of
from service.web.boards import SHOWN
from service.web.context import load, services
from service.web.counted import counted
from service.web.filtering import Bar, read
from service.web.pages.rules import named
from service.web.words import title_of

page = Blueprint("counterfactual", __name__)


@page.get("/experiments/counterfactual/<game>")
def about(game: str) -> ResponseReturnValue:
    """Show what would have changed in the sessions that the filters let in."""
    found = named(game)
    rulings = rulings_of(found, request.args.getlist("option"))
    cursor, _ = counted(services())
    offered = choices(cursor, found.name)
    by: PlayedBy = "people" if offered.by_people else "all"
    filters = read(found, request.args, by)
    place = {"option": [f"{name}={value}" for name, value in rulings.items()]}
    bar = Bar(found, filters, by, here="counterfactual.about", place=place)
    ids = chosen(services(), filters)
    summary = over(services(), ids[:ON_A_PAGE], rulings)
    return render_template(
        "counterfactual.html",
        here="experiments",
        game=found,
        games=SHOWN.values(),
        rulings=rulings,
        book=rulebook(found),
        bar=bar,
        basis=basis(cursor, filters),
        choices=offered,
        summary=summary,
        looked=min(len(ids), ON_A_PAGE),
        there=len(ids),
        names=[(each, _title(each)) for each in summary.kept],
    )


@page.get("/sessions/<uuid:session_id>/counterfactual")
def show(session_id: UUID) -> ResponseReturnValue:
    """Show one session under the rulings of the address; without any, under each other one."""
    session = load(session_id)
    texts = request.args.getlist("option")
    rulings = rulings_of(session.game, texts) if texts else {}
    own = session.opened.options
    found = follow(session, rulings)
    others = [
        (option, value, follow(session, {option.name: value.value}))
        for option in rulebook(session.game).options
        for value in option.values
        if value.value != own.get(option.name)
    ]
    return render_template(
        "counterfactual_session.html",
        here="sessions",
        session=session,
        title=title_of(session),
        game=session.game,
        rulings=rulings,
        found=found if found.options else None,
        others=others,
        step=lambda step: url_for("replay.show", session_id=session.id, step=step),
    )


def _title(found: Followed) -> str:
    return title_of(load(UUID(found.session)))
