-- How far the projection has followed the store. One row.
CREATE TABLE position (
    reached BIGINT NOT NULL,
    mark    VARCHAR NOT NULL,
    schema  VARCHAR NOT NULL
);
COMMENT ON TABLE position IS 'How far the projection has followed the store; one row';
COMMENT ON COLUMN position.reached IS 'position in the store of the last event that is in these tables';
COMMENT ON COLUMN position.mark IS 'fingerprint of that event: the store must still have it there';
COMMENT ON COLUMN position.schema IS 'which tables and which code wrote them';

-- Sessions that cannot be read are in no other table.
CREATE TABLE damaged (
    id      UUID NOT NULL,
    game    VARCHAR,
    version INTEGER NOT NULL,
    reason  VARCHAR NOT NULL
);
COMMENT ON TABLE damaged IS 'Sessions with an event that cannot be read or does not fit; in no other table';
COMMENT ON COLUMN damaged.id IS 'the session''s id';
COMMENT ON COLUMN damaged.game IS 'the game, where the first event could still be read';
COMMENT ON COLUMN damaged.version IS 'the event at fault, counted from 1';
COMMENT ON COLUMN damaged.reason IS 'what is wrong with it';
