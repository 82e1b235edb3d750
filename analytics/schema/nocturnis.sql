-- What happens in Nocturnis and in no other game. Everybody acts in a round, so there are no turns.

CREATE TABLE noc_rounds (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    habitat VARCHAR NOT NULL,
    squares INTEGER NOT NULL,
    ways    INTEGER NOT NULL,
    hand    INTEGER NOT NULL
);
COMMENT ON TABLE noc_rounds IS 'One row a seat and round that began with the seat still in the game';
COMMENT ON COLUMN noc_rounds.step IS 'the step that revealed the habitat card';
COMMENT ON COLUMN noc_rounds.habitat IS 'the card''s shape';
COMMENT ON COLUMN noc_rounds.squares IS 'how many squares that shape covers';
COMMENT ON COLUMN noc_rounds.ways IS 'how many ways the seat could mark it; 0: it fitted nowhere';
COMMENT ON COLUMN noc_rounds.hand IS 'cards in hand';

CREATE TABLE noc_marks (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    nth     INTEGER NOT NULL,
    shape   VARCHAR NOT NULL,
    why     VARCHAR NOT NULL,
    squares VARCHAR[] NOT NULL
);
COMMENT ON TABLE noc_marks IS 'One row a shape marked';
COMMENT ON COLUMN noc_marks.nth IS 'the seat''s shapes in order, from 1';
COMMENT ON COLUMN noc_marks.shape IS 'name of the shape';
COMMENT ON COLUMN noc_marks.why IS 'habitat (the round''s card), or an extra shape from an effect or a bonus square';
COMMENT ON COLUMN noc_marks.squares IS 'column from the left and row from below: b3; in reading order';

CREATE TABLE noc_draws (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    source  VARCHAR NOT NULL,
    why     VARCHAR NOT NULL,
    card    VARCHAR,
    hand    INTEGER NOT NULL
);
COMMENT ON TABLE noc_draws IS 'One row a moth card drawn after the set-up';
COMMENT ON COLUMN noc_draws.source IS 'stack or display';
COMMENT ON COLUMN noc_draws.why IS 'action (the seat drew instead of marking), effect, bonus or exchange';
COMMENT ON COLUMN noc_draws.card IS 'its key; empty where nobody who logged saw it';
COMMENT ON COLUMN noc_draws.hand IS 'cards in hand before it';

CREATE TABLE noc_stops (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    why     VARCHAR NOT NULL,
    cards   INTEGER NOT NULL
);
COMMENT ON TABLE noc_stops IS 'One row a draw that a seat left early, of its own will';
COMMENT ON COLUMN noc_stops.why IS 'effect or bonus';
COMMENT ON COLUMN noc_stops.cards IS 'how many cards it could still have drawn, the hand limit aside';

CREATE TABLE noc_lures (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    mark    INTEGER NOT NULL,
    cards   VARCHAR[] NOT NULL,
    species VARCHAR NOT NULL,
    nth     INTEGER NOT NULL,
    points  INTEGER NOT NULL,
    effect  VARCHAR NOT NULL,
    amount  INTEGER NOT NULL
);
COMMENT ON TABLE noc_lures IS 'One row a moth lured; two halves are one';
COMMENT ON COLUMN noc_lures.mark IS 'which of the seat''s shapes lured it: noc_marks.nth';
COMMENT ON COLUMN noc_lures.nth IS 'how many of its species the seat has lured with it';
COMMENT ON COLUMN noc_lures.points IS 'points printed on the card, those of its effect left out';
COMMENT ON COLUMN noc_lures.effect IS 'draw, points, shape or none';
COMMENT ON COLUMN noc_lures.amount IS 'cards to draw, points, squares of the extra shape; 0 for none';

CREATE TABLE noc_declines (
    session  BIGINT NOT NULL,
    step     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    round    INTEGER NOT NULL,
    mark     INTEGER NOT NULL,
    hand     INTEGER NOT NULL,
    lurable  VARCHAR[]
);
COMMENT ON TABLE noc_declines IS 'One row a shape that lured nothing though its seat held cards';
COMMENT ON COLUMN noc_declines.mark IS 'which of the seat''s shapes: noc_marks.nth';
COMMENT ON COLUMN noc_declines.hand IS 'cards in hand';
COMMENT ON COLUMN noc_declines.lurable IS 'species of the moths that it could have lured, one a different card; empty where the hand is not known';

CREATE TABLE noc_bonuses (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    square  VARCHAR NOT NULL,
    effect  VARCHAR NOT NULL,
    amount  INTEGER NOT NULL
);
COMMENT ON TABLE noc_bonuses IS 'One row a bonus square that gave its bonus';
COMMENT ON COLUMN noc_bonuses.effect IS 'draw, points or shape';
COMMENT ON COLUMN noc_bonuses.amount IS 'cards to draw, points, squares of the extra shape';

CREATE TABLE noc_skips (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    shape   VARCHAR NOT NULL,
    why     VARCHAR NOT NULL
);
COMMENT ON TABLE noc_skips IS 'One row an extra shape that fitted nowhere';
COMMENT ON COLUMN noc_skips.why IS 'effect or bonus';

CREATE TABLE noc_exchanges (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    nth     INTEGER NOT NULL,
    refresh BOOLEAN NOT NULL,
    moment  VARCHAR NOT NULL,
    hand    INTEGER NOT NULL
);
COMMENT ON TABLE noc_exchanges IS 'One row an exchange action';
COMMENT ON COLUMN noc_exchanges.nth IS 'the seat''s first, second ...';
COMMENT ON COLUMN noc_exchanges.refresh IS 'whether the display was replaced first';
COMMENT ON COLUMN noc_exchanges.moment IS 'before, within or after the seat''s own action of the round';
COMMENT ON COLUMN noc_exchanges.hand IS 'cards in hand before it';

CREATE TABLE noc_outs (
    session  BIGINT NOT NULL,
    step     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    round    INTEGER NOT NULL,
    for_good BOOLEAN NOT NULL,
    hand     INTEGER NOT NULL,
    free     INTEGER NOT NULL
);
COMMENT ON TABLE noc_outs IS 'One row a seat that could neither mark nor draw';
COMMENT ON COLUMN noc_outs.for_good IS 'whether the game was over for it; otherwise it sat the round out';
COMMENT ON COLUMN noc_outs.hand IS 'cards in hand';
COMMENT ON COLUMN noc_outs.free IS 'squares that could be marked and were not';

CREATE TABLE noc_seats (
    session       BIGINT NOT NULL,
    seat          INTEGER NOT NULL,
    side          VARCHAR NOT NULL,
    moths         INTEGER NOT NULL,
    effects       INTEGER NOT NULL,
    bonuses       INTEGER NOT NULL,
    fourth        INTEGER NOT NULL,
    every_species INTEGER NOT NULL,
    exchanges     INTEGER NOT NULL,
    lures         INTEGER NOT NULL
);
COMMENT ON TABLE noc_seats IS 'One row a seat: its side of the sheet, and its points by part as they stand';
COMMENT ON COLUMN noc_seats.side IS 'front or back';
COMMENT ON COLUMN noc_seats.moths IS 'points printed on lured cards';
COMMENT ON COLUMN noc_seats.effects IS 'points that lured cards gave as their effect';
COMMENT ON COLUMN noc_seats.bonuses IS 'points of bonus squares';
COMMENT ON COLUMN noc_seats.fourth IS 'points for species lured four times';
COMMENT ON COLUMN noc_seats.every_species IS 'points for every species lured, once and twice';
COMMENT ON COLUMN noc_seats.exchanges IS 'points lost for exchanges, below 0';
COMMENT ON COLUMN noc_seats.lures IS 'moths lured, two halves as one';

CREATE TABLE noc_games (
    session     BIGINT NOT NULL,
    front       VARCHAR NOT NULL,
    back        VARCHAR NOT NULL,
    species     VARCHAR[] NOT NULL,
    crosses     INTEGER[] NOT NULL,
    two_stars   INTEGER NOT NULL,
    three_stars INTEGER NOT NULL,
    stars       INTEGER
);
COMMENT ON TABLE noc_games IS 'One row a session: its sheets and species, and a solo game''s stars';
COMMENT ON COLUMN noc_games.front IS 'a line a row from the top: a symbol''s letter, a capital on a bonus square, . for none, # for a square that may not be marked';
COMMENT ON COLUMN noc_games.crosses IS 'how often each species can be lured';
COMMENT ON COLUMN noc_games.two_stars IS 'the lowest score that earns two stars';
COMMENT ON COLUMN noc_games.three_stars IS 'the highest score that earns only two';
COMMENT ON COLUMN noc_games.stars IS 'of a solo game; empty with more seats and while it goes on';

CREATE VIEW noc_squares AS
SELECT session, step, m.seat, round, nth, side, unnest(squares) AS square
FROM noc_marks m JOIN noc_seats s USING (session, seat);
COMMENT ON VIEW noc_squares IS 'One row a square marked';

CREATE VIEW noc_actions AS
SELECT r.session, r.round, r.seat, coalesce(m.step, d.step, o.step) AS step,
       CASE WHEN m.step IS NOT NULL THEN 'mark' WHEN d.step IS NOT NULL THEN 'draw'
            WHEN for_good THEN 'out' WHEN o.step IS NOT NULL THEN 'sat out' END AS action,
       habitat, r.squares, ways, r.hand
FROM noc_rounds r
LEFT JOIN (FROM noc_marks WHERE why = 'habitat') m USING (session, seat, round)
LEFT JOIN (SELECT session, seat, round, min(step) AS step FROM noc_draws WHERE why = 'action'
           GROUP BY ALL) d USING (session, seat, round)
LEFT JOIN noc_outs o USING (session, seat, round);
COMMENT ON VIEW noc_actions IS 'One row a seat and round that it began in the game, and what it did';
COMMENT ON COLUMN noc_actions.step IS 'the step with which it did so';
COMMENT ON COLUMN noc_actions.action IS 'mark, draw, sat out or out; empty in a round that goes on';
