package import FairKitCore
package import Relational

extension Connection {
    /// Whether this store has work to do without a request: an unacked critical delivery, a delivery to push, a group to
    /// backfill, a person to index, a step of an escalation, or a notice to send. When mails are due, `nextMail` says.
    package func hasPendingWork() throws(DatabaseError) -> Bool {
        if try needsBackfill() { return true }
        if try hasPendingPeople() { return true }
        if try exists("SELECT 1 FROM alert_step WHERE due_at IS NOT NULL LIMIT 1") { return true }
        let isMail: SQL = "lane = \(NoticeSend.Lane.accounts)"
        if try exists("SELECT 1 FROM notice_send WHERE due_at IS NOT NULL AND NOT \(isMail) LIMIT 1") { return true }
        // A critical delivery is never parked. The groups are named, since the index begins with them.
        for state in [DeliveryStateName.pending, .leased] {
            let isOpen: SQL = state == .pending ? "state = 'pending'" : "state = 'leased'"
            let found = try exists(
                """
                SELECT 1 FROM delivery
                WHERE group_id IN (SELECT id FROM consumer_group WHERE closed_at IS NULL) AND lane = 0 AND \(isOpen) LIMIT 1
                """)
            if found { return true }
        }
        for webhook in try webhooks() {
            guard let group = try consumerGroup(named: webhook.group) else { continue }
            if try hasUnacked(group) { return true }
        }
        return false
    }

    /// The first day on which a patient may have to be reminded to send a sample, in milliseconds.
    private var nextReminder: SQL {
        """
        SELECT MIN(CASE WHEN r.kit_id IS NULL THEN k.send_by - \(Kit.daysDueSoon)
            WHEN k.send_by > r.last_on THEN k.send_by + 1 ELSE r.last_on + 1 END) * 86400000
        FROM kit k LEFT JOIN kit_reminder r ON r.kit_id = k.id
        WHERE k.status = 'registered' AND k.send_by IS NOT NULL
            AND (r.kit_id IS NULL OR r.overdue < \(SampleReminders.mostOverdue))
        """
    }

    /// The first day on which a person may have to be told of a test. The day that follows from an interval is taken for
    /// a little earlier than it is, since a month has at least 28 days.
    private var nextTestReminder: SQL {
        let day: SQL = """
            COALESCE(t.due_on, 28 * t.interval_months + COALESCE(
                (SELECT MAX(test_date) FROM result WHERE profile_id = t.profile_id AND held_for IS NULL),
                t.set_at / 86400000))
            """
        // The numbers are those of `NextTestReminder`.
        let notified: SQL = """
            FROM told o WHERE o.profile_id = t.profile_id AND o.kind = \(NoticeKind.nextTestDue)
                AND (o.number / 2 = t.due_on OR (t.due_on IS NULL AND o.number / 2 >= \(day)))
            """
        return """
            SELECT MIN(COALESCE((SELECT MAX(o.number) / 2 \(notified)), \(day) - \(NextTest.daysAhead))) * 86400000
            FROM next_test t WHERE NOT EXISTS (SELECT 1 \(notified) AND o.number % 2 = 1)
            """
    }

    /// The earliest expiry of a row that `DeleteExpired` deletes, or at which `RepeatedWork` has something to do; nil:
    /// none.
    package func firstExpiry() throws(DatabaseError) -> Timestamp? {
        let kept: [(SQL, Duration)] = [
            ("SELECT MIN(expires_at) FROM kit_photo", .zero), ("SELECT MIN(expires_at) FROM idempotency", .zero),
            ("SELECT at FROM delivery_attempt ORDER BY number LIMIT 1", DeliveryAttempt.kept),
            (
                "SELECT created_at FROM notice WHERE alert_id IS NULL AND recipient IS NULL ORDER BY id LIMIT 1",
                Notice.kept
            ),
            ("SELECT MIN(expires_at) FROM refresh_token", .zero),
            ("SELECT MIN(expires_at) FROM invitation WHERE kind <> 'invitation'", .zero),
            ("SELECT MIN(expires_at) FROM invitation WHERE kind = 'invitation'", Invitation.kept),
            ("SELECT MIN(due_on) * 86400000 FROM kit_logistics WHERE due_on IS NOT NULL", .seconds(36 * 3600)),
            (
                "SELECT MIN(send_by) * 86400000 FROM kit WHERE status = 'registered'",
                .seconds((Kit.daysOverdue * 24 + 36) * 3600)
            ),
            // 09:00 of a day in the easternmost time zone is 19:00 of the day before in UTC.
            (nextReminder, .seconds(-5 * 3600)), (nextTestReminder, .seconds(-5 * 3600)),
            ("SELECT MIN(created_at) FROM prepared_key", PreparedKey.lifetime),
            ("SELECT MIN(started_at) FROM challenge", .seconds(86_400)),
            ("SELECT MIN(last_at) FROM sign_in_failure", SignInGuard.memory),
            ("SELECT MIN(last_at) FROM known_place", Session.kept),
            ("SELECT MIN(began_at) FROM stranger_failure", UnknownSourceGuard.memory),
            ("SELECT started_at FROM session WHERE is_past = 1 ORDER BY id LIMIT 1", Session.kept),
        ]
        var first: Timestamp?
        for (oldest, time) in kept {
            guard
                let found = try self.first(
                    oldest, { row throws(DatabaseError) in try row.value(0, as: Timestamp?.self) }),
                let at = found
            else { continue }
            let end = at.advanced(by: time)
            first = first.map { min($0, end) } ?? end
        }
        return first
    }
}
