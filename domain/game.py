"""The contract that every game meets: five functions and what a page needs to show them.

Types differ from game to game, so positions, actions and rules are ``Any`` at this boundary;
inside a game's package they are exact.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from domain.barriers import Barrier
from domain.chance import Chance
from domain.edition import EditionBase, Total
from domain.events import Event
from domain.notation import Notation
from domain.playout import Playout, Start, Stepwise
from domain.problems import Problem
from domain.run import Run
from domain.words import Sentence, Telling


@dataclass(frozen=True)
class Earlier:
    """A version of the rules that was played before the one of today.

    ``version`` is what sessions were opened with. ``instead`` names fields of :class:`Game` and
    what stood there: often ``rules`` alone, which then tells the game's functions by a field of
    its own that they decide as they did (docs/versions.md).
    """

    version: str
    instead: Mapping[str, Any] = field(hash=False)


@dataclass(frozen=True)
class Game:
    """One game. ``name`` is its key in the store, in ``seeds/`` and on the command line.

    ``edition_problems(edition)`` lists what does not fit together in a well-shaped edition,
    ``totals(edition)`` what the rulebook prints beside what the edition adds up to.
    ``rules(edition, options, seats)`` works out what stays the same for a whole game;
    ``blank(rules)`` is the position before the set-up event; ``set_up(rules, start, chance)`` and
    ``play(state, action, chance)`` return a :class:`Run`; so does ``force(state, action, chance)``,
    for an action against the rules that a table let stand. ``answers(event)`` are the chance
    outcomes in an event. ``legal_actions(state, seat)`` and ``count_legal(state, seat)`` are about
    one seat, or about all without it. ``to_act(state)`` are the seats that the game waits for;
    another one may have legal actions too, and need not act. ``imagine(state, rng)`` is a position
    without unknown cards that what is known could be, drawn uniformly. ``recall(before, event,
    after)`` is the position before an event as a reader saw it, with what this reader can work out
    from ``after``, to which the same was done: folded back from the last position it gives each one
    as it could be known now. ``places(rules)`` names every place of the board; ``why_not(state,
    seat, about)`` says, for a place or a card, what the seat cannot do there now, and why.
    ``round_word`` is what the game calls that which ``round_of`` counts. ``simultaneous``: within a
    round what one seat does leaves another seat's choice as it was, or it is refused. ``notation``:
    actions as one line of text. ``playout``: plays on in place, for games by the thousand.
    ``earlier``: the versions of the rules before this one, each of them whole.
    """

    name: str
    title: str
    seats: range
    edition: type[EditionBase]
    edition_problems: Callable[[Any], list[Problem]]
    totals: Callable[[Any], list[Total]]
    options: type
    action: Any
    events: tuple[type[Event], ...]
    rules: Callable[[Any, Any, int], Any]
    blank: Callable[[Any], Any]
    set_up: Callable[[Any, int, Chance], Run[Any]]
    play: Callable[[Any, Any, Chance], Run[Any]]
    force: Callable[[Any, Any, Chance], Run[Any]]
    answers: Callable[[Event], tuple[str | None, ...]]
    evolve: Callable[[Any, Event], Any]
    legal_actions: Callable[..., Sequence[Any]]
    count_legal: Callable[..., int]
    to_act: Callable[[Any], tuple[int, ...]]
    observe: Callable[[Any, int | None], Any]
    redact: Callable[[Event, int | None], Event]
    imagine: Callable[[Any, Random], Any]
    recall: Callable[[Any, Event, Any], Any]
    outcome: Callable[[Any], Any]
    action_of: Callable[[Any, Event], Any]
    cite: Callable[[Any, Event], tuple[str, ...]]
    tell: Callable[[Any, Event], Telling]
    tell_action: Callable[[Any, Any], Sentence]
    places: Callable[[Any], tuple[str, ...]]
    why_not: Callable[[Any, int, str], list[Barrier]]
    round_of: Callable[[Any], int]
    phase: Callable[[Any], str]
    scores: Callable[[Any], tuple[int | None, ...]]
    as_data: Callable[[Any], dict[str, Any]]
    as_text: Callable[[Any, Sequence[str]], str]
    as_result: Callable[[Any, Sequence[str]], list[str]]
    notation: Notation
    round_word: str = "Round"
    simultaneous: bool = False
    playout: Start | None = None
    earlier: tuple[Earlier, ...] = ()

    def under(self, version: str) -> "Game":
        """Return the game as it was decided under a version of its rules.

        A version that is none of ``earlier`` is that of today, whatever a log calls it.
        """
        return self._before.get(version, self) if self.earlier else self

    @cached_property
    def _before(self) -> dict[str, "Game"]:
        return {each.version: replace(self, earlier=(), **each.instead) for each in self.earlier}

    def decide(self, state: Any, action: Any, chance: Chance) -> tuple[Event, ...]:
        """Return the events of an action, consequences included.

        :raises Refusal: the rules forbid the action in this position.
        """
        return tuple(self.play(state, action, chance).events)

    def play_on(self, state: Any, rng: Random) -> Playout:
        """Return a play-out that goes on from a position without unknown cards.

        :raises ValueError: a card is unknown.
        """
        return Stepwise(self, state, rng) if self.playout is None else self.playout(state, rng)

    @property
    def command_name(self) -> str:
        """The game's name on the command line and in addresses."""
        return self.name.replace("_", "-")
