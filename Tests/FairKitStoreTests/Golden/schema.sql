CREATE INDEX account_of_profile ON account (profile_id) WHERE profile_id IS NOT NULL;

CREATE INDEX alert_acknowledged ON alert (band, rank, id) WHERE state = 'acknowledged';

CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number) WHERE delivery IS NULL;

CREATE INDEX alert_following ON alert (follows) WHERE follows IS NOT NULL;

CREATE INDEX alert_open ON alert (band, rank, id) WHERE state = 'open';

CREATE INDEX alert_step_due ON alert_step (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX api_key_of_profile ON api_key (profile_id);

CREATE INDEX audit_backed_up ON audit (number) WHERE action = 'store.backed-up';

CREATE INDEX audit_break_glass ON audit (number) WHERE break_glass IS NOT NULL;

CREATE INDEX audit_drilled ON audit (number) WHERE action = 'store.drilled';

CREATE INDEX audit_refused ON audit (number) WHERE outcome <> 'success';

CREATE INDEX audit_set_back ON audit (number) WHERE sets_back IS NOT NULL;

CREATE INDEX audit_told ON audit (profile_id) WHERE action IN ('profile.email-changed', 'result.released');

CREATE INDEX audit_verified ON audit (number) WHERE action = 'audit.verified';

CREATE INDEX break_glass_of_account ON break_glass (account_id, until_at);

CREATE INDEX break_glass_of_profile ON break_glass (profile_id);

CREATE INDEX care_of_account ON care_assignment (account_id, profile_id);

CREATE INDEX care_of_profile ON care_assignment (profile_id);

CREATE INDEX challenge_of_account ON challenge (account_id);

CREATE INDEX challenge_of_session ON challenge (session_id) WHERE session_id IS NOT NULL;

CREATE INDEX challenge_started ON challenge (started_at);

CREATE UNIQUE INDEX consumer_group_name ON consumer_group (name) WHERE closed_at IS NULL;

CREATE INDEX contact_code_sent_at ON contact_code_sent (at);

CREATE INDEX contact_code_sent_by ON contact_code_sent (account_id, at);

CREATE INDEX contact_code_sent_to ON contact_code_sent (address, at);

CREATE UNIQUE INDEX contact_point_device ON contact_point (kind, address) WHERE kind IN ('apns', 'fcm', 'web-push');

CREATE INDEX contact_point_of_account ON contact_point (account_id) WHERE account_id IS NOT NULL;

CREATE INDEX contact_point_of_team ON contact_point (team_id) WHERE team_id IS NOT NULL;

CREATE INDEX delivery_attempt_of_alert ON delivery_attempt (alert_id);

CREATE INDEX delivery_attempt_of_group ON delivery_attempt (group_id, number);

CREATE INDEX delivery_delayed ON delivery (group_id, lane, due_at) WHERE due_at IS NOT NULL;

CREATE INDEX delivery_open ON delivery (group_id, lane, state, lease_expires_at, due_at, rank, number, consumer)
    WHERE state = 'pending' OR state = 'leased';

CREATE INDEX delivery_parked ON delivery (group_id, number) WHERE state = 'parked';

CREATE INDEX erased_profile_delivery ON erased_profile (last_delivery);

CREATE INDEX figure_classes ON figure_person (programme_id, measure, quarter) WHERE gravity IS NOT NULL;

CREATE INDEX figure_of_day ON figure (programme_id, day);

CREATE INDEX figure_waiting ON figure_person (programme_id, measure, quarter) WHERE figure IS NULL;

CREATE INDEX idempotency_expiry ON idempotency (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX idempotency_kept ON idempotency (made) WHERE expires_at IS NULL;

CREATE INDEX idempotency_made ON idempotency (made) WHERE expires_at IS NOT NULL AND length(made) = 16;

CREATE INDEX invitation_expiring ON invitation (expires_at);

CREATE INDEX invitation_of_account ON invitation (account_id);

CREATE INDEX invitation_of_profile ON invitation (profile_id);

CREATE INDEX invitation_to ON invitation (email);

CREATE INDEX kit_due_on ON kit_logistics (due_on) WHERE due_on IS NOT NULL;

CREATE INDEX kit_of_laboratory ON kit_logistics (laboratory_id, kit_id) WHERE laboratory_id IS NOT NULL;

CREATE INDEX kit_of_profile ON kit (profile_id, id);

CREATE INDEX kit_of_status ON kit (status, id);

CREATE INDEX kit_photo_expiry ON kit_photo (expires_at);

CREATE INDEX kit_registered ON kit (registered_at, profile_id);

CREATE INDEX kit_to_review ON kit (id) WHERE needs_review = 1;

CREATE INDEX known_place_last ON known_place (last_at);

CREATE INDEX known_place_of_account ON known_place (account_id);

CREATE INDEX news_to_tell ON news (id) WHERE completed_at IS NULL AND withdrawn_at IS NULL;

CREATE INDEX note_of_subject ON note (subject, id);

CREATE INDEX notice_event_of_account ON notice_event (account_id, number);

CREATE UNIQUE INDEX notice_event_of_notice ON notice_event (notice_id);

CREATE INDEX notice_of_account ON notice (account_id, id) WHERE account_id IS NOT NULL;

CREATE UNIQUE INDEX notice_of_alert ON notice (alert_id, step, kind, receiver) WHERE alert_id IS NOT NULL;

CREATE INDEX notice_of_invitation ON notice (invitation_id) WHERE invitation_id IS NOT NULL;

CREATE INDEX notice_of_profile ON notice (profile_id) WHERE profile_id IS NOT NULL;

CREATE INDEX notice_send_due ON notice_send (channel, lane, due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX notice_send_of_contact ON notice_send (contact_id) WHERE contact_id IS NOT NULL;

CREATE INDEX notice_send_of_notice ON notice_send (notice_id);

CREATE INDEX notice_send_reference ON notice_send (reference) WHERE reference IS NOT NULL;

CREATE INDEX notice_to ON notice (lower(recipient)) WHERE recipient IS NOT NULL;

CREATE INDEX prepared_key_of_person ON prepared_key (profile_id) WHERE profile_id IS NOT NULL;

CREATE INDEX profile_by_birth_date ON profile (birth_date);

CREATE INDEX profile_by_email ON profile (lower(email)) WHERE email IS NOT NULL;

CREATE INDEX profile_by_phone ON profile (phone) WHERE phone IS NOT NULL;

CREATE INDEX profile_of_email ON profile (lower(email)) WHERE email IS NOT NULL;

CREATE INDEX profile_search_pending ON profile_search (number) WHERE pending > 0;

CREATE INDEX programme_member_joined ON programme_member (joined_at, profile_id);

CREATE INDEX programme_of_coordinator ON programme_coordinator (account_id);

CREATE INDEX refresh_token_expiring ON refresh_token (expires_at);

CREATE INDEX refresh_token_of_session ON refresh_token (session_id);

CREATE INDEX refused_code_of_profile ON refused_code (profile_id, at);

CREATE INDEX requested_erasure_due ON requested_erasure (due_at);

CREATE INDEX result_all_of_laboratory ON result (laboratory_id, shown_to_clinicians, test_date, id);

CREATE INDEX result_all_shown ON result (shown_to_clinicians, test_date, id);

CREATE INDEX result_held ON result (test_date, id) WHERE held_for IS NOT NULL;

CREATE INDEX result_of_kit ON result (kit_code);

CREATE INDEX result_of_laboratory ON result (laboratory_id, is_unmatched, flag, status, test_date, id);

CREATE INDEX result_of_level ON result (laboratory_id, shown_to_clinicians, unit, level, id);

CREATE INDEX result_of_profile ON result (profile_id, test_date, id) WHERE profile_id IS NOT NULL;

CREATE INDEX result_shown ON result (shown_to_clinicians, is_unmatched, flag, status, test_date, id);

CREATE INDEX sending_budget_full ON sending_budget (full_at);

CREATE INDEX session_of_account ON session (account_id, id);

CREATE INDEX session_open ON session (account_id, id) WHERE ended_at IS NULL;

CREATE INDEX session_past ON session (id) WHERE is_past = 1;

CREATE INDEX share_of_profile ON share (profile_id, id);

CREATE INDEX share_with_account ON share (account_id) WHERE account_id IS NOT NULL;

CREATE INDEX share_with_email ON share (email) WHERE email IS NOT NULL;

CREATE INDEX sign_in_failure_last ON sign_in_failure (last_at);

CREATE INDEX stranger_failure_began ON stranger_failure (began_at);

CREATE INDEX team_member_of_account ON team_member (account_id);

CREATE INDEX team_override_of_account ON team_override (account_id);

CREATE INDEX team_override_of_team ON team_override (team_id, until_at);

CREATE INDEX team_override_replaces ON team_override (replaces) WHERE replaces IS NOT NULL;

CREATE INDEX team_shift_of_account ON team_shift (account_id);

CREATE TABLE account (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- In small letters. Forgotten when the account is deleted, so that it can be used again.
    email TEXT UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'coordinator', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended', 'deleted')),
    created_at INTEGER NOT NULL,
    -- scrypt, in the PHC string format.
    password TEXT,
    password_at INTEGER,
    -- The secret of one-time passwords, when it was first used, and the last step that was: none is good twice.
    otp_secret BLOB CHECK (otp_secret IS NULL OR length(otp_secret) = 20),
    otp_confirmed_at INTEGER,
    otp_step INTEGER, name TEXT, phone TEXT, language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es', 'sw')), rights BLOB,
    CHECK ((state = 'deleted') = (email IS NULL)),
    CHECK ((state = 'deleted') = (password IS NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL)),
    CHECK ((role = 'patient' AND state <> 'deleted') = (profile_id IS NOT NULL)),
    CHECK (otp_secret IS NOT NULL OR otp_confirmed_at IS NULL)
);

CREATE TABLE acknowledgement (
    alert_id BLOB NOT NULL PRIMARY KEY REFERENCES alert (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL,
    -- How the patient or a colleague was reached.
    reached TEXT NOT NULL,
    -- Which identifiers were read back: their names, separated by spaces.
    identifiers TEXT NOT NULL,
    note TEXT
) WITHOUT ROWID;

CREATE TABLE "alert" (
    id BLOB NOT NULL PRIMARY KEY,
    result_id BLOB NOT NULL,
    result_version INTEGER NOT NULL,
    rule TEXT NOT NULL,
    rule_version INTEGER NOT NULL,
    band INTEGER NOT NULL CHECK (band BETWEEN 0 AND 3),
    rank INTEGER NOT NULL,
    raised_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'acknowledged') OR state IN ('resolved', 'retracted')),
    follows BLOB REFERENCES alert (id),
    earlier_level INTEGER,
    earlier_unit TEXT,
    earlier_comparator TEXT,
    earlier_test_date INTEGER,
    UNIQUE (result_id, result_version, rule, rule_version),
    FOREIGN KEY (result_id, result_version) REFERENCES result_version (result_id, number)
) WITHOUT ROWID;

CREATE TABLE "alert_event" (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('acknowledged', 'resolved') OR kind IN ('read-back-failed', 'escalated') OR kind IN ('step-skipped', 'raised') OR kind IN ('retracted', 'backfilled') OR kind IN ('leased', 'extended') OR kind IN ('released', 'returned') OR kind IN ('expired', 'acked') OR kind IN ('bound', 'parked') OR kind IN ('stuck', 'redriven') OR kind = 'replayed'),
    actor BLOB,
    reason TEXT,
    -- The event of the same delivery before this one.
    previous INTEGER
);

CREATE TABLE alert_resolution (
    alert_id BLOB NOT NULL PRIMARY KEY REFERENCES alert (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    note TEXT
) WITHOUT ROWID;

CREATE TABLE alert_rule (
    rule TEXT NOT NULL PRIMARY KEY,
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
);

CREATE TABLE alert_step (
    alert_id BLOB NOT NULL REFERENCES alert (id),
    number INTEGER NOT NULL CHECK (number > 0),
    -- Whom it tells, separated by spaces: 'patient', 'care', 'operator', 'team:NAME'.
    targets TEXT NOT NULL,
    -- In seconds; the step repeats at this interval until the alert is acknowledged. NULL: it does not repeat.
    repeats INTEGER CHECK (repeats > 0),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'fired') OR state IN ('skipped', 'cancelled')),
    due_at INTEGER,
    planned_at INTEGER NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (alert_id, number),
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
) WITHOUT ROWID;

CREATE TABLE "api_key" (
    id BLOB NOT NULL PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'consumer', 'app', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    scopes TEXT CHECK (scopes <> ''),
    expires_at INTEGER,
    used_at INTEGER, rights BLOB,
    CHECK ((role = 'patient') = (profile_id IS NOT NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL))
);

CREATE TABLE audit (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    actor BLOB,
    action TEXT NOT NULL,
    object TEXT,
    profile_id BLOB,
    request_id TEXT NOT NULL
, role TEXT, account BLOB, session BLOB, address TEXT, outcome TEXT NOT NULL DEFAULT 'success', times INTEGER NOT NULL DEFAULT 1, mac BLOB, break_glass INTEGER, patients BLOB, sets_back INTEGER);

CREATE TABLE audit_block (
    -- The number of each entry by 32, rounded down.
    block INTEGER NOT NULL PRIMARY KEY,
    -- The last two bytes of the id of each patient.
    marks BLOB NOT NULL
);

CREATE TABLE audit_checkpoint (
    position INTEGER NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    mac BLOB NOT NULL,
    at INTEGER NOT NULL,
    signature BLOB NOT NULL
);

CREATE TABLE backup_code (
    account_id BLOB NOT NULL REFERENCES account (id),
    digest BLOB NOT NULL,
    used_at INTEGER, rights BLOB,
    PRIMARY KEY (account_id, digest)
);

CREATE TABLE break_glass (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BLOB NOT NULL REFERENCES account (id),
    profile_id BLOB NOT NULL REFERENCES profile (id),
    -- Words of a person, which may tell of another's health: they stand here and nowhere else.
    reason TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL CHECK (until_at >= opened_at),
    ended_at INTEGER,
    reviewed_by BLOB,
    reviewed_at INTEGER, rights BLOB, review_note SEALED TEXT,
    CHECK ((reviewed_by IS NULL) = (reviewed_at IS NULL))
);

CREATE TABLE calendar_feed (
    account_id BLOB NOT NULL PRIMARY KEY REFERENCES account (id),
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE care_assignment (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BLOB NOT NULL REFERENCES account (id),
    profile_id BLOB NOT NULL REFERENCES profile (id),
    from_at INTEGER NOT NULL,
    to_at INTEGER CHECK (to_at IS NULL OR to_at >= from_at),
    made_by BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    ended_by BLOB,
    ended_at INTEGER CHECK (ended_at IS NULL OR to_at IS NOT NULL), rights BLOB,
    CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);

CREATE TABLE challenge (
    digest BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL REFERENCES account (id),
    -- The session that sets up a second factor; nil: one is to be begun.
    session_id BLOB REFERENCES session (id),
    started_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    -- A secret that is shown to be set up, and becomes the account's once a code of it comes.
    otp_secret BLOB CHECK (otp_secret IS NULL OR length(otp_secret) = 20),
    -- It led to a session, and does so no more.
    used_at INTEGER
, rights BLOB);

CREATE TABLE change (
    -- Without gaps: the writer gives it.
    number INTEGER NOT NULL PRIMARY KEY,
    noun TEXT NOT NULL CHECK (noun IN ('profile', 'kit') OR noun IN ('result', 'alert')),
    id BLOB NOT NULL,
    -- NULL: this kind has no versions.
    version INTEGER,
    at INTEGER NOT NULL
);

CREATE TABLE consent_notice (
    -- UUIDv7.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    text TEXT,
    -- Where the privacy notice stands.
    url TEXT,
    created_at INTEGER NOT NULL,
    CHECK (text IS NOT NULL OR url IS NOT NULL)
);

CREATE TABLE "consumer_group" (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The bands of its alerts: the sum of 1 for band 0, 2 for band 1, 4 for band 2 and 8 for band 3.
    bands INTEGER NOT NULL CHECK (bands BETWEEN 1 AND 15),
    -- In seconds, for band 0 and for the others; NULL: the band's default.
    critical_lease INTEGER CHECK (critical_lease BETWEEN 5 AND 900),
    lease INTEGER CHECK (lease BETWEEN 5 AND 900),
    -- How many deliveries one consumer may hold leased at a time, of band 0 and of the others.
    critical_max_in_flight INTEGER NOT NULL CHECK (critical_max_in_flight BETWEEN 1 AND 1000),
    max_in_flight INTEGER NOT NULL CHECK (max_in_flight BETWEEN 1 AND 1000),
    -- NULL for the default group, which is as old as the store.
    created_at INTEGER,
    -- When it was removed. It gets no more deliveries, and its name is free.
    closed_at INTEGER,
    -- How far it was backfilled with the alerts that were open when it was created, or when it got more bands: the last of them by
    -- (band, rank, id), an empty blob if none yet, NULL if all. There may be many, so this happens in batches.
    backfilled_to BLOB
, begins_at INTEGER NOT NULL DEFAULT 0, is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)));

CREATE TABLE contact_code (
    contact_id BLOB NOT NULL PRIMARY KEY REFERENCES contact_point (id),
    digest BLOB NOT NULL,
    expires_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0)
) WITHOUT ROWID;

CREATE TABLE contact_code_sent (
    -- A keyed digest, since the address belongs to a person who may have no account.
    address BLOB NOT NULL,
    account_id BLOB NOT NULL REFERENCES account (id),
    at INTEGER NOT NULL
);

CREATE TABLE contact_point (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BLOB REFERENCES account (id),
    team_id BLOB,
    kind TEXT NOT NULL CHECK (kind IN ('email', 'sms', 'voice', 'apns', 'fcm', 'web-push', 'slack', 'teams', 'pagerduty', 'http')),
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- NULL: its owner has not proven it yet, and it is not used.
    verified_at INTEGER,
    disabled_at INTEGER,
    -- The outcome of the attempt that disabled it.
    disabled_for TEXT, platform TEXT CHECK (platform IN ('ios', 'android', 'web')), os_version TEXT, app_version TEXT, label TEXT, seen_at INTEGER, session_id BLOB, muted TEXT NOT NULL DEFAULT '',
    CHECK ((account_id IS NULL) <> (team_id IS NULL)),
    CHECK ((disabled_at IS NULL) = (disabled_for IS NULL))
);

CREATE TABLE "delivery" (
    number INTEGER NOT NULL PRIMARY KEY,
    alert_id BLOB NOT NULL REFERENCES alert (id),
    group_id INTEGER NOT NULL REFERENCES "consumer_group" (id),
    -- 0 for critical alerts, which come before everything and are never parked; 1 for the rest and for replays, in the order of their
    -- rank.
    lane INTEGER NOT NULL CHECK (lane IN (0, 1)),
    rank INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'leased') OR state IN ('acked', 'parked')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    token BLOB,
    consumer TEXT,
    lease_expires_at INTEGER,
    acked_at INTEGER,
    parked_at INTEGER,
    -- When a delivery that was released becomes visible again; NULL: it is visible.
    due_at INTEGER CHECK (due_at IS NULL OR state = 'pending'),
    -- 1 if it was acked before and is replayed: no person is to be paged twice.
    is_replay INTEGER NOT NULL DEFAULT 0 CHECK (is_replay IN (0, 1)),
    -- Counts up when its content is to be delivered as new: by a replay, or when the alert's patient becomes known. A receiver that drops
    -- duplicates must not drop these.
    generation INTEGER NOT NULL DEFAULT 0 CHECK (generation >= 0),
    last_event INTEGER,
    UNIQUE (alert_id, group_id),
    CHECK ((state = 'pending') OR (token IS NOT NULL)),
    CHECK ((state = 'leased') = (lease_expires_at IS NOT NULL)),
    CHECK ((state = 'acked') = (acked_at IS NOT NULL)),
    CHECK ((state = 'parked') = (parked_at IS NOT NULL)),
    CHECK (state <> 'parked' OR lane = 1)
);

CREATE TABLE delivery_attempt (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER NOT NULL,
    group_id INTEGER NOT NULL REFERENCES "consumer_group" (id),
    channel TEXT NOT NULL CHECK (channel IN ('webhook', 'email', 'push', 'sms')),
    outcome TEXT NOT NULL,
    -- NULL if no answer came.
    http_status INTEGER,
    milliseconds INTEGER NOT NULL,
    -- From 1.
    attempt INTEGER NOT NULL CHECK (attempt >= 1)
);

CREATE TABLE diagnostic (
    day INTEGER NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('android', 'ios', 'web')),
    version TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('crash', 'hang', 'start-slow', 'upload-failed', 'scan-failed', 'sign-in-failed', 'push-missing')),
    count INTEGER NOT NULL,
    PRIMARY KEY (day, platform, version, kind)
) WITHOUT ROWID;

CREATE TABLE erased_profile (
    profile_id BLOB NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    -- The last delivery that there was then; 0 if there was none.
    last_delivery INTEGER NOT NULL
);

CREATE TABLE escalation_policy (
    band INTEGER NOT NULL PRIMARY KEY CHECK (band BETWEEN 0 AND 3),
    steps TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    changed_by BLOB NOT NULL
);

CREATE TABLE figure (
    number INTEGER NOT NULL PRIMARY KEY,
    programme_id BLOB NOT NULL CHECK (length(programme_id) = 16),
    measure TEXT NOT NULL CHECK (measure IN ('enrolled', 'registered', 'completed', 'active', 'retained30', 'retained90')),
    -- A flag; NULL: all of the block.
    class TEXT CHECK (class IN ('LL', 'L', 'N', 'H', 'HH')),
    -- The day on which the block was complete.
    day INTEGER NOT NULL,
    people INTEGER NOT NULL CHECK (people >= 10)
);

CREATE TABLE figure_day (day INTEGER NOT NULL PRIMARY KEY);

CREATE TABLE figure_overlap (
    figure INTEGER NOT NULL REFERENCES figure (number),
    earlier INTEGER NOT NULL REFERENCES figure (number),
    people INTEGER NOT NULL,
    PRIMARY KEY (figure, earlier)
) WITHOUT ROWID;

CREATE TABLE figure_person (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    programme_id BLOB NOT NULL CHECK (length(programme_id) = 16),
    measure TEXT NOT NULL CHECK (measure IN ('enrolled', 'registered', 'completed', 'active', 'retained30', 'retained90')),
    -- Since year 0; 0 where a person counts once for ever.
    quarter INTEGER NOT NULL,
    -- The gravest flag before the block was complete: 0 normal, 1 low, 2 high, 3 severely low, 4 critically high. It is
    -- forgotten when the quarter has ended.
    gravity INTEGER CHECK (gravity >= 0 AND gravity <= 4),
    -- NULL: the person waits.
    figure INTEGER REFERENCES figure (number),
    class_figure INTEGER REFERENCES figure (number),
    PRIMARY KEY (profile_id, programme_id, measure, quarter)
) WITHOUT ROWID;

CREATE TABLE "idempotency" (
    actor BLOB NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    body_digest BLOB NOT NULL,
    made BLOB NOT NULL,
    -- Which version of it, where there are several.
    version INTEGER,
    at INTEGER NOT NULL,
    -- NULL: kept for ever.
    expires_at INTEGER,
    PRIMARY KEY (actor, route, key)
) WITHOUT ROWID;

CREATE TABLE "invitation" (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    digest BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'invitation', 'reset', 'email-change')),
    email TEXT NOT NULL,
    -- Whose password is reset, or whose address becomes this one; NULL: an account is made.
    account_id BLOB REFERENCES account (id),
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'coordinator', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    -- Of who is invited.
    name TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    invited_by BLOB,
    approval TEXT NOT NULL DEFAULT 'none' CHECK (approval IN ('none', 'awaited', 'given')), rights BLOB, code BLOB, failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    CHECK ((kind IN ('reset', 'email-change')) = (account_id IS NOT NULL))
);

CREATE TABLE "kit" (
    id BLOB NOT NULL PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('issued', 'shipped') OR status IN ('registered', 'mailed') OR status IN ('received', 'processing') OR status IN ('resulted', 'rejected') OR status IN ('expired', 'cancelled') OR status = 'replaced'),
    profile_id BLOB REFERENCES profile (id),
    registered_at INTEGER,
    send_by INTEGER,
    read_from TEXT CHECK (read_from IN ('photo', 'typed')),
    needs_review INTEGER NOT NULL CHECK (needs_review IN (0, 1)),
    results_came_first INTEGER NOT NULL DEFAULT 0 CHECK (results_came_first IN (0, 1)),
    secret_digest BLOB,
    rights BLOB,
    CHECK ((profile_id IS NULL) = (registered_at IS NULL))
) WITHOUT ROWID;

CREATE TABLE "kit_event" (
    kit_id BLOB NOT NULL REFERENCES kit (id),
    position INTEGER NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor BLOB NOT NULL,
    implied INTEGER NOT NULL CHECK (implied IN (0, 1)),
    reason TEXT,
    PRIMARY KEY (kit_id, position)
) WITHOUT ROWID;

CREATE TABLE kit_logistics (
    kit_id BLOB NOT NULL PRIMARY KEY REFERENCES kit (id),
    -- The laboratory that it is assigned to.
    laboratory_id BLOB REFERENCES laboratory (id),
    -- The last day on which a sample may be taken with it, in days since 1970.
    use_by INTEGER,
    -- The same until that day has come and was looked at.
    due_on INTEGER,
    carrier TEXT,
    tracking_number TEXT,
    return_carrier TEXT,
    return_tracking_number TEXT
, issued_on INTEGER) WITHOUT ROWID;

CREATE TABLE kit_photo (
    kit_id BLOB NOT NULL PRIMARY KEY REFERENCES kit (id),
    jpeg BLOB NOT NULL CHECK (length(jpeg) <= 262144),
    expires_at INTEGER NOT NULL
);

CREATE TABLE kit_reminder (
    kit_id BLOB NOT NULL PRIMARY KEY REFERENCES kit (id),
    -- How many the patient got, and how many of them after the last day to send the sample.
    sent INTEGER NOT NULL CHECK (sent > 0),
    overdue INTEGER NOT NULL CHECK (overdue BETWEEN 0 AND sent),
    -- The patient's day on which they got the last one, in days since 1970.
    last_on INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE known_place (
    -- Keyed digests, as in sign_in_failure.
    email BLOB NOT NULL,
    source BLOB NOT NULL,
    account_id BLOB NOT NULL REFERENCES account (id),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (email, source)
);

CREATE TABLE laboratory (
    id BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
, address TEXT, phone TEXT, director TEXT);

CREATE TABLE legal_hold (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    reason TEXT NOT NULL,
    set_at INTEGER NOT NULL
);

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

CREATE TABLE news_text (
    news_id BLOB NOT NULL REFERENCES news (id),
    language TEXT NOT NULL CHECK (language IN ('en', 'es', 'sw')),
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (news_id, language)
);

CREATE TABLE next_test (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    interval_months INTEGER CHECK (interval_months BETWEEN 1 AND 120),
    -- In days since 1970.
    due_on INTEGER,
    set_at INTEGER NOT NULL,
    -- The account or key that set it, and whether it is a clinician's.
    set_by BLOB NOT NULL CHECK (length(set_by) = 16),
    by_clinician INTEGER NOT NULL CHECK (by_clinician IN (0, 1)),
    CHECK ((interval_months IS NULL) <> (due_on IS NULL))
) WITHOUT ROWID;

CREATE TABLE note (
    -- UUIDv7.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    noun TEXT NOT NULL CHECK (noun IN ('kit', 'result', 'alert')),
    -- The kit, the result or the alert.
    subject BLOB NOT NULL CHECK (length(subject) = 16),
    -- The account or key that wrote it.
    author BLOB NOT NULL CHECK (length(author) = 16),
    at INTEGER NOT NULL,
    -- Words of a person, which may tell of another's health: they stand here and nowhere else.
    text TEXT NOT NULL
);

CREATE TABLE "notice" (
    -- UUIDv7.
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- Whom it tells: the id of an account or a team, or zeros for the operator.
    receiver BLOB NOT NULL CHECK (length(receiver) = 16),
    -- The same id if it is an account.
    account_id BLOB REFERENCES account (id),
    kind TEXT NOT NULL,
    -- The person it is about; NULL: none.
    profile_id BLOB REFERENCES profile (id),
    alert_id BLOB REFERENCES alert (id),
    -- The step of the alert's escalation; 0: none.
    step INTEGER NOT NULL DEFAULT 0,
    -- What its texts contain, as JSON.
    facts TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    read_at INTEGER,
    receiver_kind TEXT NOT NULL DEFAULT 'account'
        CHECK (receiver_kind IN ('account', 'team') OR receiver_kind IN ('profile', 'operator') OR receiver_kind = 'address'),
    recipient SEALED TEXT,
    link SEALED TEXT,
    lines SEALED TEXT,
    language TEXT CHECK (language IN ('en', 'es') OR language = 'sw'),
    invitation_id BLOB,
    CHECK (account_id IS NULL OR account_id = receiver)
) WITHOUT ROWID;

CREATE TABLE "notice_event" (
    number INTEGER NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL REFERENCES account (id),
    notice_id BLOB NOT NULL REFERENCES notice (id)
);

CREATE TABLE notice_event_number (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    last INTEGER NOT NULL CHECK (last >= 0)
);

CREATE TABLE notice_preference (
    account_id BLOB NOT NULL PRIMARY KEY REFERENCES account (id),
    chosen TEXT NOT NULL,
    changed_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE "notice_send" (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    notice_id BLOB NOT NULL REFERENCES notice (id),
    channel TEXT NOT NULL,
    -- NULL: the account's own e-mail address, or the operator's.
    contact_id BLOB REFERENCES contact_point (id),
    -- 0: about a critical alert; 1: all others.
    lane INTEGER NOT NULL CHECK (lane IN (0, 1) OR lane = 2),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent') OR state IN ('delivered', 'failed') OR state = 'cancelled'),
    due_at INTEGER,
    expires_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- The outcome of the last attempt that failed, with the provider's status.
    last_error TEXT,
    -- The provider's id of the message.
    reference TEXT,
    ended_at INTEGER,
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
) WITHOUT ROWID;

CREATE TABLE prepared_key (
    id BLOB NOT NULL PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'consumer', 'app', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    scopes TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    prepared_by BLOB NOT NULL,
    -- The key in whose place it comes, and for how many milliseconds that one goes on beside it.
    replaces BLOB,
    overlap INTEGER CHECK (overlap >= 0), rights BLOB,
    CHECK ((replaces IS NULL) = (overlap IS NULL)),
    CHECK ((role = 'patient') = (profile_id IS NOT NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL))
);

CREATE TABLE profile (
    id BLOB NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    given_name TEXT NOT NULL,
    family_name TEXT NOT NULL,
    birth_date INTEGER NOT NULL,
    sex TEXT NOT NULL CHECK (sex IN ('female', 'male') OR sex IN ('other', 'unknown')),
    email TEXT,
    phone TEXT,
    language TEXT NOT NULL CHECK (language IN ('en', 'es') OR language = 'sw'),
    time_zone TEXT NOT NULL,
    known_genotype TEXT,
    consent_clinicians INTEGER NOT NULL CHECK (consent_clinicians IN (0, 1)),
    consent_family INTEGER NOT NULL CHECK (consent_family IN (0, 1)),
    consent_research INTEGER NOT NULL CHECK (consent_research IN (0, 1)),
    consent_partners INTEGER NOT NULL CHECK (consent_partners IN (0, 1))
, had_account INTEGER NOT NULL DEFAULT 0 CHECK (had_account IN (0, 1)), consent_notice_id BLOB REFERENCES consent_notice (id), consent_clinicians_at INTEGER, consent_research_at INTEGER, consent_partners_at INTEGER, consent_clinicians_notice BLOB REFERENCES consent_notice (id), consent_research_notice BLOB REFERENCES consent_notice (id), consent_partners_notice BLOB REFERENCES consent_notice (id));

CREATE TABLE profile_contact_failure (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
    failed_at INTEGER NOT NULL,
    -- The outcome of the attempt, with the provider's status.
    reason TEXT NOT NULL,
    PRIMARY KEY (profile_id, channel)
) WITHOUT ROWID;

CREATE TABLE profile_identifier (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    position INTEGER NOT NULL,
    system TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (profile_id, position)
);

CREATE TABLE profile_photo (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    -- Squares in JPEG, without metadata, as a confined worker made them.
    large BLOB NOT NULL CHECK (length(large) BETWEEN 4 AND 262144),
    small BLOB NOT NULL CHECK (length(small) BETWEEN 4 AND 262144),
    changed_at INTEGER NOT NULL
);

CREATE TABLE profile_search (
    number INTEGER NOT NULL PRIMARY KEY,
    profile_id BLOB NOT NULL UNIQUE REFERENCES profile (id),
    -- The folded values that are in the index. NULL: none yet.
    text TEXT,
    -- How often the person changed since the index was brought up to date; 0: it is. Until then a search compares the person itself.
    pending INTEGER NOT NULL DEFAULT 1 CHECK (pending >= 0)
);

CREATE TABLE programme (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    partner TEXT NOT NULL,
    -- Days since 1970. NULL: open.
    starts_on INTEGER NOT NULL,
    ends_on INTEGER,
    join_code TEXT NOT NULL UNIQUE,
    -- What the return on investment is computed of, in thousandths; all NULL: not given.
    currency TEXT,
    cost_per_quarter INTEGER,
    cost_per_test INTEGER,
    saved_per_test INTEGER,
    source TEXT,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);

CREATE TABLE programme_coordinator (
    programme_id BLOB NOT NULL REFERENCES programme (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    PRIMARY KEY (programme_id, account_id)
) WITHOUT ROWID;

CREATE TABLE programme_member (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    programme_id BLOB NOT NULL REFERENCES programme (id),
    joined_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE programme_target (
    programme_id BLOB NOT NULL REFERENCES programme (id),
    quarter INTEGER NOT NULL,
    people INTEGER NOT NULL CHECK (people >= 1),
    -- When its coordinators were told that it is met.
    met_at INTEGER,
    PRIMARY KEY (programme_id, quarter)
) WITHOUT ROWID;

CREATE TABLE reference_range (
    id INTEGER NOT NULL PRIMARY KEY,
    unit TEXT NOT NULL CHECK (unit IN ('mg/dL', 'g/L', 'umol/L')),
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    critical_multiple INTEGER NOT NULL CHECK (critical_multiple > 1000),
    laboratory_id BLOB REFERENCES laboratory (id),
    method TEXT,
    from_age INTEGER,
    to_age INTEGER,
    valid_from INTEGER NOT NULL, sex TEXT CHECK (sex IN ('female', 'male')), severe_limit INTEGER CHECK (severe_limit >= 0), valid_to INTEGER, added_at INTEGER, ended_at INTEGER,
    CHECK (low < high)
);

CREATE TABLE refresh_token (
    digest BLOB NOT NULL PRIMARY KEY,
    session_id BLOB NOT NULL REFERENCES session (id),
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    used_from TEXT,
    -- The successor, for whoever has this token only: it is sealed with it.
    successor BLOB, rights BLOB,
    CHECK (successor IS NULL OR used_at IS NOT NULL)
);

CREATE TABLE refused_code (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    at INTEGER NOT NULL
);

CREATE TABLE requested_erasure (
    profile_id BLOB NOT NULL PRIMARY KEY REFERENCES profile (id),
    actor BLOB NOT NULL,
    requested_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
);

CREATE TABLE "result" (
    id BLOB NOT NULL PRIMARY KEY,
    laboratory_id BLOB NOT NULL REFERENCES laboratory (id),
    reference TEXT NOT NULL,
    kit_code TEXT NOT NULL,
    kit_id BLOB REFERENCES kit (id),
    profile_id BLOB REFERENCES profile (id),
    test_date INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'final',
    flag TEXT DEFAULT 'N',
    is_unmatched INTEGER NOT NULL DEFAULT 0 CHECK (is_unmatched IN (0, 1)),
    shown_to_clinicians INTEGER NOT NULL DEFAULT 1 CHECK (shown_to_clinicians IN (0, 1)),
    held_for TEXT
        CHECK (held_for IN ('details-in-conflict', 'unit-suspect') OR held_for IN ('implausible-jump', 'genotype-contradicts') OR held_for IN ('genotype-differs', 'comparator-open') OR held_for IN ('date-in-future', 'date-before-birth') OR held_for IN ('date-before-issue', 'date-before-ranges') OR held_for IN ('kit-rejected', 'kit-expired') OR held_for IN ('kit-cancelled', 'kit-replaced') OR held_for = 'other-result'),
    level INTEGER DEFAULT 0,
    unit TEXT DEFAULT 'mg/dL',
    genotype TEXT,
    method TEXT,
    read_at INTEGER,
    held_at INTEGER,
    verified_at INTEGER,
    verified_by BLOB,
    verified_because SEALED TEXT,
    phenotype TEXT,
    rights BLOB,
    UNIQUE (laboratory_id, reference),
    CHECK ((kit_id IS NULL) = (profile_id IS NULL))
) WITHOUT ROWID;

CREATE TABLE "result_version" (
    result_id BLOB NOT NULL REFERENCES result (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    is_current INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    status TEXT NOT NULL CHECK (status IN ('registered', 'preliminary') OR status IN ('final', 'amended') OR status IN ('corrected', 'cancelled') OR status = 'entered-in-error'),
    test_date INTEGER NOT NULL,
    level INTEGER CHECK (level >= 0),
    unit TEXT CHECK (unit IN ('mg/dL', 'g/L') OR unit = 'umol/L'),
    comparator TEXT CHECK (comparator IN ('<', '<=') OR comparator IN ('>=', '>')),
    genotype TEXT,
    method TEXT,
    low INTEGER,
    high INTEGER,
    critical_multiple INTEGER,
    range_source TEXT CHECK (range_source IN ('reported', 'standard')),
    flag TEXT CHECK (flag IN ('LL', 'L') OR flag IN ('N', 'H') OR flag = 'HH'),
    comparator_open INTEGER NOT NULL CHECK (comparator_open IN (0, 1)),
    genotype_contradicts INTEGER NOT NULL CHECK (genotype_contradicts IN (0, 1)),
    reason TEXT,
    recorded_at INTEGER NOT NULL,
    jumps INTEGER NOT NULL DEFAULT 0 CHECK (jumps IN (0, 1)),
    range_id INTEGER REFERENCES reference_range (id),
    severe_limit INTEGER,
    unit_suspect INTEGER NOT NULL DEFAULT 0 CHECK (unit_suspect IN (0, 1)),
    genotype_differs INTEGER NOT NULL DEFAULT 0 CHECK (genotype_differs IN (0, 1)),
    specimen TEXT,
    collected_at INTEGER,
    received_at INTEGER,
    performer TEXT,
    device TEXT,
    comment TEXT,
    crp INTEGER CHECK (crp >= 0),
    crp_unit TEXT CHECK (crp_unit IN ('mg/L', 'mg/dL')),
    order_number TEXT,
    conflicts SEALED TEXT,
    phenotype TEXT,
    interpretation SEALED TEXT,
    PRIMARY KEY (result_id, number),
    CHECK ((level IS NULL) = (unit IS NULL) AND (level IS NULL) = (low IS NULL) AND (level IS NULL) = (high IS NULL)
        AND (level IS NULL) = (critical_multiple IS NULL) AND (level IS NULL) = (range_source IS NULL)
        AND (level IS NULL) = (flag IS NULL))
) WITHOUT ROWID;

CREATE TABLE saved_search (
    account_id BLOB NOT NULL REFERENCES account (id),
    name TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('results', 'alerts', 'kits', 'people')),
    -- The list's query parameters, as JSON.
    filters TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, name)
) WITHOUT ROWID;

CREATE TABLE search_posting (
    -- A keyed hash of the part.
    token INTEGER NOT NULL,
    block INTEGER NOT NULL,
    people BLOB NOT NULL,
    PRIMARY KEY (token, block)
) WITHOUT ROWID;

CREATE TABLE sending_budget (
    -- A keyed digest of the kind of message and of the receiver, the client's address or the tenant.
    holder BLOB NOT NULL PRIMARY KEY,
    -- When the bucket is full. A full one equals none, and its row is deleted.
    full_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE session (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id BLOB NOT NULL REFERENCES account (id),
    started_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    -- Whatever is done with it.
    expires_at INTEGER NOT NULL,
    address TEXT,
    -- How the client calls itself.
    client TEXT,
    ended_at INTEGER,
    end_reason TEXT CHECK (end_reason IN ('signed-out', 'ended', 'reused', 'password', 'suspended', 'deleted', 'expired')), is_past INTEGER NOT NULL DEFAULT 0 CHECK (is_past IN (0, 1)), rights BLOB,
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);

CREATE TABLE setting (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE share (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    profile_id BLOB NOT NULL REFERENCES profile (id),
    -- With whom: an account, whoever has an address, or whoever has a link and its PIN.
    account_id BLOB REFERENCES account (id),
    email TEXT,
    -- Keyed digests.
    link BLOB UNIQUE,
    pin BLOB,
    wrong_pins INTEGER NOT NULL DEFAULT 0,
    created_by BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    end_reason TEXT CHECK (end_reason IN ('revoked', 'wrong-pins')), rights BLOB,
    CHECK ((account_id IS NOT NULL AND email IS NULL AND link IS NULL)
        OR (account_id IS NULL AND email IS NOT NULL AND link IS NULL)
        OR (account_id IS NULL AND email IS NULL AND link IS NOT NULL)),
    CHECK ((link IS NULL) = (pin IS NULL)),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);

CREATE TABLE sign_in_failure (
    -- Keyed digests.
    email BLOB NOT NULL,
    source BLOB NOT NULL,
    failures INTEGER NOT NULL,
    -- How often it was locked in a row: each lock is twice as long.
    locks INTEGER NOT NULL,
    locked_until INTEGER,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (email, source)
);

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE stranger_failure (
    -- A keyed digest of an address of mail, whether there is such an account or not.
    email BLOB NOT NULL PRIMARY KEY,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    -- When its day began.
    began_at INTEGER NOT NULL,
    -- When its owner was last told.
    told_at INTEGER
);

CREATE TABLE team (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL UNIQUE,
    description TEXT,
    -- The IANA name of the zone of its shifts.
    time_zone TEXT NOT NULL,
    -- Rises with each change of the team, its members or its shifts.
    version INTEGER NOT NULL CHECK (version > 0),
    created_at INTEGER NOT NULL
);

CREATE TABLE team_calendar (
    team_id BLOB NOT NULL PRIMARY KEY REFERENCES team (id),
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    created_at INTEGER NOT NULL,
    -- Who opened it.
    created_by BLOB NOT NULL CHECK (length(created_by) = 16)
) WITHOUT ROWID;

CREATE TABLE team_member (
    team_id BLOB NOT NULL REFERENCES team (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    added_at INTEGER NOT NULL,
    PRIMARY KEY (team_id, account_id)
);

CREATE TABLE team_override (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    team_id BLOB NOT NULL REFERENCES team (id),
    account_id BLOB NOT NULL REFERENCES account (id),
    -- The member who is not on call meanwhile; NULL: all whose shift it is.
    replaces BLOB REFERENCES account (id),
    from_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL CHECK (until_at > from_at),
    note TEXT,
    made_by BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    CHECK (replaces IS NULL OR replaces <> account_id)
);

CREATE TABLE team_shift (
    team_id BLOB NOT NULL REFERENCES team (id),
    -- The order in which they were given.
    place INTEGER NOT NULL,
    account_id BLOB NOT NULL REFERENCES account (id),
    -- A bit for each day of the week on which it begins: 1 is Monday, 64 is Sunday.
    weekdays INTEGER NOT NULL CHECK (weekdays BETWEEN 1 AND 127),
    -- Minutes since midnight.
    start_time INTEGER NOT NULL CHECK (start_time BETWEEN 0 AND 1439),
    end_time INTEGER NOT NULL CHECK (end_time BETWEEN 0 AND 1439),
    -- How many days after its beginning it ends.
    days INTEGER NOT NULL CHECK (days BETWEEN 0 AND 31),
    from_date INTEGER NOT NULL,
    until_date INTEGER CHECK (until_date IS NULL OR until_date >= from_date),
    every_weeks INTEGER NOT NULL CHECK (every_weeks BETWEEN 1 AND 52),
    -- A date in a week in which it takes place.
    anchor_date INTEGER NOT NULL,
    -- Dates on which it doesn't begin, separated by spaces.
    except_dates TEXT NOT NULL,
    PRIMARY KEY (team_id, place),
    CHECK (days > 0 OR end_time > start_time)
);

CREATE TABLE told (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    kind TEXT NOT NULL,
    -- The id of the kit, the result, the share, the emergency access or the person that it is about.
    subject BLOB NOT NULL CHECK (length(subject) = 16),
    -- The version of a result, or a day since 1970; 0: it is told only once about its subject.
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, kind, subject, number)
) WITHOUT ROWID;

CREATE TABLE "webhook" (
    group_id INTEGER NOT NULL PRIMARY KEY REFERENCES "consumer_group" (id),
    url TEXT NOT NULL,
    -- Signs its requests.
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    -- 1 if its requests carry a claim's payload, which is health data; 0: ids only.
    sends_payload INTEGER NOT NULL CHECK (sends_payload IN (0, 1)),
    created_at INTEGER NOT NULL
);
