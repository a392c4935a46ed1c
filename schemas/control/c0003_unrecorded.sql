-- Entries that the first tenant's audit log still lacks: written with the change itself, and deleted once they are there.
CREATE TABLE unrecorded (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    -- Which key; NULL: the server of itself.
    actor BLOB,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    request_id TEXT NOT NULL
);
