-- A person's record is erased on demand, unless a legal hold keeps it. See the decision 0026-erasing-a-person.

-- Whose record may not be erased, and why: in an administrator's words, which tell nothing of anybody's health.
CREATE TABLE legal_hold (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    reason TEXT NOT NULL,
    set_at INTEGER NOT NULL
);

-- Who was erased, by an id that names nobody any more: what is to be done again once an older backup was restored.
CREATE TABLE erased_profile (
    profile_id BLOB NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    -- The last delivery that there was then; 0 if there was none.
    last_delivery INTEGER NOT NULL
);
CREATE INDEX erased_profile_delivery ON erased_profile (last_delivery);

-- SQLite gives the number of a last row that was deleted to the next one. A consumer who knows a delivery by its number would take
-- the next alert for the one that it has had.
CREATE TRIGGER delivery_number AFTER INSERT ON delivery
WHEN NEW.number <= (SELECT MAX(last_delivery) FROM erased_profile)
BEGIN
    UPDATE delivery SET number = (SELECT MAX(last_delivery) + 1 FROM erased_profile) WHERE number = NEW.number;
END;

-- What refers to a row that is erased is found without reading its whole table.
CREATE INDEX alert_following ON alert (follows) WHERE follows IS NOT NULL;
CREATE INDEX send_of_alert ON send (alert_id);
CREATE INDEX idempotency_kept ON idempotency (made) WHERE expires_at IS NULL;
