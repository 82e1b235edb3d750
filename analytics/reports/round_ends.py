"""Who was ahead when each round ended, of sessions that somebody won."""

from analytics.reports.sampled import SAID, sampled

EXCLUDES = (
    "Solo games and sessions without a known winner are not counted, nor are those in which it is "
    f"not known how a seat stood when some round ended. {SAID}"
)

KNOWN = "seats > 1 AND winners IS NOT NULL"

ENDS = f"""{sampled(KNOWN)}, stood AS (
    SELECT c.session, c.id, c.seats, c.steps, c.winners, round, max(s.step) AS step,
           max(standing, 2) AS best, arg_max(seat, standing) AS first,
           max(standing) FILTER (list_contains(c.winners, seat)) AS winner,
           max(standing) FILTER (NOT list_contains(c.winners, seat)) AS other,
           count(*) - count(standing) AS unknown
    FROM sampled c JOIN standings s USING (session)
    GROUP BY c.session, c.id, c.seats, c.steps, c.winners, round
), ends AS (
    SELECT * EXCLUDE (best, first, unknown), if(best[1] > best[2], first, NULL) AS leader,
           row_number() OVER (PARTITION BY session ORDER BY round) AS nth,
           count(*) OVER (PARTITION BY session) AS rounds
    FROM stood QUALIFY sum(unknown) OVER (PARTITION BY session) = 0
)"""
"""One row a session and round: ``leader``, if one seat was ahead of all others, how the best winner
and the best other seat stood, and which round it is (``nth``) of so many (``rounds``).
"""
