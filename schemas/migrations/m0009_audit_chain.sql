-- Chains the audit log: each entry has a MAC over itself, its patients and the entry before. Existing entries are sealed when the store
-- is opened. Actor and outcome are recorded in more detail.
ALTER TABLE audit ADD COLUMN role TEXT;
ALTER TABLE audit ADD COLUMN account BLOB;
ALTER TABLE audit ADD COLUMN session BLOB;
ALTER TABLE audit ADD COLUMN address TEXT;
ALTER TABLE audit ADD COLUMN outcome TEXT NOT NULL DEFAULT 'success';
-- The number of events, for those that are counted together.
ALTER TABLE audit ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
ALTER TABLE audit ADD COLUMN mac BLOB;
-- clear id: audit.account audit.session
-- clear digest: audit.mac
-- clear word: audit.role audit.outcome

-- The patients that a list showed.
CREATE TABLE audit_patient (
    entry INTEGER NOT NULL,
    profile_id BLOB NOT NULL,
    PRIMARY KEY (entry, profile_id)
);
CREATE INDEX audit_patient_of_profile ON audit_patient (profile_id, entry);
-- clear id: audit_patient.profile_id

-- Signed statements of the chain's state.
CREATE TABLE audit_checkpoint (
    position INTEGER NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    mac BLOB NOT NULL,
    at INTEGER NOT NULL,
    signature BLOB NOT NULL
);
-- clear digest: audit_checkpoint.mac audit_checkpoint.signature
