-- People are found by exact values: an e-mail address, a phone number, or a name with a birth date.
CREATE INDEX profile_by_email ON profile (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX profile_by_phone ON profile (phone) WHERE phone IS NOT NULL;
CREATE INDEX profile_by_birth_date ON profile (birth_date);

-- Keys that an administrator requested over the network, inactive until another one approves them. See the decision
-- 0052-two-administrators. The columns are those of api_key.
CREATE TABLE prepared_key (
    id BLOB NOT NULL PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'consumer', 'app', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    scopes TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    prepared_by BLOB NOT NULL,
    -- The key in whose place it comes, and for how many milliseconds that one goes on beside it.
    replaces BLOB,
    overlap INTEGER CHECK (overlap >= 0),
    CHECK ((replaces IS NULL) = (overlap IS NULL)),
    CHECK ((role = 'patient') = (profile_id IS NOT NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL))
);
CREATE INDEX prepared_key_of_person ON prepared_key (profile_id) WHERE profile_id IS NOT NULL;
-- clear id: prepared_key.id prepared_key.profile_id prepared_key.laboratory_id prepared_key.prepared_by prepared_key.replaces
-- clear digest: prepared_key.digest
-- clear word: prepared_key.role prepared_key.scopes
