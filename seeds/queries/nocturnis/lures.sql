-- Which moths are lured when?
-- Lures by round and effect.
-- plot: line x=round y=lures series=effect
SELECT round, effect, count(*) AS lures
FROM noc_lures
GROUP BY ALL
ORDER BY round, effect;
