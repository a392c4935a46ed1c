package import FairKitCore
package import Relational

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
}

extension WriteTransaction {
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
        try insertDeliveries(lacking)
        try appendAlertEvent(.bound, about: alert, actor: actor, at: now)
    }
}
