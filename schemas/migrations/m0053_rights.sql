-- In PostgreSQL: the code of a row, by the tenant's key, over the columns that give rights or tie a result to a person. In an encrypted
-- file it is NULL. See the decision 0134-codes-of-rows-that-give-rights.
ALTER TABLE account ADD COLUMN rights BLOB;
ALTER TABLE api_key ADD COLUMN rights BLOB;
ALTER TABLE backup_code ADD COLUMN rights BLOB;
ALTER TABLE break_glass ADD COLUMN rights BLOB;
ALTER TABLE care_assignment ADD COLUMN rights BLOB;
ALTER TABLE challenge ADD COLUMN rights BLOB;
ALTER TABLE invitation ADD COLUMN rights BLOB;
ALTER TABLE kit ADD COLUMN rights BLOB;
ALTER TABLE prepared_key ADD COLUMN rights BLOB;
ALTER TABLE refresh_token ADD COLUMN rights BLOB;
ALTER TABLE result ADD COLUMN rights BLOB;
ALTER TABLE session ADD COLUMN rights BLOB;
ALTER TABLE share ADD COLUMN rights BLOB;
-- clear digest: account.rights api_key.rights backup_code.rights break_glass.rights care_assignment.rights challenge.rights
-- clear digest: invitation.rights kit.rights prepared_key.rights refresh_token.rights result.rights session.rights share.rights
