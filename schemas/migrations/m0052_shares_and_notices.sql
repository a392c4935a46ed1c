-- A share by address is mailed, and what a person was shown before they consented is kept. See the decision
-- 0053-consents.

-- The texts that were shown: the tenant's own, and never changed. A new text is a new row.
CREATE TABLE consent_notice (
    -- UUIDv7.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    text TEXT,
    -- Where the privacy notice stands.
    url TEXT,
    created_at INTEGER NOT NULL,
    CHECK (text IS NOT NULL OR url IS NOT NULL)
);
-- What the person was shown when they last gave or withdrew a consent; NULL: it is not known.
ALTER TABLE profile ADD COLUMN consent_notice_id BLOB REFERENCES consent_notice (id);
-- clear id: consent_notice.id profile.consent_notice_id
-- clear operation: consent_notice.text consent_notice.url

-- As in m0028, only the text of a CHECK changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'kind IN (''alerting-changed'',', 'kind IN (''shared'', ''alerting-changed'',')
WHERE type = 'table' AND name = 'outbox';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 52000;
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
