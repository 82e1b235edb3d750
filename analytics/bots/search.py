"""The bot that searches, ``ismcts``, by its budget a choice."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import count
from math import inf
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from analytics.bots.bot import Bot, View
from analytics.bots.ismcts import Search
from domain.game import Game

NAME = re.compile(r"ismcts-([1-9][0-9]{0,5})(ms)?")


class Budget(NamedTuple):
    """How long to search at each choice: one of the two, or both, and then what is spent first.

    With iterations the same seed chooses the same; with milliseconds the machine decides.
    """

    iterations: int = 0
    milliseconds: int = 0


DEFAULT = Budget(iterations=1000)


def budget(name: str) -> Budget | None:
    """Read the budget in a bot's name; ``None`` for the name of another bot.

    >>> budget("ismcts-500"), budget("ismcts-200ms").milliseconds, budget("greedy")
    (Budget(iterations=500, milliseconds=0), 200, None)
    """
    if name == "ismcts":
        return DEFAULT
    if not (match := NAME.fullmatch(name)):
        return None
    return Budget(0, int(match[1])) if match[2] else Budget(int(match[1]), 0)


@cache
def bot(spent: Budget) -> Bot:
    """Return the bot that searches with a budget."""

    def choose(game: Game, view: View, legal: Sequence[Any], rng: Random) -> Any:
        if len(legal) == 1:
            return legal[0]
        return searched(game, view(), legal[0].seat, spent, rng).best()

    each = f"{spent.iterations:,} games" if spent.iterations else f"{spent.milliseconds:,} ms"
    if spent == DEFAULT:
        name, title = "ismcts", "Searcher"
    elif spent.iterations:
        name, title = f"ismcts-{spent.iterations}", f"Searcher of {each}"
    else:
        name, title = f"ismcts-{spent.milliseconds}ms", f"Searcher of {each}"
    return Bot(
        name,
        title,
        f"Imagines what it cannot see and plays on from there, {each} at each choice.",
        choose,
    )


def searched(game: Game, view: Any, seat: int, spent: Budget, rng: Random) -> Search:
    """Search from what a seat sees until the budget is spent.

    :raises Unimaginable: more cards are unknown in ``view`` than are left.
    """
    search = Search(game, view, seat, rng)
    end = perf_counter() + spent.milliseconds / 1000 if spent.milliseconds else inf
    for nth in range(spent.iterations) if spent.iterations else count():
        if nth and perf_counter() >= end:
            break
        search.iterate()
    return search
