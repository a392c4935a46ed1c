package import FairKitCore
package import SQLCipher

/// A named, independent reader of alerts.
package struct ConsumerGroup: Hashable, Sendable {
    package let id: Int64
    package let name: String
}

/// What a consumer asks for when it claims.
package struct Claim: Sendable {
    package let actor: KeyID
    package let consumer: String
    /// nil: what the band gives.
    package let lease: Duration?
    /// One for each delivery that can be handed out at most.
    package let secrets: [[UInt8]]

    package init(actor: KeyID, consumer: String, lease: Duration?, secrets: [[UInt8]]) {
        self.actor = actor
        self.consumer = consumer
        self.lease = lease
        self.secrets = secrets
    }
}

extension Connection {
    /// A group of consumers by its name.
    package func consumerGroup(named name: String) throws(DatabaseError) -> ConsumerGroup? {
        try first("SELECT id, name FROM consumer_group WHERE name = \(name)") { row throws(DatabaseError) in
            ConsumerGroup(id: try row.value(0), name: try row.value(1))
        }
    }

    /// When something of a group comes into view by itself: a lease ends, or a delay. nil if nothing will.
    package func nextDue(in group: ConsumerGroup) throws(DatabaseError) -> Timestamp? {
        var earliest: Timestamp?
        for lane in 0...1 {
            let times = try all(
                """
                SELECT MIN(lease_expires_at) FROM delivery
                WHERE group_id = \(group.id) AND lane = \(lane) AND state = 'leased'
                UNION ALL
                SELECT MIN(due_at) FROM delivery
                WHERE group_id = \(group.id) AND lane = \(lane) AND due_at IS NOT NULL
                """
            ) { row throws(DatabaseError) in try row.value(0, as: Timestamp?.self) }
            earliest = (times.compactMap(\.self) + [earliest].compactMap(\.self)).min()
        }
        return earliest
    }
}

extension Connection where Access == Writing {
    /// Leases the first pending deliveries of a group: critical ones before everything, then by rank.
    package func claim(_ claim: Claim, from group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) -> [Delivery]
    {
        var found: [(number: Int64, alert: AlertID, attempts: Int)] = []
        for lane in 0...1 where found.count < claim.secrets.count {
            try endExpiredLeases(of: group, lane: lane, at: now)
            try endDelays(of: group, lane: lane, at: now)
            found += try all(
                """
                SELECT number, alert_id, attempts FROM delivery
                WHERE group_id = \(group.id) AND lane = \(lane) AND state = 'pending' AND due_at IS NULL
                ORDER BY rank, number LIMIT \(claim.secrets.count - found.count)
                """
            ) { row throws(DatabaseError) in (try row.value(0), try row.value(1), try row.value(2)) }
        }
        var leased: [Delivery] = []
        for (pending, secret) in zip(found, claim.secrets) {
            guard let alert = try alert(pending.alert) else { continue }
            let until = now.advanced(by: claim.lease ?? alert.band.defaultLease)
            try run(
                """
                UPDATE delivery SET state = 'leased', token = \(secret), consumer = \(claim.consumer),
                    lease_expires_at = \(until)
                WHERE number = \(pending.number)
                """)
            try append(.leased, about: alert.id, delivery: pending.number, actor: claim.actor, at: now)
            leased.append(
                Delivery(
                    number: pending.number, alert: alert, attempts: pending.attempts,
                    token: LeaseToken(delivery: pending.number, secret: secret), leaseExpiresAt: until))
        }
        return leased
    }

    /// Hands an alert out again, to every group: it has learned whose result it is about, which nobody was told before.
    package func deliverAgain(_ alert: AlertID, actor: KeyID, at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            UPDATE delivery SET state = 'pending', due_at = NULL, lease_expires_at = NULL, delivered_at = NULL,
                attempts = CASE state WHEN 'parked' THEN 0 ELSE attempts END, parked_at = NULL
            WHERE alert_id = \(alert) AND (state <> 'pending' OR due_at IS NOT NULL)
            """)
        try append(.bound, about: alert, delivery: nil, actor: actor, at: now)
    }

    /// Deliveries that were given back for a time come into view again.
    private func endDelays(of group: ConsumerGroup, lane: Int, at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            UPDATE delivery SET due_at = NULL WHERE number IN (SELECT number FROM delivery
                WHERE group_id = \(group.id) AND lane = \(lane) AND due_at <= \(now) ORDER BY due_at LIMIT 100)
            """)
    }

    /// Leases that are over return to pending, with one attempt more.
    private func endExpiredLeases(of group: ConsumerGroup, lane: Int, at now: Timestamp) throws(DatabaseError) {
        let expired = try all(
            """
            SELECT number, alert_id FROM delivery
            WHERE group_id = \(group.id) AND lane = \(lane) AND state = 'leased' AND lease_expires_at <= \(now)
            ORDER BY lease_expires_at LIMIT 100
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: Int64.self), try row.value(1, as: AlertID.self)) }
        for (number, alert) in expired {
            try append(.expired, about: alert, delivery: number, actor: nil, at: now)
            try fail(number, of: alert, due: nil, actor: nil, at: now)
        }
    }
}
