-- One more kind of mail, in the text of a CHECK alone: see m0028. PostgreSQL has its own text of this step.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'kind IN (''email-change'',', 'kind IN (''alerting-changed'', ''email-change'',')
WHERE type = 'table' AND name = 'outbox';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 49000;
-- Going back to a savepoint makes this connection read it again.
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
