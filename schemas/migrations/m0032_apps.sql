-- A key can be that of an app, which it identifies beside a person's token.
CREATE TABLE api_key_next (
    id BLOB NOT NULL PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'consumer', 'app', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    scopes TEXT CHECK (scopes <> ''),
    expires_at INTEGER,
    used_at INTEGER,
    CHECK ((role = 'patient') = (profile_id IS NOT NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL))
);
INSERT INTO api_key_next (id, digest, name, role, profile_id, laboratory_id, created_at, revoked_at, scopes, expires_at, used_at)
    SELECT id, digest, name, role, profile_id, laboratory_id, created_at, revoked_at, scopes, expires_at, used_at FROM api_key;
DROP TABLE api_key;
ALTER TABLE api_key_next RENAME TO api_key;
CREATE INDEX api_key_of_profile ON api_key (profile_id);
