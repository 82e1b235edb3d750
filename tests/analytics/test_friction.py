"""Friction with the rules: recounted from the logs, its title against chance, its keys."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.reports import friction
from analytics.warehouse import Warehouse
from domain.games import LANTERN_MOTHS
from domain.session.events import AttemptRefused, RulesTalked
from tests.analytics.build import Log, Request, bots, one_after_the_other, people, play
from tests.analytics.contract import finding, holds, says_when_it_cannot_tell, store
from tests.analytics.evenings import evening
from tests.domain.session.happenings import Evening

ID = "friction"
ALL = Filters("lantern_moths")
CLAUSES = ("turn.order", "turn.draw", "end.ghost", "night.fourth")
PROTOTYPES = ("", "paper", "linen: 2/3")


@pytest.fixture(scope="module")
def log() -> Log:
    """Return evenings with three prototypes, and a few sessions of bots alone."""
    evenings = [evening(n, clauses=CLAUSES, prototype=PROTOTYPES[n % 3]) for n in range(18)]
    return one_after_the_other([*evenings, *(play(n, bots(2)) for n in range(3))])


@pytest.fixture(scope="module")
def warehouse(log: Log, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """Return a warehouse that holds that store; read only, please."""
    warehouse = Warehouse(tmp_path_factory.mktemp("friction") / "w.duckdb")
    log.follow(warehouse)
    yield warehouse
    warehouse.close()


def test_every_number_is_what_the_logs_say(log: Log, warehouse: Warehouse) -> None:
    kinds: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    seconds, sessions = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for session in log.sessions().values():
        prototype, met = session.opened.prototype, set()
        for entry in session.log:
            event = entry.event
            if isinstance(event, RulesTalked):
                found = [(event.clause or "no clause named", event.kind)]
                seconds[found[0][0], prototype] += event.seconds or 0  # type: ignore[assignment]
            elif isinstance(event, AttemptRefused):
                found = [(clause, "refused") for clause in event.clauses]
            else:
                continue
            for clause, kind in found:
                kinds[clause, prototype][kind] += 1
                met.add(clause)
        sessions.update((clause, prototype) for clause in met)
    answer = holds(warehouse, ID, ALL, {str(s.id) for s in log.sessions().values()})
    assert len(answer.rows) == len(kinds) + len({clause for clause, _ in kinds})
    for row, key in zip(answer.rows, answer.row_keys, strict=True):
        clause, rules, prototype, stumbles, of, *_ = row
        if rules == "all":
            wanted = [pair for pair in kinds if pair[0] == clause]
        else:
            assert rules == "v4"
            wanted = [(str(clause), str(prototype or ""))]
        counts = sum((kinds[pair] for pair in wanted), Counter[str]())
        assert stumbles == counts.total()
        assert row[7:] == [counts[kind] for kind in friction.KINDS]
        assert of == sum(sessions[pair] for pair in wanted)
        assert row[5] == (18 if rules == "all" else 6)
        assert row[6] == pytest.approx(sum(seconds[pair] for pair in wanted) / 60, abs=0.006)
        assert len(stats.moments(warehouse.cursor(), ID, ALL, key)) == stumbles
    order = [row[3] for row in answer.rows if row[1] == "all" and row[0] != "no clause named"]
    assert order == sorted(order, reverse=True)  # type: ignore[type-var]
    assert answer.counted == 18
    assert f"{sum(map(Counter.total, kinds.values()))} stumbles in 18 sessions." in answer.summary


def test_plays_against_the_rules_count_where_they_are_let_in(empty: Warehouse) -> None:
    log = Log()
    sessions = [Evening(LANTERN_MOTHS, seed).go_on(30) for seed in range(12)]
    for nth, session in enumerate(sessions):
        for entry in session.log:
            log.add(nth, Request(entry.at, [entry.event]))
    log.follow(empty)
    asked = Filters("lantern_moths", include=("unfinished", "abandoned", "irregular", "amended"))
    broken = Counter(
        clause for s in sessions for stood in s.irregular.values() for clause in stood.clauses
    )
    assert broken
    found = finding(empty, ID, asked)
    assert {row[0]: row[-1] for row in found.rows if row[-1]} == dict(broken)


def test_without_a_stumble_nothing_is_drawn(empty: Warehouse) -> None:
    store(empty, [play(n, people(2)) for n in range(12)])
    found = finding(empty, ID, ALL)
    assert found.title == "No stumble was noted"
    assert (found.rows, found.figure, found.too_few) == ([], None, False)
    assert found.summary == "0 stumbles in 12 sessions."


def rows(*counts: tuple[str, int, float]) -> list[tuple[object, ...]]:
    """Return rows as the query does: so many look-ups of a clause, so many seconds."""
    return [(clause, "v4", "", n, seconds, n, 0, 0, 0, 0) for clause, n, seconds in counts]


@pytest.mark.parametrize(
    ("more", "less", "looked_at", "title"),
    [
        (6, 0, 1, "turn.draw costs most"),  # 2 / 64 < 0.05
        (6, 0, 2, "turn.draw costs most so far, but not for sure"),
        (9, 1, 2, "turn.draw costs most"),  # 2 x 22 / 1024 < 0.05
        (8, 2, 2, "turn.draw costs most so far, but not for sure"),
        (5, 5, 9, "turn.draw costs most so far, but not for sure"),
    ],
)
def test_a_clause_costs_most_for_sure_only_against_chance(
    more: int, less: int, looked_at: int, title: str
) -> None:
    numbers = {
        "friction": rows(("turn.draw", 9, 0.0), ("end.ghost", 5, 130.0), ("", 20, 0.0)),
        "versions": [("v4", "", 20, 1.7, 1.0)],
        "rivals": [(more, less, looked_at, 7200.0)],
    }
    found = friction.summarise({"turn.draw": "Draw a card."}, numbers)  # type: ignore[arg-type]
    assert found.title == title
    assert found.summary == (
        "34 stumbles in 20 sessions. Talk about rules took 2 min; a clock ran for 2 h 0 min of "
        "play. turn.draw: 9 stumbles. Draw a card. Most time went on end.ghost: 2 min."
    )
    assert [row[0] for row in found.rows] == ["turn.draw", "end.ghost", "no clause named"]


def test_versions_are_compared_with_their_ranges() -> None:
    numbers = {
        "friction": rows(("turn.draw", 9, 30.0)),
        "versions": [("v3", "", 3, 4.0, 1.0), ("v4", "paper", 16, 1.5, 1.0)],
        "rivals": [(9, 0, 1, None)],
    }
    found = friction.summarise({}, numbers | {"friction": rows()})  # type: ignore[arg-type]
    # Student's t for 15 degrees of freedom is 2.131: 1.5 +- 2.131 / 4.
    assert found.summary.endswith(
        "Stumbles a session: 4 with rules v3, no prototype named (3 sessions, too few for a range) "
        "and 1.5 (1 to 2) with rules v4, paper (16 sessions)."
    )


def test_nothing_to_count_is_said(empty: Warehouse) -> None:
    says_when_it_cannot_tell(ID, empty)
