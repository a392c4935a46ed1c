package import Relational

extension PostgresSession {
    /// The closure runs in a savepoint, since a statement that is interrupted would doom the transaction.
    package func briefly(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        try settle()
        _ = try send("SAVEPOINT brief; \(limiting(PostgresSession.briefly))")
        isBrief = true
        defer { isBrief = false }
        do throws(DatabaseError) {
            try body()
            try settle()
            _ = try send("\(limiting(timeout)); RELEASE brief")
        } catch {
            try takeBackBrief()
            throw error
        }
    }

    /// The limit holds for the rollback, too. On a busy machine the server may interrupt it.
    private func takeBackBrief() throws(DatabaseError) {
        for _ in 1..<5 { if (try? send("ROLLBACK TO brief; RELEASE brief")) != nil { return } }
        _ = try send("ROLLBACK TO brief; RELEASE brief")
    }
}
