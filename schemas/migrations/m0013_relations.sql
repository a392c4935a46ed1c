-- Who sees whose record by a relation: care, emergency access and shares. Ending one early replaces its planned end. See the decision
-- 0025-relations.

CREATE TABLE care_assignment (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BLOB NOT NULL REFERENCES account (id),
    profile_id BLOB NOT NULL REFERENCES profile (id),
    from_at INTEGER NOT NULL,
    to_at INTEGER CHECK (to_at IS NULL OR to_at >= from_at),
    made_by BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    ended_by BLOB,
    ended_at INTEGER CHECK (ended_at IS NULL OR to_at IS NOT NULL),
    CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE INDEX care_of_account ON care_assignment (account_id, profile_id);
CREATE INDEX care_of_profile ON care_assignment (profile_id);
-- clear id: care_assignment.id care_assignment.account_id care_assignment.profile_id care_assignment.made_by
-- clear id: care_assignment.ended_by

CREATE TABLE break_glass (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BLOB NOT NULL REFERENCES account (id),
    profile_id BLOB NOT NULL REFERENCES profile (id),
    -- Words of a person, which may tell of another's health: they stand here and nowhere else.
    reason TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL CHECK (until_at >= opened_at),
    ended_at INTEGER,
    reviewed_by BLOB,
    reviewed_at INTEGER,
    CHECK ((reviewed_by IS NULL) = (reviewed_at IS NULL))
);
CREATE INDEX break_glass_of_account ON break_glass (account_id, until_at);
CREATE INDEX break_glass_of_profile ON break_glass (profile_id);
-- clear id: break_glass.id break_glass.account_id break_glass.profile_id break_glass.reviewed_by

CREATE TABLE share (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    profile_id BLOB NOT NULL REFERENCES profile (id),
    -- With whom: an account, whoever has an address, or whoever has a link and its PIN.
    account_id BLOB REFERENCES account (id),
    email TEXT,
    -- Keyed digests.
    link BLOB UNIQUE,
    pin BLOB,
    wrong_pins INTEGER NOT NULL DEFAULT 0,
    created_by BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    end_reason TEXT CHECK (end_reason IN ('revoked', 'wrong-pins')),
    CHECK ((account_id IS NOT NULL AND email IS NULL AND link IS NULL)
        OR (account_id IS NULL AND email IS NOT NULL AND link IS NULL)
        OR (account_id IS NULL AND email IS NULL AND link IS NOT NULL)),
    CHECK ((link IS NULL) = (pin IS NULL)),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX share_of_profile ON share (profile_id, id);
CREATE INDEX share_with_account ON share (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX share_with_email ON share (email) WHERE email IS NOT NULL;
-- clear id: share.id share.profile_id share.account_id share.created_by
-- clear digest: share.link share.pin
-- clear word: share.end_reason

-- Marks access under break-glass. NULL means no, and is not sealed, so that older entries keep their MACs.
ALTER TABLE audit ADD COLUMN break_glass INTEGER;

-- Figures count the people who registered kits in a month.
CREATE INDEX kit_registered ON kit (registered_at, profile_id) WHERE registered_at IS NOT NULL;

-- Mails also report emergency accesses, by ids and times.
CREATE TABLE outbox_next (
    -- UUIDv7; the mail's Message-ID is made of it.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'reset', 'invitation', 'test', 'break-glass')),
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
INSERT INTO outbox_next (id, kind, recipient, link, created_at, expires_at, state, due_at, attempts, last_error, ended_at)
    SELECT id, kind, recipient, link, created_at, expires_at, state, due_at, attempts, last_error, ended_at FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_next RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_expiring ON outbox (expires_at) WHERE recipient IS NOT NULL;
