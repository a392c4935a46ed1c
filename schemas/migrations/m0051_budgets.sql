-- What clients may still cause to be sent, as token buckets. See the decision 0136-budgets-of-what-is-sent.
CREATE TABLE sending_budget (
    -- A keyed digest of the kind of message and of the receiver, the client's address or the tenant.
    holder BLOB NOT NULL PRIMARY KEY,
    -- When the bucket is full. A full one equals none, and its row is deleted.
    full_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sending_budget_full ON sending_budget (full_at);
-- clear digest: sending_budget.holder
