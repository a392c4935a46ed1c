package import FairKitCore
package import SQLCipher

/// Which delivered alerts are to be delivered again.
package enum ReplayChoice: Sendable {
    case alerts([AlertID])
    /// Those that were raised in a stretch of time, the end not included; nil: without end. Beyond an alert, if one is named.
    case raised(since: Timestamp, until: Timestamp?, after: AlertID?)
}

extension Connection where Access == Writing {
    /// Makes deliveries of a group pending again that were delivered: marked as replays, and behind whatever is critical and new.
    /// - Returns: those that were delivered, with their alerts, at most `limit`, in the order of the alerts' ids.
    package func replay(
        _ choice: ReplayChoice, of group: ConsumerGroup, limit: Int, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> [(number: Int64, alert: AlertID)] {
        var delivered: [(number: Int64, alert: AlertID)] = []
        switch choice {
        case .alerts(let ids):
            for id in ids.prefix(limit) { delivered += try self.delivered(group, "d.alert_id = \(id)", limit: 1) }
        case .raised(let since, let until, let after):
            // An alert's id begins with the time when it was raised.
            let end: SQL = if let until { "d.alert_id < \(AlertID.first(at: until))" } else { "1 = 1" }
            let beyond: SQL = if let after { "d.alert_id > \(after)" } else { "1 = 1" }
            delivered = try self.delivered(
                group, "d.alert_id >= \(AlertID.first(at: since)) AND \(end) AND \(beyond)", limit: limit)
        }
        for (number, alert) in delivered {
            try append(
                .replayed, about: alert, delivery: number,
                setting: """
                    state = 'pending', lane = \(DeliveryLane.ordinary), attempts = 0, delivered_at = NULL, is_replay = 1,
                    generation = generation + 1
                    """, actor: actor, at: now)
        }
        return delivered
    }

    private func delivered(
        _ group: ConsumerGroup, _ condition: SQL, limit: Int
    ) throws(DatabaseError) -> [(number: Int64, alert: AlertID)] {
        try all(
            """
            SELECT d.number, d.alert_id FROM delivery d
            WHERE \(condition) AND d.group_id = \(group.id) AND d.state = 'delivered' ORDER BY d.alert_id LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in (number: try row.value(0), alert: try row.value(1)) }
    }
}
