-- An account that opens other people's records, or a second one for a record, needs a second administrator. Earlier mails stay valid.
ALTER TABLE invitation ADD COLUMN invited_by BLOB;
ALTER TABLE invitation ADD COLUMN approval TEXT NOT NULL DEFAULT 'none' CHECK (approval IN ('none', 'awaited', 'given'));
-- clear id: invitation.invited_by
-- clear word: invitation.approval
UPDATE invitation SET approval = 'given' WHERE kind = 'invitation';

-- Whether the person has or had an account: only the first needs no approval.
ALTER TABLE profile ADD COLUMN had_account INTEGER NOT NULL DEFAULT 0 CHECK (had_account IN (0, 1));
UPDATE profile SET had_account = 1 WHERE id IN (SELECT profile_id FROM account WHERE profile_id IS NOT NULL);

-- A kit may have an activation secret, printed beside its code: stored as a keyed digest.
ALTER TABLE kit ADD COLUMN secret_digest BLOB;
-- clear digest: kit.secret_digest

-- Mails about it, and about many wrong passwords.
CREATE TABLE outbox_next (
    -- UUIDv7; the mail's Message-ID is made of it.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'reset', 'invitation', 'test', 'break-glass', 'erasure', 'erasure-cancelled',
        'account-prepared', 'account-made', 'guessing')),
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
