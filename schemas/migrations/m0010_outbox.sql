-- Mails, written in the transaction that they report, which wait to be sent.
CREATE TABLE outbox (
    -- UUIDv7; the mail's Message-ID is made of it.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'reset', 'invitation', 'test')),
    -- An address and a link with a secret: kept until the mail is sent or expired.
    recipient TEXT,
    link TEXT CHECK (link IS NULL OR recipient IS NOT NULL),
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
CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_expiring ON outbox (expires_at) WHERE recipient IS NOT NULL;
-- clear id: outbox.id
-- clear word: outbox.kind outbox.state
-- clear technical: outbox.last_error
