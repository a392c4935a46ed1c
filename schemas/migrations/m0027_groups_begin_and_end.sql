-- A group begins at a time, and can be switched off. See the decision 0067-groups-begin-and-end.

-- The group has every open alert of its bands that was raised then or later, once it is backfilled. Groups of before had all.
ALTER TABLE consumer_group ADD COLUMN begins_at INTEGER NOT NULL DEFAULT 0;
-- 0: it gets no deliveries. The row that it had before is closed, with what waited in it; this one has the same name and created_at.
ALTER TABLE consumer_group ADD COLUMN is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1));

-- The invitation whose secret a mail holds: the mail goes with it, when it is used, withdrawn or over.
ALTER TABLE outbox ADD COLUMN invitation_id BLOB;
CREATE INDEX outbox_of_invitation ON outbox (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE TRIGGER invitation_gone AFTER DELETE ON invitation
BEGIN
    DELETE FROM outbox WHERE invitation_id = OLD.id AND recipient IS NOT NULL;
END;
-- Of mails of before it is known by their address and kind alone.
DELETE FROM outbox WHERE kind IN ('confirmation', 'reset', 'invitation') AND recipient IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM invitation i WHERE i.email = lower(outbox.recipient) AND i.kind = outbox.kind);
