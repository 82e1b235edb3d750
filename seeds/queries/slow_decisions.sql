-- The decisions that took longest
-- Who thought how long, about how many legal actions; each leads to its moment.
SELECT s.id, d.step, s.game, seats.player, d.kind, d.legal_count,
       round(d.think_seconds / 60, 1) AS minutes
FROM decisions d
JOIN sessions s USING (session)
JOIN seats ON seats.session = d.session AND seats.seat = d.seat
WHERE d.think_seconds IS NOT NULL
ORDER BY d.think_seconds DESC, s.id, d.step
LIMIT 20;
