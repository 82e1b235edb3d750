"""Experiments over HTTP: asked for, waited for, read."""

from typing import Any

import msgspec
from werkzeug.exceptions import NotFound

from analytics.experiments import Answer, Arm, Question, asked, check, find
from analytics.experiments import words as say
from analytics.experiments.question import played_by
from analytics.experiments.ready import usual_bot, usual_seats
from domain.errors import Invalid
from domain.game import Game
from domain.games import find as find_game
from service.api.comparing import (
    Answered,
    Experiment,
    ExperimentAsked,
    ExperimentRow,
    Experiments,
    ExperimentsOf,
    ReadyRow,
    SideAsked,
)
from service.api.routing import Reply, cancel, read, start
from service.experiments import (
    Kept,
    Running,
    as_data,
    edition_of,
    own_question,
    questions,
    recorded_arm,
)
from service.web import callers
from service.web.context import services
from service.web.experimenting import background

LISTED = 50  # answers


@start("/experiments", ExperimentAsked, Experiment, "Experiments")
def start_an_experiment(body: ExperimentAsked) -> Reply:
    """Put an experiment in line; its `key` follows from what is asked, so asking twice is safe.

    Games of all sides have the same deals. Where an answer is kept, it is told at once.
    """
    question = played_by(_question(body), services().cast)
    check(question)
    kept = Kept(services().data).answer(question.key)
    fresh = body.again or (body.store and not (kept and kept.stored)) or not question.paired
    if kept is None or fresh:
        background().start(question, body.store, callers.asker())
    return Reply(_told(question.key), status=202, location=f"/api/experiments/{question.key}")


@read("/experiments", Experiments, "Experiments", query=ExperimentsOf, refuses=(422,))
def list_experiments(query: ExperimentsOf) -> Reply:
    """List the ready-made questions, what is in line, and the latest 50 answers."""
    game = _game(query.game).name if query.game is not None else ""
    line = [_waiting(progress) for progress in background().running()]
    done = [_row(answer) for answer in Kept(services().data).answers()]
    rows = [row for row in line + done[:LISTED] if game in ("", row["game"])]
    return Reply(
        Experiments(
            questions=tuple(ReadyRow(**row) for row in questions(game)),
            experiments=tuple(ExperimentRow(**row) for row in rows),
        )
    )


@read("/experiments/{key}", Experiment, "Experiments")
def show_experiment(key: str) -> Reply:
    """Say how far an experiment is, and what it found once it is answered."""
    return Reply(_told(key))


@cancel("/experiments/{key}", Experiment, "Experiments")
def cancel_an_experiment(key: str) -> Reply:
    """Take an experiment out of the line, or stop it where it runs.

    One that has ended stays as it is. What was played is kept: asking again goes on from there.
    """
    background().cancel(key)
    return Reply(_told(key))


def _told(key: str) -> Experiment:
    """Return an experiment as it stands.

    :raises NotFound: there is none of that key.
    """
    if progress := background().progress(key):
        return Experiment(**_waiting(progress))
    if answer := Kept(services().data).answer(key):
        return Experiment(**_row(answer), answer=msgspec.convert(as_data(answer), Answered))
    if failed := background().failed(key):
        question, why = failed
        return Experiment(**_asked(question), state="failed", done=0, why=why)
    raise NotFound(f"there is no experiment {key[:80]!r}; it may have made room for newer ones")


def _waiting(progress: Running) -> dict[str, Any]:
    state = "waiting" if progress.ahead else "running"
    return _asked(progress.question) | {"state": state, "done": progress.done}


def _row(answer: Answer) -> dict[str, Any]:
    found = {"state": "answered", "done": answer.question.games, "at": answer.at.isoformat()}
    return _asked(answer.question) | found | {"key": answer.key, "title": say.title(answer)}


def _asked(question: Question) -> dict[str, Any]:
    return {
        "key": question.key,
        "game": question.game,
        "question": question.name,
        "text": question.text,
        "seats": question.seats,
        "seed": question.seed,
        "games": question.games,
    }


def _question(body: ExperimentAsked) -> Question:
    game = _game(body.game)
    if bool(body.question) == bool(body.sides):
        raise Invalid("expected a question, or sides of one's own, and not both")
    seats = body.seats or (len(body.bots) if len(body.bots) > 1 else usual_seats(game))
    bots = _seated(body.bots or (usual_bot(game),), seats)
    if body.sides:
        told = body.sides if len(body.sides) > 1 else (SideAsked(), *body.sides)
        arms = [_arm(game, side, bots) for side in told]
        return own_question(game, arms, seats=seats, games=body.games, seed=body.seed)
    ready = find(body.question, game)
    if ready is None:
        expected = ", ".join(row["question"] for row in questions(game.name))
        raise Invalid(f"{game.title} has no question {body.question!r}, expected: {expected}")
    box = edition_of(services(), game)
    return asked(ready, box, seats=seats, bots=bots, games=body.games, seed=body.seed)


def _arm(game: Game, side: SideAsked, bots: tuple[str, ...]) -> Arm:
    told = {name: getattr(side, name) for name in ("by", "prototype", "tag", "rules")}
    if recorded := {name: value for name, value in told.items() if value}:
        if side.options or side.edition or side.bots:
            raise Invalid(
                f"a side with {next(iter(recorded))} is of recorded sessions, which are as they "
                "were played; expected no options, edition or bots beside it"
            )
        return recorded_arm(game, len(bots), recorded)
    return Arm(
        label="",
        options=side.options,
        edition=edition_of(services(), game, side.edition),
        bots=_seated(side.bots, len(bots)) if side.bots else bots,
    )


def _seated(bots: tuple[str, ...], seats: int) -> tuple[str, ...]:
    return bots * seats if len(bots) == 1 else bots


def _game(name: str) -> Game:
    """Return a game by its name in a request.

    :raises Invalid: there is none.
    """
    try:
        return find_game(name)
    except KeyError:
        raise Invalid(f"there is no game {name!r}") from None
