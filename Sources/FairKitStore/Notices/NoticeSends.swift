package import FairKitCore
package import Relational

private let columns: SQL = """
    s.id, s.notice_id, s.channel, s.contact_id, s.lane, s.state, s.due_at, s.expires_at, s.attempts, s.last_error,
    s.reference, s.ended_at
    """

extension Connection {
    /// The sends of a notice.
    package func sends(of notice: NoticeID) throws(DatabaseError) -> [NoticeSend] {
        try all("SELECT \(columns) FROM notice_send s WHERE notice_id = \(notice) ORDER BY id", NoticeSend.init(row:))
    }

    /// The sends of everything that was told about an alert.
    package func sends(about alert: AlertID) throws(DatabaseError) -> [NoticeSend] {
        try all(
            """
            SELECT \(columns) FROM notice n JOIN notice_send s ON s.notice_id = n.id WHERE n.alert_id = \(alert)
            ORDER BY s.id
            """, NoticeSend.init(row:))
    }

    /// Some sends, the newest first.
    func sends(where condition: SQL, limit: Int) throws(DatabaseError) -> [NoticeSend] {
        try all(
            "SELECT \(columns) FROM notice_send s WHERE \(condition) ORDER BY s.id DESC LIMIT \(limit)",
            NoticeSend.init(row:))
    }

    /// Sends of a channel that are due now, those due longest first.
    /// - Parameter underway: sends whose attempt has not ended.
    package func dueSends(
        over channel: ContactKind, in lane: NoticeSend.Lane, at now: Timestamp, except underway: Set<NoticeSendID>,
        limit: Int
    ) throws(DatabaseError) -> [NoticeSend] {
        // A mail about an account has no quiet hours: one that is due later than the longest pause was postponed while the
        // clock ran ahead.
        let isDue: SQL =
            lane == .accounts
            ? "(due_at <= \(now) OR due_at > \(now.advanced(by: NoticeSend.longestPause)))" : "due_at <= \(now)"
        // An index has the ids in this order, so the rows of what is underway are not read.
        let due = try all(
            """
            SELECT id FROM notice_send
            WHERE channel = \(channel) AND lane = \(lane) AND due_at IS NOT NULL AND \(isDue)
            ORDER BY due_at, id LIMIT \(limit + underway.count)
            """
        ) { row throws(DatabaseError) in try row.value(0, as: NoticeSendID.self) }
        var sends: [NoticeSend] = []
        for id in due where !underway.contains(id) && sends.count < limit {
            let send = try first("SELECT \(columns) FROM notice_send s WHERE id = \(id)", NoticeSend.init(row:))
            if let send, send.expiresAt > now { sends.append(send) }
        }
        return sends
    }

    /// The send that a provider's receipt is about.
    /// - Parameter reference: the provider's id of the message.
    package func send(
        over channel: ContactKind, reference: String
    ) throws(DatabaseError) -> NoticeSend? {
        try first(
            "SELECT \(columns) FROM notice_send s WHERE reference = \(reference) AND channel = \(channel) LIMIT 1",
            NoticeSend.init(row:))
    }

    /// The last send to a contact point.
    package func lastSend(to contact: ContactPointID) throws(DatabaseError) -> NoticeSend? {
        try first(
            "SELECT \(columns) FROM notice_send s WHERE contact_id = \(contact) ORDER BY id DESC LIMIT 1",
            NoticeSend.init(row:))
    }

    /// When a contact point was last sent a test message.
    package func lastTestMessage(to contact: ContactPointID) throws(DatabaseError) -> Timestamp? {
        try first(
            """
            SELECT n.created_at FROM notice_send s JOIN notice n ON n.id = s.notice_id
            WHERE s.contact_id = \(contact) AND n.kind = \(NoticeKind.test) ORDER BY s.id DESC LIMIT 1
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Timestamp.self) }
    }

    /// How many attempts to send to a contact point have failed.
    /// - Parameter count: how many sends are looked at, the latest first.
    /// - Returns: nil if it has taken one of them; `since`: when the first of them was written.
    package func failedAttempts(
        to contact: ContactPointID, ofLast count: Int
    ) throws(DatabaseError) -> (count: Int, since: Timestamp)? {
        let sends = try all(
            """
            SELECT s.state, s.attempts, n.created_at FROM notice_send s JOIN notice n ON n.id = s.notice_id
            WHERE s.contact_id = \(contact) ORDER BY s.id DESC LIMIT \(count)
            """
        ) { row throws(DatabaseError) in
            (
                state: try row.value(0, as: NoticeSend.State.self), attempts: try row.value(1, as: Int.self),
                at: try row.value(2, as: Timestamp.self)
            )
        }
        guard !sends.contains(where: { $0.state == .sent || $0.state == .delivered }),
            let since = sends.map(\.at).min()
        else { return nil }
        return (sends.reduce(0) { $0 + min(max(0, $1.attempts), 1000) }, since)
    }

    /// The messages that wait to be sent to a contact point.
    package func waitingSends(to contact: ContactPointID) throws(DatabaseError) -> [NoticeSend] {
        try all(
            """
            SELECT \(columns) FROM notice_send s
            WHERE contact_id = \(contact) AND state = \(NoticeSend.State.waiting) ORDER BY id
            """, NoticeSend.init(row:))
    }

    /// Whether a message of a step of an alert has reached a receiver, or still may.
    /// - Parameter onlyStaff: not counting patients, who can't acknowledge.
    package func reaches(
        _ alert: AlertID, step: Int, onlyStaff: Bool
    ) throws(DatabaseError) -> Bool {
        let receivers: SQL =
            onlyStaff
            ? """
            n.kind NOT IN (\(NoticeKind.alertPatient), \(NoticeKind.alertLowPatient),
                \(NoticeKind.alertCorrectedPatient), \(NoticeKind.alertWithdrawnPatient))
            """ : "1 = 1"
        return try exists(
            """
            SELECT 1 FROM notice n JOIN notice_send s ON s.notice_id = n.id
            WHERE n.alert_id = \(alert) AND n.step = \(step) AND \(receivers) AND s.state <> \(NoticeSend.State.failed)
            LIMIT 1
            """)
    }

    /// When the next send of a channel is due.
    package func nextSend(
        over channel: ContactKind, in lane: NoticeSend.Lane, at now: Timestamp
    ) throws(DatabaseError) -> Timestamp? {
        try first(
            """
            SELECT MIN(due_at) FROM notice_send
            WHERE channel = \(channel) AND lane = \(lane) AND due_at IS NOT NULL AND expires_at > \(now)
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Timestamp?.self) } ?? nil
    }

    /// When the first waiting send expires, or a mail that was refused.
    package func firstSendExpiry() throws(DatabaseError) -> Timestamp? {
        try first(
            """
            SELECT MIN(w.expires_at) FROM (
                SELECT MIN(expires_at) AS expires_at FROM notice_send WHERE due_at IS NOT NULL
                UNION ALL SELECT MIN(expires_at) FROM notice WHERE recipient IS NOT NULL) w
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Timestamp?.self) } ?? nil
    }
}

extension WriteTransaction {
    package func insertNoticeSend(_ send: NoticeSend) throws(DatabaseError) {
        try run(
            """
            INSERT INTO notice_send (id, notice_id, channel, contact_id, lane, state, due_at, expires_at, attempts,
                last_error, reference, ended_at)
            VALUES (\(send.id), \(send.notice), \(send.channel), \(send.contact), \(send.lane), \(send.state),
                \(send.dueAt), \(send.expiresAt), \(send.attempts), \(send.lastError), \(send.reference), \(send.endedAt))
            """)
    }

    /// Stores the outcome of an attempt. A send that was cancelled meanwhile stays so, unless it was accepted.
    /// - Parameters:
    ///   - state: its new state; `waiting`: it is tried again.
    ///   - due: when it is tried again.
    package func settleSend(
        _ send: NoticeSendID, _ state: NoticeSend.State, error: String?, reference: String?, due: Timestamp?,
        at now: Timestamp
    ) throws(DatabaseError) {
        let isOpen: SQL =
            state == .sent ? "state IN ('waiting', 'cancelled')" : "state = \(NoticeSend.State.waiting)"
        try run(
            """
            UPDATE notice_send SET state = \(state), due_at = \(state == .waiting ? due : nil),
                ended_at = \(state == .waiting ? nil : now), attempts = attempts + 1, last_error = \(error),
                reference = COALESCE(\(reference), reference)
            WHERE id = \(send) AND \(isOpen)
            """)
    }

    /// Postpones a send that has not been tried: its reader does not want to be disturbed now.
    package func postpone(_ send: NoticeSendID, until end: Timestamp) throws(DatabaseError) {
        try run("UPDATE notice_send SET due_at = \(end) WHERE id = \(send) AND state = \(NoticeSend.State.waiting)")
    }

    /// Records that a message has arrived which its provider had accepted. Receipts come in any order, so one that was
    /// reported as lost before has arrived all the same.
    /// - Returns: whether that is new.
    package func logArrival(of send: NoticeSendID, at now: Timestamp) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE notice_send SET state = \(NoticeSend.State.delivered), ended_at = \(now), last_error = NULL
                WHERE id = \(send) AND state IN ('sent', 'failed')
                """) == 1
    }

    /// Records that a message will not arrive which its provider had accepted. One that has arrived stays so.
    /// - Parameter error: `undelivered 30003`
    /// - Returns: whether that is new.
    package func logLoss(of send: NoticeSendID, error: String, at now: Timestamp) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE notice_send SET state = \(NoticeSend.State.failed), ended_at = \(now), last_error = \(error)
                WHERE id = \(send) AND state = \(NoticeSend.State.sent)
                """) == 1
    }

    /// Cancels every unsent notice about an alert, but for those by which incidents end.
    func cancelSends(about alert: AlertID, at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            UPDATE notice_send SET state = \(NoticeSend.State.cancelled), due_at = NULL, ended_at = \(now)
            WHERE state = \(NoticeSend.State.waiting)
                AND notice_id IN
                    (SELECT id FROM notice WHERE alert_id = \(alert)
                        AND kind NOT IN (\(NoticeKind.alertAcknowledgedStaff), \(NoticeKind.alertSettledStaff)))
            """)
    }

    /// Gives up sends that are of no use any more, at most a hundred.
    /// - Returns: how many.
    package func expireSends(at now: Timestamp) throws(DatabaseError) -> Int {
        try forgetFacts(
            ofAll: """
                SELECT id FROM notice WHERE kind = \(NoticeKind.contactVerification) AND id IN
                    (SELECT notice_id FROM notice_send WHERE due_at IS NOT NULL AND expires_at <= \(now) LIMIT 100)
                """)
        let mails = try forgetMails("recipient IS NOT NULL AND expires_at <= \(now)")
        return try mails
            + rowsChanged(
                by: """
                    UPDATE notice_send SET state = \(NoticeSend.State.failed), due_at = NULL, ended_at = \(now),
                        last_error = COALESCE(last_error, 'expired')
                    WHERE id IN (SELECT id FROM notice_send WHERE due_at IS NOT NULL AND expires_at <= \(now) LIMIT 100)
                    """)
    }
}

extension NoticeSend {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            id: try row.value(0), notice: try row.value(1), channel: try row.value(2), contact: try row.value(3),
            lane: try row.value(4), state: try row.value(5), dueAt: try row.value(6), expiresAt: try row.value(7),
            attempts: try row.value(8), lastError: try row.value(9), reference: try row.value(10),
            endedAt: try row.value(11))
    }
}
