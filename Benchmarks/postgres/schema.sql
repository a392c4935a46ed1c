-- FairKit's tables of the queue as PostgreSQL has them: ids are UUID, numbers come from sequences. What a claim and an ack
-- write has the same columns, checks and indexes; results, which they only read, have fewer columns.

CREATE TABLE result (
    id UUID NOT NULL PRIMARY KEY,
    profile_id UUID
);

CREATE TABLE result_version (
    result_id UUID NOT NULL REFERENCES result (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    level BIGINT NOT NULL CHECK (level >= 0),
    unit TEXT NOT NULL CHECK (unit IN ('mg/dL', 'g/L', 'umol/L')),
    comparator TEXT CHECK (comparator IN ('<', '<=', '>=', '>')),
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    critical_multiple BIGINT NOT NULL,
    range_source TEXT NOT NULL CHECK (range_source IN ('reported', 'standard')),
    PRIMARY KEY (result_id, number)
);

CREATE TABLE alert (
    id UUID NOT NULL PRIMARY KEY,
    result_id UUID NOT NULL,
    result_version INTEGER NOT NULL,
    rule TEXT NOT NULL,
    rule_version INTEGER NOT NULL,
    band INTEGER NOT NULL CHECK (band BETWEEN 0 AND 3),
    rank BIGINT NOT NULL,
    raised_at BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'acknowledged', 'resolved', 'retracted')),
    follows UUID REFERENCES alert (id),
    UNIQUE (result_id, result_version, rule, rule_version),
    FOREIGN KEY (result_id, result_version) REFERENCES result_version (result_id, number)
);
CREATE INDEX alert_open ON alert (band, rank, id) WHERE state = 'open';

CREATE TABLE consumer_group (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    last_band INTEGER NOT NULL CHECK (last_band BETWEEN 0 AND 3)
);
INSERT INTO consumer_group (id, name, last_band) VALUES (1, 'default', 3);

CREATE TABLE delivery (
    number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    alert_id UUID NOT NULL REFERENCES alert (id),
    group_id INTEGER NOT NULL REFERENCES consumer_group (id),
    lane INTEGER NOT NULL CHECK (lane IN (0, 1)),
    rank BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'acked', 'parked')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    token UUID,
    consumer TEXT,
    lease_expires_at BIGINT,
    acked_at BIGINT,
    parked_at BIGINT,
    due_at BIGINT CHECK (due_at IS NULL OR state = 'pending'),
    last_event BIGINT,
    UNIQUE (alert_id, group_id),
    CHECK ((state = 'pending') OR (token IS NOT NULL)),
    CHECK ((state = 'leased') = (lease_expires_at IS NOT NULL)),
    CHECK ((state = 'acked') = (acked_at IS NOT NULL)),
    CHECK ((state = 'parked') = (parked_at IS NOT NULL)),
    CHECK (state <> 'parked' OR lane = 1)
);
CREATE INDEX delivery_pending ON delivery (group_id, lane, rank, number) WHERE state = 'pending' AND due_at IS NULL;
CREATE INDEX delivery_delayed ON delivery (group_id, lane, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_leased ON delivery (group_id, lane, lease_expires_at) WHERE state = 'leased';
CREATE INDEX delivery_parked ON delivery (group_id, number) WHERE state = 'parked';

CREATE TABLE alert_event (
    number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    alert_id UUID NOT NULL,
    delivery BIGINT,
    kind TEXT NOT NULL CHECK (kind IN ('raised', 'retracted', 'leased', 'extended', 'released', 'expired', 'acked',
        'bound', 'parked', 'stuck', 'redriven')),
    actor UUID,
    reason TEXT,
    previous BIGINT
);
CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number) WHERE delivery IS NULL;

CREATE TABLE audit (
    number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    actor UUID,
    action TEXT NOT NULL,
    object TEXT,
    profile_id UUID,
    request_id TEXT NOT NULL
);
CREATE INDEX audit_of_profile ON audit (profile_id, number) WHERE profile_id IS NOT NULL;

-- Transactions that lock this row first have their events and audit entries numbered in the order of their commits.
CREATE TABLE head (commits BIGINT NOT NULL);
INSERT INTO head (commits) VALUES (0);
