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

    package func hasLaboratory() throws(DatabaseError) -> Bool { try exists("SELECT 1 FROM laboratory") }

    /// Whether a range was added to those that come with FairKit.
    package func hasOwnRange() throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM reference_range WHERE added_at IS NOT NULL")
    }
}

extension Connection {
    /// When a backup was last recorded in the newest entries of the audit log.
    package func lastBackup(among count: Int) throws(DatabaseError) -> Timestamp? {
        try first(
            """
            SELECT at FROM audit
            WHERE number > (SELECT MAX(number) FROM audit) - \(count) AND action = \(AuditAction.storeBackedUp)
            ORDER BY number DESC LIMIT 1
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Timestamp.self) }
    }
}
