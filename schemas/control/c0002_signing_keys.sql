-- The keys that sign access tokens (Ed25519), for all tenants.
CREATE TABLE signing_key (
    -- The kid of RFC 7517.
    id TEXT NOT NULL PRIMARY KEY,
    seed BLOB NOT NULL CHECK (length(seed) = 32),
    created_at INTEGER NOT NULL,
    -- It is shown before it signs, so that whoever keeps a copy of the keys has it by then.
    signs_at INTEGER NOT NULL,
    -- A later one signs, and what this one has signed is over.
    retires_at INTEGER
);
