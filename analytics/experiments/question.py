"""What an experiment asks: arms that differ in one thing, and how many games of each."""

from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from analytics.bots import Cast, cast_of
from analytics.filters import Filters
from domain.edition import parse_edition
from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES
from domain.options import filled_in
from domain.session.limits import check_line

MOST_GAMES = 100_000  # a side
MOST_ARMS = 4
LONGEST = 120  # characters of a label


class Arm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a comparison: games that bots play, or sessions that were recorded.

    :ivar options: rulings; what is not named has its default.
    :ivar edition: the whole content of an edition.
    :ivar bots: one name a seat.
    :ivar recorded: which recorded sessions count instead of games played for this.
    """

    label: str
    options: dict[str, str] = {}
    edition: dict[str, Any] = {}
    bots: tuple[str, ...] = ()
    recorded: Filters | None = None


class Question(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is asked. Every later arm is compared with the first one.

    :ivar name: ``ghost_blocks`` for a ready-made one; own ones are called after what differs.
    :ivar text: the question in plain words.
    :ivar games: on each side; game n has the same deal and the same first seat on all of them.
    :ivar seed: names the deals; the same seed gives the same games.
    :ivar cast: TOML that describes bots which do not come with mothlog, where one of them plays.
    """

    game: str
    name: str
    text: str
    rules: str
    seats: int
    arms: tuple[Arm, ...]
    games: int
    seed: str
    cast: str = ""

    @property
    def paired(self) -> bool:
        """Whether every game has a partner with the same deal on each other side."""
        return all(arm.recorded is None for arm in self.arms)

    @property
    def key(self) -> str:
        """A name for files and addresses that no other question has."""
        digest = sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:10]
        return f"{self.game}-{self.name}-{digest}"

    @property
    def apart(self) -> tuple[str, ...]:
        """Name the things in which the arms differ: options, ``edition``, ``bots``, ``who``."""
        first, *others = (_things(self, arm) for arm in self.arms)
        if not self.paired:
            return ("who",)
        names = dict.fromkeys(name for each in (first, *others) for name in each)
        return tuple(n for n in names if any(o.get(n) != first.get(n) for o in others))


def _things(question: Question, arm: Arm) -> dict[str, str]:
    """Return whatever two arms can differ in, each as text."""
    if arm.recorded is not None:
        return {"who": msgspec.json.encode(arm.recorded).decode()}
    game = GAMES[question.game]
    box = str(msgspec.json.encode(arm.edition, order="sorted"))
    options = filled_in(game.options, arm.options)
    return {**options, "edition": box, "bots": ",".join(arm.bots), "who": ""}


def check(question: Question) -> None:
    """Refuse a question that cannot be answered.

    :raises Invalid: says what was found and what was expected.
    """
    game = GAMES.get(question.game)
    if game is None:
        raise Invalid(f"there is no game {question.game!r}, expected one of: {', '.join(GAMES)}")
    if question.seats not in game.seats:
        first, last = game.seats[0], game.seats[-1]
        expected = str(first) if first == last else f"{first} to {last}"
        raise Invalid(f"{question.seats} seats, expected {expected}")
    if not 2 <= len(question.arms) <= MOST_ARMS:
        raise Invalid(f"{len(question.arms)} sides, expected 2 to {MOST_ARMS}")
    if not 1 <= question.games <= MOST_GAMES:
        raise Invalid(f"{question.games:,} games a side, expected 1 to {MOST_GAMES:,}")
    check_line("seed", question.seed)
    labels = [arm.label for arm in question.arms]
    if len(set(labels)) < len(labels):
        raise Invalid(f"two sides are called {max(labels, key=labels.count)!r}")
    for arm in question.arms:
        _check_arm(game, question, arm)


def played_by(question: Question, cast: Cast) -> Question:
    """Return a question whose bots are found in a cast. One that names only bots which come with
    mothlog stays as it is, whatever else the cast has.
    """
    game = GAMES[question.game]
    named = {bot for arm in question.arms for bot in arm.bots}
    own = any(not cast_of().plays(bot, game) for bot in named)
    return replace(question, cast=cast.text) if own else question


def _check_arm(game: Game, question: Question, arm: Arm) -> None:
    if not arm.label or len(arm.label) > LONGEST or not arm.label.isprintable():
        raise Invalid(f"{arm.label[:LONGEST]!r} is no name for a side, expected a short line")
    if arm.recorded is not None:
        if arm.recorded.game != question.game:
            raise Invalid(f"side {arm.label}: sessions of {arm.recorded.game}")
        return
    filled_in(game.options, arm.options)
    box = parse_edition(arm.edition, game.edition)
    if problems := game.edition_problems(box):
        raise Invalid(f"side {arm.label}: edition: {problems[0]}")
    if len(arm.bots) != question.seats:
        raise Invalid(f"side {arm.label}: {len(arm.bots)} bots for {question.seats} seats")
    cast = cast_of(question.cast)
    if unknown := [bot for bot in arm.bots if not cast.plays(bot, game)]:
        expected = ", ".join(cast.of_game(game))
        name, why = unknown[0], cast.why_not(unknown[0], game)
        raise Invalid(f"there is no bot {name!r} for {game.title}{why}, expected: {expected}")
