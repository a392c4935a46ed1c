-- Emergencies are few, and looked for where there are very many entries.
CREATE INDEX audit_break_glass ON audit (number) WHERE break_glass IS NOT NULL;
