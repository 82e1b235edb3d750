"""Opening a session: four questions on one page."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics.bots import Cast
from domain.edition import assumed
from domain.errors import Invalid, Refusal, Unanswered, Unseen
from domain.game import Game
from domain.notation import Misread
from domain.session.commands import LONGEST_NAME
from service import editions, seeds
from service.editions import Known, NoSuchEdition
from service.web import context, forms
from service.web.acting import let_bots_act
from service.web.boards import SHOWN
from service.web.opening import (
    EXPERIENCE,
    LONGEST_COLOUR,
    LONGEST_TEXT,
    Draft,
    own_questions,
    questions,
    read,
)
from service.web.pages.editions import values
from service.web.table import pads
from service.web.table.opening import asks, hands, missing, told

page = Blueprint("new_session", __name__, url_prefix="/sessions/new")


@page.get("")
def form() -> ResponseReturnValue:
    """Show the form with what a first session needs."""
    blank = Draft.blank(_game(), request.args.get("mode", ""))
    draft = replace(blank, edition=request.args.get("edition", ""), cast=_cast())
    return _form(draft, {}, context.new_key())


@page.post("")
def start() -> ResponseReturnValue:
    """Open the session, let bots that are first act, and go to the table."""
    draft = read(_game(), request.form, _cast())
    key = forms.key(request.form) or context.new_key()
    errors = draft.errors()
    chosen = _chosen(draft)
    if chosen is None:
        errors["edition"] = f"No edition of {draft.game.title} is called {draft.edition[:40]!r}."
    if chosen is not None and not errors and (what := missing(draft, chosen.edition)):
        errors["set-up"] = f"Everybody sees the {what}: say what lies there."
    if chosen is not None and not errors:
        recorder = context.services().recorder
        try:
            opened = draft.table(chosen.edition)
            answer = recorder.open(opened, told(draft, opened), key)
        except Misread as error:
            errors = {"set-up": f"{error.reason[:1].upper()}{error.reason[1:]}."}
        except Unanswered as error:
            errors = {"set-up": f"Everybody sees {error.question}: say what it is."}
        except Unseen as error:
            errors = {"set-up": f"{error}."}
        except Invalid as error:
            errors = {"form": str(error)}
        except Refusal as error:
            errors = {"form": f"{error.reason} ({', '.join(error.clauses)})"}
        else:
            session = answer.session
            if draft.at_table:
                return redirect(url_for("table.show", session_id=session.id), 303)
            session = let_bots_act(session)
            context.play_here(session.id)
            page = "play.table" if session.status == "live" else "replay.show"
            return redirect(url_for(page, session_id=session.id), 303)
    return _form(draft, errors, key), 422


def _game() -> Game:
    name = request.values.get("game", "")
    return SHOWN.get(name.replace("-", "_")) or next(iter(SHOWN.values()))


def _cast() -> Cast:
    return context.services().cast


def _chosen(draft: Draft) -> Known | None:
    """Return the edition that was chosen, the one that comes with the game by default."""
    if not draft.edition:
        return editions.shipped(draft.game)
    try:
        return editions.find(draft.game, context.services().data, draft.edition)
    except NoSuchEdition:
        return None


def _form(draft: Draft, errors: dict[str, str], key: str) -> str:
    chosen = _chosen(draft) or editions.shipped(draft.game)
    edition = chosen.edition
    return render_template(
        "new.html",
        here="new",
        draft=draft,
        errors=errors,
        key=key,
        games=SHOWN.values(),
        bots=draft.cast.of_game(draft.game).values(),
        bots_fault=context.services().casting.fault,
        book=seeds.rulebook(draft.game),
        edition=edition,
        assumed=assumed(edition),
        values=values(draft.game, edition),
        chosen=chosen,
        known=editions.editions_of(draft.game, context.services().data),
        asked=questions(draft.game),
        own=own_questions(draft.game),
        asks=asks(draft, edition) if draft.at_table else (),
        hands=hands(draft, edition) if draft.at_table else (),
        field=pads.field,
        experience=EXPERIENCE,
        longest_colour=LONGEST_COLOUR,
        longest_name=LONGEST_NAME,
        longest=LONGEST_TEXT,
    )
