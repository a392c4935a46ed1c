-- The core tables: profiles, kits, results with their versions, alerts with their deliveries, keys, audit log.
-- Times are INTEGER milliseconds since 1970, dates INTEGER days since 1970, ids 16 bytes (UUID version 7),
-- levels INTEGER thousandths of the unit. The tables are SQLite's; statements write what is specific to SQLite as a `SQLToken`.

CREATE TABLE profile (
    id BLOB NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    given_name TEXT NOT NULL,
    family_name TEXT NOT NULL,
    birth_date INTEGER NOT NULL,
    sex TEXT NOT NULL CHECK (sex IN ('female', 'male', 'other', 'unknown')),
    email TEXT,
    phone TEXT,
    language TEXT NOT NULL CHECK (language IN ('en', 'es', 'sw')),
    time_zone TEXT NOT NULL,
    known_genotype TEXT,
    consent_clinicians INTEGER NOT NULL CHECK (consent_clinicians IN (0, 1)),
    consent_family INTEGER NOT NULL CHECK (consent_family IN (0, 1)),
    consent_research INTEGER NOT NULL CHECK (consent_research IN (0, 1)),
    consent_partners INTEGER NOT NULL CHECK (consent_partners IN (0, 1))
);
-- clear id: profile.id
-- clear word: profile.sex profile.language profile.time_zone
-- clear result: profile.known_genotype

CREATE TABLE profile_identifier (
    profile_id BLOB NOT NULL REFERENCES profile (id),
    position INTEGER NOT NULL,
    system TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (profile_id, position)
);
-- clear id: profile_identifier.profile_id
-- clear word: profile_identifier.system

CREATE TABLE laboratory (
    id BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
-- clear id: laboratory.id
-- clear operation: laboratory.name

CREATE TABLE api_key (
    id BLOB NOT NULL PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('patient', 'laboratory', 'clinician', 'consumer', 'administrator')),
    profile_id BLOB REFERENCES profile (id),
    laboratory_id BLOB REFERENCES laboratory (id),
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    CHECK ((role = 'patient') = (profile_id IS NOT NULL)),
    CHECK ((role = 'laboratory') = (laboratory_id IS NOT NULL))
);
-- clear id: api_key.id api_key.profile_id api_key.laboratory_id
-- clear digest: api_key.digest
-- clear word: api_key.role

CREATE TABLE kit (
    id BLOB NOT NULL PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('issued', 'shipped', 'registered', 'mailed', 'received', 'processing',
        'resulted', 'rejected', 'expired', 'cancelled', 'replaced')),
    profile_id BLOB REFERENCES profile (id),
    registered_at INTEGER,
    send_by INTEGER,
    read_from TEXT CHECK (read_from IN ('photo', 'typed')),
    needs_review INTEGER NOT NULL CHECK (needs_review IN (0, 1)),
    CHECK ((profile_id IS NULL) = (registered_at IS NULL))
);
CREATE INDEX kit_of_profile ON kit (profile_id, id) WHERE profile_id IS NOT NULL;
-- clear id: kit.id kit.profile_id
-- clear word: kit.status kit.read_from

CREATE TABLE kit_event (
    kit_id BLOB NOT NULL REFERENCES kit (id),
    position INTEGER NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor BLOB NOT NULL,
    implied INTEGER NOT NULL CHECK (implied IN (0, 1)),
    reason TEXT,
    PRIMARY KEY (kit_id, position)
);
-- clear id: kit_event.kit_id kit_event.actor
-- clear word: kit_event.status

-- The grey copy of an unreadable photo, kept until a laboratory has compared it, for 30 days at most.
CREATE TABLE kit_photo (
    kit_id BLOB NOT NULL PRIMARY KEY REFERENCES kit (id),
    jpeg BLOB NOT NULL CHECK (length(jpeg) <= 262144),
    expires_at INTEGER NOT NULL
);
CREATE INDEX kit_photo_expiry ON kit_photo (expires_at);
-- clear id: kit_photo.kit_id

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
    valid_from INTEGER NOT NULL,
    CHECK (low < high)
);
-- clear id: reference_range.laboratory_id
-- clear result: reference_range.unit reference_range.method
INSERT INTO reference_range (id, unit, low, high, critical_multiple, valid_from) VALUES (1, 'mg/dL', 100000, 200000, 4000, 0);
INSERT INTO reference_range (id, unit, low, high, critical_multiple, valid_from) VALUES (2, 'g/L', 1000, 2000, 4000, 0);

CREATE TABLE result (
    id BLOB NOT NULL PRIMARY KEY,
    laboratory_id BLOB NOT NULL REFERENCES laboratory (id),
    reference TEXT NOT NULL,
    kit_code TEXT NOT NULL,
    kit_id BLOB REFERENCES kit (id),
    profile_id BLOB REFERENCES profile (id),
    UNIQUE (laboratory_id, reference),
    CHECK ((kit_id IS NULL) = (profile_id IS NULL))
);
CREATE INDEX result_of_profile ON result (profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX result_of_kit ON result (kit_code);
CREATE INDEX result_unmatched ON result (id) WHERE kit_id IS NULL;
-- clear id: result.id result.laboratory_id result.kit_id result.profile_id

-- A version never changes, except is_current, which marks the version in force.
CREATE TABLE result_version (
    result_id BLOB NOT NULL REFERENCES result (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    is_current INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    status TEXT NOT NULL CHECK (status IN ('registered', 'preliminary', 'final', 'amended', 'corrected', 'cancelled',
        'entered-in-error')),
    test_date INTEGER NOT NULL,
    level INTEGER NOT NULL CHECK (level >= 0),
    unit TEXT NOT NULL CHECK (unit IN ('mg/dL', 'g/L', 'umol/L')),
    comparator TEXT CHECK (comparator IN ('<', '<=', '>=', '>')),
    genotype TEXT,
    method TEXT,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    critical_multiple INTEGER NOT NULL,
    range_source TEXT NOT NULL CHECK (range_source IN ('reported', 'standard')),
    flag TEXT NOT NULL CHECK (flag IN ('LL', 'L', 'N', 'H', 'HH')),
    comparator_open INTEGER NOT NULL CHECK (comparator_open IN (0, 1)),
    genotype_contradicts INTEGER NOT NULL CHECK (genotype_contradicts IN (0, 1)),
    reason TEXT,
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (result_id, number)
);
CREATE UNIQUE INDEX result_version_one_current ON result_version (result_id) WHERE is_current = 1;
CREATE INDEX result_version_current ON result_version (test_date, result_id) WHERE is_current = 1;
CREATE INDEX result_version_current_flag ON result_version (flag, test_date, result_id) WHERE is_current = 1;
-- clear id: result_version.result_id
-- clear result: result_version.status result_version.unit result_version.comparator result_version.genotype result_version.method
-- clear result: result_version.range_source result_version.flag

CREATE TABLE alert (
    id BLOB NOT NULL PRIMARY KEY,
    result_id BLOB NOT NULL,
    result_version INTEGER NOT NULL,
    rule TEXT NOT NULL,
    rule_version INTEGER NOT NULL,
    band INTEGER NOT NULL CHECK (band BETWEEN 0 AND 3),
    rank INTEGER NOT NULL,
    raised_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'acknowledged', 'resolved', 'retracted')),
    follows BLOB REFERENCES alert (id),
    UNIQUE (result_id, result_version, rule, rule_version),
    FOREIGN KEY (result_id, result_version) REFERENCES result_version (result_id, number)
);
CREATE INDEX alert_open ON alert (band, rank, id) WHERE state = 'open';
-- clear id: alert.id alert.result_id alert.follows
-- clear word: alert.rule alert.state

CREATE TABLE consumer_group (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    -- The least urgent band that it wants.
    last_band INTEGER NOT NULL CHECK (last_band BETWEEN 0 AND 3)
);
-- clear operation: consumer_group.name
INSERT INTO consumer_group (id, name, last_band) VALUES (1, 'default', 3);

CREATE TABLE delivery (
    number INTEGER NOT NULL PRIMARY KEY,
    alert_id BLOB NOT NULL REFERENCES alert (id),
    group_id INTEGER NOT NULL REFERENCES consumer_group (id),
    -- 0 for critical alerts, which come before everything; 1 for the rest, in the order of their rank.
    lane INTEGER NOT NULL CHECK (lane IN (0, 1)),
    rank INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'delivered')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    token BLOB,
    consumer TEXT,
    lease_expires_at INTEGER,
    delivered_at INTEGER,
    UNIQUE (alert_id, group_id),
    CHECK ((state = 'pending') OR (token IS NOT NULL)),
    CHECK ((state = 'leased') = (lease_expires_at IS NOT NULL)),
    CHECK ((state = 'delivered') = (delivered_at IS NOT NULL))
);
CREATE INDEX delivery_pending ON delivery (group_id, lane, rank, number) WHERE state = 'pending';
CREATE INDEX delivery_leased ON delivery (group_id, lane, lease_expires_at) WHERE state = 'leased';
-- clear id: delivery.alert_id delivery.token
-- clear word: delivery.state
-- clear operation: delivery.consumer

-- The history of alerts and deliveries, numbered without gaps; ids only.
CREATE TABLE alert_event (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    alert_id BLOB NOT NULL,
    delivery INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('raised', 'retracted', 'leased', 'expired', 'delivered', 'bound')),
    actor BLOB
);
CREATE INDEX alert_event_of_alert ON alert_event (alert_id, number);
-- clear id: alert_event.alert_id alert_event.actor
-- clear word: alert_event.kind

-- Who did what; ids only, so that a person can be erased without changing it.
CREATE TABLE audit (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    actor BLOB,
    action TEXT NOT NULL,
    object TEXT,
    profile_id BLOB,
    request_id TEXT NOT NULL
);
CREATE INDEX audit_of_profile ON audit (profile_id, number) WHERE profile_id IS NOT NULL;
-- clear id: audit.actor audit.object audit.profile_id
-- clear word: audit.action
-- clear technical: audit.request_id
