-- Results by level, genotype and method; internal notes; saved searches. See the decisions 0011-lists-of-results and 0104-internal-notes.

-- Copies from the version in force, by which lists are filtered and sorted.
ALTER TABLE result ADD COLUMN level INTEGER NOT NULL DEFAULT 0;
ALTER TABLE result ADD COLUMN unit TEXT NOT NULL DEFAULT 'mg/dL';
ALTER TABLE result ADD COLUMN genotype TEXT;
ALTER TABLE result ADD COLUMN method TEXT;
-- clear result: result.unit result.genotype result.method

-- With the consent, one index also finds the results of one laboratory for clinicians.
DROP INDEX result_all_of_laboratory;

UPDATE result SET (level, unit, genotype, method) = (SELECT level, unit, genotype, method FROM result_version v
    WHERE v.result_id = result.id AND v.is_current = 1)
WHERE EXISTS (SELECT 1 FROM result_version v WHERE v.result_id = result.id AND v.is_current = 1);

CREATE INDEX result_all_of_laboratory ON result (laboratory_id, shown_to_clinicians, test_date, id);
CREATE INDEX result_of_level ON result (laboratory_id, shown_to_clinicians, unit, level, id);

-- Alerts that a clinician has acknowledged, and that wait for an outcome.
CREATE INDEX alert_acknowledged ON alert (band, rank, id) WHERE state = 'acknowledged';

-- What staff wrote to each other about a kit, a result or an alert. Append only.
CREATE TABLE note (
    -- UUIDv7.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    noun TEXT NOT NULL CHECK (noun IN ('kit', 'result', 'alert')),
    -- The kit, the result or the alert.
    subject BLOB NOT NULL CHECK (length(subject) = 16),
    -- The account or key that wrote it.
    author BLOB NOT NULL CHECK (length(author) = 16),
    at INTEGER NOT NULL,
    -- Words of a person, which may tell of another's health: they stand here and nowhere else.
    text TEXT NOT NULL
);
CREATE INDEX note_of_subject ON note (subject, id);
-- clear id: note.id note.subject note.author
-- clear word: note.noun

-- Filters of a list that a person uses again. They name no patient.
CREATE TABLE saved_search (
    account_id BLOB NOT NULL REFERENCES account (id),
    name TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('results', 'alerts', 'kits', 'people')),
    -- The list's query parameters, as JSON.
    filters TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, name)
) WITHOUT ROWID;
-- clear id: saved_search.account_id
-- clear word: saved_search.list
