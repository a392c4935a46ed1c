-- The change log: records that were created, changed or erased, in ids. A follower reads it from any number on. Rows never change.

CREATE TABLE change (
    -- Without gaps: the writer gives it.
    number INTEGER NOT NULL PRIMARY KEY,
    noun TEXT NOT NULL CHECK (noun IN ('profile', 'kit', 'result', 'alert')),
    id BLOB NOT NULL,
    -- NULL: this kind has no versions.
    version INTEGER,
    at INTEGER NOT NULL
);
-- clear id: change.id
-- clear word: change.noun

-- Existing records in their present state, so that a follower that begins at the first change misses nothing.
INSERT INTO change (noun, id, version, at)
    SELECT noun, id, version, at FROM (
        SELECT 'profile' AS noun, id, version, created_at AS at FROM profile
        UNION ALL SELECT 'kit', id, NULL, COALESCE((SELECT MAX(at) FROM kit_event WHERE kit_id = kit.id), registered_at, 0) FROM kit
        UNION ALL SELECT 'result', result_id, number, recorded_at FROM result_version WHERE is_current = 1
        UNION ALL SELECT 'alert', id, NULL, raised_at FROM alert)
    ORDER BY at, id;
