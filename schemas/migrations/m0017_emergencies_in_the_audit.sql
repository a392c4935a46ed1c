-- Emergency accesses are few, and are searched among very many entries.
CREATE INDEX audit_break_glass ON audit (number) WHERE break_glass IS NOT NULL;
