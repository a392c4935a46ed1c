package import FairKitCore
package import Relational

/// A batch of open alerts that a group received.
package struct Backfill: Sendable {
    package let group: String
    /// How many deliveries were created.
    package let count: Int

    /// How many open alerts one transaction reads.
    package static let batchSize = 200
}

/// An alert's position in the order of open ones.
private struct Position {
    let band: Int
    let rank: Int64
    let id: [UInt8]

    var sql: SQL { "(\(band), \(rank), \(id))" }
}

extension Connection {
    /// Whether a group still lacks open alerts from before its creation or change.
    package func needsBackfill() throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM consumer_group WHERE backfilled_to IS NOT NULL AND closed_at IS NULL")
    }
}

/// The rows of a group: its own, and those that were closed when it was disabled.
func rows(ofGroup id: Int64) -> SQL {
    """
    SELECT o.id FROM consumer_group g JOIN consumer_group o ON o.name = g.name
        AND COALESCE(o.created_at, -1) = COALESCE(g.created_at, -1)
    WHERE g.id = \(id)
    """
}

extension WriteTransaction {
    /// Gives a group a batch of the open alerts that it should have from before its creation or change, by band and
    /// rank.
    /// - Parameters:
    ///   - name: the group; nil: the one that lacks the most urgent alert.
    ///   - actor: the caller whose request waits for it; nil: the server.
    /// - Returns: nil if no group lacks any.
    package func backfillNext(to name: String? = nil, actor: ActorID? = nil, at now: Timestamp) throws(DatabaseError)
        -> Backfill?
    {
        let chosen: SQL = if let name { "name = \(name)" } else { "1 = 1" }
        let found = try first(
            """
            SELECT id, bands, backfilled_to, begins_at, name FROM consumer_group
            WHERE backfilled_to IS NOT NULL AND closed_at IS NULL AND \(chosen)
            ORDER BY COALESCE((SELECT band FROM alert WHERE alert.id = backfilled_to), 0), id LIMIT 1
            """
        ) { row throws(DatabaseError) in
            (
                id: try row.value(0, as: Int64.self), bands: try row.value(1, as: Int.self),
                backfilledTo: try row.value(2, as: [UInt8].self), begin: try row.value(3, as: Timestamp.self),
                name: try row.value(4, as: String.self)
            )
        }
        guard let group = found else { return nil }
        let from = try position("id = \(group.backfilledTo)")
        let beyond: SQL = if let from { "(band, rank, id) > \(from.sql)" } else { "1 = 1" }
        // No rank precedes the time of raising, and the index contains it.
        let later: SQL = "rank >= \(group.begin) AND \(beyond)"
        let last = try position(
            "state = 'open' AND \(later) ORDER BY band, rank, id LIMIT 1 OFFSET \(Backfill.batchSize - 1)")
        let upTo: SQL = if let last { "(band, rank, id) <= \(last.sql)" } else { "1 = 1" }
        // An alert that it acked before it was disabled is not delivered again.
        let lacking = try all(
            """
            SELECT id, \(group.id), CASE band WHEN 0 THEN 0 ELSE 1 END, rank FROM alert
            WHERE state = 'open' AND \(later) AND \(upTo) AND \(bit: "band", isIn: "\(group.bands)")
                AND raised_at >= \(group.begin)
                AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.alert_id = alert.id AND (d.group_id = \(group.id)
                    OR (d.group_id IN (\(rows(ofGroup: group.id))) AND (d.state = 'acked' OR d.is_replay = 1))))
            ORDER BY band, rank, id
            """, NewDelivery.init(row:))
        try insertBackfilled(lacking, actor, at: now)
        try run("UPDATE consumer_group SET backfilled_to = \(last?.id) WHERE id = \(group.id)")
        return Backfill(group: group.name, count: lacking.count)
    }

    private func position(_ condition: SQL) throws(DatabaseError) -> Position? {
        try first("SELECT band, rank, id FROM alert WHERE \(condition)") { row throws(DatabaseError) in
            Position(band: try row.value(0), rank: try row.value(1), id: try row.value(2))
        }
    }

    /// Gives all other groups the critical alerts that are pending in one group only and that no group has acked, since
    /// it is about to be disabled.
    /// - Returns: how many deliveries were created.
    func handOver(from group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) -> Int {
        let lacking = try all(
            """
            SELECT a.id, g.id, \(DeliveryLane.critical), a.rank
            FROM (SELECT alert_id FROM delivery
                    WHERE group_id = \(group.id) AND lane = \(DeliveryLane.critical) AND state = 'pending'
                UNION ALL SELECT alert_id FROM delivery
                    WHERE group_id = \(group.id) AND lane = \(DeliveryLane.critical) AND state = 'leased') w
                JOIN alert a ON a.id = w.alert_id CROSS JOIN consumer_group g
            WHERE a.state = 'open' AND a.band = \(Band.critical)
                AND g.id <> \(group.id) AND g.closed_at IS NULL AND g.is_enabled = 1 AND g.bands & \(Band.critical.bit) <> 0
                AND NOT EXISTS (SELECT 1 FROM delivery d JOIN consumer_group o ON o.id = d.group_id
                    WHERE d.alert_id = a.id AND o.id <> \(group.id)
                        AND (d.state = 'acked' OR d.is_replay = 1 OR o.closed_at IS NULL))
            ORDER BY a.rank, a.id, g.id
            """, NewDelivery.init(row:))
        try insertBackfilled(lacking, nil, at: now)
        return lacking.count
    }
}
