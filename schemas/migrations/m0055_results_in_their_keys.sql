-- Results and their versions are stored in the trees of their keys: each was a table by row number beside an index by key, and a new one
-- wrote a page of both. Ids grow with time, so rows are still added at the end. See the decision 0154-rows-in-their-keys.

CREATE TABLE result_next (
    id BLOB NOT NULL PRIMARY KEY,
    laboratory_id BLOB NOT NULL REFERENCES laboratory (id),
    reference TEXT NOT NULL,
    kit_code TEXT NOT NULL,
    kit_id BLOB REFERENCES kit (id),
    profile_id BLOB REFERENCES profile (id),
    test_date INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'final',
    flag TEXT DEFAULT 'N',
    is_unmatched INTEGER NOT NULL DEFAULT 0 CHECK (is_unmatched IN (0, 1)),
    shown_to_clinicians INTEGER NOT NULL DEFAULT 1 CHECK (shown_to_clinicians IN (0, 1)),
    held_for TEXT
        CHECK (held_for IN ('details-in-conflict', 'unit-suspect', 'implausible-jump', 'genotype-contradicts', 'genotype-differs', 'comparator-open', 'date-in-future', 'date-before-birth', 'date-before-issue', 'date-before-ranges', 'kit-rejected', 'kit-expired', 'kit-cancelled', 'kit-replaced', 'other-result')),
    level INTEGER DEFAULT 0,
    unit TEXT DEFAULT 'mg/dL',
    genotype TEXT,
    method TEXT,
    read_at INTEGER,
    held_at INTEGER,
    verified_at INTEGER,
    verified_by BLOB,
    verified_because SEALED TEXT,
    phenotype TEXT,
    rights BLOB,
    UNIQUE (laboratory_id, reference),
    CHECK ((kit_id IS NULL) = (profile_id IS NULL))
) WITHOUT ROWID;
INSERT INTO result_next (
    id, laboratory_id, reference, kit_code, kit_id, profile_id, test_date, status, flag, is_unmatched, shown_to_clinicians,
    held_for, level, unit, genotype, method, read_at, held_at, verified_at, verified_by, verified_because, phenotype, rights)
    SELECT
    id, laboratory_id, reference, kit_code, kit_id, profile_id, test_date, status, flag, is_unmatched, shown_to_clinicians,
    held_for, level, unit, genotype, method, read_at, held_at, verified_at, verified_by, verified_because, phenotype, rights
    FROM result ORDER BY id;
ALTER TABLE result RENAME TO result_old;
ALTER TABLE result_next RENAME TO result;

CREATE TABLE result_version_next (
    result_id BLOB NOT NULL REFERENCES result (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    is_current INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    status TEXT NOT NULL CHECK (status IN ('registered', 'preliminary', 'final', 'amended', 'corrected', 'cancelled',
        'entered-in-error')),
    test_date INTEGER NOT NULL,
    level INTEGER CHECK (level >= 0),
    unit TEXT CHECK (unit IN ('mg/dL', 'g/L', 'umol/L')),
    comparator TEXT CHECK (comparator IN ('<', '<=', '>=', '>')),
    genotype TEXT,
    method TEXT,
    low INTEGER,
    high INTEGER,
    critical_multiple INTEGER,
    range_source TEXT CHECK (range_source IN ('reported', 'standard')),
    flag TEXT CHECK (flag IN ('LL', 'L', 'N', 'H', 'HH')),
    comparator_open INTEGER NOT NULL CHECK (comparator_open IN (0, 1)),
    genotype_contradicts INTEGER NOT NULL CHECK (genotype_contradicts IN (0, 1)),
    reason TEXT,
    recorded_at INTEGER NOT NULL,
    jumps INTEGER NOT NULL DEFAULT 0 CHECK (jumps IN (0, 1)),
    range_id INTEGER REFERENCES reference_range (id),
    severe_limit INTEGER,
    unit_suspect INTEGER NOT NULL DEFAULT 0 CHECK (unit_suspect IN (0, 1)),
    genotype_differs INTEGER NOT NULL DEFAULT 0 CHECK (genotype_differs IN (0, 1)),
    specimen TEXT,
    collected_at INTEGER,
    received_at INTEGER,
    performer TEXT,
    device TEXT,
    comment TEXT,
    crp INTEGER CHECK (crp >= 0),
    crp_unit TEXT CHECK (crp_unit IN ('mg/L', 'mg/dL')),
    order_number TEXT,
    conflicts SEALED TEXT,
    phenotype TEXT,
    interpretation SEALED TEXT,
    PRIMARY KEY (result_id, number),
    CHECK ((level IS NULL) = (unit IS NULL) AND (level IS NULL) = (low IS NULL) AND (level IS NULL) = (high IS NULL)
        AND (level IS NULL) = (critical_multiple IS NULL) AND (level IS NULL) = (range_source IS NULL)
        AND (level IS NULL) = (flag IS NULL))
) WITHOUT ROWID;
INSERT INTO result_version_next (
    result_id, number, is_current, status, test_date, level, unit, comparator, genotype, method, low, high, critical_multiple,
    range_source, flag, comparator_open, genotype_contradicts, reason, recorded_at, jumps, range_id, severe_limit, unit_suspect,
    genotype_differs, specimen, collected_at, received_at, performer, device, comment, crp, crp_unit, order_number, conflicts,
    phenotype, interpretation)
    SELECT
    result_id, number, is_current, status, test_date, level, unit, comparator, genotype, method, low, high, critical_multiple,
    range_source, flag, comparator_open, genotype_contradicts, reason, recorded_at, jumps, range_id, severe_limit, unit_suspect,
    genotype_differs, specimen, collected_at, received_at, performer, device, comment, crp, crp_unit, order_number, conflicts,
    phenotype, interpretation
    FROM result_version ORDER BY result_id, number;
ALTER TABLE result_version RENAME TO result_version_old;
ALTER TABLE result_version_next RENAME TO result_version;

-- SQLite makes the references of other tables follow a table that is renamed. Their texts name the new tables again.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(replace(sql, 'REFERENCES "result_old"', 'REFERENCES result'), 'REFERENCES "result_version_old"', 'REFERENCES result_version') WHERE type = 'table';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 55000;
-- Going back to a savepoint makes this connection read it again.
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;

DROP TABLE result_old;
DROP TABLE result_version_old;

CREATE INDEX result_all_of_laboratory ON result (laboratory_id, shown_to_clinicians, test_date, id);
CREATE INDEX result_all_shown ON result (shown_to_clinicians, test_date, id);
CREATE INDEX result_held ON result (test_date, id) WHERE held_for IS NOT NULL;
CREATE INDEX result_of_kit ON result (kit_code);
CREATE INDEX result_of_laboratory ON result (laboratory_id, is_unmatched, flag, status, test_date, id);
CREATE INDEX result_of_level ON result (laboratory_id, shown_to_clinicians, unit, level, id);
CREATE INDEX result_of_profile ON result (profile_id, test_date, id) WHERE profile_id IS NOT NULL;
CREATE INDEX result_shown ON result (shown_to_clinicians, is_unmatched, flag, status, test_date, id);
