-- A kit's status never leads to a refused result: one that contradicts its kit or another result is held until its laboratory confirms it.
ALTER TABLE result ADD COLUMN held_for TEXT
    CHECK (held_for IN ('kit-rejected', 'kit-expired', 'kit-cancelled', 'kit-replaced', 'other-result'));
CREATE INDEX result_held ON result (test_date, id) WHERE held_for IS NOT NULL;
-- clear result: result.held_for

-- Results came before the registration, and wait until a laboratory or an administrator has reviewed it.
ALTER TABLE kit ADD COLUMN results_came_first INTEGER NOT NULL DEFAULT 0 CHECK (results_came_first IN (0, 1));

-- Codes that a patient could not register on the last day: a patient with too many is stopped.
CREATE TABLE refused_code (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    at INTEGER NOT NULL
);
CREATE INDEX refused_code_of_profile ON refused_code (profile_id, at);
-- clear id: refused_code.profile_id
