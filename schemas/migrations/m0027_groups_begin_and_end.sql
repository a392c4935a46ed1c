-- A group begins at a time, and can be disabled. See the decision 0067-groups-begin-and-end.

-- Once backfilled, the group has every open alert of its bands that was raised at this time or later. Earlier groups had all.
ALTER TABLE consumer_group ADD COLUMN begins_at INTEGER NOT NULL DEFAULT 0;
-- 0: it gets no deliveries. Its earlier row is closed, with its pending deliveries; this one has the same name and created_at.
ALTER TABLE consumer_group ADD COLUMN is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1));

-- The invitation whose secret a mail contains: the mail is deleted with it, when it is used, revoked or expired.
ALTER TABLE outbox ADD COLUMN invitation_id BLOB;
CREATE INDEX outbox_of_invitation ON outbox (invitation_id) WHERE invitation_id IS NOT NULL;
-- clear id: outbox.invitation_id
CREATE TRIGGER invitation_gone AFTER DELETE ON invitation
BEGIN
    DELETE FROM outbox WHERE invitation_id = OLD.id AND recipient IS NOT NULL;
END;
-- For earlier mails, only address and kind tell.
DELETE FROM outbox WHERE kind IN ('confirmation', 'reset', 'invitation') AND recipient IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM invitation i WHERE i.email = lower(outbox.recipient) AND i.kind = outbox.kind);
