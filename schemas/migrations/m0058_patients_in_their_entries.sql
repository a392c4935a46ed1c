-- The patients that a list shows stand in its entry, beside each other in the order of their ids, and no longer in a table of their own.
-- The entries about a patient are found by marks of blocks, also those of single records, which had an index: a page less for each
-- request that is audited. See the decision 0060-what-a-commit-writes.
ALTER TABLE audit ADD COLUMN patients BLOB;
-- clear id: audit.patients

-- Blocks of 32 entries that are full, and about patients.
CREATE TABLE audit_block (
    -- The number of each entry by 32, rounded down.
    block INTEGER NOT NULL PRIMARY KEY,
    -- The last two bytes of the id of each patient.
    marks BLOB NOT NULL
);
-- clear id: audit_block.marks

-- A trigger puts bytes behind each other: group_concat would end at the first zero.
CREATE VIEW audit_patient_moved AS SELECT entry, profile_id FROM audit_patient;
CREATE TRIGGER audit_patient_moves INSTEAD OF INSERT ON audit_patient_moved BEGIN
    UPDATE audit SET patients = CAST(COALESCE(patients, x'') || NEW.profile_id AS BLOB) WHERE number = NEW.entry;
END;
-- Values of other types were tampered with, and are missing from then on.
INSERT INTO audit_patient_moved (entry, profile_id)
    SELECT entry, profile_id FROM audit_patient WHERE typeof(entry) = 'integer' AND typeof(profile_id) = 'blob'
    ORDER BY block, entry, profile_id;
DROP TRIGGER audit_patient_moves;

INSERT INTO audit_block (block, marks)
    SELECT DISTINCT number / 32, x'' FROM audit WHERE profile_id IS NOT NULL OR patients IS NOT NULL;
CREATE TRIGGER audit_patient_marks INSTEAD OF INSERT ON audit_patient_moved BEGIN
    UPDATE audit_block SET marks = CAST(marks || substr(NEW.profile_id, -2) AS BLOB) WHERE block = NEW.entry / 32;
END;
INSERT INTO audit_patient_moved (entry, profile_id)
    SELECT number, profile_id FROM audit WHERE typeof(profile_id) = 'blob'
    UNION ALL SELECT entry, profile_id FROM audit_patient WHERE typeof(entry) = 'integer' AND typeof(profile_id) = 'blob';
DROP VIEW audit_patient_moved;
DROP TABLE audit_patient;

DROP INDEX audit_of_profile;
-- Two kinds of entries about a patient are looked for often, and written rarely.
CREATE INDEX audit_told ON audit (profile_id) WHERE action IN ('profile.email-changed', 'result.released');
