-- One more kind of mail.
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('alerting-changed', 'email-change',
    'email-change-asked', 'email-changed', 'confirmation', 'reset', 'invitation', 'test', 'break-glass', 'erasure',
    'erasure-cancelled', 'account-prepared', 'account-made', 'guessing'));
