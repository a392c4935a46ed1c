-- The index by which people are found by parts of their names and other values. See the decision 0101-people-search.

-- Each person has a number, since the index holds sets of numbers.
CREATE TABLE profile_search (
    number INTEGER NOT NULL PRIMARY KEY,
    profile_id BLOB NOT NULL UNIQUE REFERENCES profile (id),
    -- The folded values that are in the index. NULL: none yet.
    text TEXT,
    -- How often the person changed since the index was brought up to date; 0: it is. Until then a search compares the person itself.
    pending INTEGER NOT NULL DEFAULT 1 CHECK (pending >= 0)
);
CREATE INDEX profile_search_pending ON profile_search (number) WHERE pending > 0;
-- clear id: profile_search.profile_id

-- People who have a part of a value: for each block of 4,096 numbers a list of places (two bytes each) or a bitmap (512 bytes).
CREATE TABLE search_posting (
    -- A keyed hash of the part.
    token INTEGER NOT NULL,
    block INTEGER NOT NULL,
    people BLOB NOT NULL,
    PRIMARY KEY (token, block)
) WITHOUT ROWID;
-- clear numbers: search_posting.people

INSERT INTO profile_search (profile_id) SELECT id FROM profile ORDER BY id;
