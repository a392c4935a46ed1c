package import FairKitCore
package import Relational

/// What an administrator's first day has come to.
extension Connection {
    /// Whether a mail was sent, and taken by the next mail server.
    package func hasSentMail() throws(DatabaseError) -> Bool {
        try exists(
            """
            SELECT 1 FROM notice_send
            WHERE channel = \(ContactKind.email) AND state IN (\(NoticeSend.State.sent), \(NoticeSend.State.delivered))
            """)
    }

    /// Whether a laboratory can send results: by an account, or by a key of its program that holds.
    package func hasLaboratory(at now: Timestamp) throws(DatabaseError) -> Bool {
        if try exists("SELECT 1 FROM account WHERE role = 'laboratory' AND state = 'active'") { return true }
        return try exists(
            """
            SELECT 1 FROM api_key
            WHERE role = 'laboratory' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > \(now))
            """)
    }

    /// Whether a range was added to those that come with FairKit.
    package func hasOwnRange() throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM reference_range WHERE added_at IS NOT NULL")
    }

    /// Whether all steps were done once.
    package func hasEndedFirstDay() throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM setting WHERE name = \(firstDay)")
    }
}

/// Beside the settings, with the time at which all steps were seen to be done.
private let firstDay = "first-day-ended"

extension WriteTransaction {
    package func endFirstDay(at now: Timestamp) throws(DatabaseError) { try keep("\(now)", as: firstDay) }
}

extension Connection {
    /// When a backup was last recorded.
    package func lastBackup() throws(DatabaseError) -> Timestamp? { try lastEntry("action = 'store.backed-up'")?.at }

    /// The last drill: when it was, and whether what was restored was sound.
    package func lastDrill() throws(DatabaseError) -> (at: Timestamp, isSound: Bool)? {
        try lastEntry("action = 'store.drilled'")
    }

    /// The last check of the audit log: when it was, and whether the log was sound.
    package func lastAuditCheck() throws(DatabaseError) -> (at: Timestamp, isSound: Bool)? {
        try lastEntry("action = 'audit.verified'")
    }

    /// - Parameter action: written out, so that SQLite uses the partial index; with a binding it would not.
    private func lastEntry(_ action: SQL) throws(DatabaseError) -> (at: Timestamp, isSound: Bool)? {
        try first("SELECT at, outcome FROM audit WHERE \(action) ORDER BY number DESC LIMIT 1") {
            row throws(DatabaseError) in
            (try row.value(0, as: Timestamp.self), try row.value(1, as: AuditOutcome.self) == .success)
        }
    }
}
