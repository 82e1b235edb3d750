"""Information-set Monte Carlo tree search: what to do, from what one seat knows.

Each iteration imagines a world that the seat's observation could be, walks down one tree that all
these worlds share, plays on from there as the greedy bot does with a slip now and then, and credits
every seat on the way with how it came out. The tree branches by action alone; what chance answers
is drawn anew each time. Where points tell how a game stands, it is played on for a few rounds only.

P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
Transactions on Computational Intelligence and AI in Games 4 (2012): the single-observer variant
(SO-ISMCTS), with several seats as in max^n. Wide positions are widened step by step, best-looking
actions first: G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search" (2008).
"""

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Any

from analytics.bots.greedy import VALUING
from analytics.bots.worth import Worth
from domain.chance import Shuffled
from domain.game import Game

EXPLORE = 0.2  # how strongly an action that was tried less is preferred, for worths from 0 to 1
ROUNDS = 2  # that are played on beyond the current one, in a game with points
SLIP = 0.05  # of all choices in games played on, any legal action instead of the best-looking
HASTE = 0.5  # the same in a game without points, which is played to its end: chance is quicker
WIDEN = 0.4  # a node that was visited n times tries at most 1 + this times sqrt(n) actions


class Node:
    """A series of actions: what came of it. ``worth`` is summed over visits, by seat.

    :ivar offered: how often the action was legal when its turn to be chosen came.
    """

    __slots__ = ("children", "offered", "visits", "worth")

    def __init__(self, seats: int) -> None:
        self.children: dict[Any, Node] = {}
        self.visits = 0
        self.offered = 0
        self.worth = [0.0] * seats

    def mean(self, seat: int) -> float:
        """Return what a visit was worth to a seat, 0 to 1."""
        return self.worth[seat] / self.visits if self.visits else 0.5


class Search:
    """One search from one observation; :meth:`iterate` as often as there is time."""

    def __init__(self, game: Game, view: Any, seat: int, rng: Random) -> None:
        self.game, self.view, self.seat, self.rng = game, view, seat, rng
        self.seats = view.rules.seats
        self.root = Node(self.seats)
        self.worth = Worth(game, view.rules)
        self.chance = Shuffled(rng)
        self._horizon = game.round_of(view) + ROUNDS
        self._slip = SLIP if self.worth.by_points else HASTE
        valuing = VALUING.get(game.name)
        self._weights = valuing.Weights() if valuing else None
        self._values = valuing.values if valuing else None

    def iterate(self) -> None:
        """Imagine a world, walk down, play on to the end, and credit the seats."""
        game, chance = self.game, self.chance
        state = game.imagine(self.view, self.rng)
        node, path = self.root, [self.root]
        while seated := game.to_act(state):
            seat = self._next(seated)
            if game.simultaneous and seat != self.seat:
                state = self._played_on(state, seat)
                continue
            child, action = self._choose(node, state, seat)
            state = game.play(state, action, chance).state
            path.append(child)
            node = child
            if not child.visits:
                break
        worth = self.worth(self._played_out(state))
        for passed in path:
            passed.visits += 1
            for seat, share in enumerate(worth):
                passed.worth[seat] += share

    def best(self) -> Any:
        """Return the action that was tried most, the first of equals."""
        return max(self.root.children.items(), key=lambda pair: pair[1].visits)[0]

    def _next(self, seated: Sequence[int]) -> int:
        return self.seat if self.seat in seated else seated[0]

    def _choose(self, node: Node, state: Any, seat: int) -> tuple[Node, Any]:
        legal = self.game.legal_actions(state, seat)
        children = node.children
        known = []
        for action in legal:
            if child := children.get(action):
                child.offered += 1
                known.append((child, action))
        if len(known) < len(legal) and len(known) < 1 + WIDEN * sqrt(node.visits):
            untried = [action for action in legal if action not in children]
            action = self._most_promising(state, seat, untried)
            child = children[action] = Node(self.seats)
            child.offered = 1
            return child, action

        def bound(pair: tuple[Node, Any]) -> float:
            child = pair[0]
            unsure = sqrt(log(child.offered) / child.visits)
            return child.worth[seat] / child.visits + EXPLORE * unsure

        return max(known, key=bound)

    def _most_promising(self, state: Any, seat: int, actions: Sequence[Any]) -> Any:
        if self._values is None or len(actions) == 1:
            return actions[int(self.rng.random() * len(actions))]
        looks = self._values(state, seat, actions, self._weights)
        return actions[max(range(len(actions)), key=looks.__getitem__)]

    def _played_out(self, state: Any) -> Any:
        game = self.game
        while seated := game.to_act(state):
            if self.worth.by_points and game.round_of(state) > self._horizon:
                break
            state = self._played_on(state, seated[0])
        return state

    def _played_on(self, state: Any, seat: int) -> Any:
        legal = self.game.legal_actions(state, seat)
        if self._values is None or self.rng.random() < self._slip:
            action = legal[int(self.rng.random() * len(legal))]
        else:
            looks = self._values(state, seat, legal, self._weights)
            action = legal[max(range(len(legal)), key=looks.__getitem__)]
        return self.game.play(state, action, self.chance).state
