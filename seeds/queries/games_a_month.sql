-- What has been played?
-- Sessions of each game by month, with how many of them reached their end.
-- plot: bar x=month y=sessions series=game
SELECT strftime(opened_at, '%Y-%m') AS month, game, count(*) AS sessions,
       count(*) FILTER (status IN ('finished', 'closed')) AS finished
FROM sessions
GROUP BY ALL
ORDER BY month, game;
