-- Kits, alerts, notices and their sends are stored in the trees of their keys, as results are since m0055. See the decision
-- 0154-rows-in-their-keys.

CREATE TABLE kit_next (
    id BLOB NOT NULL PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('issued', 'shipped', 'registered', 'mailed', 'received', 'processing',
        'resulted', 'rejected', 'expired', 'cancelled', 'replaced')),
    profile_id BLOB REFERENCES profile (id),
    registered_at INTEGER,
    send_by INTEGER,
    read_from TEXT CHECK (read_from IN ('photo', 'typed')),
    needs_review INTEGER NOT NULL CHECK (needs_review IN (0, 1)),
    results_came_first INTEGER NOT NULL DEFAULT 0 CHECK (results_came_first IN (0, 1)),
    secret_digest BLOB,
    rights BLOB,
    CHECK ((profile_id IS NULL) = (registered_at IS NULL))
) WITHOUT ROWID;
INSERT INTO kit_next (
    id, code, status, profile_id, registered_at, send_by, read_from, needs_review, results_came_first, secret_digest, rights)
    SELECT
    id, code, status, profile_id, registered_at, send_by, read_from, needs_review, results_came_first, secret_digest, rights
    FROM kit ORDER BY id;
ALTER TABLE kit RENAME TO kit_old;
ALTER TABLE kit_next RENAME TO kit;

CREATE TABLE alert_next (
    id BLOB NOT NULL PRIMARY KEY,
    result_id BLOB NOT NULL,
    result_version INTEGER NOT NULL,
    rule TEXT NOT NULL,
    rule_version INTEGER NOT NULL,
    band INTEGER NOT NULL CHECK (band BETWEEN 0 AND 3),
    rank INTEGER NOT NULL,
    raised_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'acknowledged', 'resolved', 'retracted')),
    follows BLOB REFERENCES alert (id),
    earlier_level INTEGER,
    earlier_unit TEXT,
    earlier_comparator TEXT,
    earlier_test_date INTEGER,
    UNIQUE (result_id, result_version, rule, rule_version),
    FOREIGN KEY (result_id, result_version) REFERENCES result_version (result_id, number)
) WITHOUT ROWID;
INSERT INTO alert_next (
    id, result_id, result_version, rule, rule_version, band, rank, raised_at, state, follows, earlier_level, earlier_unit,
    earlier_comparator, earlier_test_date)
    SELECT
    id, result_id, result_version, rule, rule_version, band, rank, raised_at, state, follows, earlier_level, earlier_unit,
    earlier_comparator, earlier_test_date
    FROM alert ORDER BY id;
ALTER TABLE alert RENAME TO alert_old;
ALTER TABLE alert_next RENAME TO alert;

CREATE TABLE notice_next (
    -- UUIDv7.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- Whom it tells: the id of an account or a team, or zeros for the operator.
    receiver BLOB NOT NULL CHECK (length(receiver) = 16),
    -- The same id if it is an account.
    account_id BLOB REFERENCES account (id),
    kind TEXT NOT NULL,
    -- The person it is about; NULL: none.
    profile_id BLOB REFERENCES profile (id),
    alert_id BLOB REFERENCES alert (id),
    -- The step of the alert's escalation; 0: none.
    step INTEGER NOT NULL DEFAULT 0,
    -- What its texts contain, as JSON.
    facts TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    read_at INTEGER,
    receiver_kind TEXT NOT NULL DEFAULT 'account'
        CHECK (receiver_kind IN ('account', 'team', 'profile', 'operator', 'address')),
    recipient SEALED TEXT,
    link SEALED TEXT,
    lines SEALED TEXT,
    language TEXT CHECK (language IN ('en', 'es', 'sw')),
    invitation_id BLOB,
    CHECK (account_id IS NULL OR account_id = receiver)
) WITHOUT ROWID;
INSERT INTO notice_next (
    id, receiver, account_id, kind, profile_id, alert_id, step, facts, created_at, expires_at, read_at, receiver_kind, recipient,
    link, lines, language, invitation_id)
    SELECT
    id, receiver, account_id, kind, profile_id, alert_id, step, facts, created_at, expires_at, read_at, receiver_kind, recipient,
    link, lines, language, invitation_id
    FROM notice ORDER BY id;
ALTER TABLE notice RENAME TO notice_old;
ALTER TABLE notice_next RENAME TO notice;

CREATE TABLE notice_send_next (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    notice_id BLOB NOT NULL REFERENCES notice (id),
    channel TEXT NOT NULL,
    -- NULL: the account's own e-mail address, or the operator's.
    contact_id BLOB REFERENCES contact_point (id),
    -- 0: about a critical alert; 1: all others.
    lane INTEGER NOT NULL CHECK (lane IN (0, 1, 2)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'delivered', 'failed', 'cancelled')),
    due_at INTEGER,
    expires_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- The outcome of the last attempt that failed, with the provider's status.
    last_error TEXT,
    -- The provider's id of the message.
    reference TEXT,
    ended_at INTEGER,
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
) WITHOUT ROWID;
INSERT INTO notice_send_next (
    id, notice_id, channel, contact_id, lane, state, due_at, expires_at, attempts, last_error, reference, ended_at)
    SELECT
    id, notice_id, channel, contact_id, lane, state, due_at, expires_at, attempts, last_error, reference, ended_at
    FROM notice_send ORDER BY id;
ALTER TABLE notice_send RENAME TO notice_send_old;
ALTER TABLE notice_send_next RENAME TO notice_send;

-- SQLite makes the references of other tables follow a table that is renamed. Their texts name the new tables again.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(replace(replace(replace(sql, 'REFERENCES "kit_old"', 'REFERENCES kit'), 'REFERENCES "alert_old"', 'REFERENCES alert'), 'REFERENCES "notice_old"', 'REFERENCES notice'), 'REFERENCES "notice_send_old"', 'REFERENCES notice_send') WHERE type = 'table';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 56000;
-- Going back to a savepoint makes this connection read it again.
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;

DROP TABLE kit_old;
DROP TABLE alert_old;
DROP TABLE notice_old;
DROP TABLE notice_send_old;

CREATE INDEX kit_of_profile ON kit (profile_id, id);
CREATE INDEX kit_of_status ON kit (status, id);
CREATE INDEX kit_registered ON kit (registered_at, profile_id);
CREATE INDEX kit_to_review ON kit (id) WHERE needs_review = 1;
CREATE INDEX alert_acknowledged ON alert (band, rank, id) WHERE state = 'acknowledged';
CREATE INDEX alert_following ON alert (follows) WHERE follows IS NOT NULL;
CREATE INDEX alert_open ON alert (band, rank, id) WHERE state = 'open';
CREATE INDEX notice_of_account ON notice (account_id, id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX notice_of_alert ON notice (alert_id, step, kind, receiver) WHERE alert_id IS NOT NULL;
CREATE INDEX notice_of_invitation ON notice (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX notice_of_profile ON notice (profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX notice_to ON notice (lower(recipient)) WHERE recipient IS NOT NULL;
CREATE INDEX notice_send_due ON notice_send (channel, lane, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX notice_send_of_contact ON notice_send (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX notice_send_of_notice ON notice_send (notice_id);
CREATE INDEX notice_send_reference ON notice_send (reference) WHERE reference IS NOT NULL;
