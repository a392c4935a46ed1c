-- Indexes for everything that an erasure deletes, since all other writers wait meanwhile. See the decision
-- 0026-erasing-a-person.

-- Mail goes to an address as it was typed; addresses are compared in lower case.
CREATE INDEX outbox_to ON outbox (lower(recipient)) WHERE recipient IS NOT NULL;
-- Mails about emergency accesses, of which few wait at a time.
CREATE INDEX outbox_telling ON outbox (id) WHERE facts IS NOT NULL;
CREATE INDEX profile_of_email ON profile (lower(email)) WHERE email IS NOT NULL;

-- Idempotency keys that are kept for a day. A batch of kits is many ids in one value, and belongs to no person.
CREATE INDEX idempotency_made ON idempotency (made) WHERE expires_at IS NOT NULL AND length(made) = 16;

-- References to a profile, an account or a session that is erased.
-- SQLite would update a partial index at each UPDATE, even of the minute in which a key was used.
CREATE INDEX api_key_of_profile ON api_key (profile_id);
CREATE INDEX challenge_of_session ON challenge (session_id) WHERE session_id IS NOT NULL;
-- It includes rows without a profile: an invitation for an address with an account writes the same indexes as one without.
CREATE INDEX invitation_of_profile ON invitation (profile_id);
CREATE INDEX invitation_of_account ON invitation (account_id);
