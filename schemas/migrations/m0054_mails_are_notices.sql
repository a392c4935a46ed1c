-- Mails about accounts and records are notices to an address, whether or not it has an account. See the decision
-- 0149-one-outbox.
ALTER TABLE notice ADD COLUMN recipient SEALED TEXT;
ALTER TABLE notice ADD COLUMN link SEALED TEXT;
ALTER TABLE notice ADD COLUMN lines SEALED TEXT;
ALTER TABLE notice ADD COLUMN language TEXT CHECK (language IN ('en', 'es', 'sw'));
-- The invitation whose secret the link contains.
ALTER TABLE notice ADD COLUMN invitation_id BLOB;
-- clear word: notice.language
-- clear id: notice.invitation_id

-- As in m0028, only the texts of constraints change: a mail has no facts, and the lane 2.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(replace(sql, 'facts TEXT NOT NULL', 'facts TEXT'), '''operator'')', '''operator'', ''address'')')
WHERE type = 'table' AND name = 'notice';
UPDATE sqlite_master SET sql = replace(sql, 'lane IN (0, 1)', 'lane IN (0, 1, 2)') WHERE type = 'table' AND name = 'notice_send';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 54000;
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;

INSERT INTO notice (id, receiver_kind, receiver, kind, created_at, expires_at, recipient, link, lines, language, invitation_id)
    SELECT id, 'address', zeroblob(16), kind, created_at, expires_at, recipient, link, facts, language, invitation_id FROM outbox;
INSERT INTO notice_send (id, notice_id, channel, lane, state, due_at, expires_at, attempts, last_error, ended_at)
    SELECT id, id, 'email', 2, CASE WHEN state IN ('refused', 'expired') THEN 'failed' ELSE state END, due_at, expires_at, attempts,
        CASE WHEN state = 'expired' THEN COALESCE(last_error, 'expired') ELSE last_error END, ended_at
    FROM outbox;
DROP TABLE outbox;
CREATE INDEX notice_to ON notice (lower(recipient)) WHERE recipient IS NOT NULL;
CREATE INDEX notice_of_invitation ON notice (invitation_id) WHERE invitation_id IS NOT NULL;
