-- A photo of a person, for those who see the profile. See the decision 0005-photos-in-a-cage.
CREATE TABLE profile_photo (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    -- Squares in JPEG, without metadata, as a confined worker made them.
    large BLOB NOT NULL CHECK (length(large) BETWEEN 4 AND 262144),
    small BLOB NOT NULL CHECK (length(small) BETWEEN 4 AND 262144),
    changed_at INTEGER NOT NULL
);
-- clear id: profile_photo.profile_id
