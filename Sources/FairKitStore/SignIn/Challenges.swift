package import FairKitCore
package import Relational

extension Connection {
    /// A challenge that is still open.
    package func challenge(digest: [UInt8], at now: Timestamp) throws(DatabaseError) -> Challenge? {
        try first(
            """
            SELECT account_id, session_id, started_at, otp_secret, failures, \(rights: .challenge) FROM challenge
            WHERE digest = \(digest) AND used_at IS NULL AND expires_at > \(now)
                AND failures < \(Challenge.maxFailures)
            """
        ) { row throws(DatabaseError) -> Challenge? in
            guard try row.isAuthentic(.challenge, at: 5) else { return nil }
            return Challenge(
                account: try row.value(0), session: try row.value(1), startedAt: try row.value(2),
                secret: try row.value(3, sealed: .challengeOTPSecret, of: digest), failures: try row.value(4))
        } ?? nil
    }

    /// The number of wrong codes for an account since a time.
    package func wrongCodes(of account: AccountID, since time: Timestamp) throws(DatabaseError) -> Int {
        let found = try first(
            """
            SELECT CAST(COALESCE(SUM(failures), 0) AS BIGINT) FROM challenge WHERE account_id = \(account) AND started_at >= \(time)
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
        return found ?? 0
    }
}

extension WriteTransaction {
    package func insertChallenge(_ challenge: Challenge, digest: [UInt8]) throws(DatabaseError) {
        try run(
            """
            INSERT INTO challenge (digest, account_id, session_id, started_at, expires_at, otp_secret, rights)
            VALUES (\(digest), \(challenge.account), \(challenge.session), \(challenge.startedAt),
                \(challenge.startedAt.advanced(by: Challenge.lifetime)),
                \(sealed: challenge.secret, .challengeOTPSecret, of: digest),
                \(code: .challenge, digest, challenge.account, challenge.session))
            """)
    }

    /// Records the secret that the person is setting up.
    package func setSecret(_ secret: [UInt8], ofChallenge digest: [UInt8]) throws(DatabaseError) {
        try run(
            """
            UPDATE challenge SET otp_secret = \(sealed: secret, .challengeOTPSecret, of: digest) WHERE digest = \(digest)
            """)
    }

    package func countWrongCode(ofChallenge digest: [UInt8]) throws(DatabaseError) {
        try run("UPDATE challenge SET failures = failures + 1 WHERE digest = \(digest)")
    }

    /// Counts a wrong code that belongs to no challenge.
    package func logWrongCode(of account: AccountID, digest: [UInt8], at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            INSERT INTO challenge (digest, account_id, started_at, expires_at, failures, used_at)
            VALUES (\(digest), \(account), \(now), \(now), 1, \(now))
            """)
    }

    package func useChallenge(digest: [UInt8], at now: Timestamp) throws(DatabaseError) {
        try run("UPDATE challenge SET used_at = \(now), otp_secret = NULL WHERE digest = \(digest)")
    }
}
