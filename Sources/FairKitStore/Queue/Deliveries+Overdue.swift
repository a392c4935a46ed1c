package import FairKitCore
package import Relational

/// The state of a lane that a claim finds before it looks for deliveries.
private struct Overdue {
    var leaseIsOver = false
    var delayIsOver = false
    /// How many leases the consumer has; 0 if none was named.
    var leases = 0

    /// Whether there is something to end.
    var isOver: Bool { leaseIsOver || delayIsOver }
}

extension Connection {
    /// Whether a claim would first make deliveries visible whose lease or delay has ended.
    package func isOverdue(_ group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) -> Bool {
        for lane in DeliveryLane.allCases {
            if try overdue(in: group, lane, at: now, for: nil).isOver { return true }
        }
        return false
    }

    /// Whether a lease has ended, whether a delay has, and how many leases a consumer has: five index lookups in one
    /// statement, since each claim needs them. An end beyond the longest possible began while the clock ran ahead, and
    /// counts as past.
    fileprivate func overdue(
        in group: ConsumerGroup, _ lane: DeliveryLane, at now: Timestamp, for consumer: String?
    ) throws(DatabaseError) -> Overdue {
        let leases: SQL =
            if let consumer {
                """
                (SELECT COUNT(*) FROM delivery WHERE group_id = \(group.id) AND lane = \(lane)
                    AND state = 'leased' AND consumer = \(consumer))
                """
            } else { "0" }
        let found = try first(
            """
            SELECT EXISTS (SELECT 1 FROM delivery WHERE group_id = \(group.id) AND lane = \(lane)
                    AND state = 'leased' AND lease_expires_at <= \(now))
                OR EXISTS (SELECT 1 FROM delivery WHERE group_id = \(group.id) AND lane = \(lane)
                    AND state = 'leased' AND lease_expires_at > \(now.advanced(by: Delivery.longestLease))),
                EXISTS (SELECT 1 FROM delivery WHERE group_id = \(group.id) AND lane = \(lane) AND due_at <= \(now))
                OR EXISTS (SELECT 1 FROM delivery WHERE group_id = \(group.id) AND lane = \(lane)
                    AND due_at > \(now.advanced(by: Delivery.longestDelay))),
                \(leases)
            """
        ) { row throws(DatabaseError) in
            Overdue(
                leaseIsOver: try row.value(0, as: Bool.self), delayIsOver: try row.value(1, as: Bool.self),
                leases: try row.value(2, as: Int.self))
        }
        return found ?? Overdue()
    }

    /// How many leases each consumer has.
    private func leases(in group: ConsumerGroup, _ lane: DeliveryLane) throws(DatabaseError) -> [String: Int] {
        var leases: [String: Int] = [:]
        _ = try all(
            """
            SELECT consumer, COUNT(*) FROM delivery
            WHERE group_id = \(group.id) AND lane = \(lane) AND state = 'leased' GROUP BY consumer
            """
        ) { row throws(DatabaseError) in leases[try row.value(0)] = try row.value(1, as: Int.self) }
        return leases
    }
}

extension WriteTransaction {
    /// Makes deliveries visible whose lease or delay has ended, in both lanes.
    /// - Returns: how many.
    package func endOverdue(of group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) -> Int {
        var count = 0
        for lane in DeliveryLane.allCases {
            count += try endOverdue(of: group, lane, at: now, for: [], claims: 1).madeVisible
        }
        return count
    }

    /// Makes deliveries of a lane visible whose lease or delay has ended.
    /// - Parameter claims: how many claims it is done for; a hundred of each kind may be ended for each of them.
    /// - Returns: how many became visible, and how many leases each consumer has afterwards; others may be among them.
    func endOverdue(
        of group: ConsumerGroup, _ lane: DeliveryLane, at now: Timestamp, for consumers: Set<String>, claims: Int
    ) throws(DatabaseError) -> (madeVisible: Int, held: [String: Int]) {
        let single = consumers.count == 1 ? consumers.first : nil
        var found = try overdue(in: group, lane, at: now, for: single)
        var count = 0
        for _ in 0..<claims where found.isOver {
            if found.leaseIsOver { count += try endExpiredLeases(of: group, lane, at: now) }
            if found.delayIsOver { count += try endDelays(of: group, lane, at: now) }
            found = try overdue(in: group, lane, at: now, for: single)
        }
        if let single { return (count, [single: found.leases]) }
        return (count, consumers.isEmpty ? [:] : try leases(in: group, lane))
    }

    /// Makes released deliveries visible whose delay has ended.
    private func endDelays(
        of group: ConsumerGroup, _ lane: DeliveryLane, at now: Timestamp
    ) throws(DatabaseError) -> Int {
        let over: [SQL] = ["due_at <= \(now)", "due_at > \(now.advanced(by: Delivery.longestDelay))"]
        var count = 0
        for condition in over {
            count += try rowsChanged(
                by: """
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
            try appendDeliveryEvent(.expired, about: alert, delivery: number, actor: nil, at: now)
            try fail(number, of: alert, due: nil, actor: nil, at: now)
        }
        return expired.count
    }
}
