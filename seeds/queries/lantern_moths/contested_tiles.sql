-- Which tiles are fought over?
-- How often a tile was lit at the end of a round, and how often by more than one seat.
-- plot: bar x=tile y=share_contested
SELECT tile,
       count(*) AS lit,
       count(*) FILTER (contested) AS contested,
       round(avg(contested::INTEGER), 3) AS share_contested
FROM lm_tiles
GROUP BY tile
ORDER BY tile;
