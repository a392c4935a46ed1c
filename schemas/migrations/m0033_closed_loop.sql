-- The closed loop: acknowledgement by read-back, escalation, and what is told to whom. See the decision 0085-the-closed-loop.

-- A person has read a critical alert back, and the server compared the values.
CREATE TABLE acknowledgement (
    alert_id BLOB NOT NULL PRIMARY KEY REFERENCES alert (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL,
    -- How the patient or a colleague was reached.
    reached TEXT NOT NULL,
    -- Which identifiers were read back: their names, separated by spaces.
    identifiers TEXT NOT NULL,
    note TEXT
) WITHOUT ROWID;
-- clear id: acknowledgement.alert_id acknowledgement.account_id
-- clear word: acknowledgement.reached acknowledgement.identifiers

-- What came of an acknowledged alert.
CREATE TABLE alert_resolution (
    alert_id BLOB NOT NULL PRIMARY KEY REFERENCES alert (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    note TEXT
) WITHOUT ROWID;
-- clear id: alert_resolution.alert_id alert_resolution.account_id
-- clear word: alert_resolution.outcome

-- The escalation policy of a band, as JSON. A missing row means the default.
CREATE TABLE escalation_policy (
    band INTEGER NOT NULL PRIMARY KEY CHECK (band BETWEEN 0 AND 3),
    steps TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    changed_by BLOB NOT NULL
);
-- clear id: escalation_policy.changed_by
-- clear operation: escalation_policy.steps

-- The steps of an alert, copied from its policy when it was raised.
CREATE TABLE alert_step (
    alert_id BLOB NOT NULL REFERENCES alert (id),
    number INTEGER NOT NULL CHECK (number > 0),
    -- Whom it tells, separated by spaces: 'patient', 'care', 'operator', 'team:NAME'.
    targets TEXT NOT NULL,
    -- In seconds; the step repeats at this interval until the alert is acknowledged. NULL: it does not repeat.
    repeats INTEGER CHECK (repeats > 0),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'fired', 'skipped', 'cancelled')),
    due_at INTEGER,
    planned_at INTEGER NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (alert_id, number),
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
) WITHOUT ROWID;
CREATE INDEX alert_step_due ON alert_step (due_at) WHERE due_at IS NOT NULL;
-- clear id: alert_step.alert_id
-- clear word: alert_step.state
-- clear operation: alert_step.targets

-- A way to reach an account or a team. The e-mail address of an account needs no row.
CREATE TABLE contact_point (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BLOB REFERENCES account (id),
    team_id BLOB,
    kind TEXT NOT NULL CHECK (kind IN ('email', 'sms', 'voice', 'apns', 'fcm', 'web-push', 'slack', 'teams', 'pagerduty', 'http')),
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- NULL: its owner has not proven it yet, and it is not used.
    verified_at INTEGER,
    disabled_at INTEGER,
    -- The outcome of the attempt that disabled it.
    disabled_for TEXT,
    CHECK ((account_id IS NULL) <> (team_id IS NULL)),
    CHECK ((disabled_at IS NULL) = (disabled_for IS NULL))
);
CREATE INDEX contact_point_of_account ON contact_point (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX contact_point_of_team ON contact_point (team_id) WHERE team_id IS NOT NULL;
-- A device belongs to the person who signed in on it last.
CREATE UNIQUE INDEX contact_point_device ON contact_point (kind, address) WHERE kind IN ('apns', 'fcm', 'web-push');
-- clear id: contact_point.id contact_point.account_id contact_point.team_id
-- clear word: contact_point.kind
-- clear technical: contact_point.disabled_for

-- What one person, one team or the operator is told, once.
CREATE TABLE notice (
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
    facts TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    read_at INTEGER,
    CHECK (account_id IS NULL OR account_id = receiver)
);
CREATE INDEX notice_of_account ON notice (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX notice_of_profile ON notice (profile_id) WHERE profile_id IS NOT NULL;
-- A receiver is told once for a step, even if the server dies between two commits.
CREATE UNIQUE INDEX notice_of_alert ON notice (alert_id, step, kind, receiver) WHERE alert_id IS NOT NULL;
-- clear id: notice.id notice.receiver notice.account_id notice.profile_id notice.alert_id
-- clear word: notice.kind

-- One notice over one channel to one contact point.
CREATE TABLE notice_send (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    notice_id BLOB NOT NULL REFERENCES notice (id),
    channel TEXT NOT NULL,
    -- NULL: the account's own e-mail address, or the operator's.
    contact_id BLOB REFERENCES contact_point (id),
    -- 0: about a critical alert; 1: all others.
    lane INTEGER NOT NULL CHECK (lane IN (0, 1)),
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
);
CREATE INDEX notice_send_of_notice ON notice_send (notice_id);
CREATE INDEX notice_send_of_contact ON notice_send (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX notice_send_due ON notice_send (channel, lane, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX notice_send_reference ON notice_send (reference) WHERE reference IS NOT NULL;
-- clear id: notice_send.id notice_send.notice_id notice_send.contact_id
-- clear word: notice_send.channel notice_send.state
-- clear technical: notice_send.last_error notice_send.reference

-- More kinds of events, in the text of a CHECK alone: see m0028.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'kind IN (''raised''',
    'kind IN (''acknowledged'', ''resolved'', ''read-back-failed'', ''escalated'', ''step-skipped'', ''raised''')
WHERE type = 'table' AND name = 'alert_event';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 33000;
-- Going back to a savepoint makes this connection read it again.
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
