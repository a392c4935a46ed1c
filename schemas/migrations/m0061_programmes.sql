-- Programmes of partners, who is in them, and the ledger of figures. See the decision 0169-a-ledger-of-figures.
CREATE TABLE programme (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    partner TEXT NOT NULL,
    -- Days since 1970. NULL: open.
    starts_on INTEGER NOT NULL,
    ends_on INTEGER,
    join_code TEXT NOT NULL UNIQUE,
    -- What the return on investment is computed of, in thousandths; all NULL: not given.
    currency TEXT,
    cost_per_quarter INTEGER,
    cost_per_test INTEGER,
    saved_per_test INTEGER,
    source TEXT,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);
-- clear id: programme.id
-- clear operation: programme.name programme.partner programme.source programme.join_code programme.currency

-- How many people should complete a test in a quarter, by its number since year 0.
CREATE TABLE programme_target (
    programme_id BLOB NOT NULL REFERENCES programme (id),
    quarter INTEGER NOT NULL,
    people INTEGER NOT NULL CHECK (people >= 1),
    -- When its coordinators were told that it is met.
    met_at INTEGER,
    PRIMARY KEY (programme_id, quarter)
) WITHOUT ROWID;
-- clear id: programme_target.programme_id

CREATE TABLE programme_coordinator (
    programme_id BLOB NOT NULL REFERENCES programme (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    PRIMARY KEY (programme_id, account_id)
) WITHOUT ROWID;
CREATE INDEX programme_of_coordinator ON programme_coordinator (account_id);
-- clear id: programme_coordinator.programme_id programme_coordinator.account_id

-- A person is in one programme at a time.
CREATE TABLE programme_member (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    programme_id BLOB NOT NULL REFERENCES programme (id),
    joined_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX programme_member_joined ON programme_member (joined_at, profile_id);
-- clear id: programme_member.profile_id programme_member.programme_id

-- The figures of months make room for blocks of people.
DROP TABLE figure;

-- Blocks of ten people or more, counted once and kept. A programme of zeros: people who are in none.
CREATE TABLE figure (
    number INTEGER NOT NULL PRIMARY KEY,
    programme_id BLOB NOT NULL CHECK (length(programme_id) = 16),
    measure TEXT NOT NULL CHECK (measure IN ('enrolled', 'registered', 'completed', 'active', 'retained30', 'retained90')),
    -- A flag; NULL: all of the block.
    class TEXT CHECK (class IN ('LL', 'L', 'N', 'H', 'HH')),
    -- The day on which the block was complete.
    day INTEGER NOT NULL,
    people INTEGER NOT NULL CHECK (people >= 10)
);
CREATE INDEX figure_of_day ON figure (programme_id, day);
-- clear id: figure.programme_id
-- clear word: figure.measure

-- How many people two blocks have in common, if any.
CREATE TABLE figure_overlap (
    figure INTEGER NOT NULL REFERENCES figure (number),
    earlier INTEGER NOT NULL REFERENCES figure (number),
    people INTEGER NOT NULL,
    PRIMARY KEY (figure, earlier)
) WITHOUT ROWID;

-- Whom a measure has seen: so that no person counts twice, and to know who waits for a block.
CREATE TABLE figure_person (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    programme_id BLOB NOT NULL CHECK (length(programme_id) = 16),
    measure TEXT NOT NULL CHECK (measure IN ('enrolled', 'registered', 'completed', 'active', 'retained30', 'retained90')),
    -- Since year 0; 0 where a person counts once for ever.
    quarter INTEGER NOT NULL,
    -- The gravest flag before the block was complete: 0 normal, 1 low, 2 high, 3 severely low, 4 critically high. It is
    -- forgotten when the quarter has ended.
    gravity INTEGER CHECK (gravity >= 0 AND gravity <= 4),
    -- NULL: the person waits.
    figure INTEGER REFERENCES figure (number),
    class_figure INTEGER REFERENCES figure (number),
    PRIMARY KEY (profile_id, programme_id, measure, quarter)
) WITHOUT ROWID;
CREATE INDEX figure_waiting ON figure_person (programme_id, measure, quarter) WHERE figure IS NULL;
CREATE INDEX figure_classes ON figure_person (programme_id, measure, quarter) WHERE gravity IS NOT NULL;
-- clear id: figure_person.profile_id figure_person.programme_id
-- clear word: figure_person.measure

-- The last day through which people were counted; no row: none.
CREATE TABLE figure_day (day INTEGER NOT NULL PRIMARY KEY);

-- What apps report of themselves, by day: no person, no text of their own.
CREATE TABLE diagnostic (
    day INTEGER NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('android', 'ios', 'web')),
    version TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('crash', 'hang', 'start-slow', 'upload-failed', 'scan-failed', 'sign-in-failed', 'push-missing')),
    count INTEGER NOT NULL,
    PRIMARY KEY (day, platform, version, kind)
) WITHOUT ROWID;
-- clear word: diagnostic.platform diagnostic.kind
-- clear technical: diagnostic.version
