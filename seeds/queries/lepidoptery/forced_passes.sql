-- How many passes were a choice?
-- A pass is forced where its seat had no legal play; unknown where nobody saw its hand.
-- plot: bar x=pass y=passes
SELECT CASE WHEN forced IS NULL THEN 'hand not seen' WHEN forced THEN 'forced' ELSE 'chosen' END AS pass,
       count(*) AS passes,
       round(avg(length), 2) AS climb_length
FROM lep_climbs
WHERE pass_step IS NOT NULL
GROUP BY pass
ORDER BY passes DESC;
