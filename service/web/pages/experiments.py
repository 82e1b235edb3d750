"""Experiments: ready-made questions and own ones, on the way and answered."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import (
    Blueprint,
    abort,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from analytics.experiments import Answer, ready_made
from analytics.experiments import words as say
from analytics.experiments.drawing import figure
from analytics.experiments.ready import usual_bot, usual_seats
from analytics.filters import choices
from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES
from service import editions, seeds
from service.experiments import Kept
from service.queue import TooBusy
from service.web import callers
from service.web.boards import SHOWN
from service.web.context import services
from service.web.counted import counted
from service.web.experimenting import (
    SIZES,
    USUAL_SIZE,
    Card,
    background,
    how_far,
    own_of,
    ready_of,
    sides,
)
from service.web.pages.rules import named
from service.web.safety import allow_inline_styles

page = Blueprint("experiments", __name__, url_prefix="/experiments")


@page.get("")
def index() -> ResponseReturnValue:
    """Show the questions of the first game."""
    return redirect(url_for("experiments.about", game=next(iter(SHOWN.values())).command_name))


@page.get("/about/<game>")
def about(game: str) -> ResponseReturnValue:
    """Show a game's ready-made questions with their latest answers, and a form for an own one."""
    return _index(named(game), request.args)


@page.post("/about/<game>")
def ask(game: str) -> ResponseReturnValue:
    """Put an experiment in line, and go to where its answer will be."""
    found = named(game)
    read = ready_of if request.form.get("ready") else own_of
    try:
        question = read(services(), found, request.form)
        background().start(question, store=request.form.get("store") == "yes", who=callers.asker())
    except (Invalid, TooBusy) as error:
        return _index(found, request.form, str(error)), 422
    return redirect(url_for("experiments.show", key=question.key), 303)


@page.get("/<key>")
def show(key: str) -> ResponseReturnValue:
    """Show an answer, or how far it is."""
    if progress := background().progress(key):
        return render_template(
            "experiment_running.html",
            here="experiments",
            progress=progress,
            said=how_far(progress),
            key=key,
            game=GAMES[progress.question.game],
        )
    answer = Kept(services().data).answer(key)
    if answer is None:
        if failed := background().failed(key):
            abort(422, f"The experiment came to nothing: {failed[1]}.")
        abort(404, "There is no such experiment here. It may have made room for newer ones.")
    allow_inline_styles()
    return render_template("experiment.html", here="experiments", **_answered(answer))


@page.post("/<key>/cancel")
def cancel(key: str) -> ResponseReturnValue:
    """Take an experiment out of the line, though it runs, and go back to the questions."""
    found = background().progress(key)
    if found is None:
        return redirect(url_for("experiments.show", key=key), 303)
    background().cancel(key)
    game = GAMES[found.question.game].command_name
    return redirect(url_for("experiments.about", game=game), 303)


@page.get("/<key>/progress.json")
def progress(key: str) -> ResponseReturnValue:
    """Say how far an experiment is; ``running`` is false once it has ended."""
    found = background().progress(key)
    if found is None:
        return jsonify(running=False)
    return jsonify(running=True, done=found.done, said=how_far(found))


def _index(game: Game, form: Mapping[str, str], refused: str = "") -> str:
    kept = Kept(services().data).answers()
    mine = [answer for answer in kept if answer.question.game == game.name]
    names = {ready.name for ready in ready_made() if ready.game is game}
    latest: dict[str, Answer] = {}
    for answer in mine:
        latest.setdefault(answer.question.name, answer)
    cursor, _ = counted(services())
    offered = choices(cursor, game.name)
    return render_template(
        "experiments.html",
        here="experiments",
        game=game,
        games=SHOWN.values(),
        cards=[Card(r, latest.get(r.name)) for r in ready_made() if r.game is game],
        own=[answer for answer in mine if answer.question.name not in names],
        running=[(r.question, how_far(r)) for r in background().running()],
        refused=refused,
        form=form,
        book=seeds.rulebook(game),
        boxes=editions.editions_of(game, services().data),
        who=sides(game, offered, services().cast),
        usual=f"bot:{usual_bot(game)}",
        sizes=SIZES,
        usual_size=USUAL_SIZE,
        usual_seats=usual_seats(game),
        say=say,
    )


def _answered(answer: Answer) -> dict[str, Any]:
    drawn = figure(answer)
    return {
        "answer": answer,
        "game": GAMES[answer.question.game],
        "say": say,
        "figure": msgspec.json.encode(drawn).decode() if drawn else "",
        "pairs": [each for each in answer.compared if each.behind],
    }
