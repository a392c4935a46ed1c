package import FairKitCore
package import Relational

extension Connection {
    /// A key that awaits approval, with the digest of its secret.
    package func preparedKey(
        _ id: KeyID, at now: Timestamp
    ) throws(DatabaseError) -> (prepared: PreparedKey, digest: [UInt8])? {
        try preparedKeys(where: "id = \(id) AND created_at > \(PreparedKey.oldest(at: now))").first
    }

    /// A page of keys that await approval, the newest first.
    package func preparedKeys(
        before cursor: KeyID?, limit: Int, at now: Timestamp
    ) throws(DatabaseError) -> Page<PreparedKey, KeyID> {
        let earlier: SQL = if let cursor { "id < \(cursor)" } else { "1 = 1" }
        let oldest = PreparedKey.oldest(at: now)
        let found = try preparedKeys(
            where: "created_at > \(oldest) AND \(earlier) ORDER BY id DESC LIMIT \(limit + 1)"
        ).map(\.prepared)
        return Page(found: found, limit: limit, cursor: \.key.id)
    }

    private func preparedKeys(
        where condition: SQL
    ) throws(DatabaseError) -> [(prepared: PreparedKey, digest: [UInt8])] {
        try all(
            """
            SELECT id, name, role, profile_id, laboratory_id, created_at, scopes, expires_at, prepared_by, replaces,
                overlap, digest, \(rights: .preparedKey)
            FROM prepared_key WHERE \(condition)
            """
        ) { row throws(DatabaseError) -> (PreparedKey, [UInt8])? in
            guard try row.isAuthentic(.preparedKey, at: 12) else { return nil }
            let scopes: String? = try row.value(6)
            let key = APIKey(
                id: try row.value(0), name: try row.value(1, sealed: .preparedKeyName, key: 0),
                role: try row.role(2, profile: 3, laboratory: 4),
                scopes: scopes.map { Set(stored: $0) }, createdAt: try row.value(5), revokedAt: nil,
                expiresAt: try row.value(7))
            let old: KeyID? = try row.value(9)
            let overlap: Int64? = try row.value(10)
            let replaced = old.map { PreparedKey.Replaced(id: $0, overlap: .milliseconds(overlap ?? 0)) }
            return (PreparedKey(key, by: try row.value(8), replaces: replaced), try row.value(11))
        }.compactMap(\.self)
    }
}

extension WriteTransaction {
    /// Stores a key that is inactive until it is approved.
    package func insertPreparedKey(_ prepared: PreparedKey, digest: [UInt8]) throws(DatabaseError) {
        let (key, replaced) = (prepared.key, prepared.replaces)
        let overlap = replaced.map { $0.overlap.components.seconds * 1000 }
        try run(
            """
            INSERT INTO prepared_key (id, digest, name, role, profile_id, laboratory_id, scopes, created_at, expires_at,
                prepared_by, replaces, overlap, rights)
            VALUES (\(key.id), \(digest), \(sealed: key.name, .preparedKeyName, of: key.id), \(key.role.name),
                \(key.role.profile), \(key.role.laboratory), \(key.scopes?.text), \(key.createdAt), \(key.expiresAt), \(prepared.preparedBy), \(replaced?.id),
                \(overlap),
                \(code: .preparedKey, key.id, digest, key.role.name, key.role.profile, key.role.laboratory, key.scopes?.text, key.expiresAt, prepared.preparedBy, replaced?.id))
            """)
    }

    /// - Returns: false if there is no such key.
    package func removePreparedKey(_ id: KeyID) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "DELETE FROM prepared_key WHERE id = \(id)") == 1
    }
}

extension PreparedKey {
    /// Keys prepared at this time or earlier have expired.
    static func oldest(at now: Timestamp) -> Timestamp { now.advanced(by: lifetime * -1) }
}
