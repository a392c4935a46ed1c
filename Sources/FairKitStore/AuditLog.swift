package import FairKitCore
package import SQLCipher

extension Connection where Access == Writing {
    /// Adds to the record of who did what.
    package func record(_ entry: AuditEntry) throws(DatabaseError) {
        try run(
            """
            INSERT INTO audit (at, actor, action, object, profile_id, request_id)
            VALUES (\(entry.at), \(entry.actor), \(entry.action), \(entry.object), \(entry.profileID), \(entry.requestID))
            """)
    }
}

extension Connection {
    /// The record about one patient, oldest first.
    package func auditEntries(about profile: ProfileID) throws(DatabaseError) -> [AuditEntry] {
        try all(
            """
            SELECT at, actor, action, object, profile_id, request_id FROM audit
            WHERE profile_id = \(profile) ORDER BY number
            """
        ) { row throws(DatabaseError) in
            AuditEntry(
                at: try row.value(0), actor: try row.value(1), action: try row.value(2), object: try row.value(3),
                profileID: try row.value(4), requestID: try row.value(5))
        }
    }
}
