-- The schema `control` of a PostgreSQL database at version 3: the list of tenants, and of the servers that serve them. It contains no health
-- data. The first tables are those of `control.db`, which the first 3 files of `../control` make. See decision 0116.

-- One row, which every writing transaction updates first, as in the schema of a tenant.
CREATE TABLE head (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    schema_version BIGINT NOT NULL CHECK (schema_version > 0),
    commits BIGINT NOT NULL DEFAULT 0 CHECK (commits >= 0),
    callers BIGINT NOT NULL DEFAULT 0 CHECK (callers >= 0)
) WITH (fillfactor = 10);
INSERT INTO head (id, schema_version) VALUES (1, 3);

CREATE TABLE tenant (
    id BYTEA NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    -- The name of its schema, which has the id in it, so that a list of schemas shows no tenant's name.
    folder TEXT COLLATE "C" NOT NULL UNIQUE,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('active', 'suspended', 'erased')),
    created_at BIGINT NOT NULL,
    due_at BIGINT
);
-- The name of an erased tenant can be reused.
CREATE UNIQUE INDEX tenant_name ON tenant (name) WHERE state <> 'erased';

-- The operators' actions on tenants.
CREATE TABLE tenant_event (
    number BIGINT NOT NULL PRIMARY KEY,
    tenant_id BYTEA NOT NULL REFERENCES tenant (id),
    kind TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    request_id TEXT COLLATE "C" NOT NULL
);

-- The keys that sign access tokens (Ed25519), for all tenants.
CREATE TABLE signing_key (
    -- The kid of RFC 7517.
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- Sealed by the control key.
    seed BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    -- It is shown before it signs, so that every client that keeps a copy of the keys has it by then.
    signs_at BIGINT NOT NULL,
    -- Another key signs by then, and this one's last token has expired.
    retires_at BIGINT
);

-- Entries that the first tenant's audit log still lacks: written with the change itself, and deleted once they are there.
CREATE TABLE unrecorded (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    -- The key that did it; NULL: the server.
    actor BYTEA,
    action TEXT COLLATE "C" NOT NULL,
    object TEXT COLLATE "C" NOT NULL,
    request_id TEXT COLLATE "C" NOT NULL
);

-- One row: what all servers of this database have in common.
CREATE TABLE installation (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    created_at BIGINT NOT NULL,
    -- A digest by the master key: a server with another master key refuses to start.
    master_key BYTEA NOT NULL CHECK (length(master_key) = 32)
);

-- The keys of tenants and of this schema, wrapped by the master key. Without its row, all that a tenant sealed is erased.
CREATE TABLE wrapped_key (
    -- The folder of the tenant; `control` for this schema's own.
    label TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- The bytes that a file `key.json` has.
    keys BYTEA NOT NULL,
    created_at BIGINT NOT NULL
);

-- The servers that serve this database.
CREATE TABLE server (
    -- Made at random when its directory is made.
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- The name of its machine, for operators.
    name TEXT COLLATE "C" NOT NULL,
    -- What it is: the newest version of a tenant's schema that it knows.
    version TEXT COLLATE "C" NOT NULL,
    started_at BIGINT NOT NULL,
    -- By the clock of the database.
    seen_at BIGINT NOT NULL
) WITH (fillfactor = 70);

-- Work that one server does at a time. A lease only saves work: each transaction checks again what it does.
CREATE TABLE lease (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- The server that has it.
    holder BYTEA NOT NULL CHECK (length(holder) = 16),
    -- Rises with each new holder, so that an earlier one can't extend or give back the lease of a later one.
    term BIGINT NOT NULL CHECK (term > 0),
    -- By the clock of the database.
    until_at BIGINT NOT NULL
) WITH (fillfactor = 70);
