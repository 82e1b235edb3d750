"""How much an end is worth to each seat, from 0 to 1."""

from typing import Any

from domain.game import Game

WON = 0.85
"""What winning decides; the rest goes by points, so that a seat that has lost still cares."""


class Worth:
    """Rates ends of one game. Points are rated by the ends that were seen before.

    Winners share :data:`WON` equally, which keeps it a fair measure of the chance to win. In a
    game without points it is the whole worth; where one seat plays alone, points are.
    """

    def __init__(self, game: Game) -> None:
        self._outcome, self._scores = game.outcome, game.scores
        self._least = self._most = 0.0

    def __call__(self, state: Any) -> list[float]:
        """Rate the end of a game, one number a seat."""
        outcome = self._outcome(state)
        points = [score for score in self._scores(state) if score is not None]
        seats = state.rules.seats
        share = 1 / len(outcome.winners)
        won = [share if seat in outcome.winners else 0.0 for seat in range(seats)]
        if len(points) < seats:
            return won
        if seats == 1:
            return self._rated([float(points[0])])
        best = [max(points[:seat] + points[seat + 1 :]) for seat in range(seats)]
        ahead = [float(points[seat] - best[seat]) for seat in range(seats)]
        rated = self._rated(ahead)
        return [WON * w + (1 - WON) * r for w, r in zip(won, rated, strict=True)]

    def _rated(self, amounts: list[float]) -> list[float]:
        self._least = min(self._least, *amounts)
        self._most = max(self._most, *amounts)
        width = self._most - self._least
        return [(one - self._least) / width if width else 0.5 for one in amounts]
