"""What an amendment changes, in words: each action as it was and as it would be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.events import Event
from domain.game import Game
from domain.session import Session
from domain.session.amend import Amendment, Difference
from domain.words import Sentence

MOST = 40  # differences that are told; the others are counted


@dataclass(frozen=True)
class Change:
    """An action that comes out differently: its sentences before and after."""

    step: int
    before: tuple[Sentence, ...]
    after: tuple[Sentence, ...]


@dataclass(frozen=True)
class Changes:
    """Everything that an amendment would do.

    ``misfit`` is the first action that no longer fits, with its step and why; ``waiting`` actions
    would wait from there on.
    """

    told: tuple[Change, ...]
    more: int
    misfit: Sentence
    misfit_step: int
    why: str
    waiting: int


def changes(session: Session, amendment: Amendment) -> Changes:
    """Tell an amendment."""
    found, misfit = amendment.differences, amendment.misfit
    game = session.game
    state = amendment.states[-1] if amendment.states else session.state
    return Changes(
        tuple(_change(session, amendment, one) for one in found[:MOST]),
        max(len(found) - MOST, 0),
        game.tell_action(state, misfit.action) if misfit else (),
        misfit.step if misfit else 0,
        str(getattr(misfit.why, "reason", misfit.why)) if misfit else "",
        len(amendment.event.rest),
    )


def _change(session: Session, amendment: Amendment, one: Difference) -> Change:
    game = session.game
    old = session.state_at(one.step - 1) if one.step else game.blank(session.rules)
    at = one.now - amendment.event.step - 2
    new = amendment.states[at] if at >= 0 else _position(session, amendment.event.step)
    return Change(one.step, _told(game, old, one.before), _told(game, new, one.after))


def _position(session: Session, step: int) -> Any:
    return session.state_at(step) if step >= 0 else session.game.blank(session.rules)


def _told(game: Game, state: Any, events: Sequence[Event]) -> tuple[Sentence, ...]:
    told = []
    for event in events:
        told.append(game.tell(state, event).sentence)
        state = game.evolve(state, event)
    return tuple(told)
