-- Teams of people whom an escalation tells together, and when each of them is on call.

CREATE TABLE team (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL UNIQUE,
    description TEXT,
    -- The IANA name of the zone of its shifts.
    time_zone TEXT NOT NULL,
    -- Rises with each change of the team, its members or its shifts.
    version INTEGER NOT NULL CHECK (version > 0),
    created_at INTEGER NOT NULL
);
-- clear id: team.id
-- clear word: team.time_zone
-- clear operation: team.name team.description

CREATE TABLE team_member (
    team_id BLOB NOT NULL REFERENCES team (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    added_at INTEGER NOT NULL,
    PRIMARY KEY (team_id, account_id)
);
CREATE INDEX team_member_of_account ON team_member (account_id);
-- clear id: team_member.team_id team_member.account_id

-- Local times on the clock of the team's zone. Dates are days since 1970.
CREATE TABLE team_shift (
    team_id BLOB NOT NULL REFERENCES team (id),
    -- The order in which they were given.
    place INTEGER NOT NULL,
    account_id BLOB NOT NULL REFERENCES account (id),
    -- A bit for each day of the week on which it begins: 1 is Monday, 64 is Sunday.
    weekdays INTEGER NOT NULL CHECK (weekdays BETWEEN 1 AND 127),
    -- Minutes since midnight.
    start_time INTEGER NOT NULL CHECK (start_time BETWEEN 0 AND 1439),
    end_time INTEGER NOT NULL CHECK (end_time BETWEEN 0 AND 1439),
    -- How many days after its beginning it ends.
    days INTEGER NOT NULL CHECK (days BETWEEN 0 AND 31),
    from_date INTEGER NOT NULL,
    until_date INTEGER CHECK (until_date IS NULL OR until_date >= from_date),
    every_weeks INTEGER NOT NULL CHECK (every_weeks BETWEEN 1 AND 52),
    -- A date in a week in which it takes place.
    anchor_date INTEGER NOT NULL,
    -- Dates on which it doesn't begin, separated by spaces.
    except_dates TEXT NOT NULL,
    PRIMARY KEY (team_id, place),
    CHECK (days > 0 OR end_time > start_time)
);
CREATE INDEX team_shift_of_account ON team_shift (account_id);
-- clear id: team_shift.team_id team_shift.account_id
-- clear word: team_shift.except_dates

-- A member takes over for a while.
CREATE TABLE team_override (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    team_id BLOB NOT NULL REFERENCES team (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    -- The member who is not on call meanwhile; NULL: all whose shift it is.
    replaces BLOB REFERENCES account (id),
    from_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL CHECK (until_at > from_at),
    note TEXT,
    made_by BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    CHECK (replaces IS NULL OR replaces <> account_id)
);
CREATE INDEX team_override_of_team ON team_override (team_id, until_at);
CREATE INDEX team_override_of_account ON team_override (account_id);
CREATE INDEX team_override_replaces ON team_override (replaces) WHERE replaces IS NOT NULL;
-- clear id: team_override.id team_override.team_id team_override.account_id team_override.replaces team_override.made_by
