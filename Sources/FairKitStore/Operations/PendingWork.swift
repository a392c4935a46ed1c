package import FairKitCore
package import SQLCipher

extension Connection {
    /// Whether this store has work to do without a request: an unacked critical delivery, a delivery to push, a group to
    /// backfill, a step of an escalation, or a notice to send.
    package func hasPendingWork() throws(DatabaseError) -> Bool {
        if try needsBackfill() { return true }
        if try exists("SELECT 1 FROM alert_step WHERE due_at IS NOT NULL LIMIT 1") { return true }
        if try exists("SELECT 1 FROM notice_send WHERE due_at IS NOT NULL LIMIT 1") { return true }
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

    /// The earliest expiry of a row that `DeleteExpired` deletes or `RepeatedWork.expireKits` examines; nil: none.
    package func firstExpiry() throws(DatabaseError) -> Timestamp? {
        let kept: [(SQL, Duration)] = [
            ("SELECT MIN(expires_at) FROM kit_photo", .zero), ("SELECT MIN(expires_at) FROM idempotency", .zero),
            ("SELECT at FROM delivery_attempt ORDER BY number LIMIT 1", DeliveryAttempt.kept),
            ("SELECT created_at FROM outbox WHERE recipient IS NULL ORDER BY id LIMIT 1", OutboxMail.kept),
            ("SELECT created_at FROM notice WHERE alert_id IS NULL ORDER BY id LIMIT 1", Notice.kept),
            ("SELECT MIN(expires_at) FROM refresh_token", .zero), ("SELECT MIN(expires_at) FROM invitation", .zero),
            ("SELECT MIN(due_on) * 86400000 FROM kit_logistics WHERE due_on IS NOT NULL", .seconds(36 * 3600)),
            (
                "SELECT MIN(send_by) * 86400000 FROM kit WHERE status = 'registered'",
                .seconds((Kit.daysOverdue * 24 + 36) * 3600)
            ),
            ("SELECT MIN(created_at) FROM prepared_key", PreparedKey.lifetime),
            ("SELECT MIN(started_at) FROM challenge", .seconds(86_400)),
            ("SELECT MIN(last_at) FROM sign_in_failure", SignInGuard.memory),
            ("SELECT MIN(last_at) FROM known_place", Session.kept),
            ("SELECT MIN(began_at) FROM stranger_failure", StrangerGuard.memory),
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
