-- The logistics of kits, where known. See the decision 0080-kits-on-their-way.
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
) WITHOUT ROWID;
CREATE INDEX kit_of_laboratory ON kit_logistics (laboratory_id, kit_id) WHERE laboratory_id IS NOT NULL;
CREATE INDEX kit_due_on ON kit_logistics (due_on) WHERE due_on IS NOT NULL;
-- clear id: kit_logistics.kit_id kit_logistics.laboratory_id
-- clear operation: kit_logistics.carrier kit_logistics.return_carrier
