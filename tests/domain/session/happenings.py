"""Evenings at a table on which everything happens that a session can hold."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from domain.chance import Candidates, Open
from domain.edition import EditionBase
from domain.errors import DomainError
from domain.events import Event
from domain.game import Game
from domain.piles import Pile
from domain.session import CODEC, Session, commands, fold
from domain.session.amend import amend, amend_set_up, carry_on
from domain.session.commands import Table
from domain.session.events import FeedbackGiven, Player
from service import seeds
from tests.contract.plays import CASES

TEXT = 'so "slow"\n\u201cagain\u201d # \u2028 end'


class Library:
    """The rulebooks and editions that come with the games."""

    def rules(self, game: Game) -> str:
        """Return the version of a game's rulebook."""
        return seeds.rulebook(game).version

    def edition(self, game: Game, name: str | None, digest: str | None) -> EditionBase:
        """Return the edition that is shipped."""
        return seeds.edition(game)


class HalfSeen:
    """Shows what lies open, and every other hidden card to nobody."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Return a card that can be there, or None."""
        if not isinstance(question, Open) and self._rng.random() < 0.5:
            return None
        return self._rng.choice(sorted({*pile.known, *(candidates() if pile.unknown else ())}))


class Evening:
    """One session of a game, recorded at random from a seed."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.rng = game, Random(f"evening {game.name} {seed}")
        self.chance = HalfSeen(self.rng)
        self.id = UUID(int=self.rng.getrandbits(128))
        self.at = datetime(2026, 11, 12, 19, 30, tzinfo=UTC)
        self.session: Session | None = None
        seats = self.rng.choice(game.seats)
        players = [Player(f"P {n}", experience="first" if n else "") for n in range(seats)]
        table = Table(
            game=game,
            rules="v0",
            edition=seeds.edition(game),
            players=tuple(players),
            mode="table",
            start=self.rng.randrange(seats),
            title='"Night": ferry ',
            tags=("x, y",),
        )
        self.record(commands.open_session(table, self.chance))

    def record(self, events: list[Event]) -> None:
        """Record the events of one command, as the store gives them back."""
        self.at += timedelta(seconds=self.rng.choice([0, 0, 3, 71.25, 0.000001, -2]))
        version = self.session.version if self.session else 0
        entries = [
            CODEC.decode(self.id, version + n, *CODEC.encode(self.at, event))
            for n, event in enumerate(events, 1)
        ]
        self.session = fold(entries, self.session)

    def go_on(self, times: int) -> Session:
        """Try that many commands, then leave, and ask for feedback."""
        for _ in range(times):
            session = self.session
            assert session is not None
            if session.status != "live":
                break
            chosen = carrying_on if session.unsettled else self.rng.choice(HAPPENINGS)
            try:
                self.record(chosen(self, session))
            except (DomainError, IndexError):
                continue
        session = self.session
        assert session is not None
        if session.status == "live":
            self.record(commands.abandon(session, "last ferry"))
        self.record(commands.give_feedback(session, FeedbackGiven(0, fun=3, length="right")))
        return self.session  # type: ignore[return-value]


Happening = Callable[[Evening, Session], list[Event]]


def playing(evening: Evening, session: Session) -> list[Event]:
    """Play something legal."""
    action = evening.rng.choice(list(evening.game.legal_actions(session.state)))
    return commands.act(session, action, evening.chance)


def cheating(evening: Evening, session: Session) -> list[Event]:
    """Let anything stand that can be carried out at all."""
    return commands.act(session, _anything(evening, session), evening.chance, irregular=True)


def trying(evening: Evening, session: Session) -> list[Event]:
    """Try anything and be told no."""
    return commands.refuse_attempt(session, _anything(evening, session), said="may I?")


def amending(evening: Evening, session: Session) -> list[Event]:
    """Set an earlier action right."""
    step, _ = evening.rng.choice(session.actions)
    legal = list(evening.game.legal_actions(session.state_at(step - 1)))
    return [amend(session, step, evening.rng.choice(legal), evening.chance, reason="oh").event]


def dealing_again(evening: Evening, session: Session) -> list[Event]:
    """Set the set-up right."""
    return [amend_set_up(session, 0, evening.chance).event]


def carrying_on(evening: Evening, session: Session) -> list[Event]:
    """Carry out what waits, or some of it."""
    return [carry_on(session, evening.rng.randrange(len(session.unsettled) + 1)).event]


def _anything(evening: Evening, session: Session) -> Any:
    return evening.rng.choice(list(CASES[evening.game.name].space(session.state)))


HAPPENINGS: list[Happening] = [
    *[playing] * 12,
    *[cheating, trying, amending] * 2,
    dealing_again,
    lambda e, s: commands.take_back(s, s.decision_before(s.last_step)),
    lambda e, s: commands.add_note(s, 0, TEXT, "P 0", ("a b", "c")),
    lambda e, s: commands.talk_rules(s, 0, "dispute", "turn.order", TEXT, 12.25),
    lambda e, s: commands.note_feeling(s, s.last_step, 0, "bored"),
    lambda e, s: commands.add_item(s, 0, "12"),
    lambda e, s: commands.finish_item(s, s.open_items[0].version),
    lambda e, s: commands.pause(s, "rules"),
    lambda e, s: commands.resume(s),
]
