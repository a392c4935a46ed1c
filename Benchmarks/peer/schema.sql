-- Times that are answered stand as they are answered, the others in milliseconds since 1970.
CREATE TABLE api_key (
    digest BLOB NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    laboratory_id TEXT REFERENCES laboratory (id),
    revoked_at INTEGER
) WITHOUT ROWID;

CREATE TABLE laboratory (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE profile (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    birth_date TEXT NOT NULL,
    phone TEXT
) WITHOUT ROWID;

CREATE TABLE kit (
    id TEXT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    profile_id TEXT NOT NULL REFERENCES profile (id),
    registered_at TEXT NOT NULL,
    send_by TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX kit_of_profile ON kit (profile_id);

CREATE TABLE result (
    id TEXT NOT NULL PRIMARY KEY,
    laboratory_id TEXT NOT NULL REFERENCES laboratory (id),
    reference TEXT NOT NULL,
    kit_code TEXT NOT NULL,
    kit_id TEXT REFERENCES kit (id),
    status TEXT NOT NULL,
    test_date TEXT NOT NULL,
    value REAL NOT NULL,
    unit TEXT NOT NULL,
    low REAL NOT NULL,
    high REAL NOT NULL,
    flag TEXT NOT NULL,
    method TEXT,
    recorded_at TEXT NOT NULL,
    alert_id TEXT,
    UNIQUE (laboratory_id, reference)
) WITHOUT ROWID;
CREATE INDEX result_of_laboratory ON result (laboratory_id, test_date, id);
CREATE INDEX result_of_kit ON result (kit_code);

-- An alert is its own place in the queue.
CREATE TABLE alert (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    result_id TEXT NOT NULL REFERENCES result (id),
    band INTEGER NOT NULL,
    raised_at TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    token TEXT,
    consumer TEXT,
    lease_expires_at INTEGER,
    acked_at TEXT
);
CREATE INDEX alert_pending ON alert (band, number) WHERE state = 'pending';
CREATE INDEX alert_leased ON alert (lease_expires_at) WHERE state = 'leased';

-- What was answered to a request that came with an Idempotency-Key.
CREATE TABLE idempotency (
    key_id TEXT NOT NULL,
    key TEXT NOT NULL,
    body_digest BLOB NOT NULL,
    status INTEGER NOT NULL,
    answer BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (key_id, key)
) WITHOUT ROWID;

CREATE TABLE audit (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT,
    request_id TEXT NOT NULL
);
