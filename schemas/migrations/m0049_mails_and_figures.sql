-- Two more kinds of mail, in the text of a CHECK alone: see m0028. PostgreSQL has its own text of this step.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'kind IN (''email-change'',', 'kind IN (''alerting-changed'', ''key-prepared'', ''email-change'',')
WHERE type = 'table' AND name = 'outbox';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 49000;
-- Going back to a savepoint makes this connection read it again.
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;

-- Figures of months that are over, as they were first counted: how many people are in a class, 'registered' or a flag.
CREATE TABLE figure (
    month INTEGER NOT NULL,
    class TEXT NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (month, class)
) WITHOUT ROWID;
-- clear word: figure.class
