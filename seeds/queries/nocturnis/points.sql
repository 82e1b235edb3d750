-- Where do points come from?
-- Mean points a seat in finished games, by part and number of seats.
-- plot: bar x=seats y=points series=part
SELECT s.seats, part, round(avg(value), 1) AS points, count(*) AS counted
FROM (
    UNPIVOT (SELECT session, seat, moths, effects, bonuses, fourth, every_species FROM noc_seats)
    ON moths, effects, bonuses, fourth, every_species
    INTO NAME part VALUE value
)
JOIN sessions s USING (session)
WHERE s.status IN ('finished', 'closed')
GROUP BY ALL
ORDER BY s.seats, part;
