-- A registration and a result as a user would write them, on FairKit's own tables with their indexes and checks: the call is the
-- transaction. Values that FairKit seals are random bytes of the same length. Run with the tenant's schema as search path.

CREATE SEQUENCE bare_number START 1000000000;
CREATE SEQUENCE bare_registered;
CREATE SEQUENCE bare_reported;
CREATE TABLE bare_person AS SELECT row_number() OVER () AS number, id FROM (SELECT id FROM profile ORDER BY id LIMIT 500) people;
CREATE UNIQUE INDEX bare_person_number ON bare_person (number);

CREATE FUNCTION bare_id() RETURNS BYTEA LANGUAGE sql AS $$ SELECT decode(replace(gen_random_uuid()::text, '-', ''), 'hex') $$;
CREATE FUNCTION bare_code(number BIGINT) RETURNS BYTEA LANGUAGE sql IMMUTABLE AS $$
    SELECT decode(md5('kit' || number) || md5('1' || number) || md5('2' || number) || md5('3' || number), 'hex') $$;

CREATE FUNCTION bare_audit(did TEXT, what BYTEA, about BYTEA, now BIGINT) RETURNS VOID LANGUAGE sql AS $$
    INSERT INTO audit (number, at, actor, role, action, object, profile_id, request_id, mac)
    VALUES (nextval('bare_number'), now, '\x01a219b80c917ce0982a9d249369a791', 'administrator', did, encode(what, 'hex'), about, 'bare', sha256(what)) $$;

-- The kit, its event, the change and the audit entry, unless it is registered.
CREATE FUNCTION bare_register() RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    now BIGINT := date_part('epoch', clock_timestamp()) * 1000;
    place BIGINT := nextval('bare_registered');
    kit_code BYTEA := bare_code(place);
    kit_id BYTEA := bare_id();
    person BYTEA;
BEGIN
    SELECT p.id INTO STRICT person FROM bare_person b JOIN profile p ON p.id = b.id WHERE b.number = 1 + place % 500;
    IF EXISTS (SELECT FROM kit WHERE substr(code, 1, 16) = substr(kit_code, 1, 16)) THEN RAISE 'it is registered'; END IF;
    INSERT INTO kit (id, code, status, profile_id, registered_at, send_by, read_from, needs_review)
    VALUES (kit_id, kit_code, 'registered', person, now, 20790, 'typed', 0);
    INSERT INTO kit_event (kit_id, position, status, at, actor, implied) VALUES (kit_id, 1, 'registered', now, '\x01a219b80c917ce0982a9d249369a791', 0);
    INSERT INTO change (number, noun, id, version, at) VALUES (nextval('bare_number'), 'kit', kit_id, NULL, now);
    PERFORM bare_audit('kit.registered', kit_id, person, now);
END $$;

-- The result and its version, judged by the range and by the person's last level; the kit's four events, both changes and the audit entry.
CREATE FUNCTION bare_report() RETURNS VOID LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    now BIGINT := date_part('epoch', clock_timestamp()) * 1000;
    place BIGINT := nextval('bare_reported');
    kit_code BYTEA := bare_code(place);
    new_id BYTEA := bare_id();
    laboratory BYTEA;
    of_kit kit%ROWTYPE;
    person profile%ROWTYPE;
    earlier BIGINT;
    new_reference BYTEA := decode(md5('r' || place) || md5('s' || place), 'hex');
BEGIN
    SELECT id INTO STRICT laboratory FROM laboratory ORDER BY id LIMIT 1;
    IF EXISTS (SELECT FROM result r WHERE r.laboratory_id = laboratory AND substr(r.reference, 1, 16) = substr(new_reference, 1, 16)) THEN
        RAISE 'it was reported';
    END IF;
    SELECT * INTO STRICT of_kit FROM kit k WHERE substr(k.code, 1, 16) = substr(kit_code, 1, 16);
    SELECT * INTO STRICT person FROM profile p WHERE p.id = of_kit.profile_id;
    SELECT v.level INTO earlier FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
    WHERE r.profile_id = person.id AND r.test_date <= 20783 ORDER BY r.test_date DESC, r.id DESC LIMIT 1;
    INSERT INTO result (id, laboratory_id, reference, kit_code, kit_id, profile_id, test_date, shown_to_clinicians, level)
    VALUES (new_id, laboratory, new_reference, kit_code, of_kit.id, person.id, 20783, person.consent_clinicians, 150000);
    INSERT INTO result_version (result_id, number, is_current, status, test_date, level, unit, low, high, critical_multiple, range_source, flag,
        comparator_open, genotype_contradicts, recorded_at, jumps)
    VALUES (new_id, 1, 1, 'final', 20783, 150000, 'mg/dL', 100000, 200000, 4000, 'standard', 'N', 0, 0, now, COALESCE(150000 > 4 * earlier, FALSE)::INTEGER);
    INSERT INTO change (number, noun, id, version, at) VALUES (nextval('bare_number'), 'result', new_id, 1, now);
    INSERT INTO kit_event (kit_id, position, status, at, actor, implied)
    SELECT of_kit.id, 1 + number, state, now, '\x01a219b80c917ce0982a9d249369a791', 1
    FROM unnest(ARRAY['mailed', 'received', 'processing', 'resulted']) WITH ORDINALITY AS states (state, number);
    UPDATE kit SET status = 'resulted' WHERE id = of_kit.id;
    INSERT INTO change (number, noun, id, version, at) VALUES (nextval('bare_number'), 'kit', of_kit.id, NULL, now);
    PERFORM bare_audit('result.recorded', new_id, person.id, now);
END $$;
