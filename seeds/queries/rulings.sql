-- Who wins under which ruling?
-- Share of games that the first seat won, by ruling and value: a first look, without ranges.
SELECT s.game, o.name AS ruling, o.value, count(*) AS games,
       round(avg(seats.share), 3) AS first_seat_share
FROM session_options o
JOIN sessions s USING (session)
JOIN seats ON seats.session = s.session AND seats.turn_order = 1
WHERE s.status IN ('finished', 'closed') AND seats.share IS NOT NULL
GROUP BY ALL
ORDER BY s.game, ruling, o.value;
