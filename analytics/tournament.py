"""Bots against each other: every pair on the same deals, each in the other's place too."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

import msgspec
from openskill.models import PlackettLuce

from analytics.bots.cast import cast_of
from analytics.bots.playing import play_on, seated
from analytics.experiments.deals import SameDeal
from analytics.farm import Backend, Stop
from analytics.intervals import Range, wilson
from domain.edition import parse_edition
from domain.errors import Invalid
from domain.games import GAMES
from domain.options import read_options
from domain.session.limits import check_line

CHUNK = 4  # deals a task
MOST_DEALS = 100_000
LADDER = ("random", "greedy", "ismcts")
"""Bots from weak to strong, for every game."""

EVEN = 0.5


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what.

    :ivar bots: at least two different names.
    :ivar deals: a pair plays each deal twice, the second time with every place exchanged.
    :ivar cast: TOML that describes bots which do not come with mothlog.
    """

    game: str
    edition: dict[str, Any]
    options: dict[str, str]
    bots: tuple[str, ...]
    seats: int
    deals: int
    seed: str
    cast: str = ""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every bot against every later one."""
        return tuple(combinations(self.bots, 2))

    @property
    def games(self) -> int:
        """How many games are played in all."""
        return 2 * self.deals * len(self.pairs)


class Result(NamedTuple):
    """How one game came out.

    :ivar bots: one a seat.
    :ivar winners: seats; several share the win.
    """

    bots: tuple[str, ...]
    winners: tuple[int, ...]


class Met(NamedTuple):
    """How a bot did against another that won less often, or as often.

    :ivar won: shares of wins, summed over games: a half each when both win.
    :ivar range: of the share of wins, by Wilson. The two games of a deal are the same luck from
        both sides, so that it is rather too wide than too narrow.
    :ivar clear: whether the range leaves out the half that chance gives.
    """

    bot: str
    other: str
    won: float
    games: int
    range: Range
    clear: bool

    @property
    def share(self) -> float:
        """The share of wins, 0 to 1."""
        return self.won / self.games


class Rated(NamedTuple):
    """A bot's rating over all games, by Plackett-Luce as in openskill: mean and deviation.

    :ivar ordinal: three deviations below the mean, by which bots are ordered.
    """

    bot: str
    mean: float
    deviation: float
    ordinal: float
    games: int


class Standings(NamedTuple):
    """What a tournament found: bots from strongest to weakest, and every pair."""

    rated: list[Rated]
    met: list[Met]


def check(tournament: Tournament) -> None:
    """Let a tournament pass that can be played.

    :raises Invalid: what was found and what was expected.
    """
    game, bots = GAMES[tournament.game], tournament.bots
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise Invalid(f"bots: {', '.join(bots) or 'none'} found, expected two or more, each once")
    cast = cast_of(tournament.cast)
    for name in bots:
        if not cast.find(name).plays(game):
            expected = ", ".join(cast.of_game(game))
            why = cast.why_not(name, game)
            raise Invalid(f"{name} does not play {game.title}{why}, expected some of: {expected}")
    if tournament.seats not in game.seats or tournament.seats < 2:
        least, most = max(2, game.seats.start), game.seats.stop - 1
        raise Invalid(f"{tournament.seats} seats found, expected {least} to {most}")
    if not 1 <= tournament.deals <= MOST_DEALS:
        raise Invalid(f"{tournament.deals} deals found, expected 1 to {MOST_DEALS:,}")
    check_line("seed", tournament.seed)
    edition = parse_edition(tournament.edition, game.edition)
    game.rules(edition, read_options(game.options, tournament.options), tournament.seats)


def play(
    tournament: Tournament, backend: Backend, stop: Stop = lambda: False
) -> Iterator[list[Result]]:
    """Yield the results in order, some deals of a pair at a time, until somebody stops it.

    :raises FarmError: the workers cannot go on.
    """
    tasks = (
        (pair, range(first, min(first + CHUNK, tournament.deals)))
        for first in range(0, tournament.deals, CHUNK)
        for pair in range(len(tournament.pairs))
    )
    return backend.results(partial(_some, tournament), tasks, stop)


def placed(pair: tuple[str, str], seats: int, exchanged: bool) -> tuple[str, ...]:
    """Seat a pair around a table, in turns.

    >>> placed(("greedy", "random"), 3, False), placed(("greedy", "random"), 3, True)
    (('greedy', 'random', 'greedy'), ('random', 'greedy', 'random'))
    """
    return tuple(pair[(seat + exchanged) % 2] for seat in range(seats))


def play_deal(tournament: Tournament, bots: Sequence[str], number: int) -> Result:
    """Play one game of a deal to its end; who begins goes round from deal to deal."""
    game, cast = GAMES[tournament.game], cast_of(tournament.cast)
    edition = parse_edition(tournament.edition, game.edition)
    options: Any = read_options(game.options, tournament.options)
    rules = game.rules(edition, options, tournament.seats)
    seed = f"{tournament.seed}/{number}"
    chance = SameDeal(seed, game.places(rules))
    state = game.set_up(rules, number % tournament.seats, chance).state
    for run in play_on(game, state, seated(cast, bots, seed), chance):
        state = run.state
    return Result(tuple(bots), tuple(game.outcome(state).winners))


def standings(tournament: Tournament, results: Sequence[Result]) -> Standings:
    """Count what was played, complete or not; a pair without a game is left out."""
    met = []
    for one, other in tournament.pairs:
        shares = [_share(r, one) for r in results if set(r.bots) == {one, other}]
        if shares:
            won, games = sum(shares), len(shares)
            if 2 * won < games:
                one, other, won = other, one, games - won
            found = wilson(won, games)
            met.append(Met(one, other, won, games, found, not found.covers(EVEN)))
    return Standings(_rated(tournament, results), met)


def _some(tournament: Tournament, task: tuple[int, range]) -> list[Result]:
    (pair, deals), seats = task, tournament.seats
    names = tournament.pairs[pair]
    return [
        play_deal(tournament, placed(names, seats, exchanged), number)
        for number in deals
        for exchanged in (False, True)
    ]


def _share(result: Result, bot: str) -> float:
    """Return a bot's part of a win among two, each with as much as its seats would give."""
    return fmean(result.bots[seat] == bot for seat in result.winners)


def _rated(tournament: Tournament, results: Sequence[Result]) -> list[Rated]:
    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in tournament.bots}
    games = dict.fromkeys(tournament.bots, 0)
    for result in results:
        names = tuple(dict.fromkeys(result.bots))
        shares = [_share(result, name) for name in names]
        teams = model.rate([[ratings[name]] for name in names], scores=shares)
        for name, (rating,) in zip(names, teams, strict=True):
            ratings[name] = rating
            games[name] += 1
    rated = [Rated(b, r.mu, r.sigma, r.ordinal(), games[b]) for b, r in ratings.items()]
    return sorted(rated, key=lambda one: -one.ordinal)
