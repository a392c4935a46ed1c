package import FairKitCore
package import Relational

private let columns: SQL = """
    id, receiver_kind, receiver, kind, profile_id, alert_id, step, facts, created_at, expires_at, read_at, recipient,
    link, lines, language, invitation_id
    """

extension Connection {
    package func notice(_ id: NoticeID) throws(DatabaseError) -> Notice? {
        try first("SELECT \(columns) FROM notice WHERE id = \(id)", Notice.init(row:))
    }

    /// A page of what an account was told in the last thirty days, the newest first.
    package func notices(
        to account: AccountID, before id: NoticeID?, unread: Bool, limit: Int, at now: Timestamp
    ) throws(DatabaseError) -> Page<Notice, NoticeID> {
        let earlier: SQL = if let id { "id < \(id)" } else { "1 = 1" }
        let wanted: SQL = unread ? "read_at IS NULL" : "1 = 1"
        let found = try all(
            """
            SELECT \(columns) FROM notice
            WHERE account_id = \(account) AND \(kept(at: now)) AND \(earlier) AND \(wanted)
            ORDER BY id DESC LIMIT \(limit + 1)
            """, Notice.init(row:))
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// How many notices an account has not read: the number on an app's icon.
    package func unreadNotices(of account: AccountID, at now: Timestamp) throws(DatabaseError) -> Int {
        try first(
            "SELECT COUNT(*) FROM notice WHERE account_id = \(account) AND \(kept(at: now)) AND read_at IS NULL"
        ) { row throws(DatabaseError) in try row.value(0) } ?? 0
    }

    /// How many notices since a time told a person of added and removed contact points.
    package func contactNotices(to account: AccountID, since start: Timestamp) throws(DatabaseError) -> Int {
        try first(
            """
            SELECT COUNT(*) FROM notice WHERE account_id = \(account) AND id >= \(NoticeID.first(at: start))
                AND kind IN (\(NoticeKind.contactAdded), \(NoticeKind.contactRemoved))
            """
        ) { row throws(DatabaseError) in try row.value(0) } ?? 0
    }

    /// The test messages that a person sent to themselves, the newest first.
    package func tests(to account: AccountID, since start: Timestamp) throws(DatabaseError) -> [Notice] {
        try all(
            """
            SELECT \(columns) FROM notice
            WHERE account_id = \(account) AND id >= \(NoticeID.first(at: start)) AND kind = \(NoticeKind.test)
            ORDER BY id DESC
            """, Notice.init(row:))
    }

    /// The condition of what a person finds in their history.
    private func kept(at now: Timestamp) -> SQL {
        let start = NoticeID.first(at: now.advanced(by: Notice.kept * -1))
        return "id >= \(start) AND kind <> \(NoticeKind.contactVerification)"
    }

    /// The notices about an alert, in the order of telling.
    package func notices(about alert: AlertID) throws(DatabaseError) -> [Notice] {
        try all(
            "SELECT \(columns) FROM notice WHERE alert_id = \(alert) ORDER BY created_at, step, id", Notice.init(row:))
    }

    /// The notices that a person got about themselves, over their accounts or by the contact of their profile, the
    /// earliest first.
    package func notices(to person: ProfileID) throws(DatabaseError) -> [Notice] {
        try all(
            """
            SELECT \(columns) FROM notice WHERE profile_id = \(person)
                AND (receiver = \(person) OR account_id IN (SELECT id FROM account WHERE profile_id = \(person)))
            ORDER BY id
            """, Notice.init(row:))
    }

    /// Everyone who was told about an alert.
    package func receivers(of alert: AlertID) throws(DatabaseError) -> [Notice.Receiver] {
        try all("SELECT DISTINCT receiver_kind, receiver FROM notice WHERE alert_id = \(alert)") {
            row throws(DatabaseError) in try Notice.Receiver(row: row, from: 0)
        }
    }
}

extension WriteTransaction {
    /// Stores a notice. It selects from a table with one row, since Citus would insert nothing without one where the notice is
    /// of no alert, and a condition is NULL.
    /// - Returns: false if the receiver was told before: of an alert, once for each step and kind.
    package func insertNotice(_ notice: Notice) throws(DatabaseError) -> Bool {
        let recipient = notice.recipient
        let isNew =
            try rowsChanged(
                by: """
                    INSERT INTO notice (\(columns), account_id)
                    SELECT \(notice.id), \(notice.receiver.kind), \(notice.receiver.bytes), \(notice.kind), \(notice.profile),
                        \(notice.alert), \(notice.step),
                        \(sealed: recipient == nil ? notice.facts : nil, .noticeFacts, of: notice.id),
                        \(notice.createdAt), \(notice.expiresAt), \(notice.readAt),
                        \(sealed: recipient?.address, .noticeRecipient, of: notice.id),
                        \(sealed: recipient == nil ? nil : notice.facts.link, .noticeLink, of: notice.id),
                        \(sealed: recipient == nil ? nil : notice.facts.lines, .noticeLines, of: notice.id),
                        \(recipient?.language), \(notice.invitation), \(notice.receiver.accountID)
                    FROM notice_event_number WHERE id = 1 AND NOT EXISTS (SELECT 1 FROM notice WHERE alert_id = \(notice.alert) AND step = \(notice.step)
                        AND kind = \(notice.kind) AND receiver = \(notice.receiver.bytes))
                    """) == 1
        if isNew, notice.kind.isKept, let account = notice.receiver.accountID {
            // Old events are deleted, the last one, too; its number is never given again.
            try run("UPDATE notice_event_number SET last = \(.greatest)(last, \(Epoch.last)) + 1 WHERE id = 1")
            try run(
                """
                INSERT INTO notice_event (number, account_id, notice_id)
                VALUES ((SELECT last FROM notice_event_number WHERE id = 1), \(account), \(notice.id))
                """)
        }
        return isNew
    }

    /// Marks notices of an account as read.
    /// - Parameter id: nil: all of them.
    /// - Returns: how many were unread.
    package func markNoticesRead(
        _ id: NoticeID?, of account: AccountID, at now: Timestamp
    ) throws(DatabaseError) -> Int {
        let wanted: SQL = if let id { "id = \(id)" } else { "1 = 1" }
        return try rowsChanged(
            by: """
                UPDATE notice SET read_at = \(now) WHERE account_id = \(account) AND read_at IS NULL AND \(wanted)
                """)
    }

    /// Deletes what an account was told, and its contact points. What it was told about alerts stays, without the facts,
    /// since it belongs to their history.
    func removeNotices(to account: AccountID) throws(DatabaseError) {
        let notices: SQL = "SELECT id FROM notice WHERE account_id = \(account)"
        try run(
            """
            DELETE FROM notice_send WHERE notice_id IN (\(notices))
                AND (due_at IS NOT NULL OR notice_id IN (SELECT id FROM notice WHERE alert_id IS NULL))
            """)
        try run("UPDATE notice_send SET contact_id = NULL WHERE notice_id IN (\(notices))")
        try run("DELETE FROM notice_event WHERE account_id = \(account)")
        try run("DELETE FROM notice WHERE account_id = \(account) AND alert_id IS NULL")
        try forgetFacts(ofAll: notices)
        try run(
            "DELETE FROM contact_code WHERE contact_id IN (SELECT id FROM contact_point WHERE account_id = \(account))")
        try run("DELETE FROM contact_code_sent WHERE account_id = \(account)")
        try run("DELETE FROM contact_point WHERE account_id = \(account)")
        try run("DELETE FROM notice_preference WHERE account_id = \(account)")
    }

    /// Deletes the facts of a notice.
    func forgetFacts(of notice: NoticeID) throws(DatabaseError) {
        try run("UPDATE notice SET facts = \(sealed: NoticeFacts(), .noticeFacts, of: notice) WHERE id = \(notice)")
    }

    /// - Parameter notices: selects their ids.
    func forgetFacts(ofAll notices: SQL) throws(DatabaseError) {
        for notice in try all(notices, { row throws(DatabaseError) in try row.value(0, as: NoticeID.self) }) {
            try forgetFacts(of: notice)
        }
    }

    /// Deletes old notices with their sends, at most a hundred. Those of an alert stay with it, and so do mails that may yet
    /// be sent.
    /// - Returns: how many.
    func forgetNotices(before time: Timestamp) throws(DatabaseError) -> Int {
        let old: SQL = """
            SELECT id FROM notice WHERE id < \(NoticeID.first(at: time)) AND alert_id IS NULL AND recipient IS NULL
            ORDER BY id LIMIT 100
            """
        try run("DELETE FROM notice_send WHERE notice_id IN (\(old))")
        try run("DELETE FROM notice_event WHERE notice_id IN (\(old))")
        return try rowsChanged(by: "DELETE FROM notice WHERE id IN (\(old))")
    }
}

extension Notice {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        try self.init(row: row, from: 0)
    }

    /// - Parameter first: the first column of the notice.
    init(row: borrowing Row, from first: Int) throws(DatabaseError) {
        let stored = try row.value(first + 7, as: NoticeFacts?.self, sealed: .noticeFacts, key: first)
        var facts = stored ?? NoticeFacts()
        if stored == nil {
            facts.link = try row.value(first + 12, sealed: .noticeLink, key: first)
            facts.lines = try row.value(first + 13, sealed: .noticeLines, key: first)
        }
        var receiver = try Receiver(row: row, from: first + 1)
        if case .address = receiver,
            let address = try row.value(first + 11, as: MailAddress?.self, sealed: .noticeRecipient, key: first)
        {
            receiver = .address(MailRecipient(address, in: try row.value(first + 14)))
        }
        self.init(
            id: try row.value(first), to: receiver, kind: try row.value(first + 3),
            about: try row.value(first + 4), alert: try row.value(first + 5), step: try row.value(first + 6),
            facts: facts, createdAt: try row.value(first + 8), expiresAt: try row.value(first + 9),
            readAt: try row.value(first + 10), invitation: try row.value(first + 15))
    }
}

extension Notice.Receiver {
    /// - Parameter first: the column of its kind; that of its id follows.
    fileprivate init(row: borrowing Row, from first: Int) throws(DatabaseError) {
        switch try row.value(first, as: Kind.self) {
        case .account: self = .account(try row.value(first + 1))
        case .team: self = .team(try row.value(first + 1))
        case .profile: self = .profile(try row.value(first + 1))
        case .operatorContact: self = .operatorContact
        case .address: self = .address(nil)
        }
    }
}
