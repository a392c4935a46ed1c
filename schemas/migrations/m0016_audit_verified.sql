-- When somebody last looked whether the audit is what was written is told with the metrics, and so asked for often.
CREATE INDEX audit_verified ON audit (number) WHERE action = 'audit.verified';
