-- Sign-in for people: accounts, their sessions and second factors, mailed secrets, and limits for attackers.
-- Secrets are stored as digests. See the decision 0023-accounts-and-sessions.

CREATE TABLE account (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- In small letters. Forgotten when the account is deleted, so that it can be used again.
    email TEXT UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'coordinator', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended', 'deleted')),
    created_at INTEGER NOT NULL,
    -- scrypt, in the PHC string format.
    password TEXT,
    password_at INTEGER,
    -- The secret of one-time passwords, when it was first used, and the last step that was: none is good twice.
    otp_secret BLOB CHECK (otp_secret IS NULL OR length(otp_secret) = 20),
    otp_confirmed_at INTEGER,
    otp_step INTEGER,
    CHECK ((state = 'deleted') = (email IS NULL)),
    CHECK ((state = 'deleted') = (password IS NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL)),
    CHECK ((role = 'patient' AND state <> 'deleted') = (profile_id IS NOT NULL)),
    CHECK (otp_secret IS NOT NULL OR otp_confirmed_at IS NULL)
);
CREATE INDEX account_of_profile ON account (profile_id) WHERE profile_id IS NOT NULL;
-- clear id: account.id account.profile_id account.laboratory_id
-- clear word: account.role account.state

-- A code that replaces one one-time password when the authenticator app is lost.
CREATE TABLE backup_code (
    account_id BLOB NOT NULL REFERENCES account (id),
    digest BLOB NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (account_id, digest)
);
-- clear id: backup_code.account_id
-- clear digest: backup_code.digest

CREATE TABLE session (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BLOB NOT NULL REFERENCES account (id),
    started_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    -- Whatever is done with it.
    expires_at INTEGER NOT NULL,
    address TEXT,
    -- How the client calls itself.
    client TEXT,
    ended_at INTEGER,
    end_reason TEXT CHECK (end_reason IN ('signed-out', 'ended', 'reused', 'password', 'suspended', 'deleted', 'expired')),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX session_of_account ON session (account_id, id);
-- clear id: session.id session.account_id
-- clear word: session.end_reason

-- Each is valid once, and has a successor.
CREATE TABLE refresh_token (
    digest BLOB NOT NULL PRIMARY KEY,
    session_id BLOB NOT NULL REFERENCES session (id),
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    used_from TEXT,
    -- The successor, for whoever has this token only: it is sealed with it.
    successor BLOB,
    CHECK (successor IS NULL OR used_at IS NOT NULL)
);
CREATE INDEX refresh_token_of_session ON refresh_token (session_id);
CREATE INDEX refresh_token_expiring ON refresh_token (expires_at);
-- clear id: refresh_token.session_id
-- clear digest: refresh_token.digest refresh_token.successor

-- The right to choose a password once: its secret was mailed to the person's address.
CREATE TABLE invitation (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    digest BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'invitation', 'reset')),
    email TEXT NOT NULL,
    -- Whose password is reset; nil: an account is made.
    account_id BLOB REFERENCES account (id),
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'coordinator', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((kind = 'reset') = (account_id IS NOT NULL))
);
CREATE INDEX invitation_to ON invitation (email);
CREATE INDEX invitation_expiring ON invitation (expires_at);
-- clear id: invitation.id invitation.account_id invitation.profile_id invitation.laboratory_id
-- clear digest: invitation.digest
-- clear word: invitation.kind invitation.role

-- A sign-in with a correct password that waits for the second factor.
CREATE TABLE challenge (
    digest BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL REFERENCES account (id),
    -- The session that sets up a second factor; nil: one is to be begun.
    session_id BLOB REFERENCES session (id),
    started_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    -- A secret that is shown to be set up, and becomes the account's once a code of it comes.
    otp_secret BLOB CHECK (otp_secret IS NULL OR length(otp_secret) = 20),
    -- It led to a session, and does so no more.
    used_at INTEGER
);
CREATE INDEX challenge_of_account ON challenge (account_id);
CREATE INDEX challenge_started ON challenge (started_at);
-- clear id: challenge.account_id challenge.session_id
-- clear digest: challenge.digest

-- Failed sign-ins, by mail address, whether or not such an account exists, and by source.
CREATE TABLE sign_in_failure (
    -- Keyed digests.
    email BLOB NOT NULL,
    source BLOB NOT NULL,
    failures INTEGER NOT NULL,
    -- How often it was locked in a row: each lock is twice as long.
    locks INTEGER NOT NULL,
    locked_until INTEGER,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (email, source)
);
CREATE INDEX sign_in_failure_last ON sign_in_failure (last_at);
-- clear digest: sign_in_failure.email sign_in_failure.source

-- Settings that a tenant's administrators decide. A missing row means the default.
CREATE TABLE setting (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
-- clear word: setting.name
