-- Whatever a person is erased by is found by an index: while somebody is erased, nobody else writes. See the decision
-- 0026-erasing-a-person.

-- Mail goes to an address as it was typed, and is compared in small letters.
CREATE INDEX outbox_to ON outbox (lower(recipient)) WHERE recipient IS NOT NULL;
-- Mails about emergencies, of which few wait at a time.
CREATE INDEX outbox_telling ON outbox (id) WHERE facts IS NOT NULL;
CREATE INDEX profile_of_email ON profile (lower(email)) WHERE email IS NOT NULL;

-- Of what is remembered for a day. A batch of kits is many ids in one value, and no person's.
CREATE INDEX idempotency_made ON idempotency (made) WHERE expires_at IS NOT NULL AND length(made) = 16;

-- What refers to a profile, an account or a session that goes.
-- A partial index would be looked at with each UPDATE, also of the minute in which a key was used.
CREATE INDEX api_key_of_profile ON api_key (profile_id);
CREATE INDEX challenge_of_session ON challenge (session_id) WHERE session_id IS NOT NULL;
-- Also of nobody: what is written for an address that has an account is written to the same indexes as for one that has none.
CREATE INDEX invitation_of_profile ON invitation (profile_id);
CREATE INDEX invitation_of_account ON invitation (account_id);
