"""A session walked step by step, one row or more a step."""

from functools import cache
from typing import Any

from analytics.clock import gap_before, has_clock, microseconds
from analytics.facts import FACTS, Rows
from analytics.looks import Looks
from domain.session import Session


class Walk:
    """How far a session has been walked, and the position there.

    :ivar session: the session's number in the warehouse.
    :ivar step: the next step to walk.
    :ivar first: the seat that acts first; ``None`` before the set-up and where all act at once.
    :ivar round: the round that the latest event belongs to.
    :ivar looks: what was gathered on the way.
    """

    def __init__(self, number: int, session: Session) -> None:
        self.number = number
        self.step = 0
        self.state: Any = session.game.blank(session.rules)
        self.first: int | None = None
        self.turns = 0
        self.actions = 0
        self.looks = Looks(session)
        self.watcher = FACTS[session.game.name].watcher(number)
        self._turn: tuple[tuple[int, int] | None, int] = (None, 0)  # (round, turn), actions in it
        self.round = session.game.round_of(self.state)

    def go(self, session: Session, until: int, rows: Rows) -> None:
        """Walk on to the step before ``until``, adding rows for each step to ``rows``.

        One pass: every event is evolved once, legal actions are counted once an action. Where an
        event does not fit, the walk stops before it and the error goes on.
        """
        game, number, state, looks = session.game, self.number, self.state, self.looks
        evolve, action_of, count_legal = game.evolve, game.action_of, game.count_legal
        round_of, facts, cite, cited = game.round_of, FACTS[game.name], game.cite, looks.cited
        legal_actions, closely = game.legal_actions, looks.closely
        turn_of, choices = facts.turn_of, facts.choices
        see, timed, moves = self.watcher.watches.get, has_clock(session), session.moves
        add_event, add_decision = rows["events"].append, rows["decisions"].append
        at, micros = session.log[0].at, microseconds(session.log[0].at)
        # Local names, here and below: this loop is where a projection spends its time.
        step, turns, actions, last, in_turn = self.step, self.turns, self.actions, *self._turn
        was = self.round
        try:
            for step in range(self.step, until):
                move = moves[step]
                event: Any = move.event
                kind: Any = type(event)
                if (round_ := round_of(state)) != was and step > 1:
                    looks.stand(facts, was, step - 1, state)
                was = round_
                if (found := cited.get(clauses := cite(state, event))) is None:
                    cited[clauses] = [1, step]
                else:
                    found[0] += 1
                turn = turn_of(state, event)
                if turn is not None and last != (round_, turn):
                    last, turns, in_turn = (round_, turn), turns + 1, 0
                if kind in choices and (action := action_of(state, event)) is not None:
                    actions, in_turn = actions + 1, in_turn + 1
                    seat, chosen = action.seat, _chosen(action.__class__)
                    person = timed and session.players[seat].bot is None
                    think = gap_before(session, move.version) if person else None
                    if closely:
                        listed = legal_actions(state, seat)
                        legal = len(listed)
                        looks.offered(facts, step, state, action, listed)
                    else:
                        legal = count_legal(state, seat)
                    row = (number, step, seat, round_, turn, in_turn, chosen, legal, think)
                    add_decision(row)
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
                    self.first = acting[0] if len(acting) == 1 < len(session.players) else None
            step = until
        finally:
            self.state, self.step, self.turns, self.actions = state, step, turns, actions
            self._turn, self.round = (last, in_turn), was


@cache
def _chosen(action: Any) -> str:
    """Return what an action is called: the tag of its struct."""
    return str(action.__struct_config__.tag)


@cache
def _told(event: Any) -> tuple[str, bool]:
    """Return an event's short name, ``moth_planted``, and whether it names a seat."""
    return event.stored_name.partition(".")[2].partition(":")[0], hasattr(event, "seat")
