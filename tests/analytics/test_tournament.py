"""Tournaments: who sits where, what a share of a win is, and who comes out on top."""

from collections import Counter

import pytest

from analytics.farm import Here, Processes
from analytics.tournament import (
    Result,
    Tournament,
    check,
    placed,
    play,
    play_deal,
    standings,
)
from domain.edition import content
from domain.errors import Invalid
from domain.games import GAMES
from service import seeds


def tournament(game: str = "lantern_moths", **changed: object) -> Tournament:
    asked: dict[str, object] = {
        "game": game,
        "edition": content(seeds.edition(GAMES[game])),
        "options": {},
        "bots": ("random", "ismcts-3"),
        "seats": 2,
        "deals": 5,
        "seed": "t",
    }
    return Tournament(**(asked | changed))  # type: ignore[arg-type]


def test_every_pair_plays_every_deal_from_both_sides() -> None:
    asked = tournament(bots=("random", "ismcts-1", "ismcts-2"), deals=3)
    results = [result for some in play(asked, Here()) for result in some]
    assert asked.games == len(results) == 3 * 3 * 2
    assert Counter(result.bots for result in results) == {
        ("random", "ismcts-1"): 3,
        ("ismcts-1", "random"): 3,
        ("random", "ismcts-2"): 3,
        ("ismcts-2", "random"): 3,
        ("ismcts-1", "ismcts-2"): 3,
        ("ismcts-2", "ismcts-1"): 3,
    }


def test_at_larger_tables_each_bot_sits_everywhere_as_often() -> None:
    for seats in (2, 3, 4):
        tables = [placed(("a", "b"), seats, exchanged) for exchanged in (False, True)]
        assert all(set(chairs) == {"a", "b"} for chairs in zip(*tables, strict=True))


def test_workers_change_nothing() -> None:
    asked = tournament()
    alone = [result for some in play(asked, Here()) for result in some]
    assert [result for some in play(asked, Processes(2)) for result in some] == alone
    assert play_deal(asked, ("random", "ismcts-3"), 2) in alone


def test_the_table_of_a_pair_by_hand() -> None:
    """b wins three, a one, one is shared: 3.5 of 5 for b. By Wilson with z = 1.96:
    middle (0.7 + 3.8415/10) / (1 + 3.8415/5) = 1.08415 / 1.7683 = 0.6131, half
    sqrt(3.8415/5 * (0.21 + 3.8415/20)) / 1.7683 = sqrt(0.76829 * 0.402073) / 1.7683 = 0.3143.
    """
    asked = tournament(bots=("a", "b"))
    results = [
        Result(("a", "b"), (1,)),
        Result(("b", "a"), (0,)),
        Result(("a", "b"), (1,)),
        Result(("b", "a"), (1,)),
        Result(("a", "b"), (0, 1)),
    ]
    (met,) = standings(asked, results).met
    assert (met.bot, met.other, met.won, met.games, met.share) == ("b", "a", 3.5, 5, 0.7)
    assert met.range.low == pytest.approx(0.2988, abs=5e-4)
    assert met.range.high == pytest.approx(0.9274, abs=5e-4)
    assert not met.clear


def test_a_win_that_seats_of_both_share_counts_by_seats() -> None:
    asked = tournament(bots=("a", "b"), seats=3)
    (met,) = standings(asked, [Result(("a", "b", "a"), (0, 1, 2))]).met
    assert (met.bot, met.won) == ("a", pytest.approx(2 / 3))


def test_ratings_follow_results_and_nobody_rates_without_games() -> None:
    asked = tournament(bots=("weak", "strong", "absent"))
    results = [Result(("weak", "strong"), (1,)), Result(("strong", "weak"), (0,))] * 10
    found = standings(asked, results)
    strong, weak, absent = (
        next(one for one in found.rated if one.bot == name) for name in ("strong", "weak", "absent")
    )
    assert found.rated[0] == strong
    assert (strong.games, weak.games, absent.games) == (20, 20, 0)
    assert strong.mean > absent.mean > weak.mean
    assert strong.deviation < absent.deviation
    assert found.met[0].clear


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"bots": ("random",)}, "expected two or more, each once"),
        ({"bots": ("random", "random")}, "expected two or more, each once"),
        ({"bots": ("random", "nobody")}, "there is no bot 'nobody'"),
        ({"seats": 5}, "5 seats found, expected 2 to 4"),
        ({"seats": 1, "game": "nocturnis"}, "1 seats found, expected 2 to 8"),
        ({"deals": 0}, "0 deals found"),
        ({"options": {"ghost_blocks": "?"}}, "option ghost_blocks"),
    ],
)
def test_what_cannot_be_played_is_refused(changed: dict[str, object], said: str) -> None:
    with pytest.raises(Invalid, match=said):
        check(tournament(**changed))
