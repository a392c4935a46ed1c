-- One row for each writer: a process that writes to this schema. Each transaction notes its number in the row of its writer, so that the
-- row tells the fate of a commit whose answer was lost. See decision 0122.
CREATE TABLE writer (
    -- Made at random whenever a process opens the schema.
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- Of the last transaction that was committed, or was kept from being committed.
    number BIGINT NOT NULL CHECK (number > 0),
    -- By the clock of the database. A row that is a day old is deleted: its process has ended, or begins the row again.
    at BIGINT NOT NULL
) WITH (fillfactor = 10);
-- clear id: writer.id

-- These tables have no primary key, so logical replication, by which also Citus moves a schema to another node, tells their rows by all
-- their columns.
ALTER TABLE contact_code_sent REPLICA IDENTITY FULL;
ALTER TABLE idempotency REPLICA IDENTITY FULL;
ALTER TABLE refused_code REPLICA IDENTITY FULL;
ALTER TABLE saved_search REPLICA IDENTITY FULL;
