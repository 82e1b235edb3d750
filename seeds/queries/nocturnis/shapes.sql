-- Which shapes fit nowhere?
-- How many ways a seat had to mark the round's habitat card, by its shape.
SELECT habitat,
       squares,
       count(*) AS seen,
       count(*) FILTER (ways = 0) AS fitted_nowhere,
       round(median(ways), 1) AS ways
FROM noc_rounds
GROUP BY ALL
ORDER BY fitted_nowhere DESC, habitat;
