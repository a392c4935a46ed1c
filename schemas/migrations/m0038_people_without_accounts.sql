-- Patients without an account are told by the contact of their profile; news; team calendars; the consent to research.
-- See the decision 0088-reaching-people.

-- What the receiver of a notice is.
ALTER TABLE notice ADD COLUMN receiver_kind TEXT NOT NULL DEFAULT 'account'
    CHECK (receiver_kind IN ('account', 'team', 'profile', 'operator'));
-- clear word: notice.receiver_kind
UPDATE notice SET receiver_kind = CASE WHEN receiver = X'00000000000000000000000000000000' THEN 'operator' ELSE 'team' END
WHERE account_id IS NULL;

-- An address of a profile to which a message could not be delivered. The row goes when the address is changed.
CREATE TABLE profile_contact_failure (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
    failed_at INTEGER NOT NULL,
    -- The outcome of the attempt, with the provider's status.
    reason TEXT NOT NULL,
    PRIMARY KEY (profile_id, channel)
) WITHOUT ROWID;
-- clear id: profile_contact_failure.profile_id
-- clear word: profile_contact_failure.channel
-- clear technical: profile_contact_failure.reason

-- The consent to research had no effect in earlier versions, so those who gave it did not know what it does.
UPDATE profile SET consent_research = 0 WHERE consent_research = 1;

-- An article or an invitation to a study, for the people of the tenant.
CREATE TABLE news (
    -- UUIDv7.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind TEXT NOT NULL CHECK (kind IN ('article', 'study')),
    link TEXT,
    published_at INTEGER NOT NULL,
    -- The account or key that published it.
    published_by BLOB NOT NULL CHECK (length(published_by) = 16),
    -- It is told in batches, in the order of the ids of people: the last one who was looked at.
    told_to BLOB,
    -- How many people were told.
    told INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0),
    -- All were told.
    completed_at INTEGER,
    withdrawn_at INTEGER
);
CREATE INDEX news_to_tell ON news (id) WHERE completed_at IS NULL AND withdrawn_at IS NULL;
-- clear id: news.id news.published_by news.told_to
-- clear word: news.kind
-- clear operation: news.link

CREATE TABLE news_text (
    news_id BLOB NOT NULL REFERENCES news (id),
    language TEXT NOT NULL CHECK (language IN ('en', 'es', 'sw')),
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (news_id, language)
);
-- clear id: news_text.news_id
-- clear word: news_text.language
-- clear operation: news_text.title news_text.text

-- The private calendar feed of a team. The secret in its address is not stored.
CREATE TABLE team_calendar (
    team_id BLOB NOT NULL PRIMARY KEY REFERENCES team (id),
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    created_at INTEGER NOT NULL,
    -- Who opened it.
    created_by BLOB NOT NULL CHECK (length(created_by) = 16)
) WITHOUT ROWID;
-- clear id: team_calendar.team_id team_calendar.created_by
-- clear digest: team_calendar.digest
