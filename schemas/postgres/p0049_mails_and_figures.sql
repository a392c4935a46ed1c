-- Two more kinds of mail.
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('alerting-changed', 'key-prepared', 'email-change',
    'email-change-asked', 'email-changed', 'confirmation', 'reset', 'invitation', 'test', 'break-glass', 'erasure',
    'erasure-cancelled', 'account-prepared', 'account-made', 'guessing'));

-- Figures of months that are over, as they were first counted: how many people are in a class, 'registered' or a flag.
CREATE TABLE figure (
    month BIGINT NOT NULL,
    class TEXT COLLATE "C" NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (month, class)
);
