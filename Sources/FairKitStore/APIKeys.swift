package import FairKitCore
package import SQLCipher

extension Connection {
    /// The key with this digest that has not been revoked.
    package func activeKey(digest: [UInt8]) throws(DatabaseError) -> APIKey? {
        try key(where: "digest = \(digest) AND revoked_at IS NULL")
    }

    /// A key by its id, revoked or not.
    package func key(_ id: KeyID) throws(DatabaseError) -> APIKey? {
        try key(where: "id = \(id)")
    }

    private func key(where condition: SQL) throws(DatabaseError) -> APIKey? {
        try first(
            "SELECT id, name, role, profile_id, laboratory_id, created_at, revoked_at FROM api_key WHERE \(condition)"
        ) { row throws(DatabaseError) in
            let role: Role =
                switch try row.value(2, as: RoleName.self) {
                case .patient: .patient(try row.value(3))
                case .laboratory: .laboratory(try row.value(4))
                case .clinician: .clinician
                case .consumer: .consumer
                case .administrator: .administrator
                }
            return APIKey(
                id: try row.value(0), name: try row.value(1), role: role, createdAt: try row.value(5),
                revokedAt: try row.value(6))
        }
    }
}

extension Connection where Access == Writing {
    /// Stores a key under the digest of its secret.
    package func insert(_ key: APIKey, digest: [UInt8]) throws(DatabaseError) {
        var profile: ProfileID?
        var laboratory: LaboratoryID?
        switch key.role {
        case .patient(let id): profile = id
        case .laboratory(let id): laboratory = id
        case .clinician, .consumer, .administrator: break
        }
        try run(
            """
            INSERT INTO api_key (id, digest, name, role, profile_id, laboratory_id, created_at, revoked_at)
            VALUES (\(key.id), \(digest), \(key.name), \(key.role.name), \(profile), \(laboratory), \(key.createdAt),
                \(key.revokedAt))
            """)
    }

    /// - Returns: false if there is no such key, or it was revoked before.
    package func revoke(_ id: KeyID, at now: Timestamp) throws(DatabaseError) -> Bool {
        try run("UPDATE api_key SET revoked_at = \(now) WHERE id = \(id) AND revoked_at IS NULL") == 1
    }
}
