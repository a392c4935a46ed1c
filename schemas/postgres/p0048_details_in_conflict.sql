-- A critical result is never refused for what is not needed to know whose level it is and how high. See the decision
-- 0073-critical-results-are-stored.

-- What was kept aside of a critical result: a JSON array with pointer, detail, and what was sent. NULL: nothing.
ALTER TABLE result_version ADD COLUMN conflicts BYTEA;
-- The day on which the kit was handed out, if it was before the tenant used FairKit, in days since 1970.
ALTER TABLE kit_logistics ADD COLUMN issued_on BIGINT;
ALTER TABLE result DROP CONSTRAINT result_held_for_check;
ALTER TABLE result ADD CONSTRAINT result_held_for_check CHECK (held_for IN ('details-in-conflict', 'unit-suspect', 'implausible-jump',
    'genotype-contradicts', 'genotype-differs', 'comparator-open', 'date-in-future', 'date-before-birth', 'date-before-issue',
    'date-before-ranges', 'kit-rejected', 'kit-expired', 'kit-cancelled', 'kit-replaced', 'other-result'));
