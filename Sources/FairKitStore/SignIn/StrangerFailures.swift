package import FairKitCore
package import Relational

extension Connection {
    /// The failed sign-ins to an account from unknown sources.
    /// - Parameter strangers: of a `SignInPair`.
    package func strangerGuard(_ strangers: [UInt8]) throws(DatabaseError) -> UnknownSourceGuard? {
        try first("SELECT failures, began_at, told_at FROM stranger_failure WHERE email = \(strangers)") {
            row throws(DatabaseError) in
            UnknownSourceGuard(failures: try row.value(0), beganAt: try row.value(1), toldAt: try row.value(2))
        }
    }
}

extension WriteTransaction {
    /// Counts an attempt from an unknown source as failed, before the password is checked.
    package func countStranger(_ strangers: [UInt8], at now: Timestamp) throws(DatabaseError)
        -> UnknownSourceGuard.Attempt
    {
        let attempt = (try strangerGuard(strangers) ?? UnknownSourceGuard(beganAt: now)).attempt(at: now)
        guard case .counted(let next, _) = attempt else { return attempt }
        try keep(next, of: strangers)
        return attempt
    }

    /// Undoes the count of an attempt from an unknown source: the password was correct.
    package func uncountStranger(_ strangers: [UInt8]) throws(DatabaseError) {
        try run("UPDATE stranger_failure SET failures = failures - 1 WHERE email = \(strangers) AND failures > 0")
    }

    /// Resets the count: the owner has chosen a new password.
    package func forgiveStrangers(_ strangers: [UInt8]) throws(DatabaseError) {
        try run("UPDATE stranger_failure SET failures = 0 WHERE email = \(strangers)")
    }

    /// Records that the account's owner was notified.
    package func logUnknownContacts(_ strangers: [UInt8], at now: Timestamp) throws(DatabaseError) {
        try run("UPDATE stranger_failure SET told_at = \(now) WHERE email = \(strangers)")
    }

    private func keep(_ next: UnknownSourceGuard, of strangers: [UInt8]) throws(DatabaseError) {
        let isKnown =
            try rowsChanged(
                by: """
                    UPDATE stranger_failure SET failures = \(next.failures), began_at = \(next.beganAt), told_at = \(next.toldAt)
                    WHERE email = \(strangers)
                    """) > 0
        guard !isKnown else { return }
        try run(
            """
            INSERT INTO stranger_failure (email, failures, began_at, told_at)
            VALUES (\(strangers), \(next.failures), \(next.beganAt), \(next.toldAt))
            """)
    }
}
