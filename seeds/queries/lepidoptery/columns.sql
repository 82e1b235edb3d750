-- Which combinations are played when?
-- Combinations by kind and place in the climb; 1 leads.
-- plot: line x=place y=plays series=kind
SELECT least(nth, 6) AS place, kind, count(*) AS plays
FROM lep_plays
GROUP BY ALL
ORDER BY place, kind;
