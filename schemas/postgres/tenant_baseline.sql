-- A tenant's schema in PostgreSQL at version 44: what the first 44 files of `../migrations` make of a file. From 45 on both engines run
-- the same steps. See decision 0116.
--
-- Times are BIGINT milliseconds since 1970, dates BIGINT days since 1970, truths BIGINT 0 or 1, ids BYTEA of 16 bytes (UUID version 7).
-- Texts compare by their bytes. No column numbers its rows: the writer does, while it holds the row of `head`.
--
-- A column that identifies a person, or holds free text or a secret, is BYTEA: it is sealed by the tenant's key, whatever its type is in
-- a file. Where it is compared, a keyed digest of 16 bytes stands in front, the lookup, and indexes are on `substr(column, 1, 16)`.

-- One row, which every writing transaction updates first: so they run one after another, on all servers together.
CREATE TABLE head (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    -- How many steps of the schema have run. Only the owner of the schema can change it.
    schema_version BIGINT NOT NULL CHECK (schema_version > 0),
    -- How many transactions that write have been committed, and how many of them changed who may do what. Servers compare these with
    -- what they know.
    commits BIGINT NOT NULL DEFAULT 0 CHECK (commits >= 0),
    callers BIGINT NOT NULL DEFAULT 0 CHECK (callers >= 0)
) WITH (fillfactor = 10);
INSERT INTO head (id, schema_version) VALUES (1, 44);

--
-- Settings
--

-- Settings that the tenant's administrators decide. A missing row means the default.
CREATE TABLE setting (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);

--
-- People
--

CREATE TABLE profile (
    id BYTEA NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    given_name BYTEA NOT NULL,
    family_name BYTEA NOT NULL,
    -- The lookup in front of it is that of the family name as well.
    birth_date BYTEA NOT NULL,
    sex TEXT COLLATE "C" NOT NULL CHECK (sex IN ('female', 'male', 'other', 'unknown')),
    email BYTEA,
    phone BYTEA,
    language TEXT COLLATE "C" NOT NULL CHECK (language IN ('en', 'es', 'sw')),
    time_zone TEXT COLLATE "C" NOT NULL,
    known_genotype TEXT COLLATE "C",
    consent_clinicians BIGINT NOT NULL CHECK (consent_clinicians IN (0, 1)),
    consent_family BIGINT NOT NULL CHECK (consent_family IN (0, 1)),
    consent_research BIGINT NOT NULL CHECK (consent_research IN (0, 1)),
    consent_partners BIGINT NOT NULL CHECK (consent_partners IN (0, 1)),
    -- Whether the person has or had an account: only the first needs no approval.
    had_account BIGINT NOT NULL DEFAULT 0 CHECK (had_account IN (0, 1))
);
CREATE INDEX profile_by_birth_date ON profile (substr(birth_date, 1, 16));
CREATE INDEX profile_by_email ON profile (substr(email, 1, 16)) WHERE email IS NOT NULL;
CREATE INDEX profile_by_phone ON profile (substr(phone, 1, 16)) WHERE phone IS NOT NULL;

CREATE TABLE profile_identifier (
    profile_id BYTEA NOT NULL REFERENCES profile (id),
    position BIGINT NOT NULL,
    system TEXT COLLATE "C" NOT NULL,
    value BYTEA NOT NULL,
    PRIMARY KEY (profile_id, position)
);

-- A photo of a person, for those who see the profile. See decision 0005.
CREATE TABLE profile_photo (
    profile_id BYTEA NOT NULL PRIMARY KEY REFERENCES profile (id),
    -- Squares in JPEG, without metadata, as a confined worker made them.
    large BYTEA NOT NULL CHECK (length(large) <= 262144 + 64),
    small BYTEA NOT NULL CHECK (length(small) <= 262144 + 64),
    changed_at BIGINT NOT NULL
);

-- Each person has a number, since the index holds sets of numbers.
CREATE TABLE profile_search (
    number BIGINT NOT NULL PRIMARY KEY,
    profile_id BYTEA NOT NULL UNIQUE REFERENCES profile (id),
    -- The folded values that are in the index. NULL: none yet.
    text BYTEA,
    -- How often the person changed since the index was brought up to date; 0: it is. Until then a search compares the person itself.
    pending BIGINT NOT NULL DEFAULT 1 CHECK (pending >= 0)
);
CREATE INDEX profile_search_pending ON profile_search (number) WHERE pending > 0;

-- People who have a part of a value: for each block of 4,096 numbers a list of places (two bytes each) or a bitmap (512 bytes).
CREATE TABLE search_posting (
    -- A keyed hash of the part.
    token BIGINT NOT NULL,
    block BIGINT NOT NULL,
    people BYTEA NOT NULL,
    PRIMARY KEY (token, block)
);

-- An address of a profile to which a message could not be delivered. The row goes when the address is changed.
CREATE TABLE profile_contact_failure (
    profile_id BYTEA NOT NULL REFERENCES profile (id),
    channel TEXT COLLATE "C" NOT NULL CHECK (channel IN ('email', 'sms')),
    failed_at BIGINT NOT NULL,
    -- The outcome of the attempt, with the provider's status.
    reason TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (profile_id, channel)
);

-- When a person wants to be reminded of the next test: so many months after the last one, or on a day.
CREATE TABLE next_test (
    profile_id BYTEA NOT NULL PRIMARY KEY REFERENCES profile (id),
    interval_months BIGINT CHECK (interval_months BETWEEN 1 AND 120),
    -- In days since 1970.
    due_on BIGINT,
    set_at BIGINT NOT NULL,
    -- The account or key that set it, and whether it is a clinician's.
    set_by BYTEA NOT NULL CHECK (length(set_by) = 16),
    by_clinician BIGINT NOT NULL CHECK (by_clinician IN (0, 1)),
    CHECK ((interval_months IS NULL) <> (due_on IS NULL))
);

-- Records that must not be erased, and the administrator's reason, which contains no health data.
CREATE TABLE legal_hold (
    profile_id BYTEA NOT NULL PRIMARY KEY REFERENCES profile (id),
    reason BYTEA NOT NULL,
    set_at BIGINT NOT NULL
);

-- Scheduled erasures, carried out days later: until then the person or an administrator can cancel them.
CREATE TABLE requested_erasure (
    profile_id BYTEA NOT NULL PRIMARY KEY REFERENCES profile (id),
    actor BYTEA NOT NULL,
    requested_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);
CREATE INDEX requested_erasure_due ON requested_erasure (due_at);

-- Erased people, by an id that no longer identifies them: their erasure has to be repeated after an older backup was restored.
CREATE TABLE erased_profile (
    profile_id BYTEA NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    -- The last delivery that there was then; 0 if there was none.
    last_delivery BIGINT NOT NULL
);
CREATE INDEX erased_profile_delivery ON erased_profile (last_delivery);

-- Codes that a patient could not register on the last day: a patient with too many is stopped.
CREATE TABLE refused_code (
    profile_id BYTEA NOT NULL REFERENCES profile (id),
    at BIGINT NOT NULL
);
CREATE INDEX refused_code_of_profile ON refused_code (profile_id, at);

-- What a patient was told, so that no repetition tells it again. The notices themselves are kept for thirty days only.
CREATE TABLE told (
    profile_id BYTEA NOT NULL REFERENCES profile (id),
    kind TEXT COLLATE "C" NOT NULL,
    -- The id of the kit, the result, the share, the emergency access or the person that it is about.
    subject BYTEA NOT NULL CHECK (length(subject) = 16),
    -- The version of a result, or a day since 1970; 0: it is told only once about its subject.
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (profile_id, kind, subject, number)
);

--
-- Laboratories, and the ranges of their results
--

CREATE TABLE laboratory (
    id BYTEA NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL UNIQUE,
    -- What a report prints beside its name (42 CFR 493.1291(c)(2)). Lines of text, separated by line feeds.
    address BYTEA,
    -- E.164, with the plus sign.
    phone BYTEA,
    director BYTEA
);

-- A range never changes: another row replaces it, and its end is noted once. The first rows have no author. Levels are thousandths.
CREATE TABLE reference_range (
    id BIGINT NOT NULL PRIMARY KEY,
    unit TEXT COLLATE "C" NOT NULL CHECK (unit IN ('mg/dL', 'g/L', 'umol/L')),
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    critical_multiple BIGINT NOT NULL CHECK (critical_multiple > 1000),
    laboratory_id BYTEA REFERENCES laboratory (id),
    method TEXT COLLATE "C",
    from_age BIGINT,
    to_age BIGINT,
    valid_from BIGINT NOT NULL,
    sex TEXT COLLATE "C" CHECK (sex IN ('female', 'male')),
    -- Below it the deficiency is severe; NULL: the unit's own limit.
    severe_limit BIGINT CHECK (severe_limit >= 0),
    -- The first day, since 1970, on which it no longer holds; NULL: it holds on.
    valid_to BIGINT,
    added_at BIGINT,
    ended_at BIGINT,
    CHECK (low < high)
);
INSERT INTO reference_range (id, unit, low, high, critical_multiple, valid_from)
    VALUES (1, 'mg/dL', 100000, 200000, 4000, 0), (2, 'g/L', 1000, 2000, 4000, 0);

--
-- Accounts and keys
--

CREATE TABLE account (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- In small letters. Forgotten when the account is deleted, so that it can be used again.
    email BYTEA,
    role TEXT COLLATE "C" NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'coordinator', 'administrator')),
    profile_id BYTEA REFERENCES profile (id),
    laboratory_id BYTEA REFERENCES laboratory (id),
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('active', 'suspended', 'deleted')),
    created_at BIGINT NOT NULL,
    -- scrypt, in the PHC string format.
    password BYTEA,
    password_at BIGINT,
    -- The secret of one-time passwords, when it was first used, and the last step that was: each is good once.
    otp_secret BYTEA,
    otp_confirmed_at BIGINT,
    otp_step BIGINT,
    -- For mails.
    name BYTEA,
    phone BYTEA,
    language TEXT COLLATE "C" NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es', 'sw')),
    CHECK ((state = 'deleted') = (email IS NULL)),
    CHECK ((state = 'deleted') = (password IS NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL)),
    CHECK ((role = 'patient' AND state <> 'deleted') = (profile_id IS NOT NULL)),
    CHECK (otp_secret IS NOT NULL OR otp_confirmed_at IS NULL)
);
CREATE UNIQUE INDEX account_email ON account (substr(email, 1, 16));
CREATE INDEX account_of_profile ON account (profile_id) WHERE profile_id IS NOT NULL;

-- A code that replaces one one-time password when the authenticator app is lost.
CREATE TABLE backup_code (
    account_id BYTEA NOT NULL REFERENCES account (id),
    digest BYTEA NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (account_id, digest)
);

CREATE TABLE session (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BYTEA NOT NULL REFERENCES account (id),
    started_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    -- Even if it is used.
    expires_at BIGINT NOT NULL,
    address BYTEA,
    -- How the client calls itself.
    client BYTEA,
    ended_at BIGINT,
    end_reason TEXT COLLATE "C" CHECK (end_reason IN ('signed-out', 'ended', 'reused', 'password', 'suspended', 'deleted',
        'expired')),
    is_past BIGINT NOT NULL DEFAULT 0 CHECK (is_past IN (0, 1)),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX session_of_account ON session (account_id, id);
CREATE INDEX session_open ON session (account_id, id) WHERE ended_at IS NULL;
CREATE INDEX session_past ON session (id) WHERE is_past = 1;

-- Each is valid once, and has a successor.
CREATE TABLE refresh_token (
    digest BYTEA NOT NULL PRIMARY KEY,
    session_id BYTEA NOT NULL REFERENCES session (id),
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    used_from BYTEA,
    -- Encrypted with this token, so that only its holder can read it.
    successor BYTEA,
    CHECK (successor IS NULL OR used_at IS NOT NULL)
);
CREATE INDEX refresh_token_expiring ON refresh_token (expires_at);
CREATE INDEX refresh_token_of_session ON refresh_token (session_id);

-- Each lets a browser open one stream within half a minute. A file has no such table: its only server keeps them in memory.
CREATE TABLE stream_ticket (
    digest BYTEA NOT NULL PRIMARY KEY,
    session_id BYTEA NOT NULL,
    account_id BYTEA NOT NULL,
    expires_at BIGINT NOT NULL,
    -- When the access token expires with which it was requested; NULL: never.
    until_at BIGINT
);
CREATE INDEX stream_ticket_of_session ON stream_ticket (session_id);
-- clear id: stream_ticket.account_id stream_ticket.session_id
-- clear digest: stream_ticket.digest

-- A sign-in with a correct password that waits for the second factor.
CREATE TABLE challenge (
    digest BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES account (id),
    -- The session that sets up a second factor; NULL: a session is to begin.
    session_id BYTEA REFERENCES session (id),
    started_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    failures BIGINT NOT NULL DEFAULT 0,
    -- A secret that is shown to be set up, and becomes the account's once a code of it comes.
    otp_secret BYTEA,
    -- It led to a session, and can't lead to another one.
    used_at BIGINT
);
CREATE INDEX challenge_of_account ON challenge (account_id);
CREATE INDEX challenge_of_session ON challenge (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX challenge_started ON challenge (started_at);

-- The right to choose a password once: its secret was mailed to the person's address.
CREATE TABLE invitation (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    digest BYTEA NOT NULL UNIQUE,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('confirmation', 'invitation', 'reset', 'email-change')),
    email BYTEA NOT NULL,
    -- The account whose password is reset, or whose address becomes this one; NULL: an account is made.
    account_id BYTEA REFERENCES account (id),
    role TEXT COLLATE "C" NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'coordinator', 'administrator')),
    profile_id BYTEA REFERENCES profile (id),
    laboratory_id BYTEA REFERENCES laboratory (id),
    -- Of the invited person.
    name BYTEA,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- A second account for a record, or one that opens records of other people, needs a second administrator.
    invited_by BYTEA,
    approval TEXT COLLATE "C" NOT NULL DEFAULT 'none' CHECK (approval IN ('none', 'awaited', 'given')),
    CHECK ((kind IN ('reset', 'email-change')) = (account_id IS NOT NULL))
);
CREATE INDEX invitation_expiring ON invitation (expires_at);
CREATE INDEX invitation_of_account ON invitation (account_id);
CREATE INDEX invitation_of_profile ON invitation (profile_id);
CREATE INDEX invitation_to ON invitation (substr(email, 1, 16));

-- Failed sign-ins, by mail address, whether or not such an account exists, and by source.
CREATE TABLE sign_in_failure (
    -- Keyed digests.
    email BYTEA NOT NULL,
    source BYTEA NOT NULL,
    failures BIGINT NOT NULL,
    -- How often it was locked in a row: each lock is twice as long.
    locks BIGINT NOT NULL,
    locked_until BIGINT,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (email, source)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX sign_in_failure_last ON sign_in_failure (last_at);

-- Wrong passwords of one account from all unknown sources together. A row expires two days after it began.
CREATE TABLE stranger_failure (
    -- A keyed digest of an address of mail, whether there is such an account or not.
    email BYTEA NOT NULL PRIMARY KEY,
    failures BIGINT NOT NULL CHECK (failures >= 0),
    -- When its day began.
    began_at BIGINT NOT NULL,
    -- When its owner was last told.
    told_at BIGINT
);
CREATE INDEX stranger_failure_began ON stranger_failure (began_at);

-- The known sources of accounts: attackers elsewhere can't lock their owners out. A row expires like an ended session.
CREATE TABLE known_place (
    -- Keyed digests, as in sign_in_failure.
    email BYTEA NOT NULL,
    source BYTEA NOT NULL,
    account_id BYTEA NOT NULL REFERENCES account (id),
    last_at BIGINT NOT NULL,
    PRIMARY KEY (email, source)
);
CREATE INDEX known_place_last ON known_place (last_at);
CREATE INDEX known_place_of_account ON known_place (account_id);

-- Keys of programs. Secrets are stored as digests.
CREATE TABLE api_key (
    id BYTEA NOT NULL PRIMARY KEY,
    digest BYTEA NOT NULL UNIQUE,
    name BYTEA NOT NULL,
    role TEXT COLLATE "C" NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'consumer', 'app', 'administrator')),
    profile_id BYTEA REFERENCES profile (id),
    laboratory_id BYTEA REFERENCES laboratory (id),
    created_at BIGINT NOT NULL,
    revoked_at BIGINT,
    -- In order, separated by spaces; NULL: everything the role allows.
    scopes TEXT COLLATE "C" CHECK (scopes <> ''),
    expires_at BIGINT,
    -- The minute. It is written with a delay, so that reading requests need no write.
    used_at BIGINT,
    CHECK ((role = 'patient') = (profile_id IS NOT NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL))
);
CREATE INDEX api_key_of_profile ON api_key (profile_id);

-- Keys that an administrator requested over the network, inactive until another one approves them. See decision 0052.
CREATE TABLE prepared_key (
    id BYTEA NOT NULL PRIMARY KEY,
    digest BYTEA NOT NULL UNIQUE,
    name BYTEA NOT NULL,
    role TEXT COLLATE "C" NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'consumer', 'app', 'administrator')),
    profile_id BYTEA REFERENCES profile (id),
    laboratory_id BYTEA REFERENCES laboratory (id),
    scopes TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    prepared_by BYTEA NOT NULL,
    -- The key in whose place it comes, and for how many milliseconds that one goes on beside it.
    replaces BYTEA,
    overlap BIGINT CHECK (overlap >= 0),
    CHECK ((replaces IS NULL) = (overlap IS NULL)),
    CHECK ((role = 'patient') = (profile_id IS NOT NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL))
);
CREATE INDEX prepared_key_of_person ON prepared_key (profile_id) WHERE profile_id IS NOT NULL;

-- Filters of a list that a person uses again. They name no patient.
CREATE TABLE saved_search (
    account_id BYTEA NOT NULL REFERENCES account (id),
    name BYTEA NOT NULL,
    list TEXT COLLATE "C" NOT NULL CHECK (list IN ('results', 'alerts', 'kits', 'people')),
    -- The list's query parameters, as JSON.
    filters BYTEA NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX saved_search_name ON saved_search (account_id, substr(name, 1, 16));

--
-- Who may see a person
--

CREATE TABLE care_assignment (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BYTEA NOT NULL REFERENCES account (id),
    profile_id BYTEA NOT NULL REFERENCES profile (id),
    from_at BIGINT NOT NULL,
    to_at BIGINT CHECK (to_at IS NULL OR to_at >= from_at),
    made_by BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    ended_by BYTEA,
    ended_at BIGINT CHECK (ended_at IS NULL OR to_at IS NOT NULL),
    CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE INDEX care_of_account ON care_assignment (account_id, profile_id);
CREATE INDEX care_of_profile ON care_assignment (profile_id);

CREATE TABLE break_glass (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BYTEA NOT NULL REFERENCES account (id),
    profile_id BYTEA NOT NULL REFERENCES profile (id),
    -- Words of a person, which may tell of another's health: they stand here only.
    reason BYTEA NOT NULL,
    opened_at BIGINT NOT NULL,
    until_at BIGINT NOT NULL CHECK (until_at >= opened_at),
    ended_at BIGINT,
    reviewed_by BYTEA,
    reviewed_at BIGINT,
    CHECK ((reviewed_by IS NULL) = (reviewed_at IS NULL))
);
CREATE INDEX break_glass_of_account ON break_glass (account_id, until_at);
CREATE INDEX break_glass_of_profile ON break_glass (profile_id);

CREATE TABLE share (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    profile_id BYTEA NOT NULL REFERENCES profile (id),
    -- With whom: an account, the owner of an address, or the holder of a link and its PIN.
    account_id BYTEA REFERENCES account (id),
    email BYTEA,
    -- Keyed digests.
    link BYTEA UNIQUE,
    pin BYTEA,
    wrong_pins BIGINT NOT NULL DEFAULT 0,
    created_by BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at BIGINT,
    end_reason TEXT COLLATE "C" CHECK (end_reason IN ('revoked', 'wrong-pins')),
    CHECK ((account_id IS NOT NULL AND email IS NULL AND link IS NULL)
        OR (account_id IS NULL AND email IS NOT NULL AND link IS NULL)
        OR (account_id IS NULL AND email IS NULL AND link IS NOT NULL)),
    CHECK ((link IS NULL) = (pin IS NULL)),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX share_of_profile ON share (profile_id, id);
CREATE INDEX share_with_account ON share (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX share_with_email ON share (substr(email, 1, 16)) WHERE email IS NOT NULL;

--
-- Kits
--

CREATE TABLE kit (
    id BYTEA NOT NULL PRIMARY KEY,
    code BYTEA NOT NULL,
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('issued', 'shipped', 'registered', 'mailed', 'received', 'processing',
        'resulted', 'rejected', 'expired', 'cancelled', 'replaced')),
    profile_id BYTEA REFERENCES profile (id),
    registered_at BIGINT,
    send_by BIGINT,
    read_from TEXT COLLATE "C" CHECK (read_from IN ('photo', 'typed')),
    needs_review BIGINT NOT NULL CHECK (needs_review IN (0, 1)),
    -- Results came before the registration, and wait until a laboratory or an administrator has reviewed it.
    results_came_first BIGINT NOT NULL DEFAULT 0 CHECK (results_came_first IN (0, 1)),
    -- Of the activation secret that may be printed beside its code.
    secret_digest BYTEA,
    CHECK ((profile_id IS NULL) = (registered_at IS NULL))
);
CREATE UNIQUE INDEX kit_code ON kit (substr(code, 1, 16));
CREATE INDEX kit_of_profile ON kit (profile_id, id);
CREATE INDEX kit_of_status ON kit (status, id);
CREATE INDEX kit_registered ON kit (registered_at, profile_id);
CREATE INDEX kit_to_review ON kit (id) WHERE needs_review = 1;

CREATE TABLE kit_event (
    kit_id BYTEA NOT NULL REFERENCES kit (id),
    position BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    actor BYTEA NOT NULL,
    implied BIGINT NOT NULL CHECK (implied IN (0, 1)),
    reason BYTEA,
    PRIMARY KEY (kit_id, position)
);

-- The logistics of kits, where known. See decision 0080.
CREATE TABLE kit_logistics (
    kit_id BYTEA NOT NULL PRIMARY KEY REFERENCES kit (id),
    -- The laboratory that it is assigned to.
    laboratory_id BYTEA REFERENCES laboratory (id),
    -- The last day on which a sample may be taken with it, in days since 1970.
    use_by BIGINT,
    -- The same until that day has come and was looked at.
    due_on BIGINT,
    carrier TEXT COLLATE "C",
    tracking_number BYTEA,
    return_carrier TEXT COLLATE "C",
    return_tracking_number BYTEA
);
CREATE INDEX kit_due_on ON kit_logistics (due_on) WHERE due_on IS NOT NULL;
CREATE INDEX kit_of_laboratory ON kit_logistics (laboratory_id, kit_id) WHERE laboratory_id IS NOT NULL;

-- The grey copy of an unreadable photo, kept until a laboratory has compared it, for 30 days at most.
CREATE TABLE kit_photo (
    kit_id BYTEA NOT NULL PRIMARY KEY REFERENCES kit (id),
    jpeg BYTEA NOT NULL CHECK (length(jpeg) <= 262144 + 64),
    expires_at BIGINT NOT NULL
);
CREATE INDEX kit_photo_expiry ON kit_photo (expires_at);

-- The reminders to send a kit's sample. A missing row: there was none.
CREATE TABLE kit_reminder (
    kit_id BYTEA NOT NULL PRIMARY KEY REFERENCES kit (id),
    -- How many the patient got, and how many of them after the last day to send the sample.
    sent BIGINT NOT NULL CHECK (sent > 0),
    overdue BIGINT NOT NULL CHECK (overdue BETWEEN 0 AND sent),
    -- The patient's day on which they got the last one, in days since 1970.
    last_on BIGINT NOT NULL
);

--
-- Results
--

CREATE TABLE result (
    id BYTEA NOT NULL PRIMARY KEY,
    laboratory_id BYTEA NOT NULL REFERENCES laboratory (id),
    reference BYTEA NOT NULL,
    kit_code BYTEA NOT NULL,
    kit_id BYTEA REFERENCES kit (id),
    profile_id BYTEA REFERENCES profile (id),
    -- From here on copies from the version in force, by which lists are filtered and sorted.
    test_date BIGINT NOT NULL DEFAULT 0,
    status TEXT COLLATE "C" NOT NULL DEFAULT 'final',
    flag TEXT COLLATE "C" NOT NULL DEFAULT 'N',
    is_unmatched BIGINT NOT NULL DEFAULT 0 CHECK (is_unmatched IN (0, 1)),
    -- 1 if the patient consents to clinicians seeing it, or its kit is not registered.
    shown_to_clinicians BIGINT NOT NULL DEFAULT 1 CHECK (shown_to_clinicians IN (0, 1)),
    -- One that contradicts its kit or another result is held until its laboratory confirms it.
    held_for TEXT COLLATE "C" CHECK (held_for IN ('unit-suspect', 'implausible-jump', 'genotype-contradicts', 'genotype-differs',
        'comparator-open', 'date-in-future', 'date-before-birth', 'date-before-issue', 'date-before-ranges', 'kit-rejected',
        'kit-expired', 'kit-cancelled', 'kit-replaced', 'other-result')),
    level BIGINT NOT NULL DEFAULT 0,
    unit TEXT COLLATE "C" NOT NULL DEFAULT 'mg/dL',
    genotype TEXT COLLATE "C",
    method TEXT COLLATE "C",
    -- When the patient read the current version.
    read_at BIGINT,
    -- Since when it is held, and when a person verified its suspect level.
    held_at BIGINT,
    verified_at BIGINT,
    CHECK ((kit_id IS NULL) = (profile_id IS NULL))
);
CREATE UNIQUE INDEX result_reference ON result (laboratory_id, substr(reference, 1, 16));
CREATE INDEX result_all_of_laboratory ON result (laboratory_id, shown_to_clinicians, test_date, id);
CREATE INDEX result_all_shown ON result (shown_to_clinicians, test_date, id);
CREATE INDEX result_held ON result (test_date, id) WHERE held_for IS NOT NULL;
CREATE INDEX result_of_kit ON result (substr(kit_code, 1, 16));
CREATE INDEX result_of_laboratory ON result (laboratory_id, is_unmatched, flag, status, test_date, id);
CREATE INDEX result_of_level ON result (laboratory_id, shown_to_clinicians, unit, level, id);
CREATE INDEX result_of_profile ON result (profile_id, test_date, id) WHERE profile_id IS NOT NULL;
CREATE INDEX result_shown ON result (shown_to_clinicians, is_unmatched, flag, status, test_date, id);

-- A version never changes, except is_current, which marks the version in force.
CREATE TABLE result_version (
    result_id BYTEA NOT NULL REFERENCES result (id),
    number BIGINT NOT NULL CHECK (number >= 1),
    is_current BIGINT NOT NULL CHECK (is_current IN (0, 1)),
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('registered', 'preliminary', 'final', 'amended', 'corrected', 'cancelled',
        'entered-in-error')),
    test_date BIGINT NOT NULL,
    level BIGINT NOT NULL CHECK (level >= 0),
    unit TEXT COLLATE "C" NOT NULL CHECK (unit IN ('mg/dL', 'g/L', 'umol/L')),
    comparator TEXT COLLATE "C" CHECK (comparator IN ('<', '<=', '>=', '>')),
    genotype TEXT COLLATE "C",
    method TEXT COLLATE "C",
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    critical_multiple BIGINT NOT NULL,
    range_source TEXT COLLATE "C" NOT NULL CHECK (range_source IN ('reported', 'standard')),
    flag TEXT COLLATE "C" NOT NULL CHECK (flag IN ('LL', 'L', 'N', 'H', 'HH')),
    comparator_open BIGINT NOT NULL CHECK (comparator_open IN (0, 1)),
    genotype_contradicts BIGINT NOT NULL CHECK (genotype_contradicts IN (0, 1)),
    reason BYTEA,
    recorded_at BIGINT NOT NULL,
    jumps BIGINT NOT NULL DEFAULT 0 CHECK (jumps IN (0, 1)),
    -- The row by which it was judged; NULL: the laboratory sent its range.
    range_id BIGINT REFERENCES reference_range (id),
    severe_limit BIGINT,
    -- Why a person has to verify it.
    unit_suspect BIGINT NOT NULL DEFAULT 0 CHECK (unit_suspect IN (0, 1)),
    genotype_differs BIGINT NOT NULL DEFAULT 0 CHECK (genotype_differs IN (0, 1)),
    -- What the laboratory knows of the sample.
    specimen TEXT COLLATE "C",
    collected_at BIGINT,
    received_at BIGINT,
    performer BYTEA,
    device TEXT COLLATE "C",
    comment BYTEA,
    -- C-reactive protein, in thousandths of its unit.
    crp BIGINT CHECK (crp >= 0),
    crp_unit TEXT COLLATE "C" CHECK (crp_unit IN ('mg/L', 'mg/dL')),
    order_number BYTEA,
    PRIMARY KEY (result_id, number)
);

--
-- Alerts
--

-- Rules that can be enabled and disabled; all others always apply.
CREATE TABLE alert_rule (
    rule TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    is_on BIGINT NOT NULL CHECK (is_on IN (0, 1))
);
INSERT INTO alert_rule (rule, is_on) VALUES ('severe-low', 0);

CREATE TABLE alert (
    id BYTEA NOT NULL PRIMARY KEY,
    result_id BYTEA NOT NULL,
    result_version BIGINT NOT NULL,
    rule TEXT COLLATE "C" NOT NULL,
    rule_version BIGINT NOT NULL,
    band BIGINT NOT NULL CHECK (band BETWEEN 0 AND 3),
    rank BIGINT NOT NULL,
    raised_at BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('open', 'acknowledged', 'resolved', 'retracted')),
    follows BYTEA REFERENCES alert (id),
    -- The same patient's earlier level, with which a rule compared.
    earlier_level BIGINT,
    earlier_unit TEXT COLLATE "C",
    earlier_comparator TEXT COLLATE "C",
    earlier_test_date BIGINT,
    UNIQUE (result_id, result_version, rule, rule_version),
    FOREIGN KEY (result_id, result_version) REFERENCES result_version (result_id, number)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX alert_acknowledged ON alert (band, rank, id) WHERE state = 'acknowledged';
CREATE INDEX alert_following ON alert (follows) WHERE follows IS NOT NULL;
CREATE INDEX alert_open ON alert (band, rank, id) WHERE state = 'open';

-- The history of alerts and deliveries, numbered without gaps. A reason is a consumer's own words, never a patient's data.
CREATE TABLE alert_event (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    alert_id BYTEA NOT NULL,
    delivery BIGINT,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('acknowledged', 'resolved', 'read-back-failed', 'escalated', 'step-skipped',
        'raised', 'retracted', 'backfilled', 'leased', 'extended', 'released', 'returned', 'expired', 'acked', 'bound', 'parked',
        'stuck', 'redriven', 'replayed')),
    actor BYTEA,
    reason BYTEA,
    -- The event of the same delivery before this one.
    previous BIGINT
);
CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number) WHERE delivery IS NULL;

-- A person has read a critical alert back, and the server compared the values.
CREATE TABLE acknowledgement (
    alert_id BYTEA NOT NULL PRIMARY KEY REFERENCES alert (id),
    account_id BYTEA NOT NULL REFERENCES account (id),
    at BIGINT NOT NULL,
    -- How the patient or a colleague was reached.
    reached TEXT COLLATE "C" NOT NULL,
    -- Which identifiers were read back: their names, separated by spaces.
    identifiers TEXT COLLATE "C" NOT NULL,
    note BYTEA
);

-- What came of an acknowledged alert.
CREATE TABLE alert_resolution (
    alert_id BYTEA NOT NULL PRIMARY KEY REFERENCES alert (id),
    account_id BYTEA NOT NULL REFERENCES account (id),
    at BIGINT NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    note BYTEA
);

-- The steps of an alert, copied from its policy when it was raised.
CREATE TABLE alert_step (
    alert_id BYTEA NOT NULL REFERENCES alert (id),
    number BIGINT NOT NULL CHECK (number > 0),
    -- Whom it tells, separated by spaces: 'patient', 'care', 'operator', 'team:NAME'.
    targets TEXT COLLATE "C" NOT NULL,
    -- In seconds; the step repeats at this interval until the alert is acknowledged. NULL: it does not repeat.
    repeats BIGINT CHECK (repeats > 0),
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'fired', 'skipped', 'cancelled')),
    due_at BIGINT,
    planned_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (alert_id, number),
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX alert_step_due ON alert_step (due_at) WHERE due_at IS NOT NULL;

-- The escalation policy of a band, as JSON. A missing row means the default.
CREATE TABLE escalation_policy (
    band BIGINT NOT NULL PRIMARY KEY CHECK (band BETWEEN 0 AND 3),
    steps TEXT COLLATE "C" NOT NULL,
    changed_at BIGINT NOT NULL,
    changed_by BYTEA NOT NULL
);

-- What staff wrote to each other about a kit, a result or an alert. Append only.
CREATE TABLE note (
    -- UUIDv7.
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    noun TEXT COLLATE "C" NOT NULL CHECK (noun IN ('kit', 'result', 'alert')),
    -- The kit, the result or the alert.
    subject BYTEA NOT NULL CHECK (length(subject) = 16),
    -- The account or key that wrote it.
    author BYTEA NOT NULL CHECK (length(author) = 16),
    at BIGINT NOT NULL,
    -- Words of a person, which may tell of another's health: they stand here only.
    text BYTEA NOT NULL
);
CREATE INDEX note_of_subject ON note (subject, id);

--
-- The queue of alerts
--

CREATE TABLE consumer_group (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    -- The bands of its alerts: the sum of 1 for band 0, 2 for band 1, 4 for band 2 and 8 for band 3.
    bands BIGINT NOT NULL CHECK (bands BETWEEN 1 AND 15),
    -- In seconds, for band 0 and for the others; NULL: the band's default.
    critical_lease BIGINT CHECK (critical_lease BETWEEN 5 AND 900),
    lease BIGINT CHECK (lease BETWEEN 5 AND 900),
    -- How many deliveries one consumer may hold leased at a time, of band 0 and of the others.
    critical_max_in_flight BIGINT NOT NULL CHECK (critical_max_in_flight BETWEEN 1 AND 1000),
    max_in_flight BIGINT NOT NULL CHECK (max_in_flight BETWEEN 1 AND 1000),
    -- NULL for the default group, which is as old as the store.
    created_at BIGINT,
    -- When it was removed. It gets no more deliveries, and its name is free.
    closed_at BIGINT,
    -- How far it was backfilled with the alerts that were open when it was created, or when it got more bands: the last of them by
    -- (band, rank, id), an empty blob if none yet, NULL if all. There may be many, so this happens in batches.
    backfilled_to BYTEA,
    -- Once backfilled, the group has every open alert of its bands that was raised at this time or later.
    begins_at BIGINT NOT NULL DEFAULT 0,
    -- 0: it gets no deliveries. Its earlier row is closed, with its pending deliveries; this one has the same name and created_at.
    is_enabled BIGINT NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1))
);
CREATE UNIQUE INDEX consumer_group_name ON consumer_group (name) WHERE closed_at IS NULL;
-- clear id: consumer_group.backfilled_to
INSERT INTO consumer_group (id, name, bands, critical_max_in_flight, max_in_flight) VALUES (1, 'default', 15, 100, 100);

CREATE TABLE delivery (
    number BIGINT NOT NULL PRIMARY KEY,
    alert_id BYTEA NOT NULL REFERENCES alert (id),
    group_id BIGINT NOT NULL REFERENCES consumer_group (id),
    -- 0 for critical alerts, which come before everything and are never parked; 1 for the rest and for replays, in the order of their
    -- rank.
    lane BIGINT NOT NULL CHECK (lane IN (0, 1)),
    rank BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('pending', 'leased', 'acked', 'parked')),
    attempts BIGINT NOT NULL CHECK (attempts >= 0),
    token BYTEA,
    consumer TEXT COLLATE "C",
    lease_expires_at BIGINT,
    acked_at BIGINT,
    parked_at BIGINT,
    -- When a delivery that was released becomes visible again; NULL: it is visible.
    due_at BIGINT CHECK (due_at IS NULL OR state = 'pending'),
    -- 1 if it was acked before and is replayed: no person is to be paged twice.
    is_replay BIGINT NOT NULL DEFAULT 0 CHECK (is_replay IN (0, 1)),
    -- Counts up when its content is to be delivered as new: by a replay, or when the alert's patient becomes known. A receiver that
    -- drops duplicates must not drop these.
    generation BIGINT NOT NULL DEFAULT 0 CHECK (generation >= 0),
    last_event BIGINT,
    UNIQUE (alert_id, group_id),
    CHECK ((state = 'pending') OR (token IS NOT NULL)),
    CHECK ((state = 'leased') = (lease_expires_at IS NOT NULL)),
    CHECK ((state = 'acked') = (acked_at IS NOT NULL)),
    CHECK ((state = 'parked') = (parked_at IS NOT NULL)),
    CHECK (state <> 'parked' OR lane = 1)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX delivery_delayed ON delivery (group_id, lane, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_open ON delivery (group_id, lane, state, lease_expires_at, due_at, rank, number, consumer)
    WHERE state = 'pending' OR state = 'leased';
CREATE INDEX delivery_parked ON delivery (group_id, number) WHERE state = 'parked';

-- One row for each request that pushes a delivery to a receiver; ids only.
CREATE TABLE delivery_attempt (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    alert_id BYTEA NOT NULL,
    delivery BIGINT NOT NULL,
    group_id BIGINT NOT NULL REFERENCES consumer_group (id),
    channel TEXT COLLATE "C" NOT NULL CHECK (channel IN ('webhook', 'email', 'push', 'sms')),
    outcome TEXT COLLATE "C" NOT NULL,
    -- NULL if no answer came.
    http_status BIGINT,
    milliseconds BIGINT NOT NULL,
    -- From 1.
    attempt BIGINT NOT NULL CHECK (attempt >= 1)
);
CREATE INDEX delivery_attempt_of_alert ON delivery_attempt (alert_id);
CREATE INDEX delivery_attempt_of_group ON delivery_attempt (group_id, number);

-- Groups to which the server pushes alerts.
CREATE TABLE webhook (
    group_id BIGINT NOT NULL PRIMARY KEY REFERENCES consumer_group (id),
    url BYTEA NOT NULL,
    -- Signs its requests.
    secret BYTEA NOT NULL,
    -- 1 if its requests carry a claim's payload, which is health data; 0: ids only.
    sends_payload BIGINT NOT NULL CHECK (sends_payload IN (0, 1)),
    created_at BIGINT NOT NULL
);

--
-- Teams and their shifts
--

CREATE TABLE team (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT COLLATE "C" NOT NULL UNIQUE,
    description TEXT COLLATE "C",
    -- The IANA name of the zone of its shifts.
    time_zone TEXT COLLATE "C" NOT NULL,
    -- Rises with each change of the team, its members or its shifts.
    version BIGINT NOT NULL CHECK (version > 0),
    created_at BIGINT NOT NULL
);

CREATE TABLE team_member (
    team_id BYTEA NOT NULL REFERENCES team (id),
    account_id BYTEA NOT NULL REFERENCES account (id),
    added_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, account_id)
);
CREATE INDEX team_member_of_account ON team_member (account_id);

-- Local times on the clock of the team's zone. Dates are days since 1970.
CREATE TABLE team_shift (
    team_id BYTEA NOT NULL REFERENCES team (id),
    -- The order in which they were given.
    place BIGINT NOT NULL,
    account_id BYTEA NOT NULL REFERENCES account (id),
    -- A bit for each day of the week on which it begins: 1 is Monday, 64 is Sunday.
    weekdays BIGINT NOT NULL CHECK (weekdays BETWEEN 1 AND 127),
    -- Minutes since midnight.
    start_time BIGINT NOT NULL CHECK (start_time BETWEEN 0 AND 1439),
    end_time BIGINT NOT NULL CHECK (end_time BETWEEN 0 AND 1439),
    -- How many days after its beginning it ends.
    days BIGINT NOT NULL CHECK (days BETWEEN 0 AND 31),
    from_date BIGINT NOT NULL,
    until_date BIGINT CHECK (until_date IS NULL OR until_date >= from_date),
    every_weeks BIGINT NOT NULL CHECK (every_weeks BETWEEN 1 AND 52),
    -- A date in a week in which it takes place.
    anchor_date BIGINT NOT NULL,
    -- Dates on which it doesn't begin, separated by spaces.
    except_dates TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team_id, place),
    CHECK (days > 0 OR end_time > start_time)
);
CREATE INDEX team_shift_of_account ON team_shift (account_id);

-- A member takes over for a while.
CREATE TABLE team_override (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    team_id BYTEA NOT NULL REFERENCES team (id),
    account_id BYTEA NOT NULL REFERENCES account (id),
    -- The member who is not on call meanwhile; NULL: all whose shift it is.
    replaces BYTEA REFERENCES account (id),
    from_at BIGINT NOT NULL,
    until_at BIGINT NOT NULL CHECK (until_at > from_at),
    note BYTEA,
    made_by BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    CHECK (replaces IS NULL OR replaces <> account_id)
);
CREATE INDEX team_override_of_account ON team_override (account_id);
CREATE INDEX team_override_of_team ON team_override (team_id, until_at);
CREATE INDEX team_override_replaces ON team_override (replaces) WHERE replaces IS NOT NULL;

-- The private calendar feed of a team. The secret in its address is not stored.
CREATE TABLE team_calendar (
    team_id BYTEA NOT NULL PRIMARY KEY REFERENCES team (id),
    digest BYTEA NOT NULL UNIQUE CHECK (length(digest) = 32),
    created_at BIGINT NOT NULL,
    -- The account that opened it.
    created_by BYTEA NOT NULL CHECK (length(created_by) = 16)
);

-- The private calendar feed of an account. The secret in its address is not stored.
CREATE TABLE calendar_feed (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES account (id),
    digest BYTEA NOT NULL UNIQUE CHECK (length(digest) = 32),
    created_at BIGINT NOT NULL
);

--
-- Messages
--

-- A way to reach an account or a team. The e-mail address of an account needs no row.
CREATE TABLE contact_point (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BYTEA REFERENCES account (id),
    team_id BYTEA,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('email', 'sms', 'voice', 'apns', 'fcm', 'web-push', 'slack', 'teams',
        'pagerduty', 'http')),
    address BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    -- NULL: its owner has not proven it yet, and it is not used.
    verified_at BIGINT,
    disabled_at BIGINT,
    -- The outcome of the attempt that disabled it.
    disabled_for TEXT COLLATE "C",
    -- Of a device: what its app said when it registered, and when that was last.
    platform TEXT COLLATE "C" CHECK (platform IN ('ios', 'android', 'web')),
    os_version TEXT COLLATE "C",
    app_version TEXT COLLATE "C",
    label BYTEA,
    seen_at BIGINT,
    -- The sign-in in which the app registered: the device is removed when that is ended.
    session_id BYTEA,
    -- The categories that are off on this device, separated by spaces.
    muted TEXT COLLATE "C" NOT NULL DEFAULT '',
    CHECK ((account_id IS NULL) <> (team_id IS NULL)),
    CHECK ((disabled_at IS NULL) = (disabled_for IS NULL))
);
CREATE UNIQUE INDEX contact_point_device ON contact_point (kind, substr(address, 1, 16)) WHERE kind IN ('apns', 'fcm', 'web-push');
CREATE INDEX contact_point_of_account ON contact_point (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX contact_point_of_team ON contact_point (team_id) WHERE team_id IS NOT NULL;

-- The code that was sent to a contact point, until its owner has proven it.
CREATE TABLE contact_code (
    contact_id BYTEA NOT NULL PRIMARY KEY REFERENCES contact_point (id),
    digest BYTEA NOT NULL,
    expires_at BIGINT NOT NULL,
    failures BIGINT NOT NULL DEFAULT 0 CHECK (failures >= 0)
);

-- Codes that were sent in the last day: their number is limited for each account and each address.
CREATE TABLE contact_code_sent (
    -- A keyed digest, since the address belongs to a person who may have no account.
    address BYTEA NOT NULL,
    account_id BYTEA NOT NULL REFERENCES account (id),
    at BIGINT NOT NULL
);
CREATE INDEX contact_code_sent_at ON contact_code_sent (at);
CREATE INDEX contact_code_sent_by ON contact_code_sent (account_id, at);
CREATE INDEX contact_code_sent_to ON contact_code_sent (address, at);

-- What one person, one team or the operator is told, once.
CREATE TABLE notice (
    -- UUIDv7.
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- Whom it tells: the id of an account or a team, or zeros for the operator.
    receiver BYTEA NOT NULL CHECK (length(receiver) = 16),
    -- The same id if it is an account.
    account_id BYTEA REFERENCES account (id),
    kind TEXT COLLATE "C" NOT NULL,
    -- The person it is about; NULL: none.
    profile_id BYTEA REFERENCES profile (id),
    alert_id BYTEA REFERENCES alert (id),
    -- The step of the alert's escalation; 0: none.
    step BIGINT NOT NULL DEFAULT 0,
    -- What its texts contain, as JSON.
    facts BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    read_at BIGINT,
    -- What the receiver is.
    receiver_kind TEXT COLLATE "C" NOT NULL DEFAULT 'account' CHECK (receiver_kind IN ('account', 'team', 'profile', 'operator')),
    CHECK (account_id IS NULL OR account_id = receiver)
);
CREATE INDEX notice_of_account ON notice (account_id, id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX notice_of_alert ON notice (alert_id, step, kind, receiver) WHERE alert_id IS NOT NULL;
CREATE INDEX notice_of_profile ON notice (profile_id) WHERE profile_id IS NOT NULL;

-- The order in which notices were committed, by which a stream resumes: ids can be older than their commit.
CREATE TABLE notice_event (
    number BIGINT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES account (id),
    notice_id BYTEA NOT NULL REFERENCES notice (id)
);
CREATE INDEX notice_event_of_account ON notice_event (account_id, number);
CREATE UNIQUE INDEX notice_event_of_notice ON notice_event (notice_id);

-- The number of the last event of a notice, of one row. The last events may be deleted, but streams resume by their numbers.
CREATE TABLE notice_event_number (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    last BIGINT NOT NULL CHECK (last >= 0)
);
INSERT INTO notice_event_number (id, last) VALUES (1, 0);

-- What a person has chosen about notices, as JSON. A missing row means the defaults.
CREATE TABLE notice_preference (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES account (id),
    chosen TEXT COLLATE "C" NOT NULL,
    changed_at BIGINT NOT NULL
);

-- One notice over one channel to one contact point.
CREATE TABLE notice_send (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    notice_id BYTEA NOT NULL REFERENCES notice (id),
    channel TEXT COLLATE "C" NOT NULL,
    -- NULL: the account's own e-mail address, or the operator's.
    contact_id BYTEA REFERENCES contact_point (id),
    -- 0: about a critical alert; 1: all others.
    lane BIGINT NOT NULL CHECK (lane IN (0, 1)),
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'sent', 'delivered', 'failed', 'cancelled')),
    due_at BIGINT,
    expires_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- The outcome of the last attempt that failed, with the provider's status.
    last_error TEXT COLLATE "C",
    -- The provider's id of the message.
    reference TEXT COLLATE "C",
    ended_at BIGINT,
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX notice_send_due ON notice_send (channel, lane, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX notice_send_of_contact ON notice_send (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX notice_send_of_notice ON notice_send (notice_id);
CREATE INDEX notice_send_reference ON notice_send (reference) WHERE reference IS NOT NULL;

-- Mails, written in the transaction that they report, which wait to be sent.
CREATE TABLE outbox (
    -- UUIDv7; the mail's Message-ID is made of it.
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('email-change', 'email-change-asked', 'email-changed', 'confirmation',
        'reset', 'invitation', 'test', 'break-glass', 'erasure', 'erasure-cancelled', 'account-prepared', 'account-made',
        'guessing')),
    -- An address and a link with a secret: kept until the mail is sent or expired.
    recipient BYTEA,
    link BYTEA CHECK (link IS NULL OR recipient IS NOT NULL),
    facts BYTEA CHECK (facts IS NULL OR recipient IS NOT NULL),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'sent', 'refused', 'expired')),
    due_at BIGINT,
    attempts BIGINT NOT NULL CHECK (attempts >= 0),
    -- A short code, no words of the mail server's, which may hold addresses.
    last_error TEXT COLLATE "C",
    ended_at BIGINT,
    -- The invitation whose secret the mail contains: the mail is deleted with it, when it is used, revoked or expired.
    invitation_id BYTEA,
    -- That of the recipient's account.
    language TEXT COLLATE "C" NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es', 'sw')),
    CHECK ((state IN ('waiting', 'refused')) = (recipient IS NOT NULL)),
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_expiring ON outbox (expires_at) WHERE recipient IS NOT NULL;
CREATE INDEX outbox_of_invitation ON outbox (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX outbox_telling ON outbox (id) WHERE facts IS NOT NULL;
CREATE INDEX outbox_to ON outbox (substr(recipient, 1, 16)) WHERE recipient IS NOT NULL;

-- An article or an invitation to a study, for the people of the tenant.
CREATE TABLE news (
    -- UUIDv7.
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('article', 'study')),
    link TEXT COLLATE "C",
    published_at BIGINT NOT NULL,
    -- The account or key that published it.
    published_by BYTEA NOT NULL CHECK (length(published_by) = 16),
    -- It is told in batches, in the order of the ids of people: the last one who was looked at.
    told_to BYTEA,
    -- How many people were told.
    told BIGINT NOT NULL DEFAULT 0 CHECK (told >= 0),
    -- All were told.
    completed_at BIGINT,
    withdrawn_at BIGINT
);
CREATE INDEX news_to_tell ON news (id) WHERE completed_at IS NULL AND withdrawn_at IS NULL;

CREATE TABLE news_text (
    news_id BYTEA NOT NULL REFERENCES news (id),
    language TEXT COLLATE "C" NOT NULL CHECK (language IN ('en', 'es', 'sw')),
    title TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (news_id, language)
);

--
-- What happened, and what was answered
--

-- Who did what; ids only, so that a person can be erased without changing it. Each entry has a MAC over itself, its patients and the
-- entry before.
CREATE TABLE audit (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    actor BYTEA,
    action TEXT COLLATE "C" NOT NULL,
    object TEXT COLLATE "C",
    profile_id BYTEA,
    request_id TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C",
    account BYTEA,
    session BYTEA,
    address BYTEA,
    outcome TEXT COLLATE "C" NOT NULL DEFAULT 'success',
    -- The number of events, for those that are counted together.
    times BIGINT NOT NULL DEFAULT 1,
    mac BYTEA,
    -- Marks access under break-glass. NULL means no, and is not sealed, so that older entries keep their MACs.
    break_glass BIGINT
);
CREATE INDEX audit_break_glass ON audit (number) WHERE break_glass IS NOT NULL;
CREATE INDEX audit_of_profile ON audit (profile_id, number) WHERE profile_id IS NOT NULL;
CREATE INDEX audit_verified ON audit (number) WHERE action = 'audit.verified';

-- Signed statements of the chain's state.
CREATE TABLE audit_checkpoint (
    position BIGINT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    mac BYTEA NOT NULL,
    at BIGINT NOT NULL,
    signature BYTEA NOT NULL
);

-- The patients that each entry of a list shows, by blocks of 32 entries. See decision 0060.
CREATE TABLE audit_patient (
    -- The entry's number by 32, rounded down.
    block BIGINT NOT NULL,
    profile_id BYTEA NOT NULL,
    entry BIGINT NOT NULL,
    PRIMARY KEY (block, profile_id, entry)
);
CREATE INDEX audit_patient_of_profile ON audit_patient (profile_id, entry);

-- What other systems read to follow the tenant's records: ids only.
CREATE TABLE change (
    -- Without gaps.
    number BIGINT NOT NULL PRIMARY KEY,
    noun TEXT COLLATE "C" NOT NULL CHECK (noun IN ('profile', 'kit', 'result', 'alert')),
    id BYTEA NOT NULL,
    -- NULL: this kind has no versions.
    version BIGINT,
    at BIGINT NOT NULL
);

-- What was created under a client's Idempotency-Key: ids only, concatenated.
CREATE TABLE idempotency (
    actor BYTEA NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    key BYTEA NOT NULL,
    body_digest BYTEA NOT NULL,
    made BYTEA NOT NULL,
    -- Which version of it, where there are several.
    version BIGINT,
    at BIGINT NOT NULL,
    -- NULL: kept without end.
    expires_at BIGINT
);
CREATE UNIQUE INDEX idempotency_key ON idempotency (actor, route, substr(key, 1, 16));
CREATE INDEX idempotency_expiry ON idempotency (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX idempotency_kept ON idempotency (made) WHERE expires_at IS NULL;
CREATE INDEX idempotency_made ON idempotency (made) WHERE expires_at IS NOT NULL AND length(made) = 16;
