package import FairKitCore
package import Relational

// The decision 0026-erasing-a-person lists what happens to each table when a person is erased.

extension Connection {
    /// Whether a critical alert about a person is open and unacked in some consumer group: the erasure would lose this
    /// warning. An alert that is pending in no group was acked by all groups that got it.
    package func hasUnackedWarning(about person: ProfileID) throws(DatabaseError) -> Bool {
        try exists(
            """
            SELECT 1 FROM alert a WHERE a.id IN (\(alertsOf(person)))
                AND a.state = \(AlertState.open) AND a.band = \(Band.critical)
                AND EXISTS (SELECT 1 FROM delivery d JOIN consumer_group g ON g.id = d.group_id
                    WHERE d.alert_id = a.id AND d.state <> 'acked' AND d.is_replay = 0 AND g.closed_at IS NULL)
            """)
    }

    /// The erased people, the latest first.
    package func erasedProfiles(limit: Int) throws(DatabaseError) -> [ErasedProfile] {
        try all("SELECT profile_id, at FROM erased_profile ORDER BY at DESC, profile_id LIMIT \(limit)") {
            row throws(DatabaseError) in ErasedProfile(id: try row.value(0), at: try row.value(1))
        }
    }
}

extension WriteTransaction {
    /// Erases everything about a person except the audit log, whose ids no longer identify anyone.
    /// - Parameter key: removes the person from the search index.
    package func erase(
        _ person: ProfileID, at now: Timestamp, key: SearchKey
    ) throws(DatabaseError) -> ErasedRows {
        try removeSearches(thatFind: person)
        try endSearch(of: person, key: key)
        var erased = ErasedRows()
        let lastDelivery = try first("SELECT COALESCE(MAX(number), 0) FROM delivery") { row throws(DatabaseError) in
            try row.value(0, as: Int64.self)
        }
        let changed = try recordsOf(person)
        let (kits, accounts) = (
            try authenticKeys(of: .kit, where: "profile_id = \(person)"),
            try authenticKeys(of: .account, where: "profile_id = \(person)")
        )
        for step in Erasure(of: person).steps {
            let rows = try rowsChanged(by: step.sql)
            if let count = step.counted { erased[keyPath: count] = rows }
        }
        // Both stay, without their person.
        try authenticate(.kit, kits)
        try authenticate(.account, accounts)
        try removeMails(about: person)
        try run(
            """
            INSERT INTO erased_profile (profile_id, at, last_delivery) VALUES (\(person), \(now), \(lastDelivery ?? 0))
            """)
        for record in changed { try logChange(of: record, at: now) }
        return erased
    }

    /// The records that a follower of the change log has to remove: the person and theirs. Their kits become
    /// unregistered.
    private func recordsOf(_ person: ProfileID) throws(DatabaseError) -> [ChangedRecord] {
        let alerts = try all(alertsOf(person)) { row throws(DatabaseError) in ChangedRecord.alert(try row.value(0)) }
        let results = try all(resultsOf(person)) { row throws(DatabaseError) in ChangedRecord.result(try row.value(0)) }
        let kits = try all("SELECT id FROM kit WHERE profile_id = \(person)") { row throws(DatabaseError) in
            ChangedRecord.kit(try row.value(0))
        }
        return alerts + results + kits + [.profile(person)]
    }
}
