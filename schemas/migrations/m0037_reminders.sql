-- What patients were told, reminders, the next test, and calendar feeds. See the decision 0089-told-once.

-- What a patient was told, so that no repetition tells it again. The notices themselves are kept for thirty days only.
CREATE TABLE told (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    kind TEXT NOT NULL,
    -- The id of the kit, the result, the share, the emergency access or the person that it is about.
    subject BLOB NOT NULL CHECK (length(subject) = 16),
    -- The version of a result, or a day since 1970; 0: it is told only once about its subject.
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, kind, subject, number)
) WITHOUT ROWID;
-- clear id: told.profile_id told.subject
-- clear word: told.kind

-- The reminders to send a kit's sample. A missing row: there was none.
CREATE TABLE kit_reminder (
    kit_id BLOB NOT NULL PRIMARY KEY REFERENCES kit (id),
    -- How many the patient got, and how many of them after the last day to send the sample.
    sent INTEGER NOT NULL CHECK (sent > 0),
    overdue INTEGER NOT NULL CHECK (overdue BETWEEN 0 AND sent),
    -- The patient's day on which they got the last one, in days since 1970.
    last_on INTEGER NOT NULL
) WITHOUT ROWID;
-- clear id: kit_reminder.kit_id

-- When a person wants to be reminded of the next test: so many months after the last one, or on a day.
CREATE TABLE next_test (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    interval_months INTEGER CHECK (interval_months BETWEEN 1 AND 120),
    -- In days since 1970.
    due_on INTEGER,
    set_at INTEGER NOT NULL,
    -- The account or key that set it, and whether it is a clinician's.
    set_by BLOB NOT NULL CHECK (length(set_by) = 16),
    by_clinician INTEGER NOT NULL CHECK (by_clinician IN (0, 1)),
    CHECK ((interval_months IS NULL) <> (due_on IS NULL))
) WITHOUT ROWID;
-- clear id: next_test.profile_id next_test.set_by

-- The private calendar feed of an account. The secret in its address is not stored.
CREATE TABLE calendar_feed (
    account_id BLOB NOT NULL PRIMARY KEY REFERENCES account (id),
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
-- clear id: calendar_feed.account_id
-- clear digest: calendar_feed.digest
