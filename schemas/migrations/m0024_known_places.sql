-- Wrong passwords of one account, from all places together that it has not signed in from. A row expires two days after it began.
CREATE TABLE stranger_failure (
    -- A keyed digest of an address of mail, whether there is such an account or not.
    email BLOB NOT NULL PRIMARY KEY,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    -- When its day began.
    began_at INTEGER NOT NULL,
    -- When its owner was last told.
    told_at INTEGER
);
CREATE INDEX stranger_failure_began ON stranger_failure (began_at);

-- Where accounts have signed in from: strangers elsewhere can't keep them out. It expires like a session that is over.
CREATE TABLE known_place (
    -- Keyed digests, as in sign_in_failure.
    email BLOB NOT NULL,
    source BLOB NOT NULL,
    account_id BLOB NOT NULL REFERENCES account (id),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (email, source)
);
CREATE INDEX known_place_of_account ON known_place (account_id);
CREATE INDEX known_place_last ON known_place (last_at);

-- Mails about refused strangers.
CREATE TABLE outbox_next (
    -- UUIDv7; the mail's Message-ID is made of it.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'reset', 'invitation', 'test', 'break-glass', 'erasure', 'erasure-cancelled', 'guessing')),
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
