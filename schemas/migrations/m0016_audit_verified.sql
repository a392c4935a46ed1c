-- The time of the last verification of the audit log is a metric, and so is read often.
CREATE INDEX audit_verified ON audit (number) WHERE action = 'audit.verified';
