-- A critical result is held if its date can't be right. Only the CHECK of one column changes, so its text is changed in place, as SQLite describes
-- it (lang_altertable.html, section 7): no row is written, and a million results take no longer than none. A new schema number makes every
-- connection read it again. See the decision 0073-critical-results-are-stored.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'held_for IN (''kit-rejected''',
    'held_for IN (''date-in-future'', ''date-before-birth'', ''date-before-issue'', ''date-before-ranges'', ''kit-rejected''')
WHERE type = 'table' AND name = 'result';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 28000;
-- Going back to a savepoint makes this connection read it again.
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
