"""The demo sessions that were played digitally, as somebody logs them at a table who sees what
everybody sees.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from domain.chance import Told
from domain.events import Event
from domain.game import Game
from domain.grammar import Listener
from domain.session import CODEC, Session, fold
from service.demo import lines
from tests.contract.plays import CASES


class Logged(NamedTuple):
    """An action as a table knows it: the position before, the newest event, the cards seen."""

    game: Game
    state: Any
    newest: Event
    action: Any
    seen: tuple[str | None, ...]

    @property
    def kind(self) -> str:
        """The name of the action's type."""
        return type(self.action).__name__


def sessions(game: Game) -> Iterator[Session]:
    """Yield a game's demo sessions of which every card is known, each evening once."""
    for name, stored in groupby(lines(), key=lambda line: line.session):
        events = [CODEC.decode(UUID(name), e.version, e.name, bytes(e.state)) for e in stored]
        session = fold(events)
        if session is None or session.game is not game:
            continue
        if session.opened.mode == "digital" and session.opened.branch is None:
            yield session


def logged(session: Session) -> Iterator[Logged]:
    """Yield the actions of a session as they are logged by somebody who sees no hidden card."""
    game, events = session.game, [move.event for move in session.moves]
    first = getattr(events[0], "start", 0)
    seen = _seen(game, partial(game.set_up, session.rules, first), events[:1])
    run = game.set_up(session.rules, first, Told(seen))
    full = [before for before, _, _ in session.history()]
    ends = [step for step, _ in session.actions[1:]] + [len(events)]
    for (begin, action), end in zip(session.actions, ends, strict=True):
        seen = _seen(game, partial(game.play, full[begin], action), events[begin:end])
        yield Logged(game, run.state, run.events[-1], action, seen)
        run = game.play(run.state, action, Told(seen))


def _seen(
    game: Game, carry_out: Callable[[Any], Any], events: list[Event]
) -> tuple[str | None, ...]:
    """Return what everybody saw of the cards in some events, in the order of the questions."""
    listener = Listener([card for event in events for card in game.answers(event)])
    carry_out(listener)
    is_open = CASES[game.name].open
    return tuple(
        card if card is not None and is_open(question, card) else None
        for question, card in zip(listener.questions, listener.given, strict=True)
    )
