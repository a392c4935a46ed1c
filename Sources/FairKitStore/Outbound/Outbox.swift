package import FairKitCore
package import Relational

private let columns: SQL = """
    id, kind, recipient, link, created_at, expires_at, state, due_at, attempts, last_error, ended_at,
    facts, invitation_id, language
    """

extension Connection {
    /// A mail in any state; nil if there is none with this id.
    package func mail(_ id: MailID) throws(DatabaseError) -> OutboxMail? {
        try first("SELECT \(columns) FROM outbox WHERE id = \(id)") { row throws(DatabaseError) in
            try OutboxMail(row: row)
        }
    }

    /// A page of mails, the newest first.
    /// - Parameters:
    ///   - all: includes mails that were sent or dropped.
    ///   - id: the last one of the previous page.
    package func mails(all: Bool, before id: MailID?, limit: Int) throws(DatabaseError) -> Page<OutboxMail, MailID> {
        let wanted: SQL = all ? "1 = 1" : "recipient IS NOT NULL"
        let after: SQL = if let id { "id < \(id)" } else { "1 = 1" }
        let found = try self.all(
            "SELECT \(columns) FROM outbox WHERE \(wanted) AND \(after) ORDER BY id DESC LIMIT \(limit + 1)"
        ) { row throws(DatabaseError) in try OutboxMail(row: row) }
        return Page(found: found, limit: limit) { $0.id }
    }

    /// Mails that are due now, those due longest first. One that is due later than the longest pause was postponed
    /// while the clock ran ahead.
    package func dueMails(at now: Timestamp, limit: Int) throws(DatabaseError) -> [OutboxMail] {
        try all(
            """
            SELECT \(columns) FROM outbox
            WHERE (due_at <= \(now) OR due_at > \(now.advanced(by: OutboxMail.longestPause))) AND expires_at > \(now)
            ORDER BY due_at, id LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in try OutboxMail(row: row) }
    }

    /// How many mails of a kind were written since a time.
    package func mails(_ kind: MailKind, since time: Timestamp) throws(DatabaseError) -> Int {
        try first("SELECT COUNT(*) FROM outbox WHERE id >= \(MailID.first(at: time)) AND kind = \(kind)") {
            row throws(DatabaseError) in try row.value(0)
        } ?? 0
    }

    /// When the next mail needs an attempt or expires.
    /// - Parameter sends: whether mails are sent; otherwise they only expire.
    package func nextMail(sends: Bool) throws(DatabaseError) -> Timestamp? {
        let found = try first(
            "SELECT MIN(due_at), (SELECT MIN(expires_at) FROM outbox WHERE recipient IS NOT NULL) FROM outbox WHERE due_at IS NOT NULL"
        ) { row throws(DatabaseError) in
            (due: try row.value(0, as: Timestamp?.self), expiring: try row.value(1, as: Timestamp?.self))
        }
        guard let found else { return nil }
        return [sends ? found.due : nil, found.expiring].compactMap(\.self).min()
    }

    /// How many mails wait, and the age of the oldest.
    package func waitingMails() throws(DatabaseError) -> WaitingMails {
        let found = try first("SELECT COUNT(*), MIN(created_at) FROM outbox WHERE due_at IS NOT NULL") {
            row throws(DatabaseError) in
            WaitingMails(count: try row.value(0), oldest: try row.value(1))
        }
        return found ?? WaitingMails(count: 0, oldest: nil)
    }
}

/// The mails that are still to be sent.
package struct WaitingMails: Hashable, Sendable {
    package let count: Int
    /// When the oldest was written.
    package let oldest: Timestamp?

    package init(count: Int, oldest: Timestamp?) {
        self.count = count
        self.oldest = oldest
    }
}

extension WriteTransaction {
    /// Stores a mail: it is sent if and only if this transaction commits.
    package func insertMail(_ mail: OutboxMail) throws(DatabaseError) {
        try run(
            """
            INSERT INTO outbox (\(columns))
            VALUES (\(mail.id), \(mail.kind), \(sealed: mail.content?.recipient, .outboxRecipient, of: mail.id),
                \(sealed: mail.content?.link, .outboxLink, of: mail.id), \(mail.createdAt), \(mail.expiresAt),
                \(mail.state), \(mail.dueAt), \(mail.attempts), \(mail.lastError), \(mail.endedAt),
                \(sealed: mail.content?.facts, .outboxFacts, of: mail.id), \(mail.invitation),
                \(mail.content?.language ?? .english))
            """)
    }

    /// Deletes unsent mails of some kinds to an address, in lower case.
    package func removeMails(_ kinds: [MailKind], to recipient: MailAddress) throws(DatabaseError) {
        let wanted = kinds.map { "\($0)" as SQL }.joined(by: ", ")
        try run(
            """
            DELETE FROM outbox
            WHERE \(foldedLookup: "recipient") = \(lookup: recipient, .address) AND kind IN (\(wanted))
            """)
    }

    /// Deletes unsent mails that name a person by their id, as those about emergency accesses do. All waiting mails are
    /// read; they are few.
    func removeMails(about person: ProfileID) throws(DatabaseError) {
        let mails = try all("SELECT id, facts FROM outbox WHERE facts IS NOT NULL") { row throws(DatabaseError) in
            (try row.value(0, as: MailID.self), try row.value(1, as: String.self, sealed: .outboxFacts, key: 0))
        }
        let name = person.description
        for (id, facts) in mails where facts.contains(name) { try removeMail(id) }
    }

    /// Sends waiting mails of some kinds to another address.
    /// - Parameter old: in lower case.
    package func redirectMails(
        _ kinds: [MailKind], from old: MailAddress, to new: MailAddress
    ) throws(DatabaseError) {
        let wanted = kinds.map { "\($0)" as SQL }.joined(by: ", ")
        let mails = try all(
            """
            SELECT id FROM outbox WHERE \(foldedLookup: "recipient") = \(lookup: old, .address)
                AND state = \(OutboxMail.State.waiting) AND kind IN (\(wanted))
            """
        ) { row throws(DatabaseError) in try row.value(0, as: MailID.self) }
        for id in mails {
            try run("UPDATE outbox SET recipient = \(sealed: new, .outboxRecipient, of: id) WHERE id = \(id)")
        }
    }

    /// Deletes an unsent mail.
    package func removeMail(_ id: MailID) throws(DatabaseError) {
        try run("DELETE FROM outbox WHERE id = \(id)")
    }

    /// Records an attempt to send a mail. Only the id of a sent mail is kept.
    /// - Parameter due: when it is tried again, if it is.
    package func settleMail(_ id: MailID, _ answer: MailAnswer, due: Timestamp, at now: Timestamp) throws(DatabaseError)
    {
        switch answer.outcome {
        case .sent:
            try run(
                """
                UPDATE outbox SET state = \(OutboxMail.State.sent), recipient = NULL, link = NULL, facts = NULL, due_at = NULL,
                    attempts = attempts + 1, last_error = NULL, ended_at = \(now)
                WHERE id = \(id) AND recipient IS NOT NULL
                """)
        case .refused:
            try run(
                """
                UPDATE outbox SET state = \(OutboxMail.State.refused), due_at = NULL, attempts = attempts + 1,
                    last_error = \(answer.reason), ended_at = \(now)
                WHERE id = \(id) AND state = \(OutboxMail.State.waiting)
                """)
        case .postponed, .unknownHost, .unreachable, .tlsError, .withoutTLS, .loginRefused, .timeout, .disconnected:
            try run(
                """
                UPDATE outbox SET due_at = \(due), attempts = attempts + 1, last_error = \(answer.reason)
                WHERE id = \(id) AND state = \(OutboxMail.State.waiting)
                """)
        // No attempt was made.
        case .stopped: break
        }
    }

    /// Makes a mail that waits or was refused due at once.
    /// - Returns: whether there is one.
    package func retryMail(_ id: MailID, at now: Timestamp) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE outbox SET state = \(OutboxMail.State.waiting), due_at = \(now), ended_at = NULL
                WHERE id = \(id) AND recipient IS NOT NULL AND expires_at > \(now)
                """) == 1
    }

    /// Drops expired mails, at most a hundred, and keeps only their ids.
    /// - Returns: how many.
    package func expireMails(at now: Timestamp) throws(DatabaseError) -> Int {
        try rowsChanged(
            by: """
                UPDATE outbox SET state = \(OutboxMail.State.expired), recipient = NULL, link = NULL, facts = NULL, due_at = NULL,
                    ended_at = \(now)
                WHERE id IN (SELECT id FROM outbox WHERE recipient IS NOT NULL AND expires_at <= \(now) LIMIT 100)
                """)
    }

    /// Deletes the entries of mails written before a time, at most a hundred; one that may yet be sent stays.
    /// - Returns: how many.
    package func forgetMails(before time: Timestamp) throws(DatabaseError) -> Int {
        try rowsChanged(
            by: """
                DELETE FROM outbox WHERE id IN (
                    SELECT id FROM outbox WHERE id < \(MailID.first(at: time)) AND recipient IS NULL ORDER BY id LIMIT 100)
                """)
    }
}

extension OutboxMail {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let recipient = try row.value(2, as: MailAddress?.self, sealed: .outboxRecipient, key: 0)
        let link = try row.value(3, as: String?.self, sealed: .outboxLink, key: 0)
        let facts = try row.value(11, as: String?.self, sealed: .outboxFacts, key: 0)
        let language = try row.value(13, as: Language.self)
        self.init(
            id: try row.value(0), kind: try row.value(1),
            content: recipient.map { Content(recipient: $0, language: language, link: link, facts: facts) },
            createdAt: try row.value(4), expiresAt: try row.value(5), state: try row.value(6), dueAt: try row.value(7),
            attempts: try row.value(8), lastError: try row.value(9), endedAt: try row.value(10),
            invitation: try row.value(12))
    }
}
