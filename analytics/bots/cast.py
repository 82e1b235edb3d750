"""All bots there are: built in, personas that come with mothlog, and those of a file of one's own.

A file names one bot a table, and everything else has a default::

    [blocker]
    title = "Blocker"
    blunder = 0.05
    weights.lantern_moths.deny = 2.0

    [mine]
    title = "My program"
    command = ["python3", "/home/ada/my_bot.py"]
    seconds = 2.0
    games = ["lepidoptery"]
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec

from analytics.bots import search
from analytics.bots.bot import Bot
from analytics.bots.chance import RANDOM
from analytics.bots.greedy import GREEDY, VALUING, by_weights
from analytics.bots.program import Program
from domain.edition import Label, Text
from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES, stored_name
from domain.problems import Problem, problems_in

NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}")
OF_A_PROGRAM = ("seconds", "games")
OF_WEIGHTS = ("weights", "blunder")
Word = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=4_000,
        pattern=r"\A[^\x00]*\Z",
        description="a word of a command: 1 to 4000 characters, none of them NUL",
    ),
]
TAKEN = frozenset({"bot", "nobody", "people", "person"})
"""Words that mean something else where a bot could be named."""

BUILT_IN = {bot.name: bot for bot in (RANDOM, GREEDY, search.bot(search.DEFAULT))}


class Described(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bot as a file describes it: by weights, or as a program of its own.

    :ivar blunder: how often, of all choices, it takes any legal action instead.
    :ivar weights: by game and name; what is not named keeps its default.
    :ivar command: a program that chooses, with its arguments.
    :ivar seconds: how long the program may take for one choice.
    :ivar games: for a program, the games that it plays; without any, all.
    """

    title: Label
    description: Text = ""
    blunder: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    weights: dict[str, dict[str, Any]] = {}
    command: tuple[Word, ...] = ()
    seconds: Annotated[float, msgspec.Meta(ge=0.01, le=600)] = 5.0
    games: tuple[str, ...] = ()


class InvalidCast(Invalid):
    """A text that describes bots wrongly; ``problems`` has every error, the message one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class Cast:
    """The bots that somebody can choose among.

    :ivar text: TOML that describes those which do not come with mothlog.

    :raises InvalidCast: what in the text does not fit, and what was expected.
    """

    def __init__(self, text: str = "", shipped: "Cast | None" = None) -> None:
        self.text = text if shipped else ""
        self._bots: dict[str, Bot] = {**(shipped._bots if shipped else BUILT_IN)}
        problems: list[Problem] = []
        taken = TAKEN | self._bots.keys()
        self._bots |= {name: _made(name, d) for name, d in _tables(text, taken, problems)}
        if problems:
            raise InvalidCast(problems)

    def find(self, name: str) -> Bot:
        """Return the bot of a name; ``ismcts-500`` and ``ismcts-200ms`` are budgets of one.

        :raises Invalid: there is none; the message names those that there are.
        """
        if found := self._bots.get(name):
            return found
        if budget := search.budget(name):
            return search.bot(budget)
        raise Invalid(f"there is no bot {name!r}, expected one of: {', '.join(self._bots)}")

    def plays(self, name: str, game: Game) -> bool:
        """Say whether there is such a bot for a game."""
        try:
            return self.find(name).plays(game)
        except Invalid:
            return False

    def why_not(self, name: str, game: Game) -> str:
        """Return in brackets, after a space, why a bot that there is does not play a game."""
        bot = self._bots.get(name)
        if bot is None or bot.plays(game):
            return ""
        titles = ", ".join(GAMES[each].title for each in GAMES if each in (bot.games or ()))
        return f" ({'it has weights for' if bot.weighted else 'it plays'} {titles} only)"

    def title(self, name: str) -> str:
        """Return what a bot is called; ``Bot`` for one that is not known any more."""
        try:
            return self.find(name).title
        except Invalid:
            return "Bot"

    def of_game(self, game: Game) -> dict[str, Bot]:
        """Return the bots that play a game, by name."""
        return {name: bot for name, bot in self._bots.items() if bot.plays(game)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""
        return tuple(self._bots)


@lru_cache(maxsize=16)
def cast_of(text: str = "") -> Cast:
    """Return the bots that come with mothlog and those that a text describes.

    :raises InvalidCast: what in the text does not fit, and what was expected.
    """
    return Cast(text, _shipped()) if text else _shipped()


@cache
def _shipped() -> Cast:
    return Cast(files("seeds").joinpath("bots.toml").read_text(encoding="utf-8"))


def _tables(text: str, taken: Set[str], problems: list[Problem]) -> Iterator[tuple[str, Described]]:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.append(Problem("", f"no TOML ({error})", "TOML 1.0"))
        return
    except RecursionError:
        problems.append(Problem("", "arrays within arrays without end", "fewer of them"))
        return
    for name, table in tables.items():
        found = [
            Problem(f"{name}.{one.path}".rstrip("."), one.found, one.expected)
            for one in _wrong(name, table)
        ]
        if name in taken or search.budget(name):
            found.append(Problem(name, "a name that is taken", "another one"))
        problems.extend(found)
        if not found:
            yield name, msgspec.convert(table, Described)


def _wrong(name: str, table: Any) -> Iterator[Problem]:
    if not NAME.fullmatch(name):
        expected = "one of small letters, digits, - and _, at most 30, a letter first"
        yield Problem("", "such a name", expected)
    shape = problems_in(table, Described)
    yield from shape
    wrong = {one.field for one in shape}
    if "" in wrong:
        return
    program, sound = "command" in table, {k: v for k, v in table.items() if k not in wrong}
    if sound.get("command") == []:
        yield Problem("command", "no word", "a program and its arguments")
    other, without = (OF_WEIGHTS, "with") if program else (OF_A_PROGRAM, "without")
    for key in other:
        if key in table:
            yield Problem(key, f"this {without} a command", "one of the two ways to choose")
    for at, given in enumerate(sound.get("games", ())):
        if stored_name(given) not in GAMES:
            yield Problem(f"games[{at}]", repr(given), f"one of: {', '.join(GAMES)}")
    yield from _wrong_weights(sound.get("weights", {}))


def _wrong_weights(by_game: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    named = set[str]()
    for given_name, weights in by_game.items():
        path, game = f"weights.{given_name}", stored_name(given_name)
        if game not in VALUING:
            yield Problem(path, "a game that has no weights", f"one of: {', '.join(VALUING)}")
            continue
        if game in named:
            yield Problem(path, "the same game a second time", "one table of weights a game")
        named.add(game)
        kind = VALUING[game].Weights
        names = kind.__struct_fields__
        for weight, given in weights.items():
            if weight not in names:
                yield Problem(f"{path}.{weight}", "no such weight", f"one of: {', '.join(names)}")
            for one in problems_in({weight: given}, kind) if weight in names else ():
                yield Problem(f"{path}.{one.path}", one.found, one.expected)


def _made(name: str, described: Described) -> Bot:
    if described.command:
        program = Program(name, described.command, described.seconds)
        playing = frozenset(map(stored_name, described.games)) or None
        return Bot(name, described.title, described.description, program.choose, playing)
    weights: Mapping[str, msgspec.Struct] = {
        stored_name(game): msgspec.convert(given, VALUING[stored_name(game)].Weights)
        for game, given in described.weights.items()
    }
    choose = by_weights(weights, described.blunder)
    games = frozenset(weights) or frozenset(VALUING)
    return Bot(name, described.title, described.description, choose, games, weighted=True)
