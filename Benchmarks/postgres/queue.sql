-- A claim and an ack as FairKit has them, each in one transaction: the call is the transaction.

-- Deliveries whose lease or delay is over become visible again.
CREATE FUNCTION end_waiting(of_group INTEGER, of_lane INTEGER, now BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    WITH over AS (
        SELECT number FROM delivery
        WHERE group_id = of_group AND lane = of_lane AND state = 'leased' AND lease_expires_at <= now
        ORDER BY lease_expires_at LIMIT 100 FOR UPDATE SKIP LOCKED
    ), failed AS (
        UPDATE delivery d SET attempts = attempts + 1, lease_expires_at = NULL,
            state = CASE WHEN lane = 1 AND attempts >= 19 THEN 'parked' ELSE 'pending' END,
            parked_at = CASE WHEN lane = 1 AND attempts >= 19 THEN now END
        FROM over WHERE d.number = over.number
        RETURNING d.number, alert_id, lane, attempts, state
    )
    INSERT INTO alert_event (at, alert_id, delivery, kind)
    SELECT now, alert_id, number, 'expired' FROM failed
    UNION ALL SELECT now, alert_id, number, 'parked' FROM failed WHERE state = 'parked'
    UNION ALL SELECT now, alert_id, number, 'stuck' FROM failed WHERE lane = 0 AND attempts = 5;
    UPDATE delivery SET due_at = NULL WHERE number IN (
        SELECT number FROM delivery WHERE group_id = of_group AND lane = of_lane AND due_at <= now
        ORDER BY due_at LIMIT 100 FOR UPDATE SKIP LOCKED);
END $$;

-- Leases the first pending deliveries of a group: those of lane 0 before everything, then by rank and number.
CREATE FUNCTION claim(group_name TEXT, who UUID, lease BIGINT, most INTEGER)
RETURNS TABLE (
    number BIGINT, token UUID, lease_expires_at BIGINT, attempts INTEGER,
    id UUID, result_id UUID, result_version INTEGER, rule TEXT, band INTEGER, raised_at BIGINT, state TEXT, follows UUID,
    profile_id UUID, level BIGINT, unit TEXT, comparator TEXT,
    low BIGINT, high BIGINT, critical_multiple BIGINT, range_source TEXT
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    now BIGINT := date_part('epoch', clock_timestamp()) * 1000;
    of_group INTEGER;
    has_waited BOOLEAN;
    rest INTEGER := most;
    found INTEGER;
BEGIN
    FOR of_lane IN 0..1 LOOP
        -- Two looks into small indexes, as long as nothing waits for its end.
        SELECT g.id,
            EXISTS (SELECT FROM delivery d
                WHERE d.group_id = g.id AND d.lane = of_lane AND d.state = 'leased' AND d.lease_expires_at <= now)
            OR EXISTS (SELECT FROM delivery d WHERE d.group_id = g.id AND d.lane = of_lane AND d.due_at <= now)
        INTO STRICT of_group, has_waited FROM consumer_group g WHERE g.name = group_name;
        IF has_waited THEN PERFORM end_waiting(of_group, of_lane, now); END IF;
        RETURN QUERY WITH first AS (
            SELECT d.number, d.last_event AS previous FROM delivery d
            WHERE d.group_id = of_group AND d.lane = of_lane AND d.state = 'pending' AND d.due_at IS NULL
            ORDER BY d.rank, d.number LIMIT rest FOR UPDATE SKIP LOCKED
        ), leased AS (
            UPDATE delivery d SET state = 'leased', token = gen_random_uuid(), consumer = who, lease_expires_at = now + lease,
                last_event = nextval('alert_event_number_seq')
            FROM first WHERE d.number = first.number
            RETURNING d.number, d.rank, d.alert_id, d.attempts, d.token, d.lease_expires_at, d.last_event, first.previous
        ), alerts AS MATERIALIZED (
            SELECT l.number, l.token, l.lease_expires_at, l.attempts, l.rank, l.last_event, l.previous,
                a.id, a.result_id, a.result_version, a.rule, a.band, a.raised_at, a.state, a.follows,
                r.profile_id, v.level, v.unit, v.comparator, v.low, v.high, v.critical_multiple, v.range_source
            FROM leased l JOIN alert a ON a.id = l.alert_id
            JOIN result_version v ON v.result_id = a.result_id AND v.number = a.result_version
            JOIN result r ON r.id = a.result_id
        ), event AS (
            INSERT INTO alert_event (number, at, alert_id, delivery, kind, actor, previous) OVERRIDING SYSTEM VALUE
            SELECT l.last_event, now, l.id, l.number, 'leased', who, l.previous FROM alerts l
        ), entry AS (
            INSERT INTO audit (at, actor, action, object, profile_id, request_id)
            SELECT now, who, 'alert.claimed', l.id, l.profile_id, 'benchmark' FROM alerts l
        )
        SELECT l.number, l.token, l.lease_expires_at, l.attempts,
            l.id, l.result_id, l.result_version, l.rule, l.band, l.raised_at, l.state, l.follows,
            l.profile_id, l.level, l.unit, l.comparator, l.low, l.high, l.critical_multiple, l.range_source
        FROM alerts l ORDER BY l.rank, l.number;
        GET DIAGNOSTICS found = ROW_COUNT;
        rest := rest - found;
        EXIT WHEN rest = 0;
    END LOOP;
END $$;

-- Acks deliveries. Each needs the newest token and a lease that is in force, or was acked with that
-- token before.
CREATE FUNCTION ack(group_name TEXT, who UUID, numbers BIGINT[], tokens UUID[]) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    now BIGINT := date_part('epoch', clock_timestamp()) * 1000;
    done INTEGER;
    again INTEGER;
BEGIN
    WITH acked AS (
        UPDATE delivery d SET state = 'acked', acked_at = now, lease_expires_at = NULL,
            last_event = nextval('alert_event_number_seq')
        FROM unnest(numbers, tokens) AS shown (number, token), consumer_group g
        WHERE d.number = shown.number AND d.token = shown.token AND g.id = d.group_id AND g.name = group_name
            -- Only what is leased has this time. Without its state in the condition the row is found by its number.
            AND d.lease_expires_at > now
        -- The row as it was before.
        RETURNING d.number, d.alert_id, d.last_event, (SELECT b.last_event FROM delivery b WHERE b.number = d.number) AS previous
    )
    INSERT INTO alert_event (number, at, alert_id, delivery, kind, actor, previous) OVERRIDING SYSTEM VALUE
    SELECT last_event, now, alert_id, number, 'acked', who, previous FROM acked;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done < cardinality(numbers) THEN
        SELECT count(*) INTO again FROM delivery d JOIN unnest(numbers, tokens) AS shown (number, token)
            ON d.number = shown.number AND d.token = shown.token
            JOIN consumer_group g ON g.id = d.group_id
        WHERE g.name = group_name AND d.state = 'acked';
        IF again < cardinality(numbers) THEN RAISE 'a token is stale'; END IF;
    END IF;
    RETURN done;
END $$;

-- The same, numbered in the order of the commits, as FairKit does it: a reader that has seen a number misses no smaller one later, and an
-- audit entry can be chained to the one before it.
CREATE FUNCTION claim_in_order(group_name TEXT, who UUID, lease BIGINT, most INTEGER) RETURNS TABLE (number BIGINT, token UUID)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE head SET commits = commits + 1;
    RETURN QUERY SELECT c.number, c.token FROM claim(group_name, who, lease, most) c;
END $$;

CREATE FUNCTION ack_in_order(group_name TEXT, who UUID, numbers BIGINT[], tokens UUID[]) RETURNS INTEGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE head SET commits = commits + 1;
    RETURN ack(group_name, who, numbers, tokens);
END $$;
