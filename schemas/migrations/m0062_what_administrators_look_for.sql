-- Backups, drills and refusals are few, and are searched among very many entries.
CREATE INDEX audit_backed_up ON audit (number) WHERE action = 'store.backed-up';
CREATE INDEX audit_drilled ON audit (number) WHERE action = 'store.drilled';
CREATE INDEX audit_refused ON audit (number) WHERE outcome <> 'success';
-- What an administrator says of an emergency access that they have reviewed. It may mention a person's health.
ALTER TABLE break_glass ADD COLUMN review_note SEALED TEXT;
