"""Games of a question, played by bots: pair after pair, the same deal on every side."""

from typing import NamedTuple

from msgspec.structs import replace

from analytics.bots import cast_of
from analytics.bots.playing import play_on, seated
from analytics.experiments.deals import SameDeal
from analytics.experiments.measuring import Measured, measure
from analytics.experiments.question import Arm, Question
from analytics.simulation import Plan, opening
from domain.events import Event
from domain.games import GAMES
from domain.session.events import Player, SessionClosed, SessionOpened
from domain.session.session import rules_of


class Played(NamedTuple):
    """A game that was played: what opens its session, its own events, its measures."""

    opened: SessionOpened
    events: list[Event]
    measured: Measured

    @property
    def log(self) -> list[Event]:
        """All events of its session, the opening and closing ones too."""
        return [self.opened, *self.events, SessionClosed()]


def turned(question: Question, arm: Arm, number: int) -> tuple[int, tuple[str, ...]]:
    """Return who begins and which bot sits where in the game of that number.

    The first seat goes round the table game by game. Bots that differ then move on by one seat, so
    that each of them sits everywhere and begins as often as the others.
    """
    seats = question.seats
    moved = number // seats % seats
    return number % seats, arm.bots[-moved:] + arm.bots[:-moved] if moved else arm.bots


def openings(question: Question, tags: tuple[str, ...] = ()) -> dict[str, SessionOpened]:
    """Return by side what opens its games.

    :raises Invalid: an edition or an option does not fit.
    """
    return {
        arm.label: opening(
            Plan(
                game=question.game,
                rules=question.rules,
                edition=arm.edition,
                options=arm.options,
                bots=arm.bots,
                seed=question.seed,
                prototype="",
                cast=question.cast,
                tags=(*tags, arm.label) if tags else (),
            )
        )
        for arm in question.arms
        if arm.recorded is None
    }


def play(question: Question, arm: Arm, opened: SessionOpened, number: int) -> Played:
    """Play one game to its end and measure it."""
    game = GAMES[question.game]
    start, bots = turned(question, arm, number)
    seed = f"{question.seed}/{number}"
    cast = cast_of(question.cast)
    named = tuple(Player(f"{cast.title(b)} {seat + 1}", b) for seat, b in enumerate(bots))
    opened = replace(opened, players=named, seed=seed)
    rules = rules_of(opened)
    chance = SameDeal(seed, game.places(rules))
    begun = game.set_up(rules, start, chance)
    events, choices = [*begun.events], 0
    for run in play_on(game, begun.state, seated(cast, bots, seed), chance):
        events += run.events
        choices += 1
    return Played(opened, events, measure(game, rules, events, choices, question.seats))
