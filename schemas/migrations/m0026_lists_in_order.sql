-- Most lists of results filter by no kind: one index has their order, instead of a merge of seventy. See the decision
-- 0011-lists-of-results.
CREATE INDEX result_all_shown ON result (shown_to_clinicians, test_date, id);
CREATE INDEX result_all_of_laboratory ON result (laboratory_id, test_date, id);

-- The patients that each entry of a list shows, by blocks of 32 entries. Within a block they are sorted, so that a patient is found in it at
-- once. A list has patients from everywhere: it now writes the few pages of the last block, instead of an index page for
-- each patient. See the decision 0060-what-a-commit-writes.
CREATE TABLE audit_patient_next (
    -- The entry's number by 32, rounded down.
    block INTEGER NOT NULL,
    profile_id BLOB NOT NULL,
    entry INTEGER NOT NULL,
    PRIMARY KEY (block, profile_id, entry)
) WITHOUT ROWID;
INSERT INTO audit_patient_next (block, profile_id, entry)
    SELECT entry / 32, profile_id, entry FROM audit_patient ORDER BY entry / 32, profile_id, entry;
DROP TABLE audit_patient;
ALTER TABLE audit_patient_next RENAME TO audit_patient;
