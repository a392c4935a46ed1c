package import FairKitCore
package import SQLCipher

// What stands in `control.db`. No other file has this table. See the decision `0022-many-tenants`.

/// Something that was done to all tenants, and is not in the first tenant's audit yet.
package struct UnrecordedEntry: Sendable {
    package let number: Int64
    package let entry: AuditEntry
}

extension Connection {
    /// The oldest ones.
    package func unrecorded() throws(DatabaseError) -> [UnrecordedEntry] {
        try all("SELECT number, at, actor, action, object, request_id FROM unrecorded ORDER BY number LIMIT 100") {
            row throws(DatabaseError) in
            let key: KeyID? = try row.value(2)
            let entry = AuditEntry(
                at: try row.value(1), actor: AuditActor(key: key, role: key == nil ? nil : .administrator),
                action: try row.value(3), object: try row.value(4), profileID: nil, requestID: try row.value(5))
            return UnrecordedEntry(number: try row.value(0), entry: entry)
        }
    }
}

extension Connection where Access == Writing {
    /// Notes what an administrator or the server does in this transaction.
    package func noteUnrecorded(_ entry: AuditEntry) throws(DatabaseError) {
        try run(
            """
            INSERT INTO unrecorded (at, actor, action, object, request_id)
            VALUES (\(entry.at), \(entry.actor.key), \(entry.action), \(entry.object), \(entry.requestID))
            """)
    }

    /// Forgets what is recorded now.
    package func forgetUnrecorded(upTo number: Int64) throws(DatabaseError) {
        try run("DELETE FROM unrecorded WHERE number <= \(number)")
    }
}
