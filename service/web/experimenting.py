"""Experiments of the running application: a form read into a question, and what runs it."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import current_app

from analytics.bots import Cast
from analytics.choices import Choices
from analytics.experiments import Answer, Arm, Question, Ready, asked, find
from analytics.experiments import words as say
from analytics.experiments.question import played_by
from analytics.experiments.ready import usual_bot, usual_seats
from domain.errors import Invalid
from domain.game import Game
from domain.options import values_of
from service.experiments import Background, Running, edition_of, own_question, recorded_arm
from service.web import context
from service.wiring import Services

SIZES = (50, 100, 200, 500)
"""Games a side that a page may ask for; the command line plays more."""

USUAL_SIZE = 200
SEED = "experiment"
LONGEST = 120  # characters of a value

RUNNING = "mothlog.experiments"


def background() -> Background:
    """Return what runs experiments for this application."""
    found = current_app.extensions.setdefault(RUNNING, None)
    if found is None:
        found = current_app.extensions[RUNNING] = Background(context.services())
    assert isinstance(found, Background)
    return found


def how_far(running: Running) -> str:
    """Say where an experiment stands that waits or runs."""
    if running.ahead:
        return f"In line behind {running.ahead} {'other' if running.ahead == 1 else 'others'}"
    return f"{running.done:,} of {running.question.games:,} games a side"


@dataclass(frozen=True)
class Card:
    """A ready-made question with its latest answer, if there is one."""

    ready: Ready
    answer: Answer | None

    @property
    def title(self) -> str:
        """What was found."""
        return say.title(self.answer) if self.answer else ""

    @property
    def rests_on(self) -> str:
        """What the answer rests on: games, seats, bots."""
        if self.answer is None:
            return ""
        games = " and ".join(f"{side.games:,}" for side in self.answer.sides)
        same = len({side.games for side in self.answer.sides}) == 1
        said = f"{self.answer.sides[0].games:,} games a side" if same else f"{games} games"
        bots = sorted({bot for arm in self.answer.question.arms for bot in arm.bots})
        return f"{said}, {self.answer.question.seats} seats, {' and '.join(bots)} bots"


def size(form: Mapping[str, str]) -> int:
    """Return how many games a side a form asks for.

    :raises Invalid: more or fewer than a page may.
    """
    text = form.get("games", str(USUAL_SIZE))
    if not (text.isdecimal() and len(text) < 10 and int(text) in SIZES):
        expected = ", ".join(map(str, SIZES))
        raise Invalid(f"{text[:LONGEST]!r} games a side, expected one of: {expected}")
    return int(text)


def ready_of(services: Services, game: Game, form: Mapping[str, str]) -> Question:
    """Read the form of a ready-made question.

    :raises Invalid: there is none of that name, or a value does not fit.
    """
    name = form.get("ready", "")
    ready = find(name, game)
    if ready is None:
        raise Invalid(f"there is no ready-made question {name[:LONGEST]!r} about {game.title}")
    games, seats = size(form), _seats(game, form)
    return asked(ready, edition_of(services, game), seats=seats, games=games)


def own_of(services: Services, game: Game, form: Mapping[str, str]) -> Question:
    """Read the form of an own question.

    :raises Invalid: a value does not fit, or the sides are the same.
    """
    seats = _seats(game, form)
    arms = [_arm(services, game, form, seats, side) for side in ("a", "b")]
    seed = form.get("seed", "").strip()[:LONGEST] or SEED
    made = own_question(game, arms, seats=seats, games=size(form), seed=seed)
    return played_by(made, services.cast)


def _seats(game: Game, form: Mapping[str, str]) -> int:
    text = form.get("seats", "") or str(usual_seats(game))
    if not (text.isdecimal() and len(text) < 4 and int(text) in game.seats):
        expected = f"{game.seats[0]} to {game.seats[-1]}"
        raise Invalid(f"{text[:LONGEST]!r} seats, expected {expected}")
    return int(text)


def _arm(services: Services, game: Game, form: Mapping[str, str], seats: int, side: str) -> Arm:
    who, _, which = form.get(f"{side}-who", "").partition(":")
    if who == "by":
        return recorded_arm(game, seats, {"by": which[:LONGEST]})
    if who == "prototype":
        return recorded_arm(game, seats, {"prototype": which[:LONGEST]})
    bot = which or usual_bot(game)
    chosen = {name: form.get(f"{side}-{name}", "")[:LONGEST] for name in values_of(game.options)}
    return Arm(
        label="",
        options={name: value for name, value in chosen.items() if value},
        edition=edition_of(services, game, form.get(f"{side}-edition", "")[:LONGEST]),
        bots=(bot[:LONGEST],) * seats,
    )


def sides(game: Game, offered: Choices, cast: Cast) -> list[tuple[str, str]]:
    """List what a side can be: a value of the form and its words."""
    found = [(f"bot:{bot.name}", f"{bot.title} bots play") for bot in cast.of_game(game).values()]
    people = ("people", "Recorded: people"), ("all", "Recorded: everybody")
    found += [(f"by:{by}", words) for by, words in people if by in ("all", *offered.played_by)]
    found += [(f"prototype:{name}", f"Recorded: prototype {name}") for name in offered.prototypes]
    return found
