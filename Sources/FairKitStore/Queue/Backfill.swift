package import FairKitCore
package import SQLCipher

/// A batch of open alerts that a group got.
package struct Backfill: Sendable {
    package let group: String
    /// How many deliveries were created.
    package let count: Int

    /// How many open alerts one transaction reads.
    package static let batchSize = 200
}

/// An alert's place in the order of open ones.
private struct Place {
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

extension Connection where Access == Writing {
    /// Gives a group a batch of the open alerts from before its creation or change, by band and rank.
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
            SELECT id, name, bands, backfilled_to FROM consumer_group
            WHERE backfilled_to IS NOT NULL AND closed_at IS NULL AND \(chosen)
            ORDER BY COALESCE((SELECT band FROM alert WHERE alert.id = backfilled_to), 0), id LIMIT 1
            """
        ) { row throws(DatabaseError) in
            (
                id: try row.value(0, as: Int64.self), name: try row.value(1, as: String.self),
                bands: try row.value(2, as: Int.self), backfilledTo: try row.value(3, as: [UInt8].self)
            )
        }
        guard let group = found else { return nil }
        let from = try place("id = \(group.backfilledTo)")
        let beyond: SQL = if let from { "(band, rank, id) > \(from.sql)" } else { "1 = 1" }
        let last = try place(
            "state = 'open' AND \(beyond) ORDER BY band, rank, id LIMIT 1 OFFSET \(Backfill.batchSize - 1)")
        let upTo: SQL = if let last { "(band, rank, id) <= \(last.sql)" } else { "1 = 1" }
        let count = try backfill(
            to: group.id, "\(bit: "band", isIn: "\(group.bands)") AND \(beyond) AND \(upTo)", actor, at: now)
        try run("UPDATE consumer_group SET backfilled_to = \(last?.id) WHERE id = \(group.id)")
        return Backfill(group: group.name, count: count)
    }

    private func place(_ condition: SQL) throws(DatabaseError) -> Place? {
        try first("SELECT band, rank, id FROM alert WHERE \(condition)") { row throws(DatabaseError) in
            Place(band: try row.value(0), rank: try row.value(1), id: try row.value(2))
        }
    }

    /// - Returns: how many deliveries were created.
    private func backfill(to group: Int64, _ condition: SQL, _ actor: ActorID?, at now: Timestamp) throws(DatabaseError)
        -> Int
    {
        let last = try first("SELECT MAX(number) FROM delivery") { row throws(DatabaseError) in
            try row.value(0, as: Int64?.self) ?? 0
        }
        let count = try run(
            """
            INSERT INTO delivery (alert_id, group_id, lane, rank, state, attempts)
            SELECT id, \(group), CASE band WHEN 0 THEN 0 ELSE 1 END, rank, 'pending', 0 FROM alert
            WHERE state = 'open' AND \(condition)
                AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.alert_id = alert.id AND d.group_id = \(group))
            ORDER BY band, rank, id
            """)
        guard count > 0 else { return 0 }
        try run(
            """
            INSERT INTO alert_event (at, alert_id, delivery, kind, actor)
            SELECT \(now), alert_id, number, \(AlertEventKind.backfilled), \(actor) FROM delivery
            WHERE number > \(last ?? 0) ORDER BY number
            """)
        // Each has one event, in the same order, and the numbers of neither have gaps.
        try run(
            """
            UPDATE delivery SET last_event = number + (SELECT MAX(number) FROM alert_event) - (SELECT MAX(number) FROM delivery)
            WHERE number > \(last ?? 0)
            """)
        return count
    }
}
