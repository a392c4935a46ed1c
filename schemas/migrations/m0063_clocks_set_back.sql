-- Searches by time find their entries by halves, which takes times that rise. Marked is each entry before which the clock was
-- set back by more than an hour: between two of them, times rise.
ALTER TABLE audit ADD COLUMN sets_back INTEGER;
UPDATE audit SET sets_back = 1
    WHERE at < (SELECT b.at FROM audit b WHERE b.number < audit.number ORDER BY b.number DESC LIMIT 1) - 3600000;
CREATE INDEX audit_set_back ON audit (number) WHERE sets_back IS NOT NULL;
