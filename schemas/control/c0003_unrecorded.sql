-- What is to stand in the first tenant's audit, and does not yet: written with the change itself, and taken away once it is there.
CREATE TABLE unrecorded (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    -- Which key; NULL: the server of itself.
    actor BLOB,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    request_id TEXT NOT NULL
);
