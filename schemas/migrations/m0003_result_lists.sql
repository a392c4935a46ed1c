-- Columns by which lists of results are filtered and sorted: from the version in force, and from its patient.
-- With them, an index finds a page of any list, however rare its results. See the decision 0011-lists-of-results.

ALTER TABLE result ADD COLUMN test_date INTEGER NOT NULL DEFAULT 0;
ALTER TABLE result ADD COLUMN status TEXT NOT NULL DEFAULT 'final';
ALTER TABLE result ADD COLUMN flag TEXT NOT NULL DEFAULT 'N';
ALTER TABLE result ADD COLUMN is_unmatched INTEGER NOT NULL DEFAULT 0 CHECK (is_unmatched IN (0, 1));
-- 1 if the patient consents to clinicians seeing it, or its kit is not registered.
ALTER TABLE result ADD COLUMN shown_to_clinicians INTEGER NOT NULL DEFAULT 1 CHECK (shown_to_clinicians IN (0, 1));
-- clear result: result.status result.flag

DROP INDEX result_version_current;
DROP INDEX result_version_current_flag;
DROP INDEX result_of_profile;
DROP INDEX result_unmatched;

UPDATE result SET
    (test_date, status, flag) = (SELECT test_date, status, flag FROM result_version v
        WHERE v.result_id = result.id AND v.is_current = 1),
    is_unmatched = CASE WHEN kit_id IS NULL THEN 1 ELSE 0 END,
    shown_to_clinicians = COALESCE((SELECT consent_clinicians FROM profile p WHERE p.id = result.profile_id), 1);

CREATE INDEX result_of_profile ON result (profile_id, test_date, id) WHERE profile_id IS NOT NULL;
CREATE INDEX result_shown ON result (shown_to_clinicians, is_unmatched, flag, status, test_date, id);
CREATE INDEX result_of_laboratory ON result (laboratory_id, is_unmatched, flag, status, test_date, id);

-- A consent takes effect at once, whatever statement changes it.
CREATE TRIGGER profile_consent AFTER UPDATE OF consent_clinicians ON profile
BEGIN
    UPDATE result SET shown_to_clinicians = NEW.consent_clinicians
    WHERE profile_id = NEW.id AND shown_to_clinicians <> NEW.consent_clinicians;
END;
