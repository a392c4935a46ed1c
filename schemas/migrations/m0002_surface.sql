-- Issued and listed kits, extended and released deliveries, and idempotency keys.

CREATE INDEX kit_of_status ON kit (status, id);
CREATE INDEX kit_to_review ON kit (id) WHERE needs_review = 1;

-- When a released delivery becomes visible again; NULL: it is visible.
ALTER TABLE delivery ADD COLUMN due_at INTEGER CHECK (due_at IS NULL OR state = 'pending');
DROP INDEX delivery_pending;
CREATE INDEX delivery_pending ON delivery (group_id, lane, rank, number) WHERE state = 'pending' AND due_at IS NULL;
CREATE INDEX delivery_delayed ON delivery (group_id, lane, due_at) WHERE due_at IS NOT NULL;

-- The same events with two more kinds, and a consumer's reason for a release: in its own words, never a patient's data.
CREATE TABLE alert_event_next (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('raised', 'retracted', 'leased', 'extended', 'released', 'expired', 'delivered',
        'bound')),
    actor BLOB,
    reason TEXT
);
INSERT INTO alert_event_next (number, at, alert_id, delivery, kind, actor)
    SELECT number, at, alert_id, delivery, kind, actor FROM alert_event;
DROP TABLE alert_event;
ALTER TABLE alert_event_next RENAME TO alert_event;
CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number);

-- What was created under a client's Idempotency-Key: ids only, concatenated.
CREATE TABLE idempotency (
    actor BLOB NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    body_digest BLOB NOT NULL,
    made BLOB NOT NULL,
    -- Which version of it, where there are several.
    version INTEGER,
    at INTEGER NOT NULL,
    -- NULL: kept for ever.
    expires_at INTEGER,
    PRIMARY KEY (actor, route, key)
);
CREATE INDEX idempotency_expiry ON idempotency (expires_at) WHERE expires_at IS NOT NULL;
-- clear id: idempotency.actor idempotency.made
-- clear digest: idempotency.body_digest
-- clear word: idempotency.route
