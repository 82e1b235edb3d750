"""A session walked step by step, one row or more a step."""

from functools import cache
from typing import Any

from analytics.clock import gap_before, has_clock, microseconds
from analytics.facts import FACTS, Rows
from domain.session import Session


class Walk:
    """How far a session has been walked, and the position there.

    :ivar session: the session's number in the warehouse.
    :ivar step: the next step to walk.
    :ivar first: the seat that acts first; ``None`` before the set-up and where all act at once.
    """

    def __init__(self, number: int, session: Session) -> None:
        self.number = number
        self.step = 0
        self.state: Any = session.game.blank(session.rules)
        self.first: int | None = None
        self.turns = 0
        self.actions = 0
        self.watcher = FACTS[session.game.name].watcher(number)
        self._turn: tuple[int, int] | None = None
        self._in_turn = 0

    def go(self, session: Session, until: int, rows: Rows) -> None:
        """Walk on to the step before ``until``, adding rows for each step to ``rows``.

        One pass: every event is evolved once, legal actions are counted once an action. Where an
        event does not fit, the walk stops before it and the error goes on.
        """
        game, number, state = session.game, self.number, self.state
        evolve, action_of, legal_actions = game.evolve, game.action_of, game.legal_actions
        round_of, facts = game.round_of, FACTS[game.name]
        turn_of, choices = facts.turn_of, facts.choices
        see, timed, moves = self.watcher.watches.get, has_clock(session), session.moves
        add_event, add_decision = rows["events"].append, rows["decisions"].append
        at, micros = session.log[0].at, microseconds(session.log[0].at)
        step = self.step
        try:
            for step in range(self.step, until):
                move = moves[step]
                event: Any = move.event
                kind: Any = type(event)
                round_ = round_of(state)
                turn = turn_of(state, event)
                if turn is not None and self._turn != (round_, turn):
                    self._turn = (round_, turn)
                    self.turns += 1
                    self._in_turn = 0
                action = action_of(state, event) if kind in choices else None
                if action is not None:
                    self._in_turn += 1
                    self.actions += 1
                    seat = action.seat
                    person = timed and session.players[seat].bot is None
                    think = gap_before(session, move.version) if person else None
                    legal, chosen = len(legal_actions(state)), _chosen(action.__class__)
                    add_decision(
                        (number, step, seat, round_, turn, self._in_turn, chosen, legal, think)
                    )
                if move.at != at:
                    at, micros = move.at, microseconds(move.at)
                name, seated = _told(kind)
                seat = event.seat if seated else None
                add_event((number, step, move.version, micros, name, seat, round_, turn))
                if (watch := see(kind)) is not None:
                    watch(step, state, event, rows)
                state = evolve(state, event)
                if not step:
                    acting = game.to_act(state)
                    self.first = acting[0] if len(acting) == 1 else None
            step = until
        finally:
            self.state, self.step = state, step


@cache
def _chosen(action: Any) -> str:
    """Return what an action is called: the tag of its struct."""
    return str(action.__struct_config__.tag)


@cache
def _told(event: Any) -> tuple[str, bool]:
    """Return an event's short name, ``moth_planted``, and whether it names a seat."""
    return event.stored_name.partition(".")[2].partition(":")[0], hasattr(event, "seat")
