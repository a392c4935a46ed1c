-- Erases a person's record on request, unless a legal hold prevents it. See the decision 0026-erasing-a-person.

-- Records that must not be erased, and the administrator's reason, which contains no health data.
CREATE TABLE legal_hold (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    reason TEXT NOT NULL,
    set_at INTEGER NOT NULL
);
-- clear id: legal_hold.profile_id

-- Erased people, by an id that no longer identifies them: their erasure has to be repeated after an older backup was restored.
CREATE TABLE erased_profile (
    profile_id BLOB NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    -- The last delivery that there was then; 0 if there was none.
    last_delivery INTEGER NOT NULL
);
CREATE INDEX erased_profile_delivery ON erased_profile (last_delivery);
-- clear id: erased_profile.profile_id

-- SQLite reuses the number of a deleted last row. A consumer that knows a delivery by its number would take the next alert
-- for a duplicate.
CREATE TRIGGER delivery_number AFTER INSERT ON delivery
WHEN NEW.number <= (SELECT MAX(last_delivery) FROM erased_profile)
BEGIN
    UPDATE delivery SET number = (SELECT MAX(last_delivery) + 1 FROM erased_profile) WHERE number = NEW.number;
END;

-- Finds the rows that refer to an erased row without reading the whole table.
CREATE INDEX alert_following ON alert (follows) WHERE follows IS NOT NULL;
CREATE INDEX send_of_alert ON send (alert_id);
CREATE INDEX idempotency_kept ON idempotency (made) WHERE expires_at IS NULL;
