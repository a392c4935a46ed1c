-- A genotype or a phenotype is a result without a level, too; an interpretation has many lines. See the decision
-- 0135-results-without-a-level.

-- The proteins that isoelectric focusing shows. In `result` a copy from the version in force, by which lists are filtered.
ALTER TABLE result ADD COLUMN phenotype TEXT COLLATE "C", ALTER COLUMN flag DROP NOT NULL,
    ALTER COLUMN level DROP NOT NULL, ALTER COLUMN unit DROP NOT NULL;
-- What the result means, in the laboratory's words: `interpretation`.
ALTER TABLE result_version ADD COLUMN phenotype TEXT COLLATE "C", ADD COLUMN interpretation BYTEA,
    ALTER COLUMN level DROP NOT NULL, ALTER COLUMN unit DROP NOT NULL, ALTER COLUMN low DROP NOT NULL,
    ALTER COLUMN high DROP NOT NULL, ALTER COLUMN critical_multiple DROP NOT NULL,
    ALTER COLUMN range_source DROP NOT NULL, ALTER COLUMN flag DROP NOT NULL;
-- A level and all that is judged by it may be missing, and then all of it is.
ALTER TABLE result_version ADD CONSTRAINT result_version_check CHECK (
    (level IS NULL) = (unit IS NULL) AND (level IS NULL) = (low IS NULL) AND (level IS NULL) = (high IS NULL)
    AND (level IS NULL) = (critical_multiple IS NULL) AND (level IS NULL) = (range_source IS NULL)
    AND (level IS NULL) = (flag IS NULL));
