-- What happens in Lepidoptery and in no other game. Its climbs are the rounds of the shared tables.

CREATE TABLE lep_plays (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    climb   INTEGER NOT NULL,
    nth     INTEGER NOT NULL,
    kind    VARCHAR NOT NULL,
    low     INTEGER NOT NULL,
    joker   INTEGER,
    height  INTEGER NOT NULL,
    hand    INTEGER NOT NULL,
    deck    INTEGER NOT NULL
);
COMMENT ON TABLE lep_plays IS 'One row a combination played';
COMMENT ON COLUMN lep_plays.nth IS 'place in the climb; 1 leads';
COMMENT ON COLUMN lep_plays.kind IS 'run3, run2, single, pair or triple: its column too';
COMMENT ON COLUMN lep_plays.low IS 'lowest rank, the Joker''s included';
COMMENT ON COLUMN lep_plays.joker IS 'the rank that the Joker stood for; empty without it';
COMMENT ON COLUMN lep_plays.height IS 'the row that the token landed in, from below: tokens in the column with it';
COMMENT ON COLUMN lep_plays.hand IS 'cards in hand before it';
COMMENT ON COLUMN lep_plays.deck IS 'cards in the seat''s deck';

CREATE TABLE lep_passes (
    session   BIGINT NOT NULL,
    step      INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    climb     INTEGER NOT NULL,
    length    INTEGER NOT NULL,
    seen      BOOLEAN NOT NULL,
    unchecked BOOLEAN NOT NULL,
    hand      INTEGER NOT NULL,
    deck      INTEGER NOT NULL
);
COMMENT ON TABLE lep_passes IS 'One row a pass; each ends a climb';
COMMENT ON COLUMN lep_passes.length IS 'combinations in the climb that it ended; 0: the seat was leading';
COMMENT ON COLUMN lep_passes.seen IS 'whether the seat''s hand is known, so that the legal plays can be counted';
COMMENT ON COLUMN lep_passes.unchecked IS 'whether nobody could check that a leading seat had no legal play';
COMMENT ON COLUMN lep_passes.hand IS 'cards in hand before it';
COMMENT ON COLUMN lep_passes.deck IS 'cards in the seat''s deck before it';

CREATE TABLE lep_draws (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    climb   INTEGER NOT NULL,
    cards   INTEGER NOT NULL
);
COMMENT ON TABLE lep_draws IS 'One row a seat that drew after a pass';
COMMENT ON COLUMN lep_draws.climb IS 'the climb that the pass ended';
COMMENT ON COLUMN lep_draws.cards IS 'how many cards it drew';

CREATE TABLE lep_clears (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    climb   INTEGER NOT NULL,
    kind    VARCHAR NOT NULL,
    own     INTEGER NOT NULL,
    other   INTEGER NOT NULL
);
COMMENT ON TABLE lep_clears IS 'One row a column that was cleared, since another one filled up';
COMMENT ON COLUMN lep_clears.seat IS 'whose token filled the other column, in the step before';
COMMENT ON COLUMN lep_clears.kind IS 'the column that was cleared';
COMMENT ON COLUMN lep_clears.own IS 'tokens that this seat lost';
COMMENT ON COLUMN lep_clears.other IS 'tokens that its opponent lost';

CREATE TABLE lep_games (
    session BIGINT NOT NULL,
    columns VARCHAR[] NOT NULL,
    heights INTEGER[] NOT NULL,
    cards   INTEGER NOT NULL,
    lines   VARCHAR[],
    cells   VARCHAR[],
    shed    BOOLEAN
);
COMMENT ON TABLE lep_games IS 'One row a session: its board, and what won it';
COMMENT ON COLUMN lep_games.columns IS 'the columns from left to right';
COMMENT ON COLUMN lep_games.heights IS 'how many tokens each of them holds';
COMMENT ON COLUMN lep_games.cards IS 'cards of one seat, its first hand included';
COMMENT ON COLUMN lep_games.lines IS 'vertical, horizontal or diagonal, one a line that won; empty while it goes on';
COMMENT ON COLUMN lep_games.cells IS 'the cells of these lines, b3 the third from below in the second column';
COMMENT ON COLUMN lep_games.shed IS 'whether the winner''s hand and deck were played out; empty while it goes on';

CREATE VIEW lep_climbs AS
SELECT session, climb, max(step) FILTER (pass) AS pass_step,
       coalesce(max(length), max(nth)) AS length,
       coalesce(any_value(seat) FILTER (nth = 1), any_value(seat) FILTER (pass)) AS leader,
       any_value(seat) FILTER (pass) AS passer, max(forced) FILTER (pass) AS forced
FROM (
    SELECT session, climb, step, seat, nth, NULL AS length, false AS pass, NULL AS forced
    FROM lep_plays
    UNION ALL
    SELECT p.session, climb, step, p.seat, NULL, length, true,
           CASE WHEN d.legal_count = 1 THEN true WHEN seen THEN false END
    FROM lep_passes p JOIN decisions d USING (session, step)
)
GROUP BY session, climb;
COMMENT ON VIEW lep_climbs IS 'One row a climb: combinations played onto each other, and the pass that ended it';
COMMENT ON COLUMN lep_climbs.pass_step IS 'the step of the pass; empty for one that the game ended in or that goes on';
COMMENT ON COLUMN lep_climbs.length IS 'combinations in it';
COMMENT ON COLUMN lep_climbs.leader IS 'the seat that led';
COMMENT ON COLUMN lep_climbs.passer IS 'the seat whose pass ended it';
COMMENT ON COLUMN lep_climbs.forced IS 'whether the passer had no legal play; empty where its hand is not known';
