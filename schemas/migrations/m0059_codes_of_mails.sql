-- A mail that confirms an address has a code of six digits beside its link. See the decision 0161-codes-in-mails.
-- The digest of the code; NULL: it was used, or the mail was written before there were codes.
ALTER TABLE invitation ADD COLUMN code BLOB;
-- How often another code was typed.
ALTER TABLE invitation ADD COLUMN failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0);
-- clear digest: invitation.code
