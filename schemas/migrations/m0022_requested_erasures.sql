-- Scheduled erasures, carried out days later: until then the person or an administrator can cancel them.
CREATE TABLE requested_erasure (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    actor BLOB NOT NULL,
    requested_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
);
CREATE INDEX requested_erasure_due ON requested_erasure (due_at);
-- clear id: requested_erasure.profile_id requested_erasure.actor

-- Mails about it.
CREATE TABLE outbox_next (
    -- UUIDv7; the mail's Message-ID is made of it.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'reset', 'invitation', 'test', 'break-glass', 'erasure', 'erasure-cancelled')),
    -- An address and a link with a secret: kept until the mail is sent or expired.
    recipient TEXT,
    link TEXT CHECK (link IS NULL OR recipient IS NOT NULL),
    facts TEXT CHECK (facts IS NULL OR recipient IS NOT NULL),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'refused', 'expired')),
    due_at INTEGER,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    -- A short code, no words of the mail server's, which may hold addresses.
    last_error TEXT,
    ended_at INTEGER,
    CHECK ((state IN ('waiting', 'refused')) = (recipient IS NOT NULL)),
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
);
INSERT INTO outbox_next (id, kind, recipient, link, facts, created_at, expires_at, state, due_at, attempts, last_error, ended_at)
    SELECT id, kind, recipient, link, facts, created_at, expires_at, state, due_at, attempts, last_error, ended_at FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_next RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_expiring ON outbox (expires_at) WHERE recipient IS NOT NULL;
CREATE INDEX outbox_to ON outbox (lower(recipient)) WHERE recipient IS NOT NULL;
CREATE INDEX outbox_telling ON outbox (id) WHERE facts IS NOT NULL;
