-- Who verified a level, an account or an API key, and why.
ALTER TABLE result ADD COLUMN verified_by BLOB;
ALTER TABLE result ADD COLUMN verified_because SEALED TEXT;
-- clear id: result.verified_by
