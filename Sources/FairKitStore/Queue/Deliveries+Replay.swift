package import FairKitCore
package import Relational

extension WriteTransaction {
    /// Makes acked deliveries of a group pending again, marked as replays and behind new critical ones.
    /// - Returns: those that were acked, with their alerts, at most `limit`, in the order of the alerts' ids.
    package func replay(
        _ choice: ReplayChoice, of group: ConsumerGroup, limit: Int, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> [(number: Int64, alert: AlertID)] {
        var acked: [(number: Int64, alert: AlertID)] = []
        switch choice {
        case .alerts(let ids):
            for id in ids.prefix(limit) { acked += try self.acked(group, "d.alert_id = \(id)", limit: 1) }
        case .raised(let since, let until, let after):
            // An alert's id begins with the time when it was raised.
            let end: SQL = if let until { "d.alert_id < \(AlertID.first(at: until))" } else { "1 = 1" }
            let beyond: SQL = if let after { "d.alert_id > \(after)" } else { "1 = 1" }
            acked = try self.acked(
                group, "d.alert_id >= \(AlertID.first(at: since)) AND \(end) AND \(beyond)", limit: limit)
        }
        for (number, alert) in acked {
            try appendDeliveryEvent(
                .replayed, about: alert, delivery: number,
                setting: """
                    state = 'pending', lane = \(DeliveryLane.ordinary), attempts = 0, acked_at = NULL, is_replay = 1,
                    generation = generation + 1
                    """, actor: actor, at: now)
        }
        return acked
    }

    private func acked(
        _ group: ConsumerGroup, _ condition: SQL, limit: Int
    ) throws(DatabaseError) -> [(number: Int64, alert: AlertID)] {
        try all(
            """
            SELECT d.number, d.alert_id FROM delivery d
            WHERE \(condition) AND d.group_id = \(group.id) AND d.state = 'acked' ORDER BY d.alert_id LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in (number: try row.value(0), alert: try row.value(1)) }
    }
}
