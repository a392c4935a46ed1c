package import FairKitCore
package import Relational

extension Connection {
    /// The history of a kit, oldest first.
    package func events(of kit: KitID) throws(DatabaseError) -> [KitEvent] {
        try all(
            "SELECT status, at, actor, implied, reason, kit_id FROM kit_event WHERE kit_id = \(kit) ORDER BY position"
        ) { row throws(DatabaseError) in
            KitEvent(
                status: try row.value(0), at: try row.value(1), actor: try row.value(2), implied: try row.value(3),
                reason: try row.value(4, sealed: .kitEventReason, key: 5, 1))
        }
    }

    /// When a patient's codes were refused since a time, the earliest first.
    package func refusedCodes(of patient: ProfileID, since time: Timestamp) throws(DatabaseError) -> [Timestamp] {
        try all(
            "SELECT at FROM refused_code WHERE profile_id = \(patient) AND at > \(time) ORDER BY at"
        ) { row throws(DatabaseError) in try row.value(0) }
    }
}

extension WriteTransaction {
    /// Adds a step to a kit's history. `INSERT … SELECT` would be journalled (see `SQLiteDialect.failureClause`).
    package func appendKitEvent(_ event: KitEvent, to kit: KitID) throws(DatabaseError) {
        try run(
            """
            INSERT INTO kit_event (kit_id, position, status, at, actor, implied, reason)
            VALUES (\(kit), (SELECT COALESCE(MAX(position), 0) + 1 FROM kit_event WHERE kit_id = \(kit)),
                \(event.status), \(event.at), \(event.actor), \(event.implied),
                \(sealed: event.reason, .kitEventReason, of: kit, event.at))
            """)
    }

    /// Removes the steps of a kit's history after the first ones.
    package func removeKitEvents(of kit: KitID, after first: Int) throws(DatabaseError) {
        try run("DELETE FROM kit_event WHERE kit_id = \(kit) AND position > \(first)")
    }

    /// Counts a code that a patient could not register, and deletes those from before a time.
    package func refuseCode(
        of patient: ProfileID, at now: Timestamp, forgetting before: Timestamp
    ) throws(DatabaseError) {
        try run("DELETE FROM refused_code WHERE profile_id = \(patient) AND at <= \(before)")
        try run("INSERT INTO refused_code (profile_id, at) VALUES (\(patient), \(now))")
    }
}
