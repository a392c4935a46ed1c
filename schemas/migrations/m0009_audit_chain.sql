-- The audit becomes a chain: each entry bears a MAC over itself, its patients and the entry before. Those that are there are sealed
-- when the store is opened. Who acted is told more exactly, and how it ended.
ALTER TABLE audit ADD COLUMN role TEXT;
ALTER TABLE audit ADD COLUMN account BLOB;
ALTER TABLE audit ADD COLUMN session BLOB;
ALTER TABLE audit ADD COLUMN address TEXT;
ALTER TABLE audit ADD COLUMN outcome TEXT NOT NULL DEFAULT 'success';
-- How often, of what is counted instead of told one by one.
ALTER TABLE audit ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
ALTER TABLE audit ADD COLUMN mac BLOB;

-- Whom a list showed.
CREATE TABLE audit_patient (
    entry INTEGER NOT NULL,
    profile_id BLOB NOT NULL,
    PRIMARY KEY (entry, profile_id)
);
CREATE INDEX audit_patient_of_profile ON audit_patient (profile_id, entry);

-- Signed statements of how far the chain had come.
CREATE TABLE audit_checkpoint (
    position INTEGER NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    mac BLOB NOT NULL,
    at INTEGER NOT NULL,
    signature BLOB NOT NULL
);
