"""The closer looks say what the sessions say, in every game."""

from collections import defaultdict

import pytest

from analytics.facts import Rows
from analytics.progress import advance
from analytics.warehouse import Warehouse
from domain.games import GAMES
from domain.session import Session
from tests.analytics import recount_looks
from tests.analytics.build import Log
from tests.analytics.recount import in_order
from tests.domain.session.happenings import Evening

STORES = ("", "climbing_", "night_")


@pytest.mark.parametrize("table", recount_looks.TABLES)
@pytest.mark.parametrize("store", STORES)
def test_a_table_holds_what_a_recount_finds(
    table: str, store: str, request: pytest.FixtureRequest
) -> None:
    log: Log = request.getfixturevalue(f"{store}log")
    warehouse: Warehouse = request.getfixturevalue(f"{store}warehouse")
    names, rows = recount_looks.TABLES[table]
    query = f"SELECT {', '.join(names)} FROM {table} ORDER BY ALL"
    found = warehouse.cursor().execute(query).fetchall()
    expected = [row for n, session in log.sessions().items() for row in rows(n, session)]
    assert expected
    assert _close(found, sorted(expected, key=in_order))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_was_said_beside_the_moves_is_in_rows(name: str) -> None:
    # Times with pauses and talk are added up in test_ledger.py.
    tables = {
        n: t for n, t in (recount_looks.TABLES | recount_looks.BESIDE).items() if n != "times"
    }
    seen: set[str] = set()
    for seed in range(12):
        session = Evening(GAMES[name], seed).go_on(60)
        found = _rows(session)
        for table, (_, rows) in tables.items():
            expected = sorted(rows(1, session), key=in_order)
            assert _close(sorted(found[table], key=in_order), expected), (table, seed)
            seen |= {table} if expected else set()
    assert seen >= {"friction", "feelings", "feedback", "clauses", "standings"}


def _rows(session: Session) -> Rows:
    rows: Rows = defaultdict(list)
    advance(1, session, None, rows)
    return rows


def _close(found: list[tuple[object, ...]], expected: list[tuple[object, ...]]) -> bool:
    """Compare rows; seconds are added up in another order."""
    return len(found) == len(expected) and all(
        [pytest.approx(cell) if isinstance(cell, float) else cell for cell in a] == list(b)
        for a, b in zip(found, expected, strict=True)
    )
