package import FairKitCore
package import Relational

// Mails about accounts and records: notices to an address, whether or not it has an account. Address, link and lines are
// kept until the mail is sent or expires. See decision 0149.

extension Connection {
    /// A mail in any state; nil if there is none with this id.
    package func outboxEntry(_ id: NoticeSendID) throws(DatabaseError) -> OutboxEntry? {
        try outbox("s.id = \(id) AND s.lane = \(NoticeSend.Lane.accounts)", limit: 1).first
    }

    /// A page of mails, the newest first.
    /// - Parameters:
    ///   - all: includes those that are over.
    ///   - id: the last one of the previous page.
    package func outbox(
        all: Bool, before id: NoticeSendID?, limit: Int
    ) throws(DatabaseError) -> Page<OutboxEntry, NoticeSendID> {
        let wanted: SQL =
            all
            ? "s.lane = \(NoticeSend.Lane.accounts)"
            : "s.notice_id IN (SELECT id FROM notice WHERE recipient IS NOT NULL)"
        let earlier: SQL = if let id { "s.id < \(id)" } else { "1 = 1" }
        return Page(
            found: try outbox("\(wanted) AND \(earlier)", limit: limit + 1), limit: limit,
            cursor: \.send.id)
    }

    private func outbox(_ condition: SQL, limit: Int) throws(DatabaseError) -> [OutboxEntry] {
        var entries: [OutboxEntry] = []
        for send in try sends(where: condition, limit: limit) {
            guard let notice = try notice(send.notice) else { continue }
            entries.append(OutboxEntry(notice: notice, send: send))
        }
        return entries
    }

    /// How many mails of a kind were written since a time.
    package func mails(_ kind: NoticeKind, since time: Timestamp) throws(DatabaseError) -> Int {
        try first("SELECT COUNT(*) FROM notice WHERE id >= \(NoticeID.first(at: time)) AND kind = \(kind)") {
            row throws(DatabaseError) in try row.value(0)
        } ?? 0
    }

    /// When the next mail needs an attempt or expires.
    /// - Parameter sends: whether mails are sent; otherwise they only expire.
    package func nextMail(sends: Bool) throws(DatabaseError) -> Timestamp? {
        let found = try first(
            """
            SELECT (SELECT MIN(due_at) FROM notice_send
                    WHERE channel = \(ContactKind.email) AND lane = \(NoticeSend.Lane.accounts) AND due_at IS NOT NULL),
                (SELECT MIN(expires_at) FROM notice WHERE recipient IS NOT NULL)
            """
        ) { row throws(DatabaseError) in
            (due: try row.value(0, as: Timestamp?.self), expiring: try row.value(1, as: Timestamp?.self))
        }
        return [sends ? found?.due : nil, found?.expiring].compactMap(\.self).min()
    }

    /// How many mails wait, and the age of the oldest.
    package func waitingMails() throws(DatabaseError) -> WaitingMails {
        let found = try first(
            """
            SELECT COUNT(*), MIN(n.created_at) FROM notice_send s JOIN notice n ON n.id = s.notice_id
            WHERE s.channel = \(ContactKind.email) AND s.lane = \(NoticeSend.Lane.accounts) AND s.due_at IS NOT NULL
            """
        ) { row throws(DatabaseError) in WaitingMails(count: try row.value(0), oldest: try row.value(1)) }
        return found ?? WaitingMails(count: 0, oldest: nil)
    }

    /// When the oldest message was written that could be sent now, or was tried in vain; those that wait for the end of quiet
    /// hours are not among them.
    package func oldestWaitingSend(at now: Timestamp) throws(DatabaseError) -> Timestamp? {
        try first(
            """
            SELECT MIN(n.created_at) FROM notice_send s JOIN notice n ON n.id = s.notice_id
            WHERE s.due_at IS NOT NULL AND (s.attempts > 0 OR s.due_at <= \(now))
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Timestamp?.self) } ?? nil
    }
}

/// The mails that are still to be sent.
package struct WaitingMails: Equatable, Sendable {
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
    /// - Parameter send: nil: a new one.
    package func insertMail(_ notice: Notice, as send: NoticeSend? = nil) throws(DatabaseError) {
        _ = try insertNotice(notice)
        try insertNoticeSend(send ?? NoticeSend(of: notice, over: NoticeWay(.email, nil)))
    }

    /// Deletes unsent mails of some kinds to an address, in lower case.
    package func removeMails(_ kinds: [NoticeKind], to recipient: MailAddress) throws(DatabaseError) {
        for step in removal(ofMails: unsent(kinds, to: recipient)) { try run(step) }
    }

    /// Deletes unsent mails that name a person by their id, as those about emergency accesses do. All waiting mails are
    /// read; they are few.
    func removeMails(about person: ProfileID) throws(DatabaseError) {
        let mails = try all("SELECT id, lines FROM notice WHERE recipient IS NOT NULL AND lines IS NOT NULL") {
            row throws(DatabaseError) in
            (try row.value(0, as: NoticeID.self), try row.value(1, as: String.self, sealed: .noticeLines, key: 0))
        }
        let name = person.description
        for (id, lines) in mails where lines.contains(name) { try removeMail(id) }
    }

    /// Deletes an unsent mail.
    package func removeMail(_ id: NoticeID) throws(DatabaseError) {
        for step in removal(ofMails: "id = \(id)") { try run(step) }
    }

    /// Sends waiting mails of some kinds to another address.
    /// - Parameter old: in lower case.
    package func redirectMails(
        _ kinds: [NoticeKind], from old: MailAddress, to new: MailAddress
    ) throws(DatabaseError) {
        let mails = try all(
            """
            SELECT id FROM notice WHERE \(unsent(kinds, to: old))
                AND EXISTS (SELECT 1 FROM notice_send WHERE notice_id = notice.id AND due_at IS NOT NULL)
            """
        ) { row throws(DatabaseError) in try row.value(0, as: NoticeID.self) }
        for id in mails {
            try run("UPDATE notice SET recipient = \(sealed: new, .noticeRecipient, of: id) WHERE id = \(id)")
        }
    }

    private func unsent(_ kinds: [NoticeKind], to recipient: MailAddress) -> SQL {
        let wanted = kinds.map { "\($0)" as SQL }.joined(by: ", ")
        return """
            recipient IS NOT NULL AND \(foldedLookup: "recipient") = \(lookup: recipient, .address)
                AND kind IN (\(wanted))
            """
    }

    /// Deletes address, link and lines of a mail that is over.
    package func forgetMail(_ id: NoticeID) throws(DatabaseError) {
        _ = try forgetMails("id = \(id)")
    }

    /// - Returns: how many.
    func forgetMails(_ condition: SQL) throws(DatabaseError) -> Int {
        try rowsChanged(by: "UPDATE notice SET recipient = NULL, link = NULL, lines = NULL WHERE \(condition)")
    }

    /// Makes a mail due at once that waits or was refused.
    /// - Returns: whether there is one.
    package func retrySend(_ id: NoticeSendID, at now: Timestamp) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE notice_send SET state = \(NoticeSend.State.waiting), due_at = \(now), ended_at = NULL
                WHERE id = \(id) AND expires_at > \(now)
                    AND notice_id IN (SELECT id FROM notice WHERE recipient IS NOT NULL)
                """) == 1
    }
}

/// Deletes unsent mails with their sends.
/// - Parameter condition: selects some of them.
func removal(ofMails condition: SQL) -> [SQL] {
    let mails: SQL = "recipient IS NOT NULL AND \(condition)"
    return [
        "DELETE FROM notice_send WHERE notice_id IN (SELECT id FROM notice WHERE \(mails))",
        "DELETE FROM notice WHERE \(mails)",
    ]
}
