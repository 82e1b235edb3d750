"""What is compared: numbers that every game has, or lacks."""

from dataclasses import dataclass, replace
from typing import Literal

from domain.game import Game

Kind = Literal["mean", "share"]


@dataclass(frozen=True)
class Measure:
    """A number that every game has, or lacks.

    :ivar title: with ``{round}`` for what the game calls a round.
    :ivar words: what more of it means, and what less.
    :ivar matters: how large a difference has to be to matter: of a share, that much; of a mean,
        that part of the first side's.
    """

    key: str
    title: str
    kind: Kind
    words: tuple[str, str]
    definition: str

    @property
    def matters(self) -> float:
        """Three points of 100 for a share, a twentieth of a mean."""
        return 0.03 if self.kind == "share" else 0.05

    def in_words_of(self, game: Game) -> "Measure":
        """Return it with the game's own word for a round."""
        word = game.round_word
        more, less = (text.format(round=word.lower()) for text in self.words)
        return replace(
            self,
            title=self.title.format(round=word),
            words=(more, less),
            definition=self.definition.format(round=word.lower()),
        )


MEASURES = (
    Measure(
        *("rounds", "{round}s", "mean", ("more {round}s", "fewer {round}s")),
        "The {round} in which the game ends.",
    ),
    Measure(
        *("actions", "Actions", "mean", ("more actions", "fewer actions")),
        "Actions that seats chose.",
    ),
    Measure(
        *("points", "Points a seat", "mean", ("more points a seat", "fewer points a seat")),
        "The mean of a game's seats.",
    ),
    Measure(
        "spread",
        "Points from first to last",
        "mean",
        ("scores further apart", "scores closer together"),
        "The most points of a game less the fewest.",
    ),
    Measure(
        "first",
        "Won by the seat that begins",
        "share",
        ("more wins of the seat that begins", "fewer wins of the seat that begins"),
        "A win shared by n seats counts 1/n for each of them.",
    ),
    Measure(
        "deficit",
        "Worst deficit of the winner",
        "mean",
        ("winners who were further behind", "winners who were less far behind"),
        "How far the winner was behind the best other seat at the worst end of a {round}; 0 if "
        "never. Where several won, the best of them counts against those who did not.",
    ),
    Measure(
        "changes",
        "Changes of the lead",
        "mean",
        ("more changes of the lead", "fewer changes of the lead"),
        "How often another seat was ahead of all others, at the end of a {round}, than the last "
        "that was.",
    ),
    Measure(
        *("tied", "Shared wins", "share", ("more shared wins", "fewer shared wins")),
        "Games that more than one seat won.",
    ),
)

Values = tuple[float | None, ...]
"""One number for each of :data:`MEASURES`; ``None`` where a game has none."""
