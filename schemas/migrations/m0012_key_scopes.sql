-- The scopes of a key, its expiry, and its last use. See the decision 0024-scopes-and-rates.

-- In order, separated by spaces; NULL: everything the role allows.
ALTER TABLE api_key ADD COLUMN scopes TEXT CHECK (scopes <> '');
ALTER TABLE api_key ADD COLUMN expires_at INTEGER;
-- The minute. It is written with a delay, so that reading requests need no write.
ALTER TABLE api_key ADD COLUMN used_at INTEGER;
-- clear word: api_key.scopes
