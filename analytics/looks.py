"""A closer look at every session: clauses, friction, feelings, standings, times, offers."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from analytics.facts import GameFacts, Rows
from analytics.facts.facts import Standing
from analytics.ledger import by_third
from domain.session import Session
from domain.session.events import (
    AttemptRefused,
    DecisionGuessed,
    FeelingNoted,
    RulesTalked,
)

ONE_IN = 16
"""Of simulated sessions only so many have their offers looked at: listing costs more than counting,
and a sixteenth of a simulation is plenty.
"""

RENEWED = frozenset({"friction", "feelings", "guesses", "standings"})
"""Tables of which all rows of a session are written anew when it moves on, although they name a
step; those without one always are.
"""


class Offer:
    """How often a seat could choose something, and did."""

    __slots__ = ("declined", "first", "offered", "taken")

    def __init__(self, first: int) -> None:
        self.first = first
        self.offered = self.taken = 0
        self.declined: int | None = None


class Stood(NamedTuple):
    """How seats stood at a round's last step."""

    round: int
    step: int
    state: Any
    seats: Standing


class Looks:
    """What a walk gathers on its way.

    :ivar cited: by the clauses of a step, in order: how many steps, and the first one.
    :ivar closely: whether offers are listed too.
    """

    def __init__(self, session: Session) -> None:
        simulated = session.opened.mode == "simulated"
        self.closely = not simulated or session.id.int % ONE_IN == 0
        self.cited: dict[tuple[str, ...], list[int]] = {}
        self.stood: list[Stood] = []
        self._offers: dict[tuple[int, str, str], Offer] = {}

    def stand(self, facts: GameFacts, round_: int, step: int, state: Any) -> None:
        """Note how seats stand at a round's last step so far."""
        if self.stood and self.stood[-1].round == round_:
            self.stood.pop()
        last = self.stood[-1] if self.stood else None
        known = facts.standing(state, last and last.state, last.seats if last else ())
        self.stood.append(Stood(round_, step, state, known))

    def offered(self, facts: GameFacts, step: int, state: Any, action: Any, legal: Any) -> None:
        """Count what a seat could choose with the action of ``step``, where its hand is known."""
        seat = action.seat
        if not facts.knows(state, seat):
            return
        chosen = set(facts.items(state, action))
        for kind, item in {found for other in legal for found in facts.items(state, other)}:
            offer = self._offers.get((seat, kind, item))
            if offer is None:
                offer = self._offers[seat, kind, item] = Offer(step)
            offer.offered += 1
            if (kind, item) in chosen:
                offer.taken += 1
            elif offer.declined is None:
                offer.declined = step

    def settle(
        self,
        number: int,
        session: Session,
        facts: GameFacts,
        state: Any,
        round_: int,
        rows: Rows,
    ) -> None:
        """Add the rows of a session as it stands; its latest event belongs to ``round_``."""
        fired: dict[str, list[int]] = {}
        for clauses, (times, first) in self.cited.items():
            for clause in clauses:
                found = fired.setdefault(clause, [0, first])
                found[0] += times
                found[1] = min(found[1], first)
        rows["clauses"] += [(number, clause, n, first) for clause, (n, first) in fired.items()]
        self.stand(facts, round_, session.last_step, state)
        for one in self.stood:
            rows["standings"] += [
                (number, one.step, one.round, seat, standing)
                for seat, standing in enumerate(one.seats)
            ]
        if session.opened.mode != "simulated":
            _beside(number, session, facts, rows)
        if session.status != "live":
            rows["offers"] += [
                (number, *of, one.offered, one.taken, one.first, one.declined)
                for of, one in self._offers.items()
            ]


def _beside(number: int, session: Session, facts: GameFacts, rows: Rows) -> None:
    """Add what people said and did beside the moves."""
    rows["friction"] += [(number, *row) for row in _friction(session)]
    rows["feelings"] += [(number, *row) for row in _feelings(session, facts)]
    rows["guesses"] += [(number, *row) for row in _guesses(session)]
    rows["feedback"] += [
        (number, seat, given.fun, given.clarity, given.length or None, given.again or None)
        for seat, given in session.feedback.items()
    ]
    rows["times"] += [(number, *row) for row in by_third(session)]


def _friction(session: Session) -> Iterator[tuple[Any, ...]]:
    last = session.last_step
    for entry in session.asides:
        event = entry.event
        if isinstance(event, RulesTalked):
            yield min(event.step, last), event.kind, event.clause or None, None, event.seconds
        elif isinstance(event, AttemptRefused):
            for clause in event.clauses or (None,):
                yield min(event.step, last), "refused", clause, event.seat, None
    for step, broken in session.irregular.items():
        if step > last:  # its move is yet to come
            continue
        seat = getattr(session.moves[step].event, "seat", None)
        for clause in broken.clauses:
            yield step, "irregular", clause, seat, None


def _feelings(session: Session, facts: GameFacts) -> Iterator[tuple[Any, ...]]:
    game, open_hands = session.game, session.status != "live"
    for entry in session.aside(FeelingNoted):
        event = entry.event
        assert isinstance(event, FeelingNoted)
        if event.step > session.last_step:
            continue
        state = session.state_at(event.step)
        acting = event.seat in game.to_act(state)
        legal = game.count_legal(state, event.seat) if open_hands else None
        margin = margin_of(facts.standing(state, None, ()), event.seat)
        round_ = game.round_of(state)
        yield event.step, event.seat, event.feeling, round_, margin, legal, acting


def margin_of(standing: Standing, seat: int) -> float | None:
    """Return how far a seat is ahead of the best other one; ``None`` where that is unknown.

    >>> (
    ...     margin_of((5, 9, 7), 1),
    ...     margin_of((5, 9, 7), 0),
    ...     margin_of((5, None), 0),
    ...     margin_of((5,), 0),
    ... )
    (2, -4, None, None)
    """
    own = standing[seat]
    others = [value for other, value in enumerate(standing) if other != seat]
    if own is None or not others or None in others:
        return None
    return own - max(value for value in others if value is not None)


def _guesses(session: Session) -> Iterator[tuple[Any, ...]]:
    begun = dict(session.actions)
    for entry in session.aside(DecisionGuessed):
        event = entry.event
        assert isinstance(event, DecisionGuessed)
        chosen = begun.get(event.step + 1)
        if chosen is not None and chosen.seat == event.seat:
            named = msgspec.convert(event.action, session.game.action)
            kinds = (one.__struct_config__.tag for one in (named, chosen))
            yield event.step, event.seat, *kinds, named == chosen
