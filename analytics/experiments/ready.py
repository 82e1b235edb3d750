"""Questions that come ready-made: one for each thing that a rulebook leaves open."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from analytics.bots import bots_of
from analytics.experiments.question import Arm, Question
from analytics.rulebooks import rulebook
from domain.game import Game
from domain.games import GAMES
from domain.rulebook import OptionText

SEED = "experiment"
SEATS = 3  # where the game seats as many
GAMES_A_SIDE = 1000


class Ready(NamedTuple):
    """A ready-made question: the game and what its rulebook leaves open."""

    game: Game
    option: OptionText

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return self.option.name


def ready_made() -> Iterator[Ready]:
    """List the ready-made questions, game by game, in the order of the rulebooks."""
    for game in GAMES.values():
        for option in rulebook(game).options:
            yield Ready(game, option)


def find(name: str, game: Game | None = None) -> Ready | None:
    """Return the ready-made question of that name; ``None`` if there is none."""
    name = name.replace("-", "_")
    return next((r for r in ready_made() if r.name == name and game in (None, r.game)), None)


def usual_bot(game: Game) -> str:
    """Return the bot that plays where nobody chose: the best one there is."""
    return "greedy" if "greedy" in bots_of(game) else "random"


def usual_seats(game: Game) -> int:
    """Return how many sit there where nobody said."""
    return SEATS if SEATS in game.seats else game.seats[0]


def asked(
    ready: Ready,
    edition: Mapping[str, Any],
    *,
    seats: int | None = None,
    bots: Sequence[str] = (),
    games: int = GAMES_A_SIDE,
    seed: str = SEED,
) -> Question:
    """Return a ready-made question as an experiment: a side for each value, the default first.

    :param bots: one name for all seats, or one a seat.
    """
    game, option = ready
    seats = seats or usual_seats(game)
    names = tuple(bots) or (usual_bot(game),)
    seated = names * seats if len(names) == 1 else names
    return Question(
        game=game.name,
        name=option.name,
        text=option.question,
        rules=rulebook(game).version,
        seats=seats,
        arms=tuple(
            Arm(
                label=value.value,
                options={option.name: value.value},
                edition=dict(edition),
                bots=seated,
            )
            for value in option.values
        ),
        games=games,
        seed=seed,
    )
