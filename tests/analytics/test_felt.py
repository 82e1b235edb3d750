"""The felt line: recounted from the logs, planted effects found, planted nulls not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

import pytest

from analytics import stats
from analytics.differences import difference_of_shares, sign
from analytics.filters import Filters
from analytics.reports import felt
from analytics.warehouse import Warehouse
from domain.games import LANTERN_MOTHS
from domain.session.events import FeelingNoted
from tests.analytics import recount_looks
from tests.analytics.build import Log, Request, one_after_the_other, people, play, replayed
from tests.analytics.contract import drawn_in_ink, finding, holds, says_when_it_cannot_tell, store
from tests.analytics.evenings import evening

ID = "felt-line"
ALL = Filters("lantern_moths")


@pytest.fixture(scope="module")
def log() -> Log:
    """Return evenings on which feelings are noted."""
    return one_after_the_other(evening(n) for n in range(24))


@pytest.fixture(scope="module")
def warehouse(log: Log, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """Return a warehouse that holds that store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("felt") / "w.duckdb")
    log.follow(warehouse)
    yield warehouse
    warehouse.close()


def test_every_number_is_what_the_logs_say(log: Log, warehouse: Warehouse) -> None:
    noted = [row for n, s in log.sessions().items() for row in recount_looks.feelings(n, s)]
    half = median(row[6] for row in noted if row[7] and row[6])
    counts: Counter[tuple[str, str]] = Counter()
    for _, _, _, feeling, round_, margin, legal, acting in noted:
        counts["All", feeling] += 1
        if margin is not None:
            name = "Level" if margin == 0 else "Ahead" if margin > 0 else "Behind"
            counts[name, feeling] += 1
        if acting and legal:
            counts["Many options" if legal > half else "Few options", feeling] += 1
        counts["In turn" if acting else "Waiting", feeling] += 1
        when = f"Round {round_}" if round_ < 12 else "Round 12 on"
        counts[when, feeling] += 1
    found = holds(warehouse, ID, ALL, {str(s.id) for s in log.sessions().values()})
    assert {row[0] for row in found.rows} == {when for when, _ in counts}
    for row, key in zip(found.rows, found.row_keys, strict=True):
        when, feeling, n, of, share, low, high = row
        assert n == counts[str(when), str(feeling)]
        total = sum(m for (other, _), m in counts.items() if other == when)
        assert (of, share) == (total, pytest.approx(n / total, abs=1e-4))  # type: ignore[operator]
        assert (low is None) == (high is None)
        assert low is None or low <= share <= high  # type: ignore[operator]
        assert len(stats.moments(warehouse.cursor(), ID, ALL, key)) == n
    assert f"{len(noted)} feelings in 24 sessions" in found.summary
    assert f"Few options are up to {int(half)}." in found.summary


def feeling(seed: int, feel: Any, sessions: int = 24) -> list[list[Request]]:
    """Play sessions in which ``feel(rng, waiting, margin)`` names the feeling at each move."""
    found = []
    for nth in range(sessions):
        rng = Random(f"felt {seed} {nth}")
        played = play(f"felt {seed} {nth}", people(2), moves=26, end="abandoned")
        session = replayed(played)
        step, requests = -1, []
        for request in played:
            requests.append(request)
            step += sum(not type(e).stored_name.startswith("session.") for e in request.events)
            if step > 0 and rng.random() < 0.4 and request is not played[-1]:
                seat, state = rng.randrange(2), session.state_at(step)
                waiting = seat not in LANTERN_MOTHS.to_act(state)
                said = FeelingNoted(step, seat, feel(rng, waiting))
                requests.append(Request(request.at, [said]))
        found.append(requests)
    return found


CUT = Filters("lantern_moths", include=("abandoned",))


def test_a_planted_feeling_is_found_and_said(empty: Warehouse) -> None:
    store(empty, feeling(1, lambda rng, waiting: "bored" if waiting else "fun"))
    found = finding(empty, ID, CUT)
    assert found.title in (
        "Players who wait are bored more often",
        "Players who wait have fun less often",
    )
    rows = {(row[0], row[1]): row for row in found.rows}
    n = rows["Waiting", "bored"][3]
    assert rows["Waiting", "bored"][2] == n
    assert f"Players who wait are bored in {n:,} of {n:,}, in turn in 0 of " in found.summary
    assert "100 points apart" in found.summary
    drawn_in_ink(found)


def test_a_feeling_that_goes_with_nothing_is_not_found(empty: Warehouse) -> None:
    store(empty, feeling(2, lambda rng, waiting: rng.choice(["fun", "bored"])))
    found = finding(empty, ID, CUT)
    assert found.title == "No feeling goes with lead, options or waiting yet"


def test_a_game_that_goes_on_tells_no_lead(empty: Warehouse) -> None:
    cut = feeling(3, lambda rng, waiting: "tense", 2)
    store(empty, [[r for r in one if not _left(r)] for one in cut])
    live = finding(empty, ID, Filters("lantern_moths", include=("unfinished",)))
    assert {row[0] for row in live.rows if str(row[0]).startswith(("All", "In", "Wait"))}
    assert not {row[0] for row in live.rows} & {"Behind", "Level", "Ahead", "Few options"}


def _left(request: Request) -> bool:
    return request.events[0].stored_name.startswith("session.abandoned")


Pairs = Sequence[tuple[int, int, int, int, int]]


def drawn(rng: Random, sessions: int, shares: tuple[float, float], apart: float) -> Pairs:
    """Draw sessions of six things in either group; ``apart`` is how much sessions differ."""
    found = []
    for _ in range(sessions):
        mood = rng.uniform(-apart, apart)
        one, other = (sum(rng.random() < share + mood for _ in range(6)) for share in shares)
        found.append((one, 6, other, 6, 1))
    return found


@pytest.mark.parametrize("sessions", [12, 40])
@pytest.mark.parametrize(("share", "apart"), [(0.5, 0.4), (0.5, 0.0), (0.05, 0.0)])
def test_no_difference_is_seldom_taken_for_one(sessions: int, share: float, apart: float) -> None:
    rng = Random(f"null {sessions} {share} {apart}")
    seen = sum(
        bool(sign(difference_of_shares(drawn(rng, sessions, (share, share), apart))))
        for _ in range(200)
    )
    assert seen <= 17  # 200 x 5 %, and 2.3 standard deviations of chance


def test_opposite_seats_of_one_session_do_not_make_a_difference() -> None:
    """Within a session one group has what the other has not: the groups are no two samples."""
    rng, seen = Random("opposite"), 0
    for _ in range(200):
        flips = [rng.randrange(2) for _ in range(20)]
        pairs = [(6 * flip, 6, 6 - 6 * flip, 6, 1) for flip in flips]
        seen += bool(sign(difference_of_shares(pairs)))
    assert seen <= 17


def test_a_difference_of_known_size_is_covered() -> None:
    rng, covered = Random("planted"), 0
    for _ in range(100):
        range_ = difference_of_shares(drawn(rng, 30, (0.7, 0.4), 0.2))
        assert range_ is not None
        covered += range_.covers(0.3)
        assert sign(range_) == 1
    assert covered >= 90


def test_the_range_widens_with_what_is_looked_at() -> None:
    pairs = drawn(Random("wide"), 30, (0.6, 0.5), 0.1)
    one, twelve = difference_of_shares(pairs), difference_of_shares(pairs, 12)
    assert one is not None
    assert twelve is not None
    assert twelve.low < one.low < one.high < twelve.high


def test_a_row_is_called_what_its_moments_are() -> None:
    assert stats.label("lepidoptery", ID, "round 12:bored")[0] == "Felt bored: climb 12 on"
    assert stats.label("lantern_moths", ID, "few:fun")[0] == "Felt fun: few options"


def test_nothing_to_count_is_said(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)


def test_every_comparison_is_allowed_for() -> None:
    assert len(felt.PAIRS) * len(felt.FEELINGS) == 12
    assert "the twelve that are looked at" in str(felt.DEFINITION)
