package import FairKitCore
package import KeyRing
package import SQLCipher

/// What is known of a refresh token; the token itself is held by its client alone.
package struct RefreshToken: Sendable {
    package let session: SessionID
    package let expiresAt: Timestamp
    package let use: Use?

    /// When and from where it was used, and what it left.
    package struct Use: Sendable {
        package let at: Timestamp
        /// Which used it, and where.
        package let program: String
        /// nil: the successor was used, too.
        package let successor: SealedSuccessor?
    }
}

extension Connection {
    /// A refresh token by its digest, used or not.
    package func refreshToken(digest: [UInt8]) throws(DatabaseError) -> RefreshToken? {
        try first(
            "SELECT session_id, expires_at, used_at, used_from, successor FROM refresh_token WHERE digest = \(digest)"
        ) { row throws(DatabaseError) in
            var use: RefreshToken.Use?
            if let at = try row.value(2, as: Timestamp?.self) {
                let successor = try row.value(4, as: [UInt8]?.self)
                use = RefreshToken.Use(
                    at: at, program: try row.value(3), successor: successor.map { SealedSuccessor(stored: $0) })
            }
            return RefreshToken(session: try row.value(0), expiresAt: try row.value(1), use: use)
        }
    }
}

extension Connection where Access == Writing {
    /// Stores a token that has not been used.
    package func insertRefreshToken(
        digest: [UInt8], of session: SessionID, until end: Timestamp
    ) throws(DatabaseError) {
        try run(
            "INSERT INTO refresh_token (digest, session_id, expires_at) VALUES (\(digest), \(session), \(end))")
    }

    /// Notes that a token was used, with the successor that it left. The one before it can't be repeated any more: its successor was
    /// received.
    package func useRefreshToken(
        digest: [UInt8], of session: SessionID, from program: String, successor: SealedSuccessor, at now: Timestamp
    ) throws(DatabaseError) {
        try run("UPDATE refresh_token SET successor = NULL WHERE session_id = \(session) AND successor IS NOT NULL")
        try run(
            """
            UPDATE refresh_token SET used_at = \(now), used_from = \(program), successor = \(successor.bytes)
            WHERE digest = \(digest)
            """)
    }

    /// Forgets tokens whose time is over, at most a hundred.
    /// - Returns: how many.
    package func forgetRefreshTokens(at now: Timestamp) throws(DatabaseError) -> Int {
        try run(
            "DELETE FROM refresh_token WHERE digest IN (SELECT digest FROM refresh_token WHERE expires_at <= \(now) LIMIT 100)"
        )
    }
}
