-- The star that all games share. Every table has the key `session`; a table with a `step` has one
-- row for something that happened in that step, every other one says how the session stands.

CREATE TABLE sessions (
    session       BIGINT NOT NULL,
    id            UUID NOT NULL,
    game          VARCHAR NOT NULL,
    rules         VARCHAR NOT NULL,
    edition       VARCHAR NOT NULL,
    edition_hash  VARCHAR NOT NULL,
    assumed       BOOLEAN NOT NULL,
    options       MAP(VARCHAR, VARCHAR) NOT NULL,
    seats         INTEGER NOT NULL,
    players       VARCHAR[] NOT NULL,
    played_by     VARCHAR NOT NULL,
    mode          VARCHAR NOT NULL,
    status        VARCHAR NOT NULL,
    title         VARCHAR NOT NULL,
    prototype     VARCHAR NOT NULL,
    place         VARCHAR NOT NULL,
    tags          VARCHAR[] NOT NULL,
    seed          VARCHAR,
    opened_at     TIMESTAMP NOT NULL,
    last_at       TIMESTAMP NOT NULL,
    seconds       DOUBLE,
    rounds        INTEGER NOT NULL,
    turns         INTEGER NOT NULL,
    steps         INTEGER NOT NULL,
    actions       INTEGER NOT NULL,
    ended_by      VARCHAR,
    decided_by    VARCHAR,
    winners       INTEGER[],
    take_backs    INTEGER NOT NULL,
    notes         INTEGER NOT NULL,
    irregular     BOOLEAN NOT NULL,
    amended       INTEGER NOT NULL,
    branch        UUID,
    branch_step   INTEGER,
    version       INTEGER NOT NULL
);
COMMENT ON TABLE sessions IS 'One row a recorded play, as it stands';
COMMENT ON COLUMN sessions.session IS 'the session''s number here: where the store has its first event';
COMMENT ON COLUMN sessions.id IS 'the session''s id everywhere else';
COMMENT ON COLUMN sessions.rules IS 'version of the rulebook';
COMMENT ON COLUMN sessions.edition IS 'name of the components that it was played with';
COMMENT ON COLUMN sessions.edition_hash IS 'SHA-256 of the whole edition';
COMMENT ON COLUMN sessions.assumed IS 'whether some value of the edition is assumed, not printed';
COMMENT ON COLUMN sessions.options IS 'every ruling by name: options[''ghost_blocks'']; values a seat with commas: front,back';
COMMENT ON COLUMN sessions.players IS 'names by seat';
COMMENT ON COLUMN sessions.played_by IS 'people, bots or mixed';
COMMENT ON COLUMN sessions.mode IS 'digital, table or simulated';
COMMENT ON COLUMN sessions.status IS 'live, finished (the game is over), closed (so is the record) or abandoned';
COMMENT ON COLUMN sessions.prototype IS 'the designer''s name for what lay on the table';
COMMENT ON COLUMN sessions.seed IS 'what a simulated session''s shuffle came from';
COMMENT ON COLUMN sessions.opened_at IS 'UTC';
COMMENT ON COLUMN sessions.last_at IS 'UTC; time of the latest event';
COMMENT ON COLUMN sessions.seconds IS 'seconds of play, breaks of more than 30 minutes left out; empty where no clock ran';
COMMENT ON COLUMN sessions.rounds IS 'the round that it has reached or ended in; in Lepidoptery the climb';
COMMENT ON COLUMN sessions.turns IS 'turns begun, forfeited ones included';
COMMENT ON COLUMN sessions.steps IS 'number of the last step; step 0 is the set-up';
COMMENT ON COLUMN sessions.actions IS 'actions that seats chose';
COMMENT ON COLUMN sessions.ended_by IS 'why the game ended; empty while it goes on';
COMMENT ON COLUMN sessions.decided_by IS 'the last tie-break that was needed';
COMMENT ON COLUMN sessions.winners IS 'seats; empty where nobody knows; of a solo game its seat';
COMMENT ON COLUMN sessions.take_backs IS 'how often it went back to an earlier step';
COMMENT ON COLUMN sessions.irregular IS 'whether a play against the rules was let stand';
COMMENT ON COLUMN sessions.amended IS 'how often its record was set right';
COMMENT ON COLUMN sessions.branch IS 'id of the session that it was branched from, to ask "what if?"; empty for one that was played from its beginning';
COMMENT ON COLUMN sessions.branch_step IS 'the step of that session up to which it has the same moves';
COMMENT ON COLUMN sessions.version IS 'how many events it has, undone ones and notes included';

CREATE VIEW session_options AS
SELECT session, unnest(map_keys(options)) AS name, unnest(map_values(options)) AS value
FROM sessions;
COMMENT ON VIEW session_options IS 'One row a ruling of a session';

CREATE TABLE seats (
    session    BIGINT NOT NULL,
    seat       INTEGER NOT NULL,
    player     VARCHAR NOT NULL,
    bot        VARCHAR,
    turn_order INTEGER,
    total      BIGINT,
    rank       INTEGER,
    won        BOOLEAN,
    share      DOUBLE,
    experience VARCHAR,
    colour     VARCHAR
);
COMMENT ON TABLE seats IS 'One row a seat of a session';
COMMENT ON COLUMN seats.seat IS 'place at the table, from 0';
COMMENT ON COLUMN seats.bot IS 'name of the bot; empty for a person';
COMMENT ON COLUMN seats.turn_order IS 'when the seat acted in round 1, from 1; empty where all act at once';
COMMENT ON COLUMN seats.total IS 'points as they stand; empty where unknown and where a game has none';
COMMENT ON COLUMN seats.rank IS '1 for winners, otherwise 1 + the seats that won or have more points; empty in a solo game';
COMMENT ON COLUMN seats.won IS 'alone or shared; empty until the end, and in a solo game';
COMMENT ON COLUMN seats.experience IS 'first, some or many games before this one; empty where nobody said';
COMMENT ON COLUMN seats.colour IS 'of the player''s pieces; empty where nobody said';
COMMENT ON COLUMN seats.share IS '1 for a win, 1/n for one shared by n seats, otherwise 0; empty in a solo game';

CREATE TABLE events (
    session     BIGINT NOT NULL,
    step        INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    recorded_at TIMESTAMP NOT NULL,
    name        VARCHAR NOT NULL,
    seat        INTEGER,
    round       INTEGER NOT NULL,
    turn        INTEGER
);
COMMENT ON TABLE events IS 'One row a step: the game''s events that still stand';
COMMENT ON COLUMN events.step IS 'the position that the event leads to; step 0 is the set-up';
COMMENT ON COLUMN events.version IS 'place in the session''s stream, from 1';
COMMENT ON COLUMN events.recorded_at IS 'UTC';
COMMENT ON COLUMN events.name IS 'stored name without game and number: moth_planted';
COMMENT ON COLUMN events.seat IS 'the seat that the event names';
COMMENT ON COLUMN events.turn IS 'turn within the round, from 1; empty between turns';

CREATE TABLE decisions (
    session       BIGINT NOT NULL,
    step          INTEGER NOT NULL,
    seat          INTEGER NOT NULL,
    round         INTEGER NOT NULL,
    turn          INTEGER,
    action        INTEGER NOT NULL,
    kind          VARCHAR NOT NULL,
    legal_count   INTEGER NOT NULL,
    think_seconds DOUBLE
);
COMMENT ON TABLE decisions IS 'One row an action that a seat chose';
COMMENT ON COLUMN decisions.step IS 'the first step of the action; the seat chose at the step before it';
COMMENT ON COLUMN decisions.turn IS 'turn within the round, from 1; empty where all act at once';
COMMENT ON COLUMN decisions.action IS 'action within the turn, from 1; within the session where a game has no turns';
COMMENT ON COLUMN decisions.kind IS 'what was chosen: draw, plant ...';
COMMENT ON COLUMN decisions.legal_count IS 'how many actions were legal';
COMMENT ON COLUMN decisions.think_seconds IS 'seconds since the position stood; empty for bots, where no clock ran, and over 30 minutes';
