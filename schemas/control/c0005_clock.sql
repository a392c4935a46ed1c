-- What the servers believe of the clock, in one row. See decision 0130.
CREATE TABLE clock (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    -- The last moment that a server knew, by the clock.
    seen_at INTEGER NOT NULL,
    -- How far the clock is ahead of the time that has surely passed, in milliseconds.
    ahead INTEGER NOT NULL CHECK (ahead >= 0)
);
