package import FairKitCore
package import Relational

// Who can be told something, at a time.

extension Connection {
    /// The active accounts of a patient.
    package func accounts(of patient: ProfileID) throws(DatabaseError) -> [AccountID] {
        try ids("SELECT id FROM account WHERE profile_id = \(patient) AND state = 'active' ORDER BY id")
    }

    /// The active clinicians who care for a patient at a time.
    package func clinicians(inCareOf patient: ProfileID, at now: Timestamp) throws(DatabaseError) -> [AccountID] {
        try ids(
            """
            SELECT DISTINCT a.id FROM care_assignment c JOIN account a ON a.id = c.account_id
            WHERE c.profile_id = \(patient) AND c.from_at <= \(now) AND (c.to_at IS NULL OR c.to_at > \(now))
                AND a.state = 'active' AND a.role = 'clinician' ORDER BY a.id
            """)
    }

    /// The active administrators.
    package func administrators() throws(DatabaseError) -> [AccountID] {
        try ids("SELECT id FROM account WHERE role = 'administrator' AND state = 'active' ORDER BY id")
    }

    /// Whether there is an active clinician.
    package func hasClinician() throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM account WHERE role = 'clinician' AND state = 'active'")
    }

    private func ids(_ sql: SQL) throws(DatabaseError) -> [AccountID] {
        try all(sql) { row throws(DatabaseError) in try row.value(0) }
    }
}
