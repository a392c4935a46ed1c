-- A genotype or a phenotype is a result without a level, too; an interpretation has many lines. See the decision
-- 0135-results-without-a-level.

-- The proteins that isoelectric focusing shows. In `result` a copy from the version in force, by which lists are filtered.
ALTER TABLE result ADD COLUMN phenotype TEXT;
ALTER TABLE result_version ADD COLUMN phenotype TEXT;
-- What the result means, in the laboratory's words.
ALTER TABLE result_version ADD COLUMN interpretation SEALED TEXT;
-- clear result: result.phenotype result_version.phenotype

-- A level and all that is judged by it may be missing, and then all of it is. As in m0028, only the text of conditions changes.
-- The defaults stay: a row that is older than its columns has them from there.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(replace(sql, 'flag TEXT NOT NULL', 'flag TEXT'),
    'level INTEGER NOT NULL DEFAULT 0, unit TEXT NOT NULL', 'level INTEGER DEFAULT 0, unit TEXT')
WHERE type = 'table' AND name = 'result';
UPDATE sqlite_master SET sql = replace(replace(replace(replace(replace(replace(replace(replace(sql,
    'level INTEGER NOT NULL', 'level INTEGER'), 'unit TEXT NOT NULL', 'unit TEXT'), 'low INTEGER NOT NULL', 'low INTEGER'),
    'high INTEGER NOT NULL', 'high INTEGER'), 'critical_multiple INTEGER NOT NULL', 'critical_multiple INTEGER'),
    'range_source TEXT NOT NULL', 'range_source TEXT'), 'flag TEXT NOT NULL', 'flag TEXT'),
    'PRIMARY KEY (result_id, number)', 'PRIMARY KEY (result_id, number),
    CHECK ((level IS NULL) = (unit IS NULL) AND (level IS NULL) = (low IS NULL) AND (level IS NULL) = (high IS NULL)
        AND (level IS NULL) = (critical_multiple IS NULL) AND (level IS NULL) = (range_source IS NULL)
        AND (level IS NULL) = (flag IS NULL))')
WHERE type = 'table' AND name = 'result_version';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 50000;
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
