-- No result is refused for the state of its kit: one that a kit or another result contradicts is held until its laboratory confirms it.
ALTER TABLE result ADD COLUMN held_for TEXT
    CHECK (held_for IN ('kit-rejected', 'kit-expired', 'kit-cancelled', 'kit-replaced', 'other-result'));
CREATE INDEX result_held ON result (test_date, id) WHERE held_for IS NOT NULL;

-- Results came before the kit was registered, and wait until a laboratory or an administrator has reviewed the registration.
ALTER TABLE kit ADD COLUMN results_came_first INTEGER NOT NULL DEFAULT 0 CHECK (results_came_first IN (0, 1));

-- Codes that a patient could not register, of the last day: whoever tries many is stopped.
CREATE TABLE refused_code (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    at INTEGER NOT NULL
);
CREATE INDEX refused_code_of_profile ON refused_code (profile_id, at);
