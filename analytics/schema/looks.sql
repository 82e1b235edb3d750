-- What was looked at more closely, of every game. These tables say how a session stands: they are
-- written anew when it moves on, although their rows name steps.

CREATE TABLE clauses (
    session    BIGINT NOT NULL,
    clause     VARCHAR NOT NULL,
    fired      INTEGER NOT NULL,
    first_step INTEGER NOT NULL
);
COMMENT ON TABLE clauses IS 'One row a clause that some step of a session rests on';
COMMENT ON COLUMN clauses.clause IS 'id of the clause in the game''s rulebook';
COMMENT ON COLUMN clauses.fired IS 'how many steps rest on it';
COMMENT ON COLUMN clauses.first_step IS 'the first of them';

CREATE TABLE friction (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    kind    VARCHAR NOT NULL,
    clause  VARCHAR,
    seat    INTEGER,
    seconds DOUBLE
);
COMMENT ON TABLE friction IS 'One row a clause that the table stumbled over, at the step where it did';
COMMENT ON COLUMN friction.kind IS 'look_up, dispute, ruling, refused (an attempt) or irregular (a play that stood)';
COMMENT ON COLUMN friction.clause IS 'the clause; empty where nobody named one';
COMMENT ON COLUMN friction.seat IS 'who tried or played; empty for talk';
COMMENT ON COLUMN friction.seconds IS 'how long they talked; empty where nobody took the time';

CREATE TABLE feelings (
    session     BIGINT NOT NULL,
    step        INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    feeling     VARCHAR NOT NULL,
    round       INTEGER NOT NULL,
    margin      DOUBLE,
    legal_count INTEGER,
    in_turn     BOOLEAN
);
COMMENT ON TABLE feelings IS 'One row a feeling that was noted';
COMMENT ON COLUMN feelings.feeling IS 'fun, bored, confused or tense';
COMMENT ON COLUMN feelings.margin IS 'how far ahead of the best other seat, behind is negative; see standings.standing';
COMMENT ON COLUMN feelings.legal_count IS 'actions that the seat could choose from then; 0 while it waited';
COMMENT ON COLUMN feelings.in_turn IS 'whether the game waited for the seat';

CREATE TABLE feedback (
    session BIGINT NOT NULL,
    seat    INTEGER NOT NULL,
    fun     INTEGER,
    clarity INTEGER,
    length  VARCHAR,
    again   VARCHAR
);
COMMENT ON TABLE feedback IS 'One row a player who answered afterwards; the latest answer counts';
COMMENT ON COLUMN feedback.fun IS '1 to 5, 5 is best';
COMMENT ON COLUMN feedback.clarity IS '1 to 5, 5 is best';
COMMENT ON COLUMN feedback.length IS 'too_short, right or too_long';
COMMENT ON COLUMN feedback.again IS 'yes, maybe or no';

CREATE TABLE guesses (
    session BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    kind    VARCHAR NOT NULL,
    chosen  VARCHAR NOT NULL,
    same    BOOLEAN NOT NULL
);
COMMENT ON TABLE guesses IS 'One row a reader who said what they would have done where a seat chose';
COMMENT ON COLUMN guesses.step IS 'the step at which the seat chose';
COMMENT ON COLUMN guesses.kind IS 'kind of action that the reader named';
COMMENT ON COLUMN guesses.chosen IS 'kind of action that the seat chose';
COMMENT ON COLUMN guesses.same IS 'whether it was the very same action';

CREATE TABLE standings (
    session  BIGINT NOT NULL,
    step     INTEGER NOT NULL,
    round    INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    standing DOUBLE
);
COMMENT ON TABLE standings IS 'One row a seat and round: how it stood when the round ended, or stands now';
COMMENT ON COLUMN standings.step IS 'the last step of the round so far';
COMMENT ON COLUMN standings.standing IS 'more is better: points; in Lepidoptery minus the cards left; empty where unknown';

CREATE TABLE times (
    session  BIGINT NOT NULL,
    seat     INTEGER NOT NULL,
    phase    VARCHAR NOT NULL,
    thinking DOUBLE NOT NULL,
    waiting  DOUBLE NOT NULL,
    actions  INTEGER NOT NULL
);
COMMENT ON TABLE times IS 'Seconds of a seat by third of the session, where a clock ran';
COMMENT ON COLUMN times.phase IS 'beginning, middle or end: a third of the session''s actions each';
COMMENT ON COLUMN times.thinking IS 'before its own actions, rules talk and pauses left out';
COMMENT ON COLUMN times.waiting IS 'while it had nothing to choose';
COMMENT ON COLUMN times.actions IS 'actions that the seat chose';

CREATE TABLE offers (
    session    BIGINT NOT NULL,
    seat       INTEGER NOT NULL,
    kind       VARCHAR NOT NULL,
    item       VARCHAR NOT NULL,
    offered    INTEGER NOT NULL,
    taken      INTEGER NOT NULL,
    first_step INTEGER NOT NULL,
    first_declined INTEGER
);
COMMENT ON TABLE offers IS 'One row a thing that a seat could choose: how often it could and did; finished sessions with known hands, of simulated ones one in sixteen';
COMMENT ON COLUMN offers.kind IS 'what kind of thing: action, card, tile, combination, habitat, moth';
COMMENT ON COLUMN offers.item IS 'which one, in the game''s words';
COMMENT ON COLUMN offers.offered IS 'decisions at which some legal action had it';
COMMENT ON COLUMN offers.taken IS 'decisions at which the chosen action had it';
COMMENT ON COLUMN offers.first_step IS 'the first step of the first action that could have had it';
COMMENT ON COLUMN offers.first_declined IS 'the first step of the first action that had something else; empty if never';
