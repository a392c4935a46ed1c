package import FairKitCore
package import Relational

/// A consumer's claim.
package struct Claim: Sendable {
    package let actor: ActorID
    package let consumer: String
    /// nil: the group's lease.
    package let lease: Duration?
    /// One for each delivery that the claim may lease.
    package let secrets: [[UInt8]]

    package init(actor: ActorID, consumer: String, lease: Duration?, secrets: [[UInt8]]) {
        self.actor = actor
        self.consumer = consumer
        self.lease = lease
        self.secrets = secrets
    }
}

/// The result of a claim.
package struct Claimed: Sendable {
    package var leased: [Delivery] = []
    /// How many deliveries the claim made visible because their lease or delay had ended.
    package var madeVisible = 0
    /// The lanes in which the consumer holds its maxInFlight.
    package var atMaxInFlight: Set<DeliveryLane> = []
    /// Those of them that have more deliveries for other consumers.
    package var lanesWithMore: Set<DeliveryLane> = []
}

extension Connection {
    /// When the next delivery of a group becomes visible because a lease or delay ends; nil if none will.
    package func nextDue(
        in group: ConsumerGroup, _ lanes: [DeliveryLane] = DeliveryLane.allCases
    ) throws(DatabaseError) -> Timestamp? {
        var earliest: Timestamp?
        for lane in lanes {
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

    /// When the first lease of a consumer ends, in any of the given lanes.
    package func firstExpiry(
        of consumer: String, in group: ConsumerGroup, _ lanes: [DeliveryLane] = DeliveryLane.allCases
    ) throws(DatabaseError) -> Timestamp? {
        let times = try lanes.map { (lane) throws(DatabaseError) in
            try first(
                """
                SELECT MIN(lease_expires_at) FROM delivery
                WHERE group_id = \(group.id) AND lane = \(lane) AND state = 'leased' AND consumer = \(consumer)
                """
            ) { row throws(DatabaseError) in try row.value(0, as: Timestamp?.self) } ?? nil
        }
        return times.compactMap(\.self).min()
    }

    /// Whether a claim would first make deliveries visible whose lease or delay has ended.
    package func isOverdue(_ group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) -> Bool {
        for lane in DeliveryLane.allCases {
            let (leaseIsOver, delayIsOver, _) = try overdue(in: group, lane, at: now, for: nil)
            if leaseIsOver || delayIsOver { return true }
        }
        return false
    }

    /// Whether a lease has ended, whether a delay has, and how many leases a consumer has: five index lookups in one
    /// statement, since each claim needs them. An end beyond the longest possible began while the clock ran ahead, and
    /// counts as past.
    fileprivate func overdue(
        in group: ConsumerGroup, _ lane: DeliveryLane, at now: Timestamp, for consumer: String?
    ) throws(DatabaseError) -> (leaseIsOver: Bool, delayIsOver: Bool, leases: Int) {
        let found = try first(
            """
            SELECT EXISTS (SELECT 1 FROM delivery WHERE group_id = \(group.id) AND lane = \(lane)
                    AND state = 'leased' AND lease_expires_at <= \(now))
                OR EXISTS (SELECT 1 FROM delivery WHERE group_id = \(group.id) AND lane = \(lane)
                    AND state = 'leased' AND lease_expires_at > \(now.advanced(by: Delivery.longestLease))),
                EXISTS (SELECT 1 FROM delivery WHERE group_id = \(group.id) AND lane = \(lane) AND due_at <= \(now))
                OR EXISTS (SELECT 1 FROM delivery WHERE group_id = \(group.id) AND lane = \(lane)
                    AND due_at > \(now.advanced(by: Delivery.longestDelay))),
                (SELECT COUNT(*) FROM delivery WHERE group_id = \(group.id) AND lane = \(lane)
                    AND state = 'leased' AND consumer = \(consumer))
            """
        ) { row throws(DatabaseError) in
            (
                leaseIsOver: try row.value(0, as: Bool.self), delayIsOver: try row.value(1, as: Bool.self),
                leases: try row.value(2, as: Int.self)
            )
        }
        return found ?? (false, false, 0)
    }
}

extension Connection where Access == Writing {
    /// Leases the first pending deliveries of a group: critical ones first, then by rank; in each lane up to the
    /// consumer's maxInFlight.
    package func claim(
        _ claim: Claim, from group: ConsumerGroup, _ lanes: [DeliveryLane] = DeliveryLane.allCases, at now: Timestamp
    ) throws(DatabaseError) -> Claimed {
        var claimed = Claimed()
        for lane in lanes {
            let wanted = claim.secrets.count - claimed.leased.count
            guard wanted > 0 else { break }
            let (madeVisible, leases) = try endOverdue(of: group, lane, at: now, counting: claim.consumer)
            claimed.madeVisible += madeVisible
            let room = group.settings.maxInFlight(in: lane) - leases
            guard room > 0 else {
                claimed.atMaxInFlight.insert(lane)
                if try !pending(in: group, lane, limit: 1).isEmpty { claimed.lanesWithMore.insert(lane) }
                continue
            }
            let secrets = claim.secrets.suffix(wanted).prefix(room)
            let found = try pending(in: group, lane, limit: secrets.count)
            for (pending, secret) in zip(found, secrets) {
                claimed.leased.append(try lease(pending, secret, claim, from: group, at: now))
            }
        }
        return claimed
    }

    private func lease(
        _ pending: PendingDelivery, _ secret: [UInt8], _ claim: Claim, from group: ConsumerGroup, at now: Timestamp
    ) throws(DatabaseError) -> Delivery {
        let until = now.advanced(by: claim.lease ?? group.settings.lease(for: pending.alert.band))
        try append(
            .leased, about: pending.alert.id, delivery: pending.number,
            setting: "state = 'leased', token = \(secret), consumer = \(claim.consumer), lease_expires_at = \(until)",
            actor: claim.actor, at: now)
        return Delivery(
            number: pending.number, alert: pending.alert, attempts: pending.attempts,
            token: LeaseToken(delivery: pending.number, secret: secret), leaseExpiresAt: until,
            isReplay: pending.isReplay, generation: pending.generation)
    }

    /// Redelivers an alert to every group, since its patient, whom no earlier message named, is now known.
    package func redeliver(_ alert: AlertID, actor: ActorID, at now: Timestamp) throws(DatabaseError) {
        // A delivery that is pending after a failure has new content, too.
        try run("UPDATE delivery SET generation = generation + 1 WHERE alert_id = \(alert)")
        try run(
            """
            UPDATE delivery SET state = 'pending', due_at = NULL, lease_expires_at = NULL, acked_at = NULL,
                attempts = CASE state WHEN 'parked' THEN 0 ELSE attempts END, parked_at = NULL, is_replay = 0,
                lane = (SELECT CASE a.band WHEN 0 THEN 0 ELSE 1 END FROM alert a WHERE a.id = alert_id)
            WHERE alert_id = \(alert) AND group_id IN (SELECT id FROM consumer_group WHERE closed_at IS NULL)
                AND (state <> 'pending' OR due_at IS NOT NULL OR is_replay = 1)
            """)
        // It is news to a group that began since.
        let lacking = try all(
            """
            SELECT a.id, g.id, CASE a.band WHEN 0 THEN 0 ELSE 1 END, a.rank FROM alert a CROSS JOIN consumer_group g
            WHERE a.id = \(alert) AND g.closed_at IS NULL AND g.is_enabled = 1 AND \(bit: "a.band", isIn: "g.bands")
                AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.alert_id = a.id AND d.group_id = g.id)
            ORDER BY g.id
            """, NewDelivery.init(row:))
        try insert(lacking)
        try append(.bound, about: alert, actor: actor, at: now)
    }

    /// Makes deliveries visible whose lease or delay has ended, in both lanes.
    /// - Returns: how many.
    package func endOverdue(of group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) -> Int {
        var count = 0
        for lane in DeliveryLane.allCases {
            count += try endOverdue(of: group, lane, at: now, counting: nil).madeVisible
        }
        return count
    }

    /// - Returns: how many became visible, and how many leases a consumer has afterwards.
    private func endOverdue(
        of group: ConsumerGroup, _ lane: DeliveryLane, at now: Timestamp, counting consumer: String?
    ) throws(DatabaseError) -> (madeVisible: Int, leases: Int) {
        let (leaseIsOver, delayIsOver, leases) = try overdue(in: group, lane, at: now, for: consumer)
        guard leaseIsOver || delayIsOver else { return (0, leases) }
        var count = 0
        if leaseIsOver { count += try endExpiredLeases(of: group, lane, at: now) }
        if delayIsOver { count += try endDelays(of: group, lane, at: now) }
        return (count, try overdue(in: group, lane, at: now, for: consumer).leases)
    }

    /// Makes released deliveries visible whose delay has ended.
    private func endDelays(
        of group: ConsumerGroup, _ lane: DeliveryLane, at now: Timestamp
    ) throws(DatabaseError) -> Int {
        let over: [SQL] = ["due_at <= \(now)", "due_at > \(now.advanced(by: Delivery.longestDelay))"]
        var count = 0
        for condition in over {
            count += try run(
                """
                UPDATE delivery SET due_at = NULL WHERE number IN (SELECT number FROM delivery
                    WHERE group_id = \(group.id) AND lane = \(lane) AND due_at IS NOT NULL AND \(condition)
                    ORDER BY due_at, number LIMIT 100)
                """)
        }
        return count
    }

    /// Returns deliveries whose lease has expired to pending, with one attempt more.
    private func endExpiredLeases(
        of group: ConsumerGroup, _ lane: DeliveryLane, at now: Timestamp
    ) throws(DatabaseError) -> Int {
        let over: [SQL] = [
            "lease_expires_at <= \(now)", "lease_expires_at > \(now.advanced(by: Delivery.longestLease))",
        ]
        var expired: [(Int64, AlertID)] = []
        for condition in over {
            expired += try all(
                """
                SELECT number, alert_id FROM delivery
                WHERE group_id = \(group.id) AND lane = \(lane) AND state = 'leased'
                    AND lease_expires_at IS NOT NULL AND due_at IS NULL AND \(condition)
                ORDER BY lease_expires_at, rank, number LIMIT 100
                """
            ) { row throws(DatabaseError) in (try row.value(0, as: Int64.self), try row.value(1, as: AlertID.self)) }
        }
        for (number, alert) in expired {
            try append(.expired, about: alert, delivery: number, actor: nil, at: now)
            try fail(number, of: alert, due: nil, actor: nil, at: now)
        }
        return expired.count
    }
}
