"""The games as PettingZoo environments: its own tests, numbers of actions, what a seat sees."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from analytics.zoo import env, raw_env
from analytics.zoo.environment import rewards
from domain.errors import Invalid, Refusal
from domain.game import Game
from domain.games import GAMES
from domain.games.lantern_moths.actions import Draw, Flip, Plant
from domain.games.lepidoptery.actions import Pass, Play
from domain.options import values_of
from tests.contract.plays import CASES

TABLES = [(game.name, seats) for game in GAMES.values() for seats in game.seats if seats <= 4]
EIGHT = [*TABLES, ("nocturnis", 8)]


# An observation with its mask is a dictionary, as in PettingZoo's own card games, which the test
# knows by name.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize(("game", "seats"), [t for t in EIGHT if t[1] > 1])
def test_it_passes_the_tests_that_pettingzoo_has_for_environments(
    game: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(game, seats), num_cycles=300)
    seed_test(lambda: env(game, seats), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


def positions(raw: raw_env, seed: int) -> Iterator[tuple[Any, int]]:
    """Play a random game; yield each position with the seat that acts."""
    raw.reset(seed=seed)
    rng = Random(seed)
    while not any(raw.terminations.values()):
        seat = raw.possible_agents.index(raw.agent_selection)
        yield raw.position, seat
        mask = raw.observe(raw.agent_selection)["action_mask"]
        raw.step(rng.choice(np.flatnonzero(mask).tolist()))


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_numbers_and_legal_actions_are_one_to_one_under_any_ruling(data: st.DataObject) -> None:
    name, seats = data.draw(st.sampled_from(EIGHT))
    game = GAMES[name]
    options = {o: data.draw(st.sampled_from(v)) for o, v in values_of(game.options).items()}
    raw = raw_env(name, seats, options)
    size = raw.observation_space("seat_0")["observation"].shape[0]
    for position, seat in positions(raw, data.draw(st.integers(0, 2**32 - 1))):
        legal = game.legal_actions(position, seat)
        seen = raw.observe(f"seat_{seat}")
        numbers = np.flatnonzero(seen["action_mask"])
        assert len(numbers) == len(legal)
        assert {raw.numbering.action(int(n), seat) for n in numbers} == set(legal)
        assert sorted(raw.numbering.number(action) for action in legal) == numbers.tolist()
        assert raw.observation_space("seat_0").contains(seen)
        assert seen["observation"].shape == (size,)
        for other in raw.agents[seat + 1 : seat + 2]:
            assert not raw.observe(other)["action_mask"].any()


@pytest.mark.parametrize(
    ("game", "size"), [("lantern_moths", 137), ("lepidoptery", 110), ("nocturnis", 2855)]
)
def test_every_action_has_a_number(game: str, size: int) -> None:
    """2 draws, 13 cards on 9 tiles, 9 wicks, 9 flips: 2 + 117 + 18 = 137. The pass; 10 singles; 10
    pairs and 10 triples, plain or with the Joker: 40; 9 runs of two, plain or with one of 2 ranks
    the Joker's: 27; 8 runs of three: 32. 1 + 10 + 40 + 27 + 32 = 110. The 2,622 places of shapes on
    the open side, which has those of the other; 15 draws and the stop; 13 moths and none; 81
    squares; 2 exchanges; 1 + 14 + 105 discards: 2622 + 16 + 14 + 81 + 2 + 120 = 2855.
    """
    assert len(raw_env(game).numbering) == size


def test_numbers_stay_what_they_are() -> None:
    moths, lepidoptery = raw_env("lantern_moths", 3).numbering, raw_env("lepidoptery").numbering
    assert [moths.action(n, 2) for n in (0, 1, 2, 136)] == [
        Draw(2, "deck"),
        Draw(2, "discard"),
        Plant(2, "B1", "a3"),
        Flip(2, "c1"),
    ]
    assert [lepidoptery.action(n, 1) for n in (0, 1, 2, 109)] == [
        Pass(1),
        Play(1, (1, 2, 3)),
        Play(1, (1, 2, 3), 1),
        Play(1, (10, 10, 10), 10),
    ]
    for seats, options in (
        (1, {}),
        (4, {"sheet": "front,back,front,back"}),
        (2, {"sheet": "back"}),
    ):
        other = raw_env("nocturnis", seats, options).numbering
        first = raw_env("nocturnis").numbering
        assert len(other) == len(first)
        assert all(other.action(n, 0) == first.action(n, 0) for n in range(len(first)))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_observation_is_the_same_whatever_the_seat_cannot_see(game: str, seats: int) -> None:
    raw, compared = raw_env(game, seats), 0
    for position, seat in positions(raw, 5):
        agent = f"seat_{seat}"
        seen = raw.observe(agent)
        for other in islice(CASES[game].swaps(position, seat), 3):
            raw.position = other
            again = raw.observe(agent)
            assert all(np.array_equal(seen[key], again[key]) for key in seen)
            compared += 1
        raw.position = position
    assert compared or seats == 1, "nothing was hidden"


def test_parts_of_an_observation_are_found_by_name() -> None:
    raw = raw_env("lantern_moths", 3)
    raw.reset(seed=1)
    seat = raw.possible_agents.index(raw.agent_selection)
    numbers = raw.observe(raw.agent_selection)["observation"]
    part = {name: numbers[where].tolist() for name, where in raw.layout.items()}
    assert sum(map(len, part.values())) == len(numbers)
    assert sum(part["hand"]) == 5
    assert part["hands"] == [5, 5, 5]
    assert part["turn"] == part["start"] == [1, 0, 0]
    assert part["actions_left"] == [2]
    assert part["deck"] == [48 - 3 * 5]
    assert part["round"] == [1, 0]
    held = raw.position.hands[seat].known
    kinds = sorted({*raw.rules.components.moths})
    assert part["hand"] == [held.count(kind) for kind in kinds]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_rewards_come_at_the_end_and_add_up(game: str, seats: int) -> None:
    wrapped = env(game, seats)
    for seed in range(3):
        wrapped.reset(seed=seed)
        total, rng = dict.fromkeys(wrapped.possible_agents, 0.0), Random(seed)
        told: dict[str, Any] = {}
        for agent in wrapped.agent_iter():
            seen, reward, over, _, info = wrapped.last()
            total[agent] += reward
            told[agent] = info
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            wrapped.step(None if over else rng.choice(legal))
        outcome = told["seat_0"]["outcome"]
        winners = [f"seat_{seat}" for seat in outcome["winners"]]
        if seats == 1:
            assert total == {"seat_0": outcome["stars"]}
            continue
        assert sum(total.values()) == pytest.approx(0)
        assert all((total[agent] > 0) == (agent in winners) for agent in total) or (
            len(winners) == seats
        )


class Ended:
    def __init__(self, *winners: int) -> None:
        self.winners, self.stars = winners, 2


def test_winners_share_one_and_the_others_lose_one_together() -> None:
    assert rewards(Ended(1), 2) == [-1, 1]
    assert rewards(Ended(0, 2), 4) == [0.5, -0.5, 0.5, -0.5]
    assert rewards(Ended(0, 1), 2) == [0, 0]
    assert rewards(Ended(0), 1) == [2]


def test_the_same_seed_deals_the_same_and_the_next_game_is_another() -> None:
    raw = raw_env("lepidoptery")
    raw.reset(seed=3)
    first = raw.position
    raw.reset()
    assert raw.position != first
    raw.reset(seed=3)
    assert raw.position == first


def test_an_illegal_action_is_refused_and_ends_a_wrapped_game() -> None:
    raw, wrapped = raw_env("lepidoptery"), env("lepidoptery")
    for one in (raw, wrapped):
        one.reset(seed=1)
    with pytest.raises(Refusal, match=r"pass\.lead"):
        raw.step(0)
    actor = wrapped.agent_selection
    wrapped.step(0)
    assert wrapped.terminations[actor]
    assert wrapped.rewards[actor] == -1


def test_a_position_is_drawn_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = env("lantern_moths", render_mode="ansi")
    text.reset(seed=1)
    assert "seat_1: hand " in text.render()
    shown = env("lantern_moths", render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    assert capsys.readouterr().out.strip() == text.render().strip()


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"game": "chess"}, "game: found 'chess', expected one of: lantern_moths"),
        ({"seats": 5}, "seats: found 5, expected 2 to 4"),
        ({"options": {"moon": "full"}}, "there is no option 'moon'"),
        ({"options": {"ghost_in_sets": "maybe"}}, "option ghost_in_sets: 'maybe' found"),
        ({"render_mode": "rgb_array"}, "render_mode: found 'rgb_array'"),
    ],
)
def test_what_does_not_fit_is_refused(wrong: dict[str, Any], found: str) -> None:
    with pytest.raises(Invalid, match=found):
        env(**wrong)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_page_names_every_part_of_an_observation_in_order(game: Game) -> None:
    page = (Path(__file__).parents[2] / "docs" / "pettingzoo.md").read_text(encoding="utf-8")
    section = page.partition(f"### {game.title}\n")[2].partition("###")[0]
    named = [
        name
        for row in re.findall(r"^\| (`.*?) \|", section, re.M)
        for name in re.findall(r"`(\w+)`", row)
    ]
    assert named == list(raw_env(game.name).layout)


def test_the_example_of_the_page_plays_the_same_game_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "pettingzoo.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.S)
    told = []
    for _ in range(2):
        exec(example, names := dict[str, Any]())
        told.append(capsys.readouterr().out)
    assert "winners" in told[0]
    assert told[0] == told[1]
    raw = names["games"].unwrapped
    assert raw.numbering.number(raw.numbering.action(3, 0)) == 3
    assert raw.layout["hand"].start == 0
