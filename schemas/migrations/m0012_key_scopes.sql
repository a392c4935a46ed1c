-- What a key is for, how long it lasts, and when it was used. See the decision 0024-scopes-and-rates.

-- In order, a space between; nothing: all that the role may do.
ALTER TABLE api_key ADD COLUMN scopes TEXT CHECK (scopes <> '');
ALTER TABLE api_key ADD COLUMN expires_at INTEGER;
-- The minute. It is written a while later, so that a request that reads does not write for it.
ALTER TABLE api_key ADD COLUMN used_at INTEGER;
