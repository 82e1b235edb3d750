"""Why a seat cannot do something at a place or with a card, as a reader of the replay may know."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from domain.errors import DomainError
from domain.rulebook import Clause
from domain.words import Sentence
from service import seeds
from service.web.boards.asking import asking_of
from service.web.playback import Playback
from service.web.words import with_names


class Not(NamedTuple):
    """What cannot be done, why, and the clauses that say so."""

    tried: Sentence
    reason: str
    clauses: list[Clause]


@dataclass(frozen=True)
class Question:
    """Something asked about a step: ``about`` is a place or a card, or nothing yet.

    Everything is worked out from what the reader sees. Where the seat's hand is hidden, what it
    could hold counts as held, and what could be done is no more than that.
    """

    film: Playback
    step: int
    seat: int
    about: str = ""

    @property
    def state(self) -> Any:
        """The position as the reader sees it."""
        return self.film.states[self.step]

    @property
    def sure(self) -> bool:
        """Whether the reader knows the seat's whole hand."""
        return not self.state.hands[self.seat].unknown

    @cached_property
    def places(self) -> dict[str, str]:
        """The places that can be asked about, and what each is called."""
        return asking_of(self.film.game).places(self.state, self.seat)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The cards that can be asked about."""
        return asking_of(self.film.game).cards(self.state, self.seat)

    @cached_property
    def could(self) -> list[Sentence]:
        """What the seat can do there, or could do if it held the cards."""
        game, state = self.film.game, self.state
        touches = asking_of(game).touches
        return [
            game.tell_action(state, action)
            for action in game.legal_actions(state, self.seat)
            if touches(state, action, self.about)
        ]

    @cached_property
    def barriers(self) -> list[Not]:
        """What the seat cannot do there."""
        book = seeds.rulebook(self.film.game)
        return [
            Not(
                one.tried,
                with_names(one.reason, self.film.names),
                [book[clause] for clause in one.clauses],
            )
            for one in self.film.game.why_not(self.state, self.seat, self.about)
        ]

    @property
    def drawn(self) -> dict[str, Any]:
        """Where the places are drawn on the board of this step, for the page's script."""
        film, step = self.film, self.step
        asking = asking_of(film.game)
        row = film.rows[step]
        table = film.board.table(self.state, film.before(step), row.places, film.names)
        areas = asking.areas(table, self.seat)
        return {"in": asking.DRAWN, "areas": [area for area in areas if area.place in self.places]}


def ask(film: Playback, step: int, seat: int | None = None, about: str = "") -> Question:
    """Ask about a step; without a seat, about the one that acts next.

    :raises DomainError: there is no such seat.
    """
    waits = film.game.to_act(film.states[step])
    last = film.rows[step].seat
    if seat is None:
        seat = last if last in waits else waits[0] if waits else last or 0
    if seat not in range(len(film.names)):
        raise DomainError(f"there is no seat {seat}, expected 0 to {len(film.names) - 1}")
    return Question(film, step, seat, about)
