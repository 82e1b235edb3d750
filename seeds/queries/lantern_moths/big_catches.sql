-- The biggest catches, to look at
-- The takes worth most, each with the session and step to replay.
SELECT s.id, t.step, t.round, t.tile, seats.player, t.moths, t.printed AS points
FROM lm_takes t
JOIN sessions s USING (session)
JOIN seats ON seats.session = t.session AND seats.seat = t.seat
ORDER BY points DESC, s.id, t.step
LIMIT 20;
