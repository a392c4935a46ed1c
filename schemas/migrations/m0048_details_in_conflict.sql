-- A critical result is never refused for what is not needed to know whose level it is and how high. See the decision
-- 0073-critical-results-are-stored.

-- What was kept aside of a critical result: a JSON array with pointer, detail, and what was sent. NULL: nothing.
ALTER TABLE result_version ADD COLUMN conflicts SEALED TEXT;
-- The day on which the kit was handed out, if it was before the tenant used FairKit, in days since 1970.
ALTER TABLE kit_logistics ADD COLUMN issued_on INTEGER;

-- It is a reason to hold a result. As in m0028, only the text of a CHECK changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'held_for IN (''unit-suspect''', 'held_for IN (''details-in-conflict'', ''unit-suspect''')
WHERE type = 'table' AND name = 'result';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 48000;
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
