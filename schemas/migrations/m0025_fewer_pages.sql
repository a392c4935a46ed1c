-- A commit writes each page that it touches: 4 KB for a row of a hundred bytes. This removes indexes that cost a page without need. See
-- the decision 0060-what-a-commit-writes. Every row stays as it is.

-- One index of unacked deliveries, in which the leases of a lane precede its pending deliveries: a claim moves an entry within one page,
-- instead of from one index to another.
DROP INDEX delivery_pending;
DROP INDEX delivery_leased;
CREATE INDEX delivery_open ON delivery (group_id, lane, state, lease_expires_at, due_at, rank, number, consumer)
    WHERE state = 'pending' OR state = 'leased';

-- SQLite 3.15 rewrites a row's entry in each partial index at every UPDATE, whatever it changes. Nearly all kits have a patient.
DROP INDEX kit_of_profile;
CREATE INDEX kit_of_profile ON kit (profile_id, id);
DROP INDEX kit_registered;
CREATE INDEX kit_registered ON kit (registered_at, profile_id);

-- The version in force is found among the few versions of a result by its primary key. The code that adds versions guarantees that it is one.
DROP INDEX result_version_one_current;

-- These rows are hardly longer than their keys, so they are stored in the tree of the key itself.
CREATE TABLE kit_event_next (
    kit_id BLOB NOT NULL REFERENCES kit (id),
    position INTEGER NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor BLOB NOT NULL,
    implied INTEGER NOT NULL CHECK (implied IN (0, 1)),
    reason TEXT,
    PRIMARY KEY (kit_id, position)
) WITHOUT ROWID;
INSERT INTO kit_event_next (kit_id, position, status, at, actor, implied, reason)
    SELECT kit_id, position, status, at, actor, implied, reason FROM kit_event ORDER BY kit_id, position;
DROP TABLE kit_event;
ALTER TABLE kit_event_next RENAME TO kit_event;

CREATE TABLE idempotency_next (
    actor BLOB NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    body_digest BLOB NOT NULL,
    made BLOB NOT NULL,
    -- Which version of it, where there are several.
    version INTEGER,
    at INTEGER NOT NULL,
    -- NULL: kept for ever.
    expires_at INTEGER,
    PRIMARY KEY (actor, route, key)
) WITHOUT ROWID;
INSERT INTO idempotency_next (actor, route, key, body_digest, made, version, at, expires_at)
    SELECT actor, route, key, body_digest, made, version, at, expires_at FROM idempotency ORDER BY actor, route, key;
DROP TABLE idempotency;
ALTER TABLE idempotency_next RENAME TO idempotency;
CREATE INDEX idempotency_expiry ON idempotency (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX idempotency_made ON idempotency (made) WHERE expires_at IS NOT NULL AND length(made) = 16;
CREATE INDEX idempotency_kept ON idempotency (made) WHERE expires_at IS NULL;
