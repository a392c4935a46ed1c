-- Accounts have a name and a language for mails, and can change their address.
ALTER TABLE account ADD COLUMN name TEXT;
ALTER TABLE account ADD COLUMN phone TEXT;
ALTER TABLE account ADD COLUMN language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es', 'sw'));
-- clear word: account.language

CREATE TABLE invitation_next (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    digest BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'invitation', 'reset', 'email-change')),
    email TEXT NOT NULL,
    -- Whose password is reset, or whose address becomes this one; NULL: an account is made.
    account_id BLOB REFERENCES account (id),
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'coordinator', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    -- Of who is invited.
    name TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    invited_by BLOB,
    approval TEXT NOT NULL DEFAULT 'none' CHECK (approval IN ('none', 'awaited', 'given')),
    CHECK ((kind IN ('reset', 'email-change')) = (account_id IS NOT NULL))
);
INSERT INTO invitation_next (id, digest, kind, email, account_id, role, profile_id, laboratory_id, created_at, expires_at, invited_by, approval)
    SELECT id, digest, kind, email, account_id, role, profile_id, laboratory_id, created_at, expires_at, invited_by, approval FROM invitation;
DROP TABLE invitation;
ALTER TABLE invitation_next RENAME TO invitation;
CREATE INDEX invitation_expiring ON invitation (expires_at);
CREATE INDEX invitation_of_account ON invitation (account_id);
CREATE INDEX invitation_of_profile ON invitation (profile_id);
CREATE INDEX invitation_to ON invitation (email);
-- It was dropped with the table: see m0027.
CREATE TRIGGER invitation_gone AFTER DELETE ON invitation
BEGIN
    DELETE FROM outbox WHERE invitation_id = OLD.id AND recipient IS NOT NULL;
END;

-- Three more kinds of mail, in the text of a CHECK alone: see m0028.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'kind IN (''confirmation''',
    'kind IN (''email-change'', ''email-change-asked'', ''email-changed'', ''confirmation''')
WHERE type = 'table' AND name = 'outbox';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 29000;
-- Going back to a savepoint makes this connection read it again.
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
