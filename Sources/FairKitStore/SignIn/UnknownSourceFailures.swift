package import FairKitCore
package import Relational

extension Connection {
    /// The failed sign-ins to an account from unknown sources.
    /// - Parameter unknownSources: of a `SignInPair`.
    package func unknownSourceGuard(_ unknownSources: [UInt8]) throws(DatabaseError) -> UnknownSourceGuard? {
        try first("SELECT failures, began_at, told_at FROM stranger_failure WHERE email = \(unknownSources)") {
            row throws(DatabaseError) in
            UnknownSourceGuard(failures: try row.value(0), beganAt: try row.value(1), notifiedAt: try row.value(2))
        }
    }
}

extension WriteTransaction {
    /// Counts an attempt from an unknown source as failed, before the password is checked.
    package func countUnknownSource(_ unknownSources: [UInt8], at now: Timestamp) throws(DatabaseError)
        -> UnknownSourceGuard.Attempt
    {
        let attempt = (try unknownSourceGuard(unknownSources) ?? UnknownSourceGuard(beganAt: now)).attempt(at: now)
        guard case .counted(let next, _) = attempt else { return attempt }
        try keep(next, of: unknownSources)
        return attempt
    }

    /// Undoes the count of an attempt from an unknown source: the password was correct.
    package func uncountUnknownSource(_ unknownSources: [UInt8]) throws(DatabaseError) {
        try run("UPDATE stranger_failure SET failures = failures - 1 WHERE email = \(unknownSources) AND failures > 0")
    }

    /// Resets the count: the owner has chosen a new password.
    package func forgiveUnknownSources(_ unknownSources: [UInt8]) throws(DatabaseError) {
        try run("UPDATE stranger_failure SET failures = 0 WHERE email = \(unknownSources)")
    }

    /// Records that the account's owner was notified.
    package func logUnknownContacts(_ unknownSources: [UInt8], at now: Timestamp) throws(DatabaseError) {
        try run("UPDATE stranger_failure SET told_at = \(now) WHERE email = \(unknownSources)")
    }

    private func keep(_ next: UnknownSourceGuard, of unknownSources: [UInt8]) throws(DatabaseError) {
        let isKnown =
            try rowsChanged(
                by: """
                    UPDATE stranger_failure SET failures = \(next.failures), began_at = \(next.beganAt), told_at = \(next.notifiedAt)
                    WHERE email = \(unknownSources)
                    """) > 0
        guard !isKnown else { return }
        try run(
            """
            INSERT INTO stranger_failure (email, failures, began_at, told_at)
            VALUES (\(unknownSources), \(next.failures), \(next.beganAt), \(next.notifiedAt))
            """)
    }
}
