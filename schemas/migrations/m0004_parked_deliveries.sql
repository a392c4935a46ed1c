-- Deliveries that failed too often: parked, until an operator redrives them.

CREATE TABLE delivery_next (
    number INTEGER NOT NULL PRIMARY KEY,
    alert_id BLOB NOT NULL REFERENCES alert (id),
    group_id INTEGER NOT NULL REFERENCES consumer_group (id),
    -- 0 for critical alerts, which come before everything and are never parked; 1 for the rest, in the order of their rank.
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
    UNIQUE (alert_id, group_id),
    CHECK ((state = 'pending') OR (token IS NOT NULL)),
    CHECK ((state = 'leased') = (lease_expires_at IS NOT NULL)),
    CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
    CHECK ((state = 'parked') = (parked_at IS NOT NULL)),
    CHECK (state <> 'parked' OR lane = 1)
);
INSERT INTO delivery_next (number, alert_id, group_id, lane, rank, state, attempts, token, consumer, lease_expires_at,
        delivered_at, due_at)
    SELECT number, alert_id, group_id, lane, rank, state, attempts, token, consumer, lease_expires_at, delivered_at, due_at
    FROM delivery;
DROP TABLE delivery;
ALTER TABLE delivery_next RENAME TO delivery;
CREATE INDEX delivery_pending ON delivery (group_id, lane, rank, number) WHERE state = 'pending' AND due_at IS NULL;
CREATE INDEX delivery_delayed ON delivery (group_id, lane, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_leased ON delivery (group_id, lane, lease_expires_at) WHERE state = 'leased';
CREATE INDEX delivery_parked ON delivery (group_id, number) WHERE state = 'parked';

-- The same events with three more kinds.
CREATE TABLE alert_event_next (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('raised', 'retracted', 'leased', 'extended', 'released', 'expired', 'delivered',
        'bound', 'parked', 'stuck', 'redriven')),
    actor BLOB,
    reason TEXT
);
INSERT INTO alert_event_next (number, at, alert_id, delivery, kind, actor, reason)
    SELECT number, at, alert_id, delivery, kind, actor, reason FROM alert_event;
DROP TABLE alert_event;
ALTER TABLE alert_event_next RENAME TO alert_event;
CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number);
