package import FairKitCore
package import Relational

extension Connection {
    /// The records that a legal hold keeps, in the order of their ids.
    package func holds(after cursor: ProfileID?, limit: Int) throws(DatabaseError) -> Page<HeldRecord, ProfileID> {
        let after: SQL = if let cursor { "profile_id > \(cursor)" } else { "1 = 1" }
        let found = try all(
            "SELECT profile_id, reason, set_at FROM legal_hold WHERE \(after) ORDER BY profile_id LIMIT \(limit + 1)"
        ) { row throws(DatabaseError) in
            let person: ProfileID = try row.value(0)
            let reason: String = try row.value(1, sealed: .legalHoldReason, of: person)
            return HeldRecord(person, LegalHold(reason: reason, since: try row.value(2)))
        }
        return Page(found: found, limit: limit, cursor: \.profile)
    }

    /// The legal hold that prevents a person's record from being erased; nil: none.
    package func hold(on person: ProfileID) throws(DatabaseError) -> LegalHold? {
        try first("SELECT reason, set_at FROM legal_hold WHERE profile_id = \(person)") { row throws(DatabaseError) in
            LegalHold(reason: try row.value(0, sealed: .legalHoldReason, of: person), since: try row.value(1))
        }
    }
}

extension WriteTransaction {
    /// Sets a legal hold. An existing one gets the new reason and keeps its start.
    package func setLegalHold(_ hold: LegalHold, on person: ProfileID) throws(DatabaseError) {
        let reason: SQL = "\(sealed: hold.reason, .legalHoldReason, of: person)"
        let changed = try rowsChanged(by: "UPDATE legal_hold SET reason = \(reason) WHERE profile_id = \(person)")
        guard changed == 0 else { return }
        try run("INSERT INTO legal_hold (profile_id, reason, set_at) VALUES (\(person), \(reason), \(hold.since))")
    }

    /// Releases a legal hold.
    /// - Returns: whether there was one.
    package func releaseHold(on person: ProfileID) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "DELETE FROM legal_hold WHERE profile_id = \(person)") == 1
    }
}
