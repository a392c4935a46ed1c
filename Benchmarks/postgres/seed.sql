-- Open critical alerts, as many as :alerts, of results that no patient has. Ids begin with the time, as FairKit's do.
BEGIN;
CREATE TEMPORARY TABLE made ON COMMIT DROP AS
    SELECT number, at, (lpad(to_hex(at), 12, '0') || '7000' || substr(md5(number || 'a'), 1, 16))::UUID AS alert_id,
        (lpad(to_hex(at), 12, '0') || '7000' || substr(md5(number || 'r'), 1, 16))::UUID AS result_id
    FROM generate_series(1, :alerts) AS number, LATERAL (SELECT 1795262400000 + number * 1000 AS at) AS times;
INSERT INTO result (id) SELECT result_id FROM made;
INSERT INTO result_version SELECT result_id, 1, 820000, 'mg/dL', NULL, 100000, 200000, 4000, 'standard' FROM made;
INSERT INTO alert (id, result_id, result_version, rule, rule_version, band, rank, raised_at, state)
    SELECT alert_id, result_id, 1, 'critical-high', 1, 0, at, at, 'open' FROM made;
INSERT INTO delivery (alert_id, group_id, lane, rank, state, attempts)
    SELECT alert_id, 1, 0, at, 'pending', 0 FROM made ORDER BY number;
INSERT INTO alert_event (at, alert_id, kind) SELECT at, alert_id, 'raised' FROM made ORDER BY number;
COMMIT;
VACUUM ANALYZE;
CHECKPOINT;
