package import FairKitCore
package import Relational

// Tickets are rows only in a database that several servers share: one issues them, and another may take them. A file's are
// in memory.

/// The caller that a ticket authenticates.
package struct TicketHolder: Hashable, Sendable {
    package let session: SessionID
    package let account: AccountID
    /// When the access token expires with which the ticket was requested; nil: never.
    package let until: Timestamp?

    package init(session: SessionID, account: AccountID, until: Timestamp?) {
        self.session = session
        self.account = account
        self.until = until
    }
}

extension WriteTransaction {
    /// Stores a ticket. A session has a few; another one replaces its oldest.
    /// - Parameters:
    ///   - digest: of its secret.
    ///   - most: how many tickets a tenant has.
    /// - Returns: false if there are too many.
    package func insertTicket(
        _ digest: [UInt8], for holder: TicketHolder, atMost most: Int, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        try forgetTickets(at: now)
        let own: [[UInt8]] = try all(
            "SELECT digest FROM stream_ticket WHERE session_id = \(holder.session) ORDER BY expires_at"
        ) { row throws(DatabaseError) in try row.value(0) }
        for old in own.dropLast(StreamTicket.mostOfSession - 1) {
            try run("DELETE FROM stream_ticket WHERE digest = \(old)")
        }
        guard try number("SELECT COUNT(*) FROM stream_ticket") < most else { return false }
        let end = now.advanced(by: StreamTicket.lifetime)
        try run(
            """
            INSERT INTO stream_ticket (digest, session_id, account_id, expires_at, until_at, rights)
            VALUES (\(digest), \(holder.session), \(holder.account), \(end), \(holder.until),
                \(code: .ticket, digest, holder.session, holder.account, end, holder.until))
            """)
        return true
    }

    /// Uses a ticket up.
    /// - Returns: nil if there is none, or none any more.
    package func takeTicket(_ digest: [UInt8], at now: Timestamp) throws(DatabaseError) -> TicketHolder? {
        let holder =
            try first(
                """
                SELECT session_id, account_id, until_at, \(rights: .ticket) FROM stream_ticket
                WHERE digest = \(digest) AND expires_at > \(now)
                """
            ) { row throws(DatabaseError) -> TicketHolder? in
                guard try row.isAuthentic(.ticket, at: 3) else { return nil }
                return TicketHolder(session: try row.value(0), account: try row.value(1), until: try row.value(2))
            } ?? nil
        try run("DELETE FROM stream_ticket WHERE digest = \(digest)")
        return holder
    }

    /// Deletes expired tickets.
    package func forgetTickets(at now: Timestamp) throws(DatabaseError) {
        try run("DELETE FROM stream_ticket WHERE expires_at <= \(now)")
    }
}
