-- Keeps the last ten sign-ins of each account, however old; sessions that others have followed expire.

ALTER TABLE session ADD COLUMN is_past INTEGER NOT NULL DEFAULT 0 CHECK (is_past IN (0, 1));

UPDATE session SET is_past = 1
WHERE id <= (
        SELECT other.id FROM session AS other WHERE other.account_id = session.account_id
        ORDER BY other.id DESC LIMIT 1 OFFSET 10)
    OR account_id IN (SELECT id FROM account WHERE state = 'deleted');
CREATE INDEX session_past ON session (id) WHERE is_past = 1;
-- Active sessions, however many have ended.
CREATE INDEX session_open ON session (account_id, id) WHERE ended_at IS NULL;
