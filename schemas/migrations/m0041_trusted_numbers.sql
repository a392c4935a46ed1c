-- Reference ranges as data, suspect levels that are held, everything a laboratory knows, and read marks. See the decisions
-- 0105-suspect-levels and 0106-ranges-are-rows.

-- A range never changes: another row replaces it, and its end is noted once. The rows of the first version have no author.
ALTER TABLE reference_range ADD COLUMN sex TEXT CHECK (sex IN ('female', 'male'));
-- Below it the deficiency is severe, in thousandths; NULL: the unit's own limit.
ALTER TABLE reference_range ADD COLUMN severe_limit INTEGER CHECK (severe_limit >= 0);
-- The first day, since 1970, on which it no longer holds; NULL: it holds on.
ALTER TABLE reference_range ADD COLUMN valid_to INTEGER;
ALTER TABLE reference_range ADD COLUMN added_at INTEGER;
ALTER TABLE reference_range ADD COLUMN ended_at INTEGER;
-- clear result: reference_range.sex

-- The row by which a version was judged; NULL: the laboratory sent its range, or the version is older than this step.
ALTER TABLE result_version ADD COLUMN range_id INTEGER REFERENCES reference_range (id);
ALTER TABLE result_version ADD COLUMN severe_limit INTEGER;
-- Why a person has to verify it, beside the reasons of the first version.
ALTER TABLE result_version ADD COLUMN unit_suspect INTEGER NOT NULL DEFAULT 0 CHECK (unit_suspect IN (0, 1));
ALTER TABLE result_version ADD COLUMN genotype_differs INTEGER NOT NULL DEFAULT 0 CHECK (genotype_differs IN (0, 1));
-- What the laboratory knows of the sample.
ALTER TABLE result_version ADD COLUMN specimen TEXT;
ALTER TABLE result_version ADD COLUMN collected_at INTEGER;
ALTER TABLE result_version ADD COLUMN received_at INTEGER;
ALTER TABLE result_version ADD COLUMN performer TEXT;
ALTER TABLE result_version ADD COLUMN device TEXT;
ALTER TABLE result_version ADD COLUMN comment TEXT;
-- C-reactive protein, in thousandths of its unit.
ALTER TABLE result_version ADD COLUMN crp INTEGER CHECK (crp >= 0);
ALTER TABLE result_version ADD COLUMN crp_unit TEXT CHECK (crp_unit IN ('mg/L', 'mg/dL'));
ALTER TABLE result_version ADD COLUMN order_number TEXT;
-- clear result: result_version.specimen result_version.device result_version.crp_unit

-- When the patient read the current version.
ALTER TABLE result ADD COLUMN read_at INTEGER;
-- Since when it is held, and when a person verified its suspect level.
ALTER TABLE result ADD COLUMN held_at INTEGER;
ALTER TABLE result ADD COLUMN verified_at INTEGER;

-- A suspect level is a reason to hold a result. As in m0028, only the text of a CHECK changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'held_for IN (''date-in-future''',
    'held_for IN (''unit-suspect'', ''implausible-jump'', ''genotype-contradicts'', ''genotype-differs'', ''comparator-open'', ''date-in-future''')
WHERE type = 'table' AND name = 'result';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 42000;
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
