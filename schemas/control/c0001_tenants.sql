-- control.db: what one process has to know of all its tenants. No health data is in it.

CREATE TABLE tenant (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    -- Its folder in tenants/: the id, so that a listing of the disk names nobody; 'default' for the first one.
    folder TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended', 'erased')),
    created_at INTEGER NOT NULL,
    due_at INTEGER
);

-- The name of a tenant that was erased can be given again.
CREATE UNIQUE INDEX tenant_name ON tenant (name) WHERE state <> 'erased';

-- What operators did to tenants.
CREATE TABLE tenant_event (
    number INTEGER PRIMARY KEY,
    tenant_id BLOB NOT NULL REFERENCES tenant (id),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    request_id TEXT NOT NULL
);
