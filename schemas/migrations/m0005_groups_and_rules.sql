-- Consumer groups with their settings and limits, replays, more rules, and the level that an alert compared.

CREATE TABLE consumer_group_next (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The bands that it wants: the sum of 1 for band 0, 2 for band 1, 4 for band 2 and 8 for band 3.
    bands INTEGER NOT NULL CHECK (bands BETWEEN 1 AND 15),
    -- In seconds, of band 0 and of the others; NULL: what the band gives.
    critical_lease INTEGER CHECK (critical_lease BETWEEN 5 AND 900),
    lease INTEGER CHECK (lease BETWEEN 5 AND 900),
    -- How many deliveries one consumer may have leased, of band 0 and of the others.
    critical_credit INTEGER NOT NULL CHECK (critical_credit BETWEEN 1 AND 1000),
    credit INTEGER NOT NULL CHECK (credit BETWEEN 1 AND 1000),
    -- NULL of the first, which is as old as the store.
    created_at INTEGER,
    -- Since when it gets nothing any more, and its name is free.
    closed_at INTEGER
);
INSERT INTO consumer_group_next (id, name, bands, critical_credit, credit)
    SELECT id, name, CASE last_band WHEN 0 THEN 1 WHEN 1 THEN 3 WHEN 2 THEN 7 ELSE 15 END, 100, 100 FROM consumer_group;

CREATE TABLE delivery_next (
    number INTEGER NOT NULL PRIMARY KEY,
    alert_id BLOB NOT NULL REFERENCES alert (id),
    group_id INTEGER NOT NULL REFERENCES consumer_group_next (id),
    -- 0 for critical alerts, which come before everything and are never parked; 1 for the rest and for replays, in the order of their
    -- rank.
    lane INTEGER NOT NULL CHECK (lane IN (0, 1)),
    rank INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'delivered', 'parked')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    token BLOB,
    consumer TEXT,
    lease_expires_at INTEGER,
    delivered_at INTEGER,
    parked_at INTEGER,
    -- When a delivery that was given back comes into view again; NULL: it is in view.
    due_at INTEGER CHECK (due_at IS NULL OR state = 'pending'),
    -- 1 if it was delivered before, and somebody asked for it again: nobody is to be paged twice.
    is_replay INTEGER NOT NULL DEFAULT 0 CHECK (is_replay IN (0, 1)),
    UNIQUE (alert_id, group_id),
    CHECK ((state = 'pending') OR (token IS NOT NULL)),
    CHECK ((state = 'leased') = (lease_expires_at IS NOT NULL)),
    CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
    CHECK ((state = 'parked') = (parked_at IS NOT NULL)),
    CHECK (state <> 'parked' OR lane = 1)
);
INSERT INTO delivery_next (number, alert_id, group_id, lane, rank, state, attempts, token, consumer, lease_expires_at,
        delivered_at, parked_at, due_at)
    SELECT number, alert_id, group_id, lane, rank, state, attempts, token, consumer, lease_expires_at, delivered_at, parked_at,
        due_at
    FROM delivery;
DROP TABLE delivery;
DROP TABLE consumer_group;
ALTER TABLE consumer_group_next RENAME TO consumer_group;
ALTER TABLE delivery_next RENAME TO delivery;
CREATE UNIQUE INDEX consumer_group_name ON consumer_group (name) WHERE closed_at IS NULL;
CREATE INDEX delivery_pending ON delivery (group_id, lane, rank, number) WHERE state = 'pending' AND due_at IS NULL;
CREATE INDEX delivery_delayed ON delivery (group_id, lane, due_at) WHERE due_at IS NOT NULL;
-- With the consumer, so that the index alone counts its leases.
CREATE INDEX delivery_leased ON delivery (group_id, lane, lease_expires_at, consumer) WHERE state = 'leased';
CREATE INDEX delivery_parked ON delivery (group_id, number) WHERE state = 'parked';

-- The same events with three more kinds.
CREATE TABLE alert_event_next (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('raised', 'retracted', 'offered', 'leased', 'extended', 'released',
        'returned', 'expired', 'delivered', 'bound', 'parked', 'stuck', 'redriven', 'replayed')),
    actor BLOB,
    reason TEXT
);
INSERT INTO alert_event_next (number, at, alert_id, delivery, kind, actor, reason)
    SELECT number, at, alert_id, delivery, kind, actor, reason FROM alert_event;
DROP TABLE alert_event;
ALTER TABLE alert_event_next RENAME TO alert_event;
CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number);

-- The same patient's earlier level, with which a rule compared.
ALTER TABLE alert ADD COLUMN earlier_level INTEGER;
ALTER TABLE alert ADD COLUMN earlier_unit TEXT;
ALTER TABLE alert ADD COLUMN earlier_comparator TEXT;
ALTER TABLE alert ADD COLUMN earlier_test_date INTEGER;
-- clear result: alert.earlier_unit alert.earlier_comparator

ALTER TABLE result_version ADD COLUMN jumps INTEGER NOT NULL DEFAULT 0 CHECK (jumps IN (0, 1));

-- Rules that can be enabled and disabled; all others always apply.
CREATE TABLE alert_rule (
    rule TEXT NOT NULL PRIMARY KEY,
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
);
-- clear word: alert_rule.rule
INSERT INTO alert_rule (rule, is_on) VALUES ('severe-low', 0);
