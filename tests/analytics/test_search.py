"""The searching bot: its tree by hand, what an end is worth, and wins that lie at hand."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from analytics.bots import find_bot, move
from analytics.bots.search import Budget, searched
from analytics.bots.worth import WON, Worth
from domain.chance import Shuffled
from domain.errors import Invalid
from domain.game import Game
from domain.games import GAMES, LANTERN_MOTHS, LEPIDOPTERY
from domain.options import read_options
from service import seeds


def begun(game: Game, seats: int, seed: int = 1) -> Any:
    rules = game.rules(seeds.edition(game), read_options(game.options, {}), seats)
    return game.set_up(rules, 0, Shuffled(Random(seed))).state


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_iteration_leaves_one_visit_on_one_action(game: Game) -> None:
    state = begun(game, 2)
    seat = game.to_act(state)[0]
    tree = searched(game, game.observe(state, seat), seat, Budget(30), Random(4))
    root = tree.root
    assert root.visits == 30 == sum(child.visits for child in root.children.values())
    assert set(root.children) <= set(game.legal_actions(state, seat))
    for child in root.children.values():
        assert child.offered >= child.visits
        assert all(0 <= worth <= child.visits for worth in child.worth)
    assert tree.best() in root.children
    assert root.children[tree.best()].visits == max(c.visits for c in root.children.values())


def test_a_win_that_lies_at_hand_is_taken() -> None:
    """Wherever one play wins at once, and others do not, the search finds it."""
    game, found = LEPIDOPTERY, 0
    for seed in range(12):
        rng = Random(seed)
        chance, state = Shuffled(rng), begun(game, 2, seed)
        while seated := game.to_act(state):
            legal = game.legal_actions(state, seated[0])
            wins = [a for a in legal if game.play(state, a, Shuffled(Random(0))).state.ended]
            if 0 < len(wins) < len(legal):
                found += 1
                assert move(game, state, seated[0], find_bot("ismcts-150"), Random(seed)) in wins
                break
            state = game.play(state, legal[int(rng.random() * len(legal))], chance).state
    assert found >= 8


def test_more_iterations_end_with_the_same_choice_for_the_same_stream() -> None:
    game = LANTERN_MOTHS
    state = begun(game, 2)
    seat = game.to_act(state)[0]
    first, again, other = (
        searched(game, game.observe(state, seat), seat, Budget(40), Random(seed)).root
        for seed in (1, 1, 2)
    )
    counts = [
        [(a, c.visits, c.worth) for a, c in r.children.items()] for r in (first, again, other)
    ]
    assert counts[0] == counts[1] != counts[2]


def test_time_is_a_budget_too() -> None:
    state = begun(LEPIDOPTERY, 2)
    seat = LEPIDOPTERY.to_act(state)[0]
    view = LEPIDOPTERY.observe(state, seat)
    assert searched(LEPIDOPTERY, view, seat, Budget(0, 20), Random(1)).root.visits >= 1
    assert searched(LEPIDOPTERY, view, seat, Budget(3, 10**6), Random(1)).root.visits == 3
    assert 1 <= searched(LEPIDOPTERY, view, seat, Budget(10**6, 20), Random(1)).root.visits < 10**6


def standing(points: tuple[int, ...], ended: bool = True) -> Any:
    return SimpleNamespace(points=points, ended=ended)


def worth_of(seats: int) -> Worth:
    """Rate positions that are nothing but points; the most points win."""

    def outcome(state: Any) -> Any:
        best = max(state.points)
        winners = tuple(seat for seat in range(seats) if state.points[seat] == best)
        return SimpleNamespace(winners=winners) if state.ended else None

    game = SimpleNamespace(
        blank=lambda rules: standing((0,) * seats),
        scores=lambda state: state.points,
        outcome=outcome,
    )
    return Worth(game, SimpleNamespace(seats=seats))  # type: ignore[arg-type]


def test_what_an_end_is_worth_by_hand() -> None:
    """Ahead by 4 is the most so far, then 8 is; then 4 of -8 to 8 is (4 + 8) / 16 = 0.75."""
    worth = worth_of(2)
    assert worth(standing((12, 8))) == pytest.approx([WON + (1 - WON), 0.0])
    assert worth(standing((20, 12))) == pytest.approx([WON + (1 - WON), 0.0])
    assert worth(standing((12, 8))) == pytest.approx([WON + (1 - WON) * 0.75, (1 - WON) * 0.25])
    assert worth(standing((9, 9))) == pytest.approx([0.5, 0.5])


def test_what_a_position_is_worth_before_the_end_is_told_by_points_alone() -> None:
    worth = worth_of(3)
    worth(standing((10, 0, 0)))  # 10 ahead, 10 behind
    assert worth(standing((6, 1, 4), ended=False)) == pytest.approx([0.6, 0.25, 0.4])


def test_alone_at_the_table_points_are_the_worth() -> None:
    worth = worth_of(1)
    assert [worth(standing((points,)))[0] for points in (40, 20, 30)] == [1.0, 0.5, 0.75]


def test_a_name_tells_the_budget() -> None:
    assert find_bot("ismcts") is find_bot("ismcts-1000")
    assert find_bot("ismcts-250").title == "Searcher of 250 games"
    assert find_bot("ismcts-200ms").title == "Searcher of 200 ms"
    for name in ("ismcts-0", "ismcts-", "ismcts-1000000000", "ismcts-5s", ""):
        with pytest.raises(Invalid, match="there is no bot"):
            find_bot(name)
