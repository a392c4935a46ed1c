import Relational

extension PostgresSession {
    /// Plans each statement once, by its indexes. Writes touch a few rows of large tables, which a plan without their
    /// values does not know: left alone, it would read whole tables. The coordinator of Citus passes statements on with their
    /// values, and can't plan all of them without.
    func planForWrites() throws(DatabaseError) {
        _ = try send(
            """
            SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')
                THEN 'auto' ELSE 'force_generic_plan' END, false);
            SET jit = off; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off
            """)
    }

    /// Prepares a new session for many users.
    ///
    /// The server ends the session if a transaction waits too long for its next statement, so that a process that hangs
    /// does not hold up the others. It looks for a client that has gone every two seconds. A role's own limit for statements
    /// would end a commit's wait for its standby, as if the standby had it.
    func prepareForPool(_ limits: ConnectionPool.Limits) throws(DatabaseError) {
        (answerTimeout, longest) = (limits.answer, limits.answer)
        let (idle, lock) = (Int64(limits.idle / .milliseconds(1)), Int64(limits.lock / .milliseconds(1)))
        _ = try send(
            """
            SET idle_in_transaction_session_timeout = \(idle);
            SET lock_timeout = \(lock);
            SET statement_timeout = 0;
            SET client_connection_check_interval = 2000
            """)
    }
}
