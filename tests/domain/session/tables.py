"""Sessions as they are logged at a table: opened, moved on, walked by the statistics."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from analytics.facts import Rows
from analytics.progress import advance
from domain.chance import Candidates, Chance, Open, Told
from domain.errors import Refusal
from domain.events import Event, Recorded
from domain.game import Game
from domain.piles import Pile
from domain.session import CODEC, Session, fold
from domain.session.commands import Table, act, open_session
from domain.session.events import IrregularityStood, Mode, Player
from service import seeds
from tests.contract.plays import CASES

ID = UUID(int=1)
START = datetime(2026, 11, 12, 19, 30, tzinfo=UTC)
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana")


def open_table(
    game: Game,
    chance: Chance,
    seats: int = 2,
    *,
    mode: Mode = "table",
    start: int = 0,
    options: dict[str, str] | None = None,
    timed: bool = True,
    players: tuple[Player, ...] = (),
) -> Session:
    """Open a session of a game in the edition that ships with it."""
    table = Table(
        game=game,
        rules="v4",
        edition=seeds.edition(game),
        players=players or tuple(Player(name) for name in NAMES[:seats]),
        options=options or {},
        mode=mode,
        start=start,
        timed=timed,
    )
    return on(None, open_session(table, chance))


def on(session: Session | None, events: Sequence[Event], seconds: float = 10) -> Session:
    """Record events that share a time, so many seconds after the latest ones."""
    version = session.version if session else 0
    at = session.log[-1].at + timedelta(seconds=seconds) if session else START
    entries = [Recorded(ID, version + n, at, event) for n, event in enumerate(events, 1)]
    moved = fold(entries, session)
    assert moved is not None
    return moved


def do(session: Session, *actions: Any) -> Session:
    """Carry out actions of the game with which nothing is seen; ``(action, "E1", ...)`` tells."""
    for action in actions:
        told: tuple[str | None, ...] = ()
        if isinstance(action, tuple):
            action, *answers = action
            told = tuple(answers)
        session = on(session, act(session, action, Told(told)))
    return session


def let(session: Session, action: Any, *told: str | None) -> Session:
    """Let an action stand though it breaks rules."""
    moved = on(session, act(session, action, Told(told), irregular=True))
    assert moved.irregular.keys() - session.irregular.keys()
    return moved


def seen_with(session: Session, step: int) -> list[str | None]:
    """List what was seen with the action that began at a step."""
    later = [at for at, _ in session.actions if at > step]
    moves = session.moves[step : later[0] if later else None]
    return [answer for move in moves for answer in session.game.answers(move.event)]


def stored(session: Session) -> Session:
    """Write a session's log to the store's form and read it back."""
    entries = [
        CODEC.decode(ID, e.version, *CODEC.encode(e.at, e.event, e.key)) for e in session.log
    ]
    read = fold(entries)
    assert read is not None
    return read


def rows_of(session: Session) -> Rows:
    """Return every row that the statistics have of a session."""
    rows: Rows = defaultdict(list)
    advance(1, session, None, rows)
    return rows


def sound(session: Session) -> None:
    """Hold a session to its log: whole, piece by piece and out of the store it is the same."""
    assert fold(session.log) == session
    grown: Session | None = None
    for entry in session.log:
        grown = fold([entry], grown)
        assert grown is not None
        if grown.moves:
            assert grown.state is not None  # asked for at each step, as it is at a table
    assert grown is not None
    assert grown == session
    assert not session.moves or grown.state == session.state_at(session.last_step)
    assert stored(session) == session
    state = session.game.blank(session.rules)
    for step, move in enumerate(session.moves):
        assert session.log[move.version - 1].at == move.at
        state = session.game.evolve(state, move.event)
        if step == session.last_step:
            assert session.state == state
    rows_of(session)


class Glimpsed:
    """A table at which some hidden cards are seen and some are not; what lies open always is."""

    def __init__(self, rng: Random, hidden: float) -> None:
        self._rng, self._hidden = rng, hidden

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        could_be = [*pile.known, *(candidates() if pile.unknown else ())]
        shown = isinstance(question, Open) or set(could_be) == {"D"}
        if not shown and self._rng.random() < self._hidden:
            return None
        return self._rng.choice(could_be)


def random_log(game: Game, seats: int, rng: Random, actions: int, odds: float = 0) -> Session:
    """Log up to so many random actions; with ``odds`` one that is against the rules stands."""
    chance = Glimpsed(rng, rng.choice((0, 0.5, 1)))
    session = open_table(game, chance, seats, start=rng.randrange(seats))
    for _ in range(actions):
        if session.status != "live":
            break
        legal = game.legal_actions(session.state)
        events = act(session, rng.choice(legal), chance)
        if rng.random() < odds:
            events = against_the_rules(session, rng, chance) or events
        session = on(session, events, rng.choice((4, 9, 30)))
    return session


def against_the_rules(session: Session, rng: Random, chance: Chance) -> list[Event] | None:
    """Find something that can stand though it breaks rules, in a few tries."""
    state = session.state
    for tried in rng.sample(list(CASES[session.game.name].space(state)), 30):
        try:
            events = act(session, tried, chance, irregular=True)
        except Refusal:
            continue
        if isinstance(events[0], IrregularityStood):
            return events
    return None
