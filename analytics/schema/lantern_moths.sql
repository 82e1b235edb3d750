-- What happens in Lantern Moths and in no other game.

CREATE TABLE lm_wicks (
    session   BIGINT NOT NULL,
    step      INTEGER NOT NULL,
    lit_step  INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    tile      VARCHAR NOT NULL,
    round     INTEGER NOT NULL,
    moths     INTEGER NOT NULL,
    ghosts    INTEGER NOT NULL,
    wicks     INTEGER NOT NULL,
    blocked   BOOLEAN NOT NULL,
    fate      VARCHAR NOT NULL
);
COMMENT ON TABLE lm_wicks IS 'One row a lit wick, once its round has ended';
COMMENT ON COLUMN lm_wicks.step IS 'the step that settled it';
COMMENT ON COLUMN lm_wicks.lit_step IS 'the step in which it was lit';
COMMENT ON COLUMN lm_wicks.moths IS 'moths on the tile at the end of the round, Ghosts included';
COMMENT ON COLUMN lm_wicks.ghosts IS 'Ghosts among them';
COMMENT ON COLUMN lm_wicks.wicks IS 'wicks beside the tile, this one included';
COMMENT ON COLUMN lm_wicks.blocked IS 'whether a Ghost stopped the wicks, under the session''s ruling';
COMMENT ON COLUMN lm_wicks.fate IS 'the first that holds: empty (no moths), contested (several wicks), ghost (blocked), took';

CREATE VIEW lm_tiles AS
SELECT session, step, round, tile, moths, ghosts, wicks, blocked, wicks > 1 AS contested, fate
FROM lm_wicks
GROUP BY ALL;
COMMENT ON VIEW lm_tiles IS 'One row a lit tile at the end of a round; two wicks beside it make it contested';

CREATE TABLE lm_takes (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    tile    VARCHAR NOT NULL,
    round   INTEGER NOT NULL,
    moths   INTEGER NOT NULL,
    ghosts  INTEGER NOT NULL,
    printed BIGINT NOT NULL
);
COMMENT ON TABLE lm_takes IS 'One row a tile whose moths were taken';
COMMENT ON COLUMN lm_takes.moths IS 'moths taken, Ghosts included';
COMMENT ON COLUMN lm_takes.printed IS 'printed values of the coloured moths';

CREATE TABLE lm_dusk (
    session  BIGINT NOT NULL,
    step     INTEGER NOT NULL,
    nth      INTEGER NOT NULL,
    round    INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    during   VARCHAR NOT NULL,
    replaced BOOLEAN NOT NULL
);
COMMENT ON TABLE lm_dusk IS 'One row a Dusk card placed';
COMMENT ON COLUMN lm_dusk.nth IS 'how many lie there with it';
COMMENT ON COLUMN lm_dusk.seat IS 'who drew it';
COMMENT ON COLUMN lm_dusk.during IS 'action (a Draw) or refill (the end of a round)';
COMMENT ON COLUMN lm_dusk.replaced IS 'whether its drawer drew another card for it';

CREATE TABLE lm_scores (
    session     BIGINT NOT NULL,
    seat        INTEGER NOT NULL,
    printed     BIGINT NOT NULL,
    ghosts      BIGINT NOT NULL,
    sets        BIGINT NOT NULL,
    moths       INTEGER NOT NULL,
    ghost_moths INTEGER NOT NULL
);
COMMENT ON TABLE lm_scores IS 'One row a seat: its points by part, once the game is over';
COMMENT ON COLUMN lm_scores.printed IS 'points for printed values';
COMMENT ON COLUMN lm_scores.ghosts IS 'points for Ghosts';
COMMENT ON COLUMN lm_scores.sets IS 'points for sets';
COMMENT ON COLUMN lm_scores.moths IS 'moths in the lantern, Ghosts included';
COMMENT ON COLUMN lm_scores.ghost_moths IS 'Ghosts in the lantern';
