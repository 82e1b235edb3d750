"""Tuning: what varies, what is aimed at, the search, the frontier, and the games again."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from analytics.tuning import (
    Found,
    Searched,
    Tuning,
    at_work,
    built,
    check,
    figure,
    play_again,
    read_aim,
    read_varied,
)
from analytics.tuning.aims import against, range_of, value_of
from analytics.tuning.frontier import Losses, nearest, undominated
from analytics.tuning.playing import Numbers, Task, columns_of
from analytics.tuning.searching import BATCH, search
from analytics.tuning.tuning import Values
from analytics.tuning.varying import Varied, resolve
from domain.edition import content, parse_edition
from domain.errors import Invalid
from domain.game import Game
from domain.games import LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from service import seeds

BOX = seeds.edition(NOCTURNIS)


def tuning(
    game: Game,
    vary: Sequence[str],
    aims: Sequence[str],
    seats: int = 2,
    options: dict[str, str] | None = None,
    **more: Any,
) -> Tuning:
    box, rulings = seeds.edition(game), options or {}
    return Tuning(
        game=game.name,
        rules=seeds.rulebook(game).version,
        seats=seats,
        edition=content(box),
        options=rulings,
        bots=("random",) * seats,
        vary=tuple(read_varied(text, game, box, rulings) for text in vary),
        aims=tuple(map(read_aim, aims)),
        **more,
    )


def found(asked: Tuning, workers: int = 1) -> Found:
    check(asked)
    with at_work(workers, lambda: False) as work:
        return play_again(asked, Searched(asked).run(work).found(), work)


# What varies


@pytest.mark.parametrize(
    ("path", "now"),
    [
        ("hand_limit", 5),
        ("hand_limit.value", 5),
        ("cards.AR.points", 16),
        ("cards.AL.copies", 1),
        ("species.Ashwing.crosses", 4),
        ("shapes.Corner of five.copies", 2),
        ("stars.1", 55),
    ],
)
def test_a_path_leads_to_the_number_that_is_printed_there(path: str, now: int) -> None:
    steps, found = resolve(BOX, path)
    assert found == now
    asked = tuning(NOCTURNIS, [f"{path}={now + 1},{now}"], ["rounds=9"], 1)
    changed = built(asked, (now + 1,)).edition
    at: Any = changed
    for step in steps:
        at = at[step]
    assert at == now + 1
    assert resolve(parse_edition(changed, NOCTURNIS.edition), path) == (steps, now + 1)


def test_a_changed_number_is_printed_nowhere_and_the_others_stay_as_they_are() -> None:
    asked = tuning(NOCTURNIS, ["hand_limit=4..6", "display=3,4"], ["rounds=9"], 1)
    changed = built(asked, (6, 3)).edition
    assert changed["hand_limit"] == {"value": 6, "assumed": "tuned; it was 5"}
    changed["hand_limit"] = asked.edition["hand_limit"]
    assert changed == asked.edition == content(BOX)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hand=4..7", "there is no 'hand', expected one of: species, shapes, cards, display"),
        ("cards.ZZ.points=1..2", "there is no 'ZZ' in cards, expected one of: A1, A2, R1"),
        ("cards.AL.wings=1..2", "there is no 'wings' in cards.AL, expected one of: points, copies"),
        ("cards.AL=1..2", "cards.AL is no number, expected one of: cards.AL.points"),
        ("cards.A1.effect=1..2", "cards.A1.effect is no number, expected the path of a number"),
        ("hand_limit", "hand_limit has no values, expected hand_limit=LOW..HIGH"),
        ("hand_limit=7..4", "hand_limit: 7..4 found, expected LOW..HIGH with LOW up to HIGH"),
        ("hand_limit=4..7/0", "expected LOW..HIGH"),
        ("hand_limit=four", "hand_limit: 'four' found, expected 4..7, 4..16/2 or 4,5,8"),
        ("hand_limit=5", "hand_limit: 1 values found, expected 2 to 200"),
        ("hand_limit=1..900", "expected 2 to 200"),
        ("option:ghosts", "there is no option 'ghosts', expected one of: sheet, first_round"),
        ("option:sheet=front,side", "option sheet: 'side' found, expected one of: front, back"),
        ("option:sheet=front", "option:sheet: 1 values found, expected 2 to 200"),
    ],
)
def test_what_leads_nowhere_is_refused_and_what_there_is_is_named(text: str, said: str) -> None:
    with pytest.raises(Invalid) as error:
        read_varied(text, NOCTURNIS, BOX, {})
    assert said in str(error.value)


def test_values_are_read_in_three_ways() -> None:
    def values(text: str) -> Values:
        return read_varied(text, NOCTURNIS, BOX, {}).values

    assert values("hand_limit=4..7") == (4, 5, 6, 7)
    assert values("cards.AR.points=4..17/4") == (4, 8, 12, 16)
    assert values("hand_limit=8,4,8") == (8, 4)
    assert values("option:sheet") == ("front", "back")
    assert read_varied("option:sheet", NOCTURNIS, BOX, {"sheet": "back"}).now == "back"


@pytest.mark.parametrize(
    ("vary", "aims", "said"),
    [
        (["hand_limit=0..3"], ["rounds=9"], "hand_limit=0: edition: hand_limit.value: found 0"),
        (["hand_limit=1..3"], ["rounds=9"], "hand_limit=1: edition:"),
        (["hand_limit=4,5", "hand_limit=6,7"], ["rounds=9"], "hand_limit varies twice"),
        (["hand_limit=4,5"], ["rounds=9", "rounds=low"], "aim rounds is named twice"),
        (["hand_limit=4,5"], ["balance"], "aim balance: one seat, expected two or more"),
        (["hand_limit=4,5"], [], "0 aims, expected 1 to 4"),
    ],
)
def test_a_search_that_cannot_be_made_is_refused_at_once(
    vary: list[str], aims: list[str], said: str
) -> None:
    with pytest.raises(Invalid) as error:
        check(tuning(NOCTURNIS, vary, aims, 1))
    assert said in str(error.value)


def test_rulings_cannot_vary_and_stay_and_aims_need_what_they_count() -> None:
    both = tuning(NOCTURNIS, ["option:sheet"], ["rounds=9"], 1, across="sheet")
    with pytest.raises(Invalid, match="option sheet both varies and stays"):
        check(both)
    with pytest.raises(Invalid, match="Lepidoptery has no points"):
        check(tuning(LEPIDOPTERY, ["hand=9..12"], ["points=9"]))
    with pytest.raises(Invalid, match="expected one seat, and an edition with stars"):
        check(tuning(NOCTURNIS, ["hand_limit=4,5"], ["under=0.3"], 2))


def test_numbers_that_do_not_fit_each_other_are_left_out() -> None:
    """An opening hand of 3 needs a limit of 3: of two by two candidates one does not fit."""
    asked = tuning(
        NOCTURNIS,
        ["opening_hand=2,3", "hand_limit=2,3"],
        ["rounds=low"],
        1,
        games=1,
        confirm=1,
    )
    with pytest.raises(Invalid, match="opening_hand"):
        built(asked, (3, 2))
    result = found(asked)
    assert (result.tried, result.left_out) == (4, 1)  # the edition as it is lies elsewhere
    assert (3, 2) not in [point.values for point in result.frontier]


# What is aimed at


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fun=1", "there is no aim 'fun', expected one of: rounds, actions, minutes"),
        ("rounds", "aim rounds: nothing found, expected rounds=NUMBER, low or high"),
        ("rounds=-1", "aim rounds: '-1' found"),
        ("rounds=nan", "aim rounds: 'nan' found"),
        ("under=30", "aim under: '30' found, expected under=NUMBER, low or high, a part from 0"),
        ("balance=1", "aim balance: '1' found, expected it alone"),
    ],
)
def test_an_aim_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(Invalid) as error:
        read_aim(text)
    assert said in str(error.value)


def test_losses_are_how_far_a_mean_is_from_what_is_wanted() -> None:
    rounds = np.array([[10.0], [12.0], [17.0]])
    assert value_of(read_aim("rounds=12"), rounds) == 13
    assert [read_aim(f"rounds={want}").loss(13.0) for want in (12, 15, "low", "high")] == [
        *(1, 2, 13, -13)
    ]


def test_balance_is_how_far_the_farthest_place_is_from_an_even_part() -> None:
    """Of four games the first place won two and a half, the second one and a half: 1/8 away."""
    parts = np.array([[1, 0], [1, 0], [0.5, 0.5], [0, 1]])
    balance = read_aim("balance")
    assert value_of(balance, parts) == 0.125
    even = np.array([[1.0, 0.0], [0.0, 1.0]] * 50)
    assert value_of(balance, even) == 0
    ends = range_of(balance, even)
    assert ends is not None
    assert 0 <= ends.low < ends.high < 0.2


def test_nearer_is_said_of_pairs_that_leave_no_doubt() -> None:
    aim = read_aim("rounds=10")
    drawn = np.random.default_rng(5).normal(13, 3, (200, 1))
    assert against(aim, [drawn], [drawn]) == "same"
    assert against(aim, [drawn - 1], [drawn]) == "nearer"
    assert against(aim, [drawn], [drawn - 1]) == "farther"
    assert against(aim, [drawn[:11] - 1], [drawn[:11]]) == "open"  # too few
    other = np.random.default_rng(6).normal(13, 3, (200, 1))
    assert against(aim, [other], [drawn]) == "open"
    assert against(aim, [drawn - 1, drawn], [drawn, drawn]) == "same"  # the worst side counts


def test_a_game_without_a_number_makes_no_column() -> None:
    aims = (read_aim("rounds=9"), read_aim("balance"))
    games: list[Numbers] = [((8.0,), (1.0, 0.0)), ((9.0,), (0.5, 0.5))]
    columns = columns_of(aims, games)
    assert columns is not None
    assert [column.tolist() for column in columns] == [[[8], [9]], [[1, 0], [0.5, 0.5]]]
    assert columns_of(aims, [*games, ((9.0,), (None, None))]) is None


# The frontier

POINTS = st.integers(1, 3).flatmap(
    lambda n: st.lists(st.tuples(*[st.integers(0, 6)] * n), min_size=1, max_size=30)
)


@given(POINTS)
def test_nothing_on_a_frontier_is_dominated_and_everything_else_is(points: list[Losses]) -> None:
    def bettered(one: Losses) -> bool:
        return any(
            other != one and all(a <= b for a, b in zip(other, one, strict=True))
            for other in points
        )

    assert undominated(points) == [nth for nth, one in enumerate(points) if not bettered(one)]


def test_the_nearest_have_the_best_ranks_over_all_aims() -> None:
    """Ranks 0+3, 1+1, 2+2, 3+0: the sums are 3, 2, 4 and 3, and the earlier of equal ones stays."""
    losses: list[Losses] = [(0, 9), (1, 2), (50, 3), (60, 0)]
    assert nearest(losses, 2) == [0, 1]
    assert nearest(losses, 9) == [0, 1, 2, 3]


# The search

SQUARE = tuple(Varied(name, tuple(range(20)), 3, (name,)) for name in "ab")


def fake(asked: list[Values]) -> Callable[[Sequence[Values]], list[Losses | None]]:
    """An objective without games: one aim is met best at (14, 6), the other at (14, 8)."""

    def play(candidates: Sequence[Values]) -> list[Losses | None]:
        asked.extend(candidates)
        rows = [(int(a), int(b)) for a, b in candidates]
        return [(abs(a - 14) + abs(b - 6), abs(a - 14) + abs(b - 8)) for a, b in rows]

    return play


def test_a_planted_optimum_is_found_with_a_fraction_of_the_candidates() -> None:
    asked: list[Values] = []
    tried: dict[Values, Losses | None] = {}
    for batch in search(SQUARE, 2, 80, "planted", fake(asked)):
        assert len(batch) <= BATCH
        tried |= batch
    assert next(iter(tried)) == (3, 3)  # the one that changes nothing
    assert len(tried) == len(asked) == len(set(asked)) <= 80 < 400
    best = [list(tried)[nth] for nth in undominated([losses or () for losses in tried.values()])]
    assert {(14, 6), (14, 7), (14, 8)} & set(best)
    assert all(abs(int(a) - 14) <= 1 for a, _ in best)


def test_the_same_seed_asks_for_the_same_candidates() -> None:
    def order(seed: str) -> list[Values]:
        asked: list[Values] = []
        list(search(SQUARE, 2, 32, seed, fake(asked)))
        return asked

    assert order("a") == order("a") != order("b")


def test_where_there_are_no_more_candidates_than_trials_all_are_played() -> None:
    few = tuple(Varied(name, (1, 2, 3), 2, (name,)) for name in "ab")
    asked: list[Values] = []
    list(search(few, 2, 9, "any", fake(asked)))
    assert asked[0] == (2, 2)
    assert sorted(asked) == [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]


def test_an_edition_that_lies_between_the_values_is_played_first_all_the_same() -> None:
    odd = (Varied("a", tuple(range(0, 40, 2)), 3, ("a",)), SQUARE[1])
    asked: list[Values] = []
    list(search(odd, 2, 24, "odd", fake(asked)))
    assert asked[0] == (3, 3)
    assert all(int(a) % 2 == 0 for a, _ in asked[1:])


def test_candidates_that_cannot_be_played_are_told_and_not_asked_for_again() -> None:
    asked: list[Values] = []
    play = fake(asked)

    def half(candidates: Sequence[Values]) -> list[Losses | None]:
        rows = zip(candidates, play(candidates), strict=True)
        return [None if int(values[0]) > 10 else losses for values, losses in rows]

    tried: dict[Values, Losses | None] = {}
    for batch in search(SQUARE, 2, 60, "half", half):
        tried |= batch
    assert len(asked) == len(set(asked)) == 60
    assert {int(values[0]) > 10 for values, losses in tried.items() if losses is None} == {True}


# Games

SMALL = tuning(
    LANTERN_MOTHS,
    ["wicks=2..4", "option:ghost_blocks", "ghosts=2..6"],
    ["rounds=12", "balance"],
    games=6,
    confirm=14,
    trials=12,
)


@pytest.fixture(scope="module")
def small() -> Found:
    return found(SMALL)


def test_a_frontier_is_the_same_with_one_worker_and_two(small: Found) -> None:
    assert found(SMALL, workers=2) == small


def test_a_frontier_is_held_to_fresh_deals_and_to_the_edition_as_it_is(small: Found) -> None:
    assert small.complete
    assert small.tried == 12 == len(small.cloud)
    assert not small.whole
    assert small.current.number == 0
    assert small.current.changes == {}
    losses = [tuple(seen.loss for seen in point.searched) for point in small.frontier]
    assert undominated(losses) == [*range(len(losses))]
    again = {p.number: tuple(s.loss for s in p.again) for p in (small.current, *small.frontier)}
    standing = undominated([*again.values()])
    for point in (small.current, *small.frontier):
        assert [seen.key for seen in point.again] == ["rounds", "balance"]
        assert point.stands == ([*again].index(point.number) in standing)
    assert set(small.current.against.values()) == {"same"}


def test_candidates_have_the_same_deals_and_the_frontier_has_fresh_ones() -> None:
    """What a fourth lure scores says nothing to bots at random: their games are equal."""
    asked = tuning(NOCTURNIS, ["fourth_lure=1,3"], ["rounds=9", "actions=9"], 1, games=3, confirm=3)
    result = found(asked)
    assert result.whole
    assert len(result.frontier) == 2
    assert {point.searched for point in result.frontier} == {result.current.searched}
    assert {point.again for point in result.frontier} == {result.current.again}
    assert result.current.searched != result.current.again


def test_an_aim_counts_on_the_side_that_misses_it_by_most() -> None:
    asked = tuning(
        NOCTURNIS,
        ["cards.D2.points=5,6"],
        ["points=40"],
        1,
        across="sheet",
        games=3,
        confirm=3,
    )
    for point in found(asked).frontier:
        (seen,) = point.again
        assert len(seen.values) == len(seen.ranges) == 2  # front and back
        assert seen.loss == max(abs(value - 40) for value in seen.values)


def test_minutes_are_actions_by_seconds_and_at_one_time_where_all_act_at_once() -> None:
    aims = ["minutes=9", "actions=9"]
    for game, vary, at_once in ((LANTERN_MOTHS, "wicks=3,4", 1), (NOCTURNIS, "display=3,4", 2)):
        asked = tuning(game, [vary], aims, seconds=30.0, games=2, confirm=2)
        minutes, actions = found(asked).current.again
        assert minutes.values[0] == pytest.approx(actions.values[0] / 2 / at_once)


def test_who_stops_it_gets_the_frontier_so_far() -> None:
    asked = tuning(LANTERN_MOTHS, ["wicks=1..9"], ["rounds=9", "balance"], games=2, confirm=2)
    tasks = iter(range(1000))
    with at_work(1, lambda: next(tasks) >= BATCH) as work:
        result = Searched(asked).run(work).found()
        assert (result.complete, result.tried) == (False, BATCH)
        assert result.frontier
        stopped = play_again(asked, result, work)
    assert stopped == result
    with at_work(1, lambda: True) as work, pytest.raises(Invalid, match="stopped before"):
        Searched(asked).run(work)


def test_the_figure_has_the_first_two_aims_as_axes(small: Found) -> None:
    drawn = figure(small)
    searched, *_, now = drawn["data"]
    assert list(zip(searched["x"], searched["y"], strict=True)) == list(small.cloud)
    assert (now["x"][0], now["y"][0]) == tuple(seen.worst for seen in small.current.again)
    assert "rounds=12" in drawn["layout"]["xaxis"]["title"]["text"]
    assert [shape["x0"] for shape in drawn["layout"]["shapes"]] == [12]  # balance has no line


def test_the_legend_tells_filled_points_from_open_ones(small: Found) -> None:
    stands = dict.fromkeys((point.number for point in small.frontier if point.number), False)
    stands[min(stands)] = True
    told = replace(
        small,
        current=replace(small.current, stands=False),
        frontier=tuple(replace(p, stands=stands.get(p.number, False)) for p in small.frontier),
    )
    shown = {each["name"]: each for each in figure(told)["data"]}
    assert [*shown] == ["searched", "frontier", "bettered on fresh deals", "as it is, bettered"]
    open_, filled = "var(--surface)", "var(--text)"
    colours = {name: each["marker"]["color"] for name, each in shown.items()}
    assert colours["frontier"] == filled
    assert colours["bettered on fresh deals"] == colours["as it is, bettered"] == open_
    assert shown["frontier"]["customdata"] == [str(min(stands))]
    assert len(shown["bettered on fresh deals"]["x"]) == len(stands) - 1
    assert shown["as it is, bettered"]["text"] == ["0"]


def test_work_is_handed_out_game_by_game_in_order() -> None:
    seen: list[tuple[int, int]] = []

    def work(tasks: Sequence[Task]) -> Iterator[list[Numbers]]:
        for task in tasks:
            seen.append((task.first, task.end))
            yield [((float(n),),) for n in range(task.first, task.end)]

    asked = tuning(LANTERN_MOTHS, ["wicks=3,4"], ["rounds=12"], games=25, confirm=1)
    result = Searched(asked).run(work).found()
    assert seen == [(0, 10), (10, 20), (20, 25)] * 2
    assert result.current.searched[0].values == (12.0,)  # the mean of 0 to 24
