-- A share by address is mailed, and what a person was shown before they consented is kept. See the decision
-- 0053-consents.

-- The texts that were shown: the tenant's own, and never changed. A new text is a new row.
CREATE TABLE consent_notice (
    -- UUIDv7.
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    text TEXT COLLATE "C",
    -- Where the privacy notice stands.
    url TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    CHECK (text IS NOT NULL OR url IS NOT NULL)
);
-- What the person was shown when they last gave or withdrew a consent; NULL: it is not known.
ALTER TABLE profile ADD COLUMN consent_notice_id BYTEA REFERENCES consent_notice (id);
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('shared', 'alerting-changed', 'key-prepared', 'email-change',
    'email-change-asked', 'email-changed', 'confirmation', 'reset', 'invitation', 'test', 'break-glass', 'erasure', 'erasure-cancelled',
    'account-prepared', 'account-made', 'guessing'));
