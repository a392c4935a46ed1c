-- Most lists of results ask for no kind: they are found in one order, where they were merged from seventy. See the decision
-- 0011-lists-are-merged.
CREATE INDEX result_all_shown ON result (shown_to_clinicians, test_date, id);
CREATE INDEX result_all_of_laboratory ON result (laboratory_id, test_date, id);
