-- Where do wicks go out?
-- What became of lit wicks, round by round: took moths, found none, were contested, or met a Ghost.
-- plot: line x=round y=wicks series=fate
SELECT round, fate, count(*) AS wicks
FROM lm_wicks
GROUP BY ALL
ORDER BY round, fate;
