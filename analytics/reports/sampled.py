"""Many sessions thinned out: what takes a row a decision or round is asked of so many at most."""

MOST = 20_000
ONE_IN = 16  # simulated sessions have offers; see analytics/looks.py

SAID = (
    f"Of more than {2 * MOST:,} sessions, only some {MOST:,} or more are looked at, chosen evenly."
)


def sampled(condition: str) -> str:
    """Return SQL for ``sampled``: the counted sessions that fit a condition, or enough of them.

    It has only the columns that reports read, since DuckDB keeps whole what is read twice. A
    session is in or out by its number alone, so that all of a report's queries see the same.
    """
    return f"""
, fit AS (
    SELECT session, id, seats, steps, winners, mode, status FROM counted WHERE {condition}
),
sampled AS (
    SELECT * FROM fit
    WHERE hash(session) % (SELECT greatest(1, count(*) // {MOST}) FROM fit) = 0
)"""


def offering(sessions: str) -> str:
    """Return SQL for ``offering``: sessions that are over and can have offers, of simulated ones
    enough.
    """
    return f"""
, over AS (SELECT session, id, mode FROM {sessions} WHERE status <> 'live'),
offering AS (
    SELECT session, id FROM over
    WHERE mode <> 'simulated' OR hash(session) % (
        SELECT greatest(1, count(*) // {ONE_IN * MOST}) FROM over WHERE mode = 'simulated'
    ) = 0
)"""
