package import FairKitCore
package import Relational

extension Connection {
    /// The active key with this digest. See `APIKey.isActive`.
    package func activeKey(
        digest: [UInt8], at now: Timestamp, passed: Timestamp? = nil
    ) throws(DatabaseError) -> APIKey? {
        try keys(where: "digest = \(digest)").first { $0.isActive(at: now, passed: passed) }
    }

    /// A key by its id, revoked or not.
    package func key(_ id: KeyID) throws(DatabaseError) -> APIKey? {
        try keys(where: "id = \(id)").first
    }

    /// Whether an authenticated caller may continue: their key or session still exists and has not ended.
    /// - Parameter passed: as of `APIKey.isActive`.
    package func isActive(
        _ subject: Subject, at now: Timestamp, passed: Timestamp? = nil
    ) throws(DatabaseError) -> Bool {
        switch subject.actor {
        case .key(let id): try key(id)?.isActive(at: now, passed: passed) ?? false
        case .account(let id, let session): try self.subject(of: session, id, at: now) != nil
        case .machine, .server: true
        // They are authenticated for a single call.
        case .link, .invited: false
        }
    }

    /// A page of keys, newest first.
    /// - Parameter active: only keys that are active at this time; nil: all.
    package func keys(
        active now: Timestamp?, before cursor: KeyID?, limit: Int
    ) throws(DatabaseError) -> Page<APIKey, KeyID> {
        let state: SQL = if let now { active(at: now) } else { "1 = 1" }
        let earlier: SQL = if let cursor { "id < \(cursor)" } else { "1 = 1" }
        let found = try keys(where: "\(state) AND \(earlier) ORDER BY id DESC LIMIT \(limit + 1)")
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// All keys of a patient, ended or not, newest first.
    package func keys(of person: ProfileID) throws(DatabaseError) -> [APIKey] {
        try keys(where: "profile_id = \(person) ORDER BY id DESC")
    }

    /// The digests of all keys, ended or not, and of those that await approval.
    func keyDigests() throws(DatabaseError) -> [[UInt8]] {
        try all("SELECT digest FROM api_key UNION ALL SELECT digest FROM prepared_key") { row throws(DatabaseError) in
            try row.value(0)
        }
    }

    private func keys(where condition: SQL) throws(DatabaseError) -> [APIKey] {
        try all(
            """
            SELECT id, name, role, profile_id, laboratory_id, created_at, revoked_at, scopes, expires_at, used_at,
                \(rights: .apiKey)
            FROM api_key WHERE \(condition)
            """
        ) { row throws(DatabaseError) in
            let scopes: String? = try row.value(7)
            let (createdAt, isAuthentic) = (try row.value(5, as: Timestamp.self), try row.isAuthentic(.apiKey, at: 10))
            return APIKey(
                id: try row.value(0), name: try row.value(1, sealed: .apiKeyName, key: 0),
                role: try row.role(2, profile: 3, laboratory: 4),
                scopes: scopes.map { Set(stored: $0) }, createdAt: createdAt,
                revokedAt: isAuthentic ? try row.value(6, as: Timestamp?.self) : createdAt, expiresAt: try row.value(8),
                usedAt: try row.value(9))
        }
    }
}

extension WriteTransaction {
    /// Stores a key under the digest of its secret.
    package func insertAPIKey(_ key: APIKey, digest: [UInt8]) throws(DatabaseError) {
        try run(
            """
            INSERT INTO api_key (id, digest, name, role, profile_id, laboratory_id, created_at, revoked_at,
                scopes, expires_at, rights)
            VALUES (\(key.id), \(digest), \(sealed: key.name, .apiKeyName, of: key.id), \(key.role.name),
                \(key.role.profile), \(key.role.laboratory), \(key.createdAt), \(key.revokedAt), \(key.scopes?.text),
                \(key.expiresAt),
                \(code: .apiKey, key.id, digest, key.role.name, key.role.profile, key.role.laboratory, key.scopes?.text, key.expiresAt, key.revokedAt))
            """)
    }

    /// Ends a key at a time: now, or later while its clients change over.
    /// - Returns: false if there is no such key, or it has ended. That of a laboratory may be in force when it has expired
    ///   by the clock: see `APIKey.isActive`.
    package func revoke(_ id: KeyID, from end: Timestamp, at now: Timestamp) throws(DatabaseError) -> Bool {
        let mayBeActive: SQL =
            "(\(active(at: now)) OR (laboratory_id IS NOT NULL AND (revoked_at IS NULL OR revoked_at > \(now))))"
        return try change(.apiKey, set: "revoked_at = \(end)", where: "id = \(id) AND \(mayBeActive)") == 1
    }

    /// Records the minute in which a key was used. It touches no index.
    package func logUse(of id: KeyID, at minute: Timestamp) throws(DatabaseError) {
        try run(
            "UPDATE api_key SET used_at = \(minute) WHERE id = \(id) AND (used_at IS NULL OR used_at < \(minute))")
    }
}

private func active(at now: Timestamp) -> SQL {
    "((revoked_at IS NULL OR revoked_at > \(now)) AND (expires_at IS NULL OR expires_at > \(now)))"
}
