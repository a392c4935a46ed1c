-- Webhooks: groups to which the server pushes alerts, and the outcome of each attempt.

CREATE TABLE webhook (
    group_id INTEGER NOT NULL PRIMARY KEY REFERENCES consumer_group (id),
    url TEXT NOT NULL,
    -- What its requests are signed with.
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    -- 1 if its owner wants what a claim's payload has, and so health data; 0: ids only.
    sends_payload INTEGER NOT NULL CHECK (sends_payload IN (0, 1)),
    created_at INTEGER NOT NULL
);

-- One row for each delivery attempt; ids only.
CREATE TABLE send (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER NOT NULL,
    group_id INTEGER NOT NULL REFERENCES consumer_group (id),
    channel TEXT NOT NULL CHECK (channel IN ('webhook', 'email', 'push', 'sms')),
    outcome TEXT NOT NULL,
    -- NULL if no answer came.
    http_status INTEGER,
    milliseconds INTEGER NOT NULL,
    -- From 1.
    attempt INTEGER NOT NULL CHECK (attempt >= 1)
);
CREATE INDEX send_of_group ON send (group_id, number);

-- How often it was delivered as new: by a replay, or since its alert's patient became known. A receiver that drops duplicates must not
-- drop these.
ALTER TABLE delivery ADD COLUMN generation INTEGER NOT NULL DEFAULT 0 CHECK (generation >= 0);
