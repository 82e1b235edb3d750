-- The longest climbs, to look at
-- Each with the session, and the step of the pass that ended it.
SELECT s.id, c.pass_step AS step, c.climb, c.length, s.players
FROM lep_climbs c
JOIN sessions s USING (session)
WHERE pass_step IS NOT NULL
ORDER BY c.length DESC, s.id, step
LIMIT 20;
