-- Wrong passwords of one account from all unknown sources together. A row expires two days after it began.
CREATE TABLE stranger_failure (
    -- A keyed digest of an address of mail, whether there is such an account or not.
    email BLOB NOT NULL PRIMARY KEY,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    -- When its day began.
    began_at INTEGER NOT NULL,
    -- When its owner was last told.
    told_at INTEGER
);
CREATE INDEX stranger_failure_began ON stranger_failure (began_at);
-- clear digest: stranger_failure.email

-- The known sources of accounts: attackers elsewhere can't lock their owners out. A row expires like an ended session.
CREATE TABLE known_place (
    -- Keyed digests, as in sign_in_failure.
    email BLOB NOT NULL,
    source BLOB NOT NULL,
    account_id BLOB NOT NULL REFERENCES account (id),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (email, source)
);
CREATE INDEX known_place_of_account ON known_place (account_id);
CREATE INDEX known_place_last ON known_place (last_at);
-- clear id: known_place.account_id
-- clear digest: known_place.email known_place.source
