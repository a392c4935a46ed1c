package import FairKitCore
package import Relational

/// The address and the source of a sign-in, as keyed digests.
package struct SignInPair: Hashable, Sendable {
    package let email: [UInt8]
    package let source: [UInt8]
    /// The digest under which wrong passwords from all unknown sources are counted together.
    package let unknownSources: [UInt8]
}

extension Connection {
    /// The number of failed sign-ins to an address since a time, from other sources.
    package func failures(elsewhereThan pair: SignInPair, since time: Timestamp) throws(DatabaseError) -> Int {
        let found = try first(
            """
            SELECT CAST(COALESCE(SUM(failures + \(SignInGuard.most) * locks), 0) AS BIGINT) FROM sign_in_failure
            WHERE email = \(pair.email) AND source <> \(pair.source) AND last_at >= \(time)
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
        return found ?? 0
    }

    /// When the last lock of an address ends; nil: no source is locked. Others may sign in meanwhile.
    package func signInLock(of email: [UInt8], at now: Timestamp) throws(DatabaseError) -> Timestamp? {
        let found = try first(
            "SELECT MAX(locked_until) FROM sign_in_failure WHERE email = \(email) AND locked_until > \(now)"
        ) { row throws(DatabaseError) in try row.value(0, as: Timestamp?.self) }
        return found ?? nil
    }

    fileprivate func guardian(of pair: SignInPair) throws(DatabaseError) -> SignInGuard? {
        try first(
            """
            SELECT failures, locks, locked_until, last_at FROM sign_in_failure
            WHERE email = \(pair.email) AND source = \(pair.source)
            """
        ) { row throws(DatabaseError) in
            SignInGuard(
                failures: try row.value(0), locks: try row.value(1), lockedUntil: try row.value(2),
                lastAt: try row.value(3))
        }
    }
}

extension WriteTransaction {
    /// Counts an attempt as failed, before the password is checked.
    package func countSignIn(_ pair: SignInPair, at now: Timestamp) throws(DatabaseError) -> SignInGuard.Attempt {
        let known = try guardian(of: pair)
        let attempt = (known ?? SignInGuard(lastAt: now)).attempt(at: now)
        guard case .counted(let next, _) = attempt else { return attempt }
        if known == nil {
            try run(
                """
                INSERT INTO sign_in_failure (email, source, failures, locks, locked_until, last_at)
                VALUES (\(pair.email), \(pair.source), \(next.failures), \(next.locks), \(next.lockedUntil), \(next.lastAt))
                """)
        } else {
            try restore(next, of: pair)
        }
        return attempt
    }

    /// Undoes the count of an attempt that was correct so far.
    package func uncountSignIn(_ pair: SignInPair) throws(DatabaseError) {
        guard var guardian = try guardian(of: pair) else { return }
        if guardian.failures > 0 {
            guardian.failures -= 1
        } else if guardian.locks > 0 {
            // This attempt had locked the pair.
            guardian.locks -= 1
            guardian.lockedUntil = nil
            guardian.failures = SignInGuard.most - 1
        }
        try restore(guardian, of: pair)
    }

    /// Deletes the failures before a successful sign-in.
    package func forgetSignInFailures(_ pair: SignInPair) throws(DatabaseError) {
        try run("DELETE FROM sign_in_failure WHERE email = \(pair.email) AND source = \(pair.source)")
    }

    private func restore(_ guardian: SignInGuard, of pair: SignInPair) throws(DatabaseError) {
        try run(
            """
            UPDATE sign_in_failure SET failures = \(guardian.failures), locks = \(guardian.locks),
                locked_until = \(guardian.lockedUntil), last_at = \(guardian.lastAt)
            WHERE email = \(pair.email) AND source = \(pair.source)
            """)
    }
}
