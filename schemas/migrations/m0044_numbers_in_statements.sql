-- Statements give each row its number, and do what triggers did: a statement that says all it does reads the same in every engine.

-- The number of the last event of a notice, of one row. The last events may be deleted, but streams resume by their numbers.
CREATE TABLE notice_event_number (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    last INTEGER NOT NULL CHECK (last >= 0)
);
INSERT INTO notice_event_number (id, last)
    SELECT 1, MAX(COALESCE((SELECT MAX(seq) FROM sqlite_sequence WHERE name = 'notice_event'), 0),
        COALESCE((SELECT MAX(number) FROM notice_event), 0), 0);

CREATE TABLE notice_event_next (
    number INTEGER NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL REFERENCES account (id),
    notice_id BLOB NOT NULL REFERENCES notice (id)
);
INSERT INTO notice_event_next (number, account_id, notice_id) SELECT number, account_id, notice_id FROM notice_event;
DROP TABLE notice_event;
ALTER TABLE notice_event_next RENAME TO notice_event;
CREATE INDEX notice_event_of_account ON notice_event (account_id, number);
CREATE UNIQUE INDEX notice_event_of_notice ON notice_event (notice_id);

DROP TRIGGER delivery_number;
DROP TRIGGER invitation_gone;
DROP TRIGGER profile_consent;
