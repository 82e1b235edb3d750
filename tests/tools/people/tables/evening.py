"""What an evening at a table is made of: who sits there, and what they say, try and feel."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from domain.events import Event
from domain.games import GAMES
from domain.session.events import Experience, FeedbackGiven, Feeling, Glyph, TalkKind


class Moment(NamedTuple):
    """An event as it happens: the true position before it, it, and all events of its action."""

    before: Any
    event: Any
    events: Sequence[Event]


When = Callable[[Moment], bool]


def on(*kinds: type[Event], also: When = lambda moment: True) -> When:
    """Wait for an event of a kind, and for what else has to hold."""
    return lambda moment: isinstance(moment.event, kinds) and also(moment)


class Person(NamedTuple):
    """Somebody who plays.

    ``pace`` multiplies the seconds of a choice; ``moods`` are felt in turn, evenly over an
    evening; ``verdicts`` are given in turn, one an evening, without the seat.
    """

    colour: str
    pace: float
    moods: tuple[Feeling, ...]
    verdicts: tuple[FeedbackGiven, ...]


class Talk(NamedTuple):
    """Talk about a rule, once an evening, at the first moment that fits."""

    when: When
    kind: TalkKind
    clause: str
    text: str
    seconds: float


class Remark(NamedTuple):
    """A note, once an evening, at a moment that fits; ``marks`` are made from the event."""

    when: When
    text: str
    tags: tuple[str, ...] = ()
    glyph: Glyph = ""
    marks: Callable[[Any], Iterable[str]] = lambda event: ()


class Said(NamedTuple):
    """Something that somebody wanted to do and was told no, in words; ``may(state, seat)`` says
    when a seat might.
    """

    text: str
    clause: str
    may: Callable[[Any, int], bool] = lambda state, seat: True


class Evening(NamedTuple):
    """One evening, logged at the table or typed in afterwards.

    ``people`` are names with their experience, by seat; ``recorder`` is the seat of whoever logs
    and writes down their own cards too. ``mistake``: an action is logged wrong and amended later;
    ``irregular``: a play against the rules stands.
    """

    when: datetime
    title: str
    place: str
    prototype: str
    people: tuple[tuple[str, Experience], ...]
    options: Mapping[str, str] = MappingProxyType({})
    recorder: int | None = None
    breaks: tuple[int, ...] = ()  # after so many actions
    left: int = 0  # stops after so many actions
    reason: str = ""
    timed: bool = True
    mistake: bool = False
    irregular: bool = False
    tags: tuple[str, ...] = ()


Wrong = Callable[[Any, int, Random], Iterable[Any]]
"""Lists actions that a seat might try though the rules forbid them, the likeliest first."""


@dataclass(frozen=True)
class Tables:
    """How a game is logged at a table.

    :ivar people: by name.
    :ivar attempts: what somebody might try; ``stands``: what a table might not notice.
    :ivar slips: what might be written down in the place of an action.
    :ivar items: things to be done; the first is done by the end of the evening.
    :ivar thinking: the mean of the logarithm of a choice's seconds.
    """

    people: dict[str, Person]
    evenings: tuple[Evening, ...]
    talks: tuple[Talk, ...]
    remarks: tuple[Remark, ...]
    said: tuple[Said, ...]
    items: tuple[str, ...]
    attempts: Wrong
    stands: Wrong
    slips: Callable[[Any, Any], Iterable[Any]]
    talk: float = 0.5
    thinking: float = 2.7


def opinion(
    fun: int | None,
    clarity: int | None,
    length: Literal["", "too_short", "right", "too_long"],
    again: Literal["", "yes", "maybe", "no"],
    text: str = "",
) -> FeedbackGiven:
    """Return a verdict; whoever gives it has the seat."""
    return FeedbackGiven(0, fun, clarity, length, again, text)


def refused(game: str, state: Any, actions: Iterable[Any]) -> list[Any]:
    """Return those of some actions that the rules forbid in a position."""
    legal = set(GAMES[game].legal_actions(state))
    return [action for action in actions if action not in legal]
