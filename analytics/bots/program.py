"""A bot that is a program of somebody's own, asked in lines of JSON (``docs/external-bots.md``)."""

from collections.abc import Sequence
from random import Random
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

import msgspec

from analytics.bots.bot import BotFailed, View
from analytics.bots.piped import Broken, Piped, shown
from analytics.rulebooks import rulebook
from domain.expectations import printable
from domain.game import Game

PROTOCOL = 1
"""Changes when a line's shape does; a field that joins one changes nothing."""

STARTING = 20.0  # seconds that a program may take to load, at least
IDLE = 60.0  # seconds after which a program that nobody asks is ended
SEED_BITS = 53  # what every language's JSON reads exactly
LAST_WORDS = 300  # characters of standard error in a message


class Hello(msgspec.Struct):
    """What a program says to the greeting."""

    protocol: int


class Answer(msgspec.Struct):
    """What a program says to a question: one of the two.

    :ivar action: its place in the list, from 0, or the action itself.
    :ivar error: why it cannot choose.
    """

    id: int
    action: int | dict[str, Any] | None = None
    error: str | None = None


class Program:
    """A program that chooses. It runs from its first choice until nobody has asked it for a while.

    One process serves all seats and games, one choice after the other. After a failure it is ended,
    and the next choice starts it anew.

    :param name: the bot's.
    :param command: the program and its arguments; no shell reads them.
    :param seconds: how long it may take for one choice.
    """

    def __init__(self, name: str, command: tuple[str, ...], seconds: float) -> None:
        self.name, self.command, self.seconds = name, command, seconds
        self._lock = Lock()
        self._piped: Piped | None = None
        self._greeted: bytes = b""
        self._rules: Any = None
        self._asked = 0
        self._used = 0.0
        self._over = Event()

    def choose(self, game: Game, view: View, legal: Sequence[Any], rng: Random) -> Any:
        """Return the action that the program names; with one legal action it is not asked.

        :raises BotFailed: it is late, has ended, cannot be started, or its answer is none.
        """
        if len(legal) == 1:
            return legal[0]
        seen, seed = view(), rng.getrandbits(SEED_BITS)
        with self._lock:
            try:
                piped = self._running()
                self._greet(piped, game, seen.rules)
                return self._choice(piped, game, seen, legal, seed)
            except Broken as broken:
                raise self._failed(broken) from None
            except BaseException:
                self._end(0)
                raise
            finally:
                self._used = monotonic()

    def end(self) -> None:
        """End the program, if it runs; the next choice starts it anew."""
        with self._lock:
            self._end()

    def _running(self) -> Piped:
        if self._piped is None:
            self._piped, self._greeted, self._rules = Piped(self.command), b"", None
            self._over = Event()
            self._used = monotonic() + STARTING
            Thread(target=self._end_when_idle, args=(self._piped, self._over), daemon=True).start()
        return self._piped

    def _greet(self, piped: Piped, game: Game, rules: Any) -> None:
        """Tell what is played, where it differs from what was told last."""
        if rules is self._rules:
            return
        line = greeting(game, rules)
        if line != self._greeted:
            said = piped.ask(line, max(self.seconds, STARTING))
            expected = f'{{"protocol": {PROTOCOL}}} in answer to hello'
            if _read(said, Hello, expected).protocol != PROTOCOL:
                raise Broken(f"another protocol, expected {expected}", shown(said))
        self._greeted, self._rules = line, rules

    def _choice(self, piped: Piped, game: Game, seen: Any, legal: Sequence[Any], seed: int) -> Any:
        self._asked += 1
        line = question(self._asked, game, seen, legal, seed, self.seconds)
        said = piped.ask(line, self.seconds)
        expected = (
            f'{{"id": {self._asked}, "action": …}} with a legal action or its place in the list'
        )
        answer = _read(said, Answer, expected)
        if answer.id != self._asked:
            raise Broken(f"an answer to another question, expected {expected}", shown(said))
        if answer.error is not None:
            raise Broken(
                "it says that it cannot", f"it says: {printable(answer.error[:LAST_WORDS])}"
            )
        chosen = _meant(game, legal, answer.action)
        if chosen is None:
            raise Broken(f"an action that is not legal, expected {expected}", shown(said))
        return chosen

    def _failed(self, broken: Broken) -> BotFailed:
        said = [broken.said]
        if self._piped is not None:
            piped = self._piped
            self._end(0)
            if words := " ".join(piped.last_words().split()):
                said.append(f"its last words: {printable(words[-LAST_WORDS:])}")
        return BotFailed(self.name, broken.found, "; ".join(filter(None, said)))

    def _end(self, patience: float | None = None) -> None:
        self._over.set()
        if self._piped is not None:
            piped, self._piped = self._piped, None
            piped.end(*(() if patience is None else (patience,)))

    def _end_when_idle(self, piped: Piped, over: Event) -> None:
        while not over.wait(max(self._used + IDLE - monotonic(), 0.0)):
            with self._lock:
                if self._piped is piped and monotonic() >= self._used + IDLE:
                    self._end()


def greeting(game: Game, rules: Any) -> bytes:
    """Return the line that says what is played from now on."""
    return _line(
        {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": game.name,
            "rules": rulebook(game).version,
            "seats": rules.seats,
            "options": rules.options,
            "components": rules.components,
        }
    )


def question(
    number: int, game: Game, seen: Any, legal: Sequence[Any], seed: int, seconds: float
) -> bytes:
    """Return the line that asks for a choice.

    :param seen: the observation of the seat that is to choose; nothing else of the position.
    """
    return _line(
        {
            "type": "choose",
            "id": number,
            "seat": legal[0].seat,
            "seconds": seconds,
            "seed": seed,
            "view": game.as_data(seen),
            "legal": list(legal),
        }
    )


def _line(content: dict[str, Any]) -> bytes:
    return msgspec.json.encode(content)


def _read(said: bytes, shape: Any, expected: str) -> Any:
    try:
        return msgspec.json.decode(said, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Broken(f"no answer, expected {expected}", shown(said)) from None


def _meant(game: Game, legal: Sequence[Any], named: int | dict[str, Any] | None) -> Any:
    """Return the legal action that was named, or nothing."""
    if isinstance(named, int):
        return legal[named] if 0 <= named < len(legal) else None
    try:
        action = msgspec.convert(named, game.action)
    except msgspec.ValidationError:
        return None
    return action if action in legal else None
