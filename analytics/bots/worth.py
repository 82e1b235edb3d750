"""How much a position is worth to each seat, from 0 to 1."""

from typing import Any

from domain.game import Game

WON = 0.4
"""What winning decides; the rest goes by points, which tell more in fewer games."""


class Worth:
    """Rates positions of one game, most of them ends.

    Winners share :data:`WON` equally, and points are rated by those that were seen before. In a
    game without points winning is the whole worth. Where one seat plays alone, or a game goes on,
    points are.

    :ivar by_points: whether points tell how a game stands before its end.
    """

    def __init__(self, game: Game, rules: Any) -> None:
        self._outcome, self._scores, self._seats = game.outcome, game.scores, rules.seats
        self._least = self._most = 0.0
        self.by_points = None not in game.scores(game.blank(rules))

    def __call__(self, state: Any) -> list[float]:
        """Rate a position without unknown cards, one number a seat."""
        seats, outcome = self._seats, self._outcome(state)
        rated = self._rated(self._ahead(self._scores(state))) if self.by_points else []
        if rated and (outcome is None or seats == 1):
            return rated
        share = 1 / len(outcome.winners)
        won = [share if seat in outcome.winners else 0.0 for seat in range(seats)]
        if not rated:
            return won
        return [WON * w + (1 - WON) * r for w, r in zip(won, rated, strict=True)]

    def _ahead(self, scores: tuple[int | None, ...]) -> list[int]:
        """Return how far each seat is ahead of the best other one; alone, its points."""
        points = [score or 0 for score in scores]
        if len(points) == 1:
            return points
        first, second = sorted(points, reverse=True)[:2]
        leads = points.count(first) == 1
        return [p - (second if leads and p == first else first) for p in points]

    def _rated(self, amounts: list[int]) -> list[float]:
        self._least = min(self._least, *amounts)
        self._most = max(self._most, *amounts)
        width = self._most - self._least
        return [(one - self._least) / width if width else 0.5 for one in amounts]
