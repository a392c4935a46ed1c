-- Devices, proven contact points, preferences, and the live history of notices. See the decision 0088-reaching-people.

-- Of a device: what its app said when it registered, and when that was last.
ALTER TABLE contact_point ADD COLUMN platform TEXT CHECK (platform IN ('ios', 'android', 'web'));
ALTER TABLE contact_point ADD COLUMN os_version TEXT;
ALTER TABLE contact_point ADD COLUMN app_version TEXT;
ALTER TABLE contact_point ADD COLUMN label TEXT;
ALTER TABLE contact_point ADD COLUMN seen_at INTEGER;
-- The sign-in in which the app registered: the device is removed when that is ended.
ALTER TABLE contact_point ADD COLUMN session_id BLOB;
-- The categories that are off on this device, separated by spaces.
ALTER TABLE contact_point ADD COLUMN muted TEXT NOT NULL DEFAULT '';
-- clear id: contact_point.session_id
-- clear word: contact_point.platform contact_point.muted
-- clear technical: contact_point.os_version contact_point.app_version

-- The code that was sent to a contact point, until its owner has proven it.
CREATE TABLE contact_code (
    contact_id BLOB NOT NULL PRIMARY KEY REFERENCES contact_point (id),
    digest BLOB NOT NULL,
    expires_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0)
) WITHOUT ROWID;
-- clear id: contact_code.contact_id
-- clear digest: contact_code.digest

-- Codes that were sent in the last day: their number is limited for each account and each address.
CREATE TABLE contact_code_sent (
    -- A keyed digest, since the address belongs to a person who may have no account.
    address BLOB NOT NULL,
    account_id BLOB NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL
);
CREATE INDEX contact_code_sent_to ON contact_code_sent (address, at);
CREATE INDEX contact_code_sent_by ON contact_code_sent (account_id, at);
CREATE INDEX contact_code_sent_at ON contact_code_sent (at);
-- clear id: contact_code_sent.account_id
-- clear digest: contact_code_sent.address

-- What a person has chosen about notices, as JSON. A missing row means the defaults.
CREATE TABLE notice_preference (
    account_id BLOB NOT NULL PRIMARY KEY REFERENCES account (id),
    chosen TEXT NOT NULL,
    changed_at INTEGER NOT NULL
) WITHOUT ROWID;
-- clear id: notice_preference.account_id
-- clear word: notice_preference.chosen

-- The order in which notices were committed, by which a stream resumes: ids can be older than their commit.
CREATE TABLE notice_event (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id BLOB NOT NULL REFERENCES account (id),
    notice_id BLOB NOT NULL REFERENCES notice (id)
);
CREATE INDEX notice_event_of_account ON notice_event (account_id, number);
CREATE UNIQUE INDEX notice_event_of_notice ON notice_event (notice_id);
-- clear id: notice_event.account_id notice_event.notice_id
