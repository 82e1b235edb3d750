"""Chances by step: what they rest on, where they hold, and which changes are turning points."""

from math import isclose
from random import Random

import pytest

from analytics.bots.evaluating import Evaluation, evaluate
from analytics.swings import LEAST, MOST, Stand, Swing, by_step, steps_of, turning_points
from domain.chance import Shuffled
from domain.game import Game
from domain.games import GAMES
from domain.options import filled_in, read_options
from domain.session.session import Session
from service import seeds
from tests.web.hiding import folded, recorded


def dealt(game: Game, seats: int) -> object:
    """A position after the set-up."""
    options = read_options(game.options, filled_in(game.options, {}))
    rules = game.rules(seeds.edition(game), options, seats)
    return game.set_up(rules, 0, Shuffled(Random(5))).state


def stand(step: int, *chances: float, games: int = 200) -> Stand:
    """Chances after a step."""
    return Stand(step, Evaluation(chances, games))


@pytest.mark.parametrize("name", ["lantern_moths", "lepidoptery"])
def test_chances_are_shares_of_wins_and_the_same_from_the_same_seed(name: str) -> None:
    game = GAMES[name]
    state = dealt(game, 2)
    found = evaluate(game, state, Random("seed"), 6)
    assert isclose(sum(found.chances), 1)
    assert all(isclose(chance * 12, round(chance * 12)) for chance in found.chances)  # halves of 6
    assert found == evaluate(game, state, Random("seed"), 6)


def test_alone_the_mean_score_and_its_spread_are_told() -> None:
    game = GAMES["nocturnis"]
    found = evaluate(game, dealt(game, 1), Random(1), 2)
    assert found.alone
    assert found.deviation is not None
    assert found.range(0).covers(found.chances[0])


def test_a_range_is_wilsons_and_a_game_that_is_over_has_none() -> None:
    low, high = stand(0, 0.5, 0.5).worth.range(0)
    # z = 1.96, n = 200: middle 0.5, half = sqrt(z²/n · (1/4 + z²/4n)) / (1 + z²/n)
    #   = sqrt(0.0192 · 0.2548) / 1.0192 = 0.0686
    assert (round(low, 4), round(high, 4)) == (0.4314, 0.5686)
    assert stand(9, 1.0, 0.0, games=0).worth.range(0) == (1, 1)


@pytest.mark.parametrize("name", ["lantern_moths", "lepidoptery"])
def test_a_step_is_evaluated_where_all_is_done_that_follows_from_an_action(name: str) -> None:
    session: Session = folded(recorded(GAMES[name], 9))
    begun = [step for step, _ in session.actions]
    assert steps_of(session) == [*(step - 1 for step in begun), session.last_step]


def test_where_seats_act_at_once_a_step_is_evaluated_as_each_round_begins() -> None:
    session: Session = folded(recorded(GAMES["nocturnis"], 14))
    found = steps_of(session)
    rounds = [session.game.round_of(session.state_at(step)) for step in found]
    assert found[0] == 0
    assert rounds[:-1] == sorted(set(rounds[:-1]))
    assert len(found) < 14


def test_a_chance_holds_until_the_next_and_not_beyond_a_step_without_value() -> None:
    first, second = stand(0, 0.5, 0.5), stand(3, 0.6, 0.4)
    assert by_step([first, second], [], 4) == [first, first, first, second, second]
    assert by_step([first], [2], 4) == [first, first, None, None, None]


def test_a_turning_point_is_a_change_beyond_three_standard_errors() -> None:
    # With one win and loss more: sqrt(2 · 0.25 / 202) = 0.0498 each way, three of it 0.149.
    large = turning_points([stand(0, 0.5, 0.5), stand(2, 0.66, 0.34)])
    assert [(swing.first, swing.step) for swing in large] == [(1, 2)]
    assert isclose(large[0].size, 0.32)
    assert turning_points([stand(0, 0.5, 0.5), stand(2, 0.64, 0.36)]) == []


def test_turning_points_come_largest_first_and_never_across_a_step_without_value() -> None:
    stands = [stand(0, 0.5, 0.5), stand(1, 0.7, 0.3), stand(2, 0.2, 0.8), stand(9, 0.9, 0.1)]
    assert [swing.step for swing in turning_points(stands)] == [9, 2, 1]
    assert [swing.step for swing in turning_points(stands, [5])] == [2, 1]
    swung = [stand(k, k % 2, 1 - k % 2) for k in range(20)]
    assert len(turning_points(swung)) == 3  # of 20 / 6 = 3.3
    assert len(turning_points(swung[:9])) == LEAST
    assert len(turning_points([stand(k, k % 2, 1 - k % 2) for k in range(99)])) == MOST


def test_what_is_listed_up_to_a_step_does_not_depend_on_what_follows() -> None:
    rng = Random(4)
    shares = [rng.random() for _ in range(30)]
    stands = [stand(step, share, 1 - share) for step, share in enumerate(shares)]
    for cut in range(1, 30):
        known = turning_points(stands[:cut], most=99)
        later: list[Swing] = turning_points(stands, most=99)
        assert known == [swing for swing in later if swing.step < cut]


def test_alone_a_swing_is_in_points_beyond_the_spread_of_the_mean() -> None:
    before, after = (Stand(k, Evaluation((score,), 100, 10.0)) for k, score in ((0, 30), (1, 34)))
    # Standard error sqrt(2 · 10² / 100) = 1.41, three of it 4.24.
    assert turning_points([before, after]) == []
    beyond = replace_score(after, 34.5)
    assert [swing.changes for swing in turning_points([before, beyond])] == [(4.5,)]


def replace_score(one: Stand, score: float) -> Stand:
    """The same with another score."""
    return Stand(one.step, Evaluation((score,), one.worth.games, one.worth.deviation))
