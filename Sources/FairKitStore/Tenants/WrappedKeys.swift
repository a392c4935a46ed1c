import FairKitCore
import Relational

// Stored in the schema `control` of a database. In files, each tenant's keys are beside its file.

extension Connection {
    /// A tenant's keys as the master key wraps them; nil: they are destroyed, or there is no such tenant.
    func wrappedKeys(of label: String) throws(DatabaseError) -> [UInt8]? {
        try first("SELECT keys FROM wrapped_key WHERE label = \(label)") { row throws(DatabaseError) in
            try row.value(0)
        }
    }

    /// All of them, by label.
    func wrappedKeys() throws(DatabaseError) -> [(label: String, keys: [UInt8])] {
        try all("SELECT label, keys FROM wrapped_key ORDER BY label") { row throws(DatabaseError) in
            (label: try row.value(0), keys: try row.value(1))
        }
    }

    /// The labels of keys that no tenant has: their tenants were never finished.
    /// - Parameter time: younger ones may be about to get their tenant.
    func unusedKeys(before time: Timestamp) throws(DatabaseError) -> [String] {
        try all(
            """
            SELECT k.label FROM wrapped_key k
            WHERE k.created_at < \(time) AND k.label <> 'control'
                AND NOT EXISTS (SELECT 1 FROM tenant t WHERE t.folder = k.label)
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// The digest of the master key that wraps all keys; nil: the installation was never finished.
    func masterKeyDigest() throws(DatabaseError) -> [UInt8]? {
        try first("SELECT master_key FROM installation WHERE id = 1") { row throws(DatabaseError) in
            try row.value(0)
        }
    }
}

extension WriteTransaction {
    func insertWrappedKeys(wrappedKeys keys: [UInt8], of label: String, at now: Timestamp) throws(DatabaseError) {
        try run("INSERT INTO wrapped_key (label, keys, created_at) VALUES (\(label), \(keys), \(now))")
    }

    func replaceWrappedKeys(wrappedKeys keys: [UInt8], of label: String) throws(DatabaseError) {
        try run("UPDATE wrapped_key SET keys = \(keys) WHERE label = \(label)")
    }

    func deleteWrappedKeys(of label: String) throws(DatabaseError) {
        try run("DELETE FROM wrapped_key WHERE label = \(label)")
    }

    /// Records by which master key all keys are wrapped.
    func insertMasterKeyDigest(masterKeyDigest digest: [UInt8], at now: Timestamp) throws(DatabaseError) {
        try run("INSERT INTO installation (id, created_at, master_key) VALUES (1, \(now), \(digest))")
    }

    func replaceMasterKeyDigest(masterKeyDigest digest: [UInt8]) throws(DatabaseError) {
        try run("UPDATE installation SET master_key = \(digest) WHERE id = 1")
    }
}
