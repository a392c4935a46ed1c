-- Mails about accounts and records are notices to an address, whether or not it has an account. Their sealed cells move as they
-- are: the new columns are authenticated by the names of the earlier ones. See the decision 0149-one-outbox.
ALTER TABLE notice ADD COLUMN recipient BYTEA;
ALTER TABLE notice ADD COLUMN link BYTEA;
ALTER TABLE notice ADD COLUMN lines BYTEA;
ALTER TABLE notice ADD COLUMN language TEXT COLLATE "C" CHECK (language IN ('en', 'es', 'sw'));
-- The invitation whose secret the link contains.
ALTER TABLE notice ADD COLUMN invitation_id BYTEA;

-- A mail has no facts, and the lane 2.
ALTER TABLE notice ALTER COLUMN facts DROP NOT NULL;
ALTER TABLE notice DROP CONSTRAINT notice_receiver_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_receiver_kind_check CHECK (receiver_kind IN ('account', 'team', 'profile', 'operator', 'address'));
ALTER TABLE notice_send DROP CONSTRAINT notice_send_lane_check;
ALTER TABLE notice_send ADD CONSTRAINT notice_send_lane_check CHECK (lane IN (0, 1, 2));

INSERT INTO notice (id, receiver_kind, receiver, kind, created_at, expires_at, recipient, link, lines, language, invitation_id)
    SELECT id, 'address', decode(repeat('00', 16), 'hex'), kind, created_at, expires_at, recipient, link, facts, language, invitation_id
    FROM outbox;
INSERT INTO notice_send (id, notice_id, channel, lane, state, due_at, expires_at, attempts, last_error, ended_at)
    SELECT id, id, 'email', 2, CASE WHEN state IN ('refused', 'expired') THEN 'failed' ELSE state END, due_at, expires_at, attempts,
        CASE WHEN state = 'expired' THEN COALESCE(last_error, 'expired') ELSE last_error END, ended_at
    FROM outbox;
DROP TABLE outbox;
CREATE INDEX notice_to ON notice (substr(recipient, 1, 16)) WHERE recipient IS NOT NULL;
CREATE INDEX notice_of_invitation ON notice (invitation_id) WHERE invitation_id IS NOT NULL;
