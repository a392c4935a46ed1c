-- The code of a row, by the tenant's key, over the columns that give rights or tie a result to a person. See the decision
-- 0134-codes-of-rows-that-give-rights.
ALTER TABLE account ADD COLUMN rights BYTEA;
ALTER TABLE api_key ADD COLUMN rights BYTEA;
ALTER TABLE backup_code ADD COLUMN rights BYTEA;
ALTER TABLE break_glass ADD COLUMN rights BYTEA;
ALTER TABLE care_assignment ADD COLUMN rights BYTEA;
ALTER TABLE challenge ADD COLUMN rights BYTEA;
ALTER TABLE invitation ADD COLUMN rights BYTEA;
ALTER TABLE kit ADD COLUMN rights BYTEA;
ALTER TABLE prepared_key ADD COLUMN rights BYTEA;
ALTER TABLE refresh_token ADD COLUMN rights BYTEA;
ALTER TABLE result ADD COLUMN rights BYTEA;
ALTER TABLE session ADD COLUMN rights BYTEA;
ALTER TABLE share ADD COLUMN rights BYTEA;
ALTER TABLE stream_ticket ADD COLUMN rights BYTEA;
-- clear digest: stream_ticket.rights
