package import FairKitCore
package import Relational

// Stored in the list of tenants. No tenant has this table.

extension Connection {
    package func signingKeys() throws(DatabaseError) -> [SigningKey] {
        try all("SELECT id, seed, created_at, signs_at, retires_at FROM signing_key ORDER BY signs_at") {
            row throws(DatabaseError) in
            SigningKey(
                id: try row.value(0), seed: try row.value(1, sealed: .signingKeySeed, key: 0),
                createdAt: try row.value(2), signsAt: try row.value(3),
                retiresAt: try row.value(4))
        }
    }
}

extension WriteTransaction {
    package func insertSigningKey(_ key: SigningKey) throws(DatabaseError) {
        try run(
            """
            INSERT INTO signing_key (id, seed, created_at, signs_at, retires_at)
            VALUES (\(key.id), \(sealed: key.seed, .signingKeySeed, of: key.id), \(key.createdAt), \(key.signsAt), \(key.retiresAt))
            """)
    }

    package func retireSigningKey(_ id: String, at end: Timestamp) throws(DatabaseError) {
        try run("UPDATE signing_key SET retires_at = \(end) WHERE id = \(id)")
    }

    package func deleteSigningKey(_ id: String) throws(DatabaseError) {
        try run("DELETE FROM signing_key WHERE id = \(id)")
    }

    func deleteSigningKeys() throws(DatabaseError) {
        try run("DELETE FROM signing_key")
    }
}
