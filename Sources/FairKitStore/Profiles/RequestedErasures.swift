package import FairKitCore
package import Relational

private let columns: SQL = "profile_id, actor, requested_at, due_at"

extension Connection {
    /// The scheduled erasure of a person; nil: none.
    package func requestedErasure(of person: ProfileID) throws(DatabaseError) -> RequestedErasure? {
        try first(
            "SELECT \(columns) FROM requested_erasure WHERE profile_id = \(person)", RequestedErasure.init(row:))
    }

    /// Scheduled erasures, the next first.
    package func requestedErasures(
        after cursor: ErasureCursor?, limit: Int
    ) throws(DatabaseError) -> Page<RequestedErasure, ErasureCursor> {
        let after: SQL =
            if let cursor { "(due_at, profile_id) > (\(cursor.dueAt), \(cursor.profile))" } else { "1 = 1" }
        let found = try all(
            "SELECT \(columns) FROM requested_erasure WHERE \(after) ORDER BY due_at, profile_id LIMIT \(limit + 1)",
            RequestedErasure.init(row:))
        return Page(found: found, limit: limit) { ErasureCursor(after: $0) }
    }

    /// Scheduled erasures that are due, the oldest first, at most a hundred.
    package func dueErasures(at now: Timestamp) throws(DatabaseError) -> [RequestedErasure] {
        try all(
            "SELECT \(columns) FROM requested_erasure WHERE due_at <= \(now) ORDER BY due_at LIMIT 100",
            RequestedErasure.init(row:))
    }

    /// The addresses of a person's accounts.
    package func addresses(of person: ProfileID) throws(DatabaseError) -> [MailRecipient] {
        try recipients(where: "profile_id = \(person) AND email IS NOT NULL")
    }
}

extension WriteTransaction {
    package func insertRequestedErasure(_ erasure: RequestedErasure) throws(DatabaseError) {
        try run(
            """
            INSERT INTO requested_erasure (\(columns))
            VALUES (\(erasure.profile), \(erasure.actor), \(erasure.requestedAt), \(erasure.dueAt))
            """)
    }

    package func cancelErasure(of person: ProfileID) throws(DatabaseError) {
        try run("DELETE FROM requested_erasure WHERE profile_id = \(person)")
    }
}

extension RequestedErasure {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            profile: try row.value(0), actor: try row.value(1), requestedAt: try row.value(2), dueAt: try row.value(3))
    }
}
