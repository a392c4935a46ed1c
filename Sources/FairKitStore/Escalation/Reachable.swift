package import FairKitCore
package import Relational

// The accounts that can be told something, at a time.

extension Connection {
    /// The active accounts of a patient.
    package func accounts(of patient: ProfileID) throws(DatabaseError) -> [AccountID] {
        try accounts(thatAre: "profile_id = \(patient) AND state = 'active'")
    }

    /// The active clinicians who care for a patient at a time.
    package func clinicians(inCareOf patient: ProfileID, at now: Timestamp) throws(DatabaseError) -> [AccountID] {
        let found = try all(
            """
            SELECT a.id, \(rights: .account, from: "a"), \(rights: .care, from: "c")
            FROM care_assignment c JOIN account a ON a.id = c.account_id
            WHERE c.profile_id = \(patient) AND c.from_at <= \(now) AND (c.to_at IS NULL OR c.to_at > \(now))
                AND a.state = 'active' AND a.role = 'clinician' ORDER BY a.id
            """
        ) { row throws(DatabaseError) -> AccountID? in
            guard try row.isAuthentic(.account, at: 1), try row.isAuthentic(.care, at: 8) else { return nil }
            return try row.value(0)
        }
        return found.compactMap(\.self).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// The active administrators.
    package func administrators() throws(DatabaseError) -> [AccountID] {
        try accounts(thatAre: "role = 'administrator' AND state = 'active'")
    }

    /// Whether there is an account, or was one.
    package func hasAccount() throws(DatabaseError) -> Bool { try exists("SELECT 1 FROM account") }

    /// Whether there is an active clinician.
    package func hasClinician() throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM account WHERE role = 'clinician' AND state = 'active'")
    }

    private func accounts(thatAre condition: SQL) throws(DatabaseError) -> [AccountID] {
        try all("SELECT id, \(rights: .account) FROM account WHERE \(condition) ORDER BY id") {
            row throws(DatabaseError) -> AccountID? in try row.isAuthentic(.account, at: 1) ? try row.value(0) : nil
        }.compactMap(\.self)
    }
}
