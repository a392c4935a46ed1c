package import FairKitCore
package import KeyRing
package import Relational

/// The facts about a refresh token; only its client holds the token itself.
package struct RefreshToken: Sendable {
    package let session: SessionID
    package let expiresAt: Timestamp
    package let use: Use?

    /// When and by which client it was used, and its successor.
    package struct Use: Sendable {
        package let at: Timestamp
        /// The client that used it, and its source.
        package let program: String
        /// nil: the successor was used as well.
        package let successor: SealedSuccessor?
    }
}

extension Connection {
    /// A refresh token by its digest, used or not.
    package func refreshToken(digest: [UInt8]) throws(DatabaseError) -> RefreshToken? {
        try first(
            """
            SELECT session_id, expires_at, used_at, used_from, successor, \(rights: .refreshToken)
            FROM refresh_token WHERE digest = \(digest)
            """
        ) { row throws(DatabaseError) -> RefreshToken? in
            guard try row.isAuthentic(.refreshToken, at: 5) else { return nil }
            var use: RefreshToken.Use?
            if let at = try row.value(2, as: Timestamp?.self) {
                let successor = try row.value(4, as: [UInt8]?.self)
                use = RefreshToken.Use(
                    at: at, program: try row.value(3, sealed: .refreshTokenUsedFrom, of: digest),
                    successor: successor.map { SealedSuccessor(stored: $0) })
            }
            return RefreshToken(session: try row.value(0), expiresAt: try row.value(1), use: use)
        } ?? nil
    }
}

extension WriteTransaction {
    /// Stores an unused token.
    package func insertRefreshToken(
        digest: [UInt8], of session: SessionID, until end: Timestamp
    ) throws(DatabaseError) {
        try run(
            """
            INSERT INTO refresh_token (digest, session_id, expires_at, rights)
            VALUES (\(digest), \(session), \(end), \(code: .refreshToken, digest, session, end))
            """)
    }

    /// Records that a token was used, and its successor. The token before it can no longer be repeated: the client
    /// received its successor.
    package func useRefreshToken(
        digest: [UInt8], of session: SessionID, from program: String, successor: SealedSuccessor, at now: Timestamp
    ) throws(DatabaseError) {
        try run("UPDATE refresh_token SET successor = NULL WHERE session_id = \(session) AND successor IS NOT NULL")
        try run(
            """
            UPDATE refresh_token SET used_at = \(now),
                used_from = \(sealed: program, .refreshTokenUsedFrom, of: digest), successor = \(successor.bytes)
            WHERE digest = \(digest)
            """)
    }
}
