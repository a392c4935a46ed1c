-- What a report prints of a laboratory beside its name (42 CFR 493.1291(c)(2)). See decision 0107.
-- Lines of text, separated by line feeds.
ALTER TABLE laboratory ADD COLUMN address TEXT;
-- E.164, with the plus sign.
ALTER TABLE laboratory ADD COLUMN phone TEXT;
ALTER TABLE laboratory ADD COLUMN director TEXT;
