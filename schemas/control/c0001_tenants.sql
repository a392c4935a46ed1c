-- control.db: the list of all tenants of one process. It contains no health data.

CREATE TABLE tenant (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    -- Its folder in tenants/: the id, so that a listing of the disk names nobody; 'default' for the first one.
    folder TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended', 'erased')),
    created_at INTEGER NOT NULL,
    due_at INTEGER
);

-- The name of an erased tenant can be reused.
CREATE UNIQUE INDEX tenant_name ON tenant (name) WHERE state <> 'erased';

-- The operators' actions on tenants.
CREATE TABLE tenant_event (
    number INTEGER PRIMARY KEY,
    tenant_id BLOB NOT NULL REFERENCES tenant (id),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    request_id TEXT NOT NULL
);
