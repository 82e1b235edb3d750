"""Personas: each plays like its name, held against greedy in the same positions or deals."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from statistics import mean
from typing import Any

import pytest

from analytics.bots import bots_of, cast_of, find_bot, move
from analytics.bots.greedy.lepidoptery import ready_in
from analytics.bots.greedy.lepidoptery_board import drop
from analytics.bots.greedy.nocturnis import lonely_squares
from domain.chance import Shuffled
from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from domain.games.lantern_moths.actions import Draw, Light
from domain.games.lantern_moths.state import PLACE
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.combinations import kind_of
from domain.games.nocturnis.actions import Mark
from service import seeds

Steps = list[tuple[Any, Any]]
"""The positions of a game, each with what was chosen in it; the last one with ``None``."""

GAMES_OF = {LANTERN_MOTHS.name: 24, LEPIDOPTERY.name: 24, NOCTURNIS.name: 4}
"""How many games are looked at."""


def played(game: Game, bots: tuple[str, ...], number: int) -> Steps:
    rules = game.rules(seeds.edition(game), game.options(), len(bots))
    chance = Shuffled(Random(f"personas/{number}/shuffle"))
    rngs = [Random(f"personas/{number}/{seat}") for seat in range(len(bots))]
    state, found = game.set_up(rules, number % len(bots), chance).state, []
    while waiting := game.to_act(state):
        seat = waiting[0]
        action = move(game, state, seat, find_bot(bots[seat]), rngs[seat])
        found.append((state, action))
        state = game.play(state, action, chance).state
    return [*found, (state, None)]


@cache
def all_by(name: str, game_name: str) -> list[Steps]:
    """Let a bot play some games, the whole table by itself."""
    game = GAMES[game_name]
    seats = (name,) * (1 if 1 in game.seats else 2)
    return [played(game, seats, number) for number in range(GAMES_OF[game_name])]


def chosen(name: str, game: Game) -> Iterator[tuple[Any, Any]]:
    """Yield positions of greedy's games, each with what a bot would choose there."""
    bot = find_bot(name)
    for steps in all_by("greedy", game.name):
        for state, action in steps[:-1]:
            yield state, move(game, state, action.seat, bot, Random(1))


def more(name: str, game: Game, count: Callable[[Any, Any], float | None]) -> bool:
    """Say whether, in the same positions, a bot does more of something than greedy, on average.

    :param count: of a position and what is chosen there; ``None`` where it does not matter.
    """
    counts = [
        [n for state, action in chosen(who, game) if (n := count(state, action)) is not None]
        for who in (name, "greedy")
    ]
    return mean(counts[0]) > mean(counts[1])


def length(name: str, game: Game) -> float:
    """Return how many rounds, or actions where those are not rounds, a bot's games last."""
    return mean(len(steps) for steps in all_by(name, game.name))


def rounds(name: str, game: Game) -> float:
    return mean(game.round_of(steps[-1][0]) for steps in all_by(name, game.name))


def held(name: str, game: Game) -> float:
    """Return how many cards a bot's hand holds on average when it chooses."""
    return mean(
        len(state.hands[action.seat])
        for steps in all_by(name, game.name)
        for state, action in steps[:-1]
    )


def test_cautious_lights_smaller_tiles_while_others_are_to_come() -> None:
    def moths(state: Any, action: Any) -> float | None:
        early = state.turns_done == 0 and isinstance(action, Light)
        return -len(state.moths[PLACE[action.tile]]) if early else None

    assert more("cautious", LANTERN_MOTHS, moths)


@pytest.mark.parametrize("name", ["cautious", "blocker"])
def test_cautious_and_blocker_stop_more_lines(name: str) -> None:
    assert more(name, LEPIDOPTERY, stopped)


def stopped(state: Any, action: Any) -> float:
    """Count the other seat's tokens on lines that a play closes to it."""
    if isinstance(action, Pass):
        return 0
    components = state.rules.components
    column = components.columns.index(kind_of(action.ranks))
    then = drop(state.columns, components.heights, column, action.seat)
    return -sum(tokens * lines for tokens, lines in enumerate(then.theirs))


def test_cautious_leaves_fewer_squares_alone() -> None:
    def lonely(state: Any, seat: int) -> int:
        return lonely_squares(state.sheet(seat).ground, state.gardens[seat].marked).bit_count()

    def spared(state: Any, action: Any) -> int | None:
        if not isinstance(action, Mark):
            return None
        after = NOCTURNIS.play(state, action, Shuffled(Random(1))).state
        return lonely(state, action.seat) - lonely(after, action.seat)

    assert more("cautious", NOCTURNIS, spared)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_hoarder_holds_more_cards(game: Game) -> None:
    assert held("hoarder", game) > held("greedy", game)


def test_hoarder_draws_and_passes_more() -> None:
    assert more("hoarder", LANTERN_MOTHS, lambda _, action: isinstance(action, Draw))
    assert more("hoarder", LEPIDOPTERY, lambda _, action: isinstance(action, Pass))


def test_blocker_lights_more_tiles_that_another_seat_lit() -> None:
    def beside(state: Any, action: Any) -> bool:
        return isinstance(action, Light) and bool(state.wicks[PLACE[action.tile]])

    assert more("blocker", LANTERN_MOTHS, beside)


def test_sprinter_is_done_sooner() -> None:
    assert rounds("sprinter", LANTERN_MOTHS) < rounds("greedy", LANTERN_MOTHS) - 1
    assert rounds("sprinter", NOCTURNIS) < rounds("greedy", NOCTURNIS) - 1
    assert length("sprinter", LEPIDOPTERY) < length("greedy", LEPIDOPTERY) - 2


def test_collector_gets_more_of_its_points_by_sets() -> None:
    def share(name: str) -> float:
        ends = [steps[-1][0] for steps in all_by(name, LANTERN_MOTHS.name)]
        scores = [score for end in ends for score in LANTERN_MOTHS.outcome(end).scores]
        return sum(score.sets for score in scores) / sum(score.total for score in scores)

    assert share("collector") > share("greedy")


def test_collector_keeps_more_combinations_together() -> None:
    def ready(state: Any, action: Any) -> int | None:
        if not isinstance(action, Play):
            return None
        left = LEPIDOPTERY.play(state, action, Shuffled(Random(1))).state
        kinds = left.rules.components.columns
        return ready_in(left.hands[action.seat].known, (), kinds).bit_count()

    assert more("collector", LEPIDOPTERY, ready)


@pytest.mark.parametrize("game", [LANTERN_MOTHS, LEPIDOPTERY], ids=lambda game: game.name)
def test_newcomer_beats_chance_and_loses_to_greedy(game: Game) -> None:
    def won(bots: tuple[str, ...]) -> float:
        ends = [
            (played(game, bots[::turn], number)[-1][0], bots[::turn])
            for number in range(24)
            for turn in (1, -1)
        ]
        return mean(seats.index("newcomer") in game.outcome(end).winners for end, seats in ends)

    assert won(("newcomer", "random")) > 0.7
    assert won(("newcomer", "greedy")) < 0.4


def test_every_persona_is_offered_where_it_has_weights() -> None:
    assert {"cautious", "hoarder", "sprinter", "newcomer"} <= set(bots_of(NOCTURNIS))
    assert not {"blocker", "collector"} & set(bots_of(NOCTURNIS))
    personas = {"cautious", "hoarder", "blocker", "sprinter", "collector", "newcomer"}
    for game in (LANTERN_MOTHS, LEPIDOPTERY):
        assert personas <= set(bots_of(game))
    for name in personas:
        assert cast_of().find(name).description.endswith(".")


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ("nocturnis.patience = 1.0", "nocturnis.patience: found 1.0, expected an array"),
        ("nocturnis.patience = []", "nocturnis.patience: found an array of 0, expected an array"),
        ("lepidoptery.block = inf", "lepidoptery.block: found inf, expected a number"),
        ("lepidoptery.blok = 1", "lepidoptery.blok: found no such weight, expected one of: win"),
    ],
)
def test_weights_that_are_none_are_refused_with_what_was_expected(
    weights: str, problem: str
) -> None:
    with pytest.raises(Invalid, match=re.escape(f"mine.weights.{problem}")):
        cast_of(f'[mine]\ntitle = "Mine"\nweights.{weights}\n')


def test_a_row_of_numbers_is_a_weight_too() -> None:
    text = '[mine]\ntitle = "Mine"\nweights.nocturnis.patience = [1.0, 2]\n'
    assert cast_of(text).find("mine").games == {"nocturnis"}


def test_a_game_has_dashes_or_underscores_as_on_the_command_line() -> None:
    text = """
        [mine]
        title = "Mine"
        weights.lantern-moths = { deny = 0.0 }
        [other]
        title = "Other"
        command = ["other"]
        games = ["lantern-moths", "lepidoptery"]
    """
    assert cast_of(text).find("mine").games == {"lantern_moths"}
    assert cast_of(text).find("other").games == {"lantern_moths", "lepidoptery"}
