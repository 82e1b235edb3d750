"""People against bots: recounted, planted differences found, none found where there are none."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from analytics import stats
from analytics.comparing import Two, differences
from analytics.filters import Filters
from analytics.reports.people_bots import summarise
from analytics.warehouse import Warehouse
from tests.analytics import recount_looks
from tests.analytics.build import bots, people, play
from tests.analytics.contract import finding, holds, says_when_it_cannot_tell, store
from tests.analytics.ended import every_game, store_of

ID = "people-and-bots"
People = Filters("lantern_moths", played_by="people")


@every_game
def test_every_number_is_a_recount(game: str, request: pytest.FixtureRequest) -> None:
    kept = store_of(game, request)
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for number, session in kept.sessions.items():
        for _, seat, kind, item, n, k, *_rest in recount_looks.offers(number, session):
            side = 0 if session.players[seat].bot is None else 2
            counts[f"{kind}:{item}"][side] += k
            counts[f"{kind}:{item}"][side + 1] += n
    answer = holds(kept.warehouse, ID, kept.filters, kept.ids)
    both = {key: four for key, four in counts.items() if four[1] and four[3]}
    assert {key.partition(":")[2] for key in answer.row_keys} == set(both)
    for row, key in zip(answer.rows, answer.row_keys, strict=True):
        way, _, thing = key.partition(":")
        took, of, bots_took, bots_of = both[thing]
        assert row[2:4] == [took, of]
        assert row[5:7] == [bots_took, bots_of]
        assert row[8] == pytest.approx(took / of - bots_took / bots_of, abs=1e-4)
        assert (way == "more") == (took / of > bots_took / bots_of)
        assert row[9] is None or row[9] <= row[8] <= row[10]  # type: ignore[operator]


def choosing(kind: str, often: float, seed: int) -> Any:
    """Return a player who does one kind of thing that often where there is the choice."""
    rng = np.random.default_rng(seed)

    def choose(state: Any, legal: Sequence[Any]) -> Any:
        of = [action for action in legal if type(action).__name__.lower() == kind]
        if of and rng.random() < often:
            return of[int(rng.integers(len(of)))]
        return legal[int(rng.integers(len(legal)))]

    return choose


def sessions(often: float) -> Iterator[list[Any]]:
    """Play 16 sessions of bots at random, and as many of people who flip that often."""
    for seed in range(16):
        yield play(f"bots {seed}", bots(2), moves=60, end="abandoned")
        choose = choosing("flip", often, seed)
        yield play(f"people {seed}", people(2), moves=60, end="abandoned", choose=choose)


def test_a_planted_difference_is_found_and_opens_what_people_did(empty: Warehouse) -> None:
    store(empty, list(sessions(0.7)))
    all_ = Filters("lantern_moths", include=("unfinished", "abandoned"))
    found = finding(empty, ID, all_)
    assert found.title == "People and bots part most over flip: people take it more often"
    assert found.row_keys[0] == "more:action:flip"
    assert found.rows[0][1] == "yes"
    assert found.figure
    by_people = stats.moments(empty.cursor(), ID, all_, "more:action:flip")
    names = dict(empty.cursor().execute("SELECT id::VARCHAR, played_by FROM sessions").fetchall())
    assert by_people
    assert {names[moment.session] for moment in by_people} == {"people"}


def test_who_played_is_compared_whatever_the_filter_says(
    warehouse: Warehouse,
) -> None:
    every, of_people, of_bots = (
        finding(warehouse, ID, Filters("lantern_moths", played_by=by))
        for by in ("all", "people", "bots")
    )
    assert every == of_people == of_bots
    assert every.counted > 40


def test_too_few_of_one_side_are_no_ground(empty: Warehouse) -> None:
    store(empty, [*(play(n, bots(2)) for n in range(13)), play("a", people(2))])
    found = finding(empty, ID, People)
    assert found.too_few
    assert found.missing == 11
    assert found.summary == (
        "1 session with people and 13 sessions with bots: each side needs 12 in which it could "
        "choose the same things. 11 more with people before a first range."
    )
    assert {row[1] for row in found.rows} == {"too few to say"}


def drawn(rng: np.random.Generator, share: float, sessions: int) -> tuple[Any, Any]:
    """Return hits and things of sessions whose own shares differ."""
    own = rng.beta(8 * share, 8 * (1 - share), sessions)
    of = rng.integers(5, 30, sessions)
    return rng.binomial(of, own), of


def two(rng: np.random.Generator, share: float, other: float) -> Two:
    """Return a comparison of 30 sessions with 60 others, its variance worked out here."""
    (a, of_a), (b, of_b) = drawn(rng, share, 30), drawn(rng, other, 60)
    pulls = np.concatenate(
        [
            (a - a.sum() / of_a.sum() * of_a) / of_a.sum(),
            (b - b.sum() / of_b.sum() * of_b) / of_b.sum(),
        ]
    )
    variance = float((pulls**2).sum() * 90 / 89)
    return Two(int(a.sum()), int(of_a.sum()), 30, int(b.sum()), int(of_b.sum()), 60, variance)


def test_planted_differences_are_found_and_planted_nulls_are_not() -> None:
    rng = np.random.default_rng(5)
    false = found = claimed = covered = 0
    for _ in range(150):
        pairs = [two(rng, 0.3, 0.3) for _ in range(15)] + [two(rng, 0.6, 0.3) for _ in range(5)]
        said = [each for each in differences(pairs) if each]
        false += sum(each.apart for each in said[:15])
        found += sum(each.apart for each in said[15:])
        claimed += sum(each.apart for each in said)
        covered += sum(each.range.covers(0) != each.apart for each in said)
    assert found > 0.9 * 150 * 5
    assert false < 0.06 * claimed
    assert covered == 150 * 20  # a range leaves nothing out exactly where they surely differ


def test_where_all_or_none_hit_the_range_is_not_nothing() -> None:
    (found,) = differences([Two(0, 40, 14, 0, 90, 30, 0.0)])
    assert found
    assert not found.apart
    assert found.range.low < -0.05
    assert found.range.high > 0.05


def test_alike_is_said_as_far_as_can_be_said() -> None:
    rows = [("action", "flip", 30, 100, 40, 31, 100, 40, 0.002)]
    answer = summarise({"things": rows, "sessions": [(40, 40, 80)]})
    assert answer.title == "People and bots choose alike, as far as can be said"
    assert "0 of 1 thing compared surely differ" in answer.summary


def test_with_nothing_to_count_it_says_so(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
