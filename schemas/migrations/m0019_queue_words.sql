-- Renames the queue's terms to those of SQS and Pub/Sub. See the decision 0035-queue-words. A delivery is acked (was: delivered); a
-- consumer has a maxInFlight (was: credit); a group is backfilled with open alerts (was: offered); a request to a webhook is a delivery
-- attempt (was: send). Rows are otherwise unchanged. The texts of the audit log stay as they are.

CREATE TABLE consumer_group_next (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The bands of its alerts: the sum of 1 for band 0, 2 for band 1, 4 for band 2 and 8 for band 3.
    bands INTEGER NOT NULL CHECK (bands BETWEEN 1 AND 15),
    -- In seconds, for band 0 and for the others; NULL: the band's default.
    critical_lease INTEGER CHECK (critical_lease BETWEEN 5 AND 900),
    lease INTEGER CHECK (lease BETWEEN 5 AND 900),
    -- How many deliveries one consumer may hold leased at a time, of band 0 and of the others.
    critical_max_in_flight INTEGER NOT NULL CHECK (critical_max_in_flight BETWEEN 1 AND 1000),
    max_in_flight INTEGER NOT NULL CHECK (max_in_flight BETWEEN 1 AND 1000),
    -- NULL for the default group, which is as old as the store.
    created_at INTEGER,
    -- When it was removed. It gets no more deliveries, and its name is free.
    closed_at INTEGER,
    -- How far it was backfilled with the alerts that were open when it was created, or when it got more bands: the last of them by
    -- (band, rank, id), an empty blob if none yet, NULL if all. There may be many, so this happens in batches.
    backfilled_to BLOB
);
INSERT INTO consumer_group_next (id, name, bands, critical_lease, lease, critical_max_in_flight, max_in_flight, created_at,
        closed_at, backfilled_to)
    SELECT id, name, bands, critical_lease, lease, critical_credit, credit, created_at, closed_at, offered_to FROM consumer_group;

CREATE TABLE delivery_next (
    number INTEGER NOT NULL PRIMARY KEY,
    alert_id BLOB NOT NULL REFERENCES alert (id),
    group_id INTEGER NOT NULL REFERENCES consumer_group_next (id),
    -- 0 for critical alerts, which come before everything and are never parked; 1 for the rest and for replays, in the order of their
    -- rank.
    lane INTEGER NOT NULL CHECK (lane IN (0, 1)),
    rank INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'acked', 'parked')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    token BLOB,
    consumer TEXT,
    lease_expires_at INTEGER,
    acked_at INTEGER,
    parked_at INTEGER,
    -- When a delivery that was released becomes visible again; NULL: it is visible.
    due_at INTEGER CHECK (due_at IS NULL OR state = 'pending'),
    -- 1 if it was acked before and is replayed: no person is to be paged twice.
    is_replay INTEGER NOT NULL DEFAULT 0 CHECK (is_replay IN (0, 1)),
    -- Counts up when its content is to be delivered as new: by a replay, or when the alert's patient becomes known. A receiver that drops
    -- duplicates must not drop these.
    generation INTEGER NOT NULL DEFAULT 0 CHECK (generation >= 0),
    last_event INTEGER,
    UNIQUE (alert_id, group_id),
    CHECK ((state = 'pending') OR (token IS NOT NULL)),
    CHECK ((state = 'leased') = (lease_expires_at IS NOT NULL)),
    CHECK ((state = 'acked') = (acked_at IS NOT NULL)),
    CHECK ((state = 'parked') = (parked_at IS NOT NULL)),
    CHECK (state <> 'parked' OR lane = 1)
);
INSERT INTO delivery_next (number, alert_id, group_id, lane, rank, state, attempts, token, consumer, lease_expires_at, acked_at,
        parked_at, due_at, is_replay, generation, last_event)
    SELECT number, alert_id, group_id, lane, rank, CASE state WHEN 'delivered' THEN 'acked' ELSE state END, attempts, token, consumer,
        lease_expires_at, delivered_at, parked_at, due_at, is_replay, generation, last_event
    FROM delivery ORDER BY number;

CREATE TABLE webhook_next (
    group_id INTEGER NOT NULL PRIMARY KEY REFERENCES consumer_group_next (id),
    url TEXT NOT NULL,
    -- Signs its requests.
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    -- 1 if its requests carry a claim's payload, which is health data; 0: ids only.
    sends_payload INTEGER NOT NULL CHECK (sends_payload IN (0, 1)),
    created_at INTEGER NOT NULL
);
INSERT INTO webhook_next (group_id, url, secret, sends_payload, created_at)
    SELECT group_id, url, secret, sends_payload, created_at FROM webhook;

-- One row for each request that pushes a delivery to a receiver; ids only.
CREATE TABLE delivery_attempt (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER NOT NULL,
    group_id INTEGER NOT NULL REFERENCES consumer_group_next (id),
    channel TEXT NOT NULL CHECK (channel IN ('webhook', 'email', 'push', 'sms')),
    outcome TEXT NOT NULL,
    -- NULL if no answer came.
    http_status INTEGER,
    milliseconds INTEGER NOT NULL,
    -- From 1.
    attempt INTEGER NOT NULL CHECK (attempt >= 1)
);
-- clear id: delivery_attempt.alert_id
-- clear word: delivery_attempt.channel delivery_attempt.outcome
INSERT INTO delivery_attempt (number, at, alert_id, delivery, group_id, channel, outcome, http_status, milliseconds, attempt)
    SELECT number, at, alert_id, delivery, group_id, channel, outcome, http_status, milliseconds, attempt FROM send ORDER BY number;

-- Tables that refer to the groups go first. The trigger on delivery is dropped with its table.
DROP TABLE send;
DROP TABLE webhook;
DROP TABLE delivery;
DROP TABLE consumer_group;
ALTER TABLE consumer_group_next RENAME TO consumer_group;
ALTER TABLE delivery_next RENAME TO delivery;
ALTER TABLE webhook_next RENAME TO webhook;

CREATE UNIQUE INDEX consumer_group_name ON consumer_group (name) WHERE closed_at IS NULL;
CREATE INDEX delivery_pending ON delivery (group_id, lane, rank, number) WHERE state = 'pending' AND due_at IS NULL;
CREATE INDEX delivery_delayed ON delivery (group_id, lane, due_at) WHERE due_at IS NOT NULL;
-- With the consumer, so that the index covers how many leases it has.
CREATE INDEX delivery_leased ON delivery (group_id, lane, lease_expires_at, consumer) WHERE state = 'leased';
CREATE INDEX delivery_parked ON delivery (group_id, number) WHERE state = 'parked';
CREATE INDEX delivery_attempt_of_group ON delivery_attempt (group_id, number);
CREATE INDEX delivery_attempt_of_alert ON delivery_attempt (alert_id);

-- SQLite reuses the number of a deleted last row. A consumer that knows a delivery by its number would take the next alert
-- for a duplicate.
CREATE TRIGGER delivery_number AFTER INSERT ON delivery
WHEN NEW.number <= (SELECT MAX(last_delivery) FROM erased_profile)
BEGIN
    UPDATE delivery SET number = (SELECT MAX(last_delivery) + 1 FROM erased_profile) WHERE number = NEW.number;
END;

-- The same events under their new names.
CREATE TABLE alert_event_next (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('raised', 'retracted', 'backfilled', 'leased', 'extended', 'released', 'returned', 'expired',
        'acked', 'bound', 'parked', 'stuck', 'redriven', 'replayed')),
    actor BLOB,
    reason TEXT,
    -- The event of the same delivery before this one.
    previous INTEGER
);
INSERT INTO alert_event_next (number, at, alert_id, delivery, kind, actor, reason, previous)
    SELECT number, at, alert_id, delivery, CASE kind WHEN 'delivered' THEN 'acked' WHEN 'offered' THEN 'backfilled' ELSE kind END,
        actor, reason, previous
    FROM alert_event ORDER BY number;
DROP TABLE alert_event;
ALTER TABLE alert_event_next RENAME TO alert_event;
CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number) WHERE delivery IS NULL;
