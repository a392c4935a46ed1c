package import FairKitCore
package import Relational

// Stored in `control.db`. No other file has this table. See decision 0022.

/// An action on all tenants that is not in the first tenant's audit log yet.
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

extension WriteTransaction {
    /// Records an action of an administrator or the server in this transaction.
    package func logUnrecorded(_ entry: AuditEntry) throws(DatabaseError) {
        try run(
            """
            INSERT INTO unrecorded (number, at, actor, action, object, request_id)
            VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM unrecorded), \(entry.at), \(entry.actor.key), \(entry.action),
                \(entry.object), \(entry.requestID))
            """)
    }

    /// Deletes entries that are now in the audit log.
    package func forgetUnrecorded(upTo number: Int64) throws(DatabaseError) {
        try run("DELETE FROM unrecorded WHERE number <= \(number)")
    }
}
