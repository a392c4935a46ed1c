-- The patients that a list shows stand in its entry, beside each other in the order of their ids. The entries about a patient are found by
-- marks of blocks. See the decision 0060-what-a-commit-writes.
ALTER TABLE audit ADD COLUMN patients BYTEA;
UPDATE audit SET patients = shown.patients
    FROM (SELECT entry, string_agg(profile_id, ''::bytea ORDER BY profile_id) AS patients FROM audit_patient GROUP BY entry) shown
    WHERE shown.entry = audit.number;

-- Blocks of 32 entries that are full, and about patients.
CREATE TABLE audit_block (
    -- The number of each entry by 32, rounded down.
    block BIGINT NOT NULL PRIMARY KEY,
    -- The last two bytes of the id of each patient.
    marks BYTEA NOT NULL
);
INSERT INTO audit_block (block, marks)
    SELECT block, string_agg(mark, ''::bytea) FROM (
        SELECT number / 32 AS block, substr(profile_id, 15) AS mark FROM audit WHERE profile_id IS NOT NULL
        UNION SELECT entry / 32, substr(profile_id, 15) FROM audit_patient) marked
    GROUP BY block;
DROP TABLE audit_patient;

DROP INDEX audit_of_profile;
-- Two kinds of entries about a patient are looked for often, and written rarely.
CREATE INDEX audit_told ON audit (profile_id) WHERE action IN ('profile.email-changed', 'result.released');
