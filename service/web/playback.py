"""A session as a reader steps through it: one row a step, told, cited and grouped by round."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any
from uuid import UUID

from flask import Flask, current_app

from domain.events import Recorded
from domain.session import Session
from domain.session.events import NoteAdded, TakenBack
from domain.session.session import is_move
from domain.words import Sentence, plain
from service.web import words
from service.web.boards import board_of, template_of
from service.web.knowledge import Knowledge


@dataclass(frozen=True)
class Row:
    """One step, told. ``turn`` says whether it begins a seat's turn or the end of a round."""

    step: int
    round: int
    when: str
    seat: int | None
    icon: str
    sentence: Sentence
    mark: str | None
    places: tuple[str, ...]
    clauses: tuple[str, ...]
    at: datetime
    turn: bool
    seen: Recorded


@dataclass(frozen=True)
class Gone:
    """Moves that were taken back, in the place where the game went on after them."""

    rows: tuple[Row, ...]
    at: datetime


@dataclass(frozen=True)
class Round:
    """The rows of one round."""

    number: int
    rows: list[Row] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The step that the round begins after."""
        return max(self.rows[0].step - 1, 0)

    @property
    def last(self) -> int:
        """The round's last step."""
        return self.rows[-1].step


class Playback:
    """A whole session as one reader may see it. Hidden cards are not in here at all."""

    def __init__(self, session: Session, knowledge: Knowledge) -> None:
        self.session = session
        self.knowledge = knowledge
        self.game = session.game
        self.board = board_of(session.game)
        self.names = words.named(session.names)
        self.word = session.game.round_word
        self.states: list[Any] = []
        self.rows: list[Row] = []
        self.gone: dict[int, list[Gone]] = {}
        self.notes: dict[int, list[Recorded]] = {}
        self._tell()
        self.last = len(self.rows) - 1

    def before(self, step: int) -> Any:
        """Return the position before a step's event, as seen."""
        return self.states[step - 1] if step else self.blank

    @property
    def template(self) -> str:
        """The template that draws the game."""
        return template_of(self.game)

    def text(self, row: Row) -> str:
        """Return a row's sentence as plain text."""
        return plain(row.sentence, self.names)

    @cached_property
    def blank(self) -> Any:
        """The position before the set-up, as seen."""
        return self.knowledge.state(self.game, self.game.blank(self.session.rules))

    @cached_property
    def rounds(self) -> list[Round]:
        """The rows by round."""
        rounds: list[Round] = []
        for row in self.rows:
            if not rounds or rounds[-1].number != row.round:
                rounds.append(Round(row.round))
            rounds[-1].rows.append(row)
        return rounds

    @cached_property
    def round_stops(self) -> list[int]:
        """The steps at which a round begins, and the last one."""
        return sorted({0, *(r.last for r in self.rounds)})

    @cached_property
    def turn_stops(self) -> list[int]:
        """The steps at which a seat's turn or the end of a round begins, and the last one."""
        return sorted({0, self.last, *(row.step - 1 for row in self.rows[1:] if row.turn)})

    @cached_property
    def lines(self) -> tuple[str, str, list[tuple[int, ...]]]:
        """What the small graph shows: title, unit, and a number a seat for each step."""
        return self.board.lines(self.states)

    def _tell(self) -> None:
        """Fold the log, keeping what was taken back beside the step that it went back to."""
        game, session = self.game, self.session
        states: list[Any] = [game.blank(session.rules)]
        for entry in session.log:
            event = entry.event
            if isinstance(event, TakenBack):
                undone = self.rows[event.step + 1 :]
                self.gone.setdefault(event.step, []).append(Gone(tuple(undone), entry.at))
                for step in range(event.step + 1, len(self.rows)):
                    self.gone.setdefault(event.step, []).extend(self.gone.pop(step, []))
                del self.rows[event.step + 1 :], states[event.step + 2 :]
            elif isinstance(event, NoteAdded):
                self.notes.setdefault(event.step, []).append(entry)
            elif is_move(event):
                self.rows.append(self._row(len(self.rows), states[-1], entry))
                states.append(game.evolve(states[-1], event))
        self.states = [self.knowledge.state(game, state) for state in states[1:]]

    def _row(self, step: int, before: Any, entry: Recorded) -> Row:
        game, event = self.game, entry.event
        seen = self.knowledge.event(game, event)
        known = self.knowledge.state(game, before)
        told = game.tell(known, seen)
        phase = game.phase(known)
        number = game.round_of(known)
        when = "Set-up" if step == 0 else f"{self.word} {number}"
        if step and phase != "turns":
            when += f", {phase}"
        elif step and told.seat is not None:
            when += f", {self.names[told.seat]}’s turn"
        turn = bool(self.rows) and step > 0 and self.rows[-1].when != when
        entry = Recorded(entry.session_id, entry.version, entry.at, seen, entry.key)
        return Row(
            step, number, when, told.seat, told.icon, told.sentence, told.mark, told.places,
            game.cite(before, event), entry.at, turn, entry,
        )  # fmt: skip


def title_of(session: Session) -> str:
    """Return a session's title; without one, a simulated game's seed and number, or the day."""
    opened = session.opened
    if opened.title:
        return words.isolated(opened.title)
    if opened.mode == "simulated" and opened.seed:
        return f"Simulated game {opened.seed}"
    return f"{session.game.title}, {words.day(session.log[0].at)}"


class Shelf:
    """The playbacks used last; each stays right until something is recorded in its session."""

    KEPT = 32  # about 0.3 MB each for a session of 100 steps

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[tuple[UUID, int, str], Playback] = {}

    def get(self, session: Session, knowledge: Knowledge) -> Playback:
        """Return a session's playback, made anew if it has moved on."""
        key = (session.id, session.version, knowledge.name)
        with self._lock:
            found = self._kept.pop(key, None)
            if found is not None:
                self._kept[key] = found
                return found
        made = Playback(session, knowledge)
        with self._lock:
            self._kept[key] = made
            for old in list(self._kept)[: len(self._kept) - self.KEPT]:
                del self._kept[old]
        return made


def install(app: Flask) -> None:
    """Give the application a shelf of its own."""
    app.extensions["mothlog-playbacks"] = Shelf()


def playback(session: Session, knowledge: Knowledge) -> Playback:
    """Return a session as a reader steps through it."""
    shelf: Shelf = current_app.extensions["mothlog-playbacks"]
    return shelf.get(session, knowledge)
