"""What a search is asked: what varies, what is aimed at, and how much is played."""

import shlex
from collections.abc import Sequence
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import msgspec

from analytics.tuning.aims import Aim, check_aim
from analytics.tuning.varying import Value, Varied, put
from domain.chance import Shuffled
from domain.edition import EditionBase, parse_edition
from domain.errors import DomainError, Invalid
from domain.game import Game
from domain.games import GAMES
from domain.options import filled_in, read_options, values_of
from domain.session.limits import check_line

MOST_TRIALS = 10_000
MOST_GAMES = 100_000
MOST_AIMS = 4
MOST_VARIED = 20

Values = tuple[Value, ...]
"""A candidate: a value for each thing that varies, in their order."""


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """A search.

    :ivar edition: the whole content of the edition that is changed.
    :ivar options: rulings that stay; what is not named has its default.
    :ivar across: a ruling of which every candidate is played with each value; an aim counts where
        it is missed by most. Empty: none.
    :ivar trials: different candidates at most.
    :ivar games: of each candidate, with each value of ``across``; candidates share deals.
    :ivar confirm: the same for those on the frontier, on fresh deals.
    :ivar seconds: that a decision takes, for minutes.
    """

    game: str
    rules: str
    seats: int
    edition: dict[str, Any]
    options: dict[str, str]
    bots: tuple[str, ...]
    vary: tuple[Varied, ...]
    aims: tuple[Aim, ...]
    across: str = ""
    trials: int = 60
    games: int = 40
    confirm: int = 400
    seconds: float = 0.0
    seed: str = "tuning"
    cast: str = ""

    @property
    def now(self) -> Values:
        """The candidate that changes nothing."""
        return tuple(each.now for each in self.vary)

    @property
    def combinations(self) -> int:
        """How many candidates there are, beside one that changes nothing and lies elsewhere."""
        product = 1
        for each in self.vary:
            product *= len(each.values)
        return product

    @property
    def sides(self) -> tuple[dict[str, str], ...]:
        """The rulings that every candidate is played with, one after the other."""
        if not self.across:
            return ({},)
        values = values_of(GAMES[self.game].options)[self.across]
        return tuple({self.across: value} for value in values)

    @property
    def key(self) -> str:
        """A name for a file that no other search has."""
        digest = sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:10]
        return f"{self.game}-{digest}"

    @property
    def command(self) -> str:
        """The command that asks the same of the same edition."""
        game = GAMES[self.game]
        words = ["mothlog", "tune", game.command_name]
        words += [word for each in self.vary for word in ("--vary", str(each))]
        words += [word for aim in self.aims for word in ("--aim", str(aim))]
        words += [w for n, v in self.options.items() for w in ("--option", f"{n}={v}")]
        words += ["--across", self.across] if self.across else []
        words += ["--bots", ",".join(self.bots)]
        words += ["--trials", str(self.trials), "--games", str(self.games)]
        words += ["--confirm", str(self.confirm), "--seed", self.seed]
        return shlex.join(words)


class Built(NamedTuple):
    """What a candidate is played with: the edition's content and its rulings."""

    edition: dict[str, Any]
    options: dict[str, str]


def built(tuning: Tuning, values: Values) -> Built:
    """Return what a candidate is played with.

    :raises Invalid: its numbers do not fit together, or cannot be set up.
    """
    content, options = deepcopy(tuning.edition), dict(tuning.options)
    for each, value in zip(tuning.vary, values, strict=True):
        if value == each.now:
            continue
        if each.steps:
            put(content, each.steps, value, reason(each))
        else:
            options[each.option] = str(value)
    _playable(tuning, content, options)
    return Built(content, options)


def reason(each: Varied) -> str:
    """Say where a number comes from that was changed."""
    return f"tuned; it was {each.now}"


def check(tuning: Tuning) -> None:
    """Refuse a search that cannot be made.

    A value that the edition's format refuses, or that does not fit what stays as it is, is refused
    at once; where several values do not fit each other only, the search leaves them out.

    :raises Invalid: says what was found and what was expected.
    """
    game = GAMES[tuning.game]
    _bounds(tuning)
    check_line("seed", tuning.seed)
    names = [each.name for each in tuning.vary]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise Invalid(f"{twice[0]} varies twice")
    if twice := sorted({aim.key for aim in tuning.aims if _times(tuning.aims, aim.key) > 1}):
        raise Invalid(f"aim {twice[0]} is named twice")
    fixed = {*tuning.options, *([tuning.across] if tuning.across else [])}
    if both := [each.option for each in tuning.vary if each.option in fixed]:
        raise Invalid(f"option {both[0]} both varies and stays")
    known = values_of(game.options)
    if tuning.across and tuning.across not in known:
        raise Invalid(f"there is no option {tuning.across!r}, expected one of: {', '.join(known)}")
    if tuning.across in tuning.options:
        raise Invalid(f"option {tuning.across} is played with each value and has one")
    _check_values(tuning, game)
    edition = parse_edition(tuning.edition, game.edition)
    _check_aims(tuning, game, edition)


def _bounds(tuning: Tuning) -> None:
    for found, most, what in (
        (len(tuning.vary), MOST_VARIED, "things vary"),
        (len(tuning.aims), MOST_AIMS, "aims"),
        (tuning.trials, MOST_TRIALS, "candidates"),
        (tuning.games, MOST_GAMES, "games of each"),
        (tuning.confirm, MOST_GAMES, "games again"),
    ):
        if not 1 <= found <= most:
            raise Invalid(f"{found:,} {what}, expected 1 to {most:,}")


def _times(aims: Sequence[Aim], key: str) -> int:
    return sum(aim.key == key for aim in aims)


def _check_values(tuning: Tuning, game: Game) -> None:
    for nth, each in enumerate(tuning.vary):
        others = {str(o.steps[0]) for o in tuning.vary if o.steps and o is not each}
        for value in each.values if each.steps else ():
            content = deepcopy(tuning.edition)
            put(content, each.steps, value, reason(each))
            try:
                problems = game.edition_problems(parse_edition(content, game.edition))
            except Invalid as error:
                raise Invalid(f"{each.name}={value}: {error}") from None
            if alone := [p for p in problems if not others & {*p.rests_on}]:
                raise Invalid(f"{each.name}={value}: edition: {alone[0]}")
            if len(tuning.vary) == 1:
                built(tuning, (*tuning.now[:nth], value, *tuning.now[nth + 1 :]))


def _check_aims(tuning: Tuning, game: Game, edition: EditionBase) -> None:
    options: Any = read_options(game.options, tuning.options)
    rules = game.rules(edition, options, tuning.seats)
    points = None not in game.scores(game.blank(rules))
    for aim in tuning.aims:
        check_aim(aim, game, tuning.seats, points=points, stars=hasattr(edition, "stars"))


def _playable(tuning: Tuning, content: dict[str, Any], options: dict[str, str]) -> None:
    """Set the table up as every side will."""
    game = GAMES[tuning.game]
    edition = parse_edition(content, game.edition)
    if problems := game.edition_problems(edition):
        raise Invalid(f"edition: {problems[0]}")
    for side in tuning.sides:
        chosen: Any = read_options(game.options, filled_in(game.options, options | side))
        try:
            game.set_up(game.rules(edition, chosen, tuning.seats), 0, Shuffled(Random(0)))
        except DomainError as error:
            raise Invalid(str(error)) from None
