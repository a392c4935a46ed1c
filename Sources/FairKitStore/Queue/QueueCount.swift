package import FairKitCore
package import Relational

/// The depth of the alert queue, for metrics; so without ids.
package struct QueueCount: Sendable {
    /// Unacked deliveries of one group, band and state. Several entries may have the same three.
    package struct Depth: Sendable {
        package let group: String
        package let band: Band
        package let state: WaitingState
        package let count: Int
        /// When the oldest of their alerts was raised; nil if all of them are replays.
        package let oldest: Timestamp?
    }

    /// Why a delivery is not acked. After its lease or delay it counts as pending.
    package enum WaitingState: String, Sendable, CaseIterable {
        case pending
        /// Released with a delay that has not ended.
        case delayed
        case leased
        /// A dead letter, which an administrator may redrive.
        case parked
    }

    /// How many deliveries of an hour are acked.
    package struct Throughput: Sendable {
        package let band: Band
        /// All deliveries of the hour's alerts.
        package let all: Int
        package let acked: Int
    }

    package let groups: [String]
    package let depths: [Depth]
    /// Of the last hour, without the newest seconds, whose alerts may still be in time. Bands without alerts are
    /// omitted.
    package let lastHour: [Throughput]

    /// An alert that is acked within this time is in time (requirement R3.6).
    package static let inTime = Duration.seconds(10)
}

extension Connection {
    /// Counts the queue. A million critical alerts take a tenth of a second, since an index covers them.
    package func queueCount(at now: Timestamp) throws(DatabaseError) -> QueueCount {
        let groups = try all("SELECT id, name FROM consumer_group WHERE closed_at IS NULL") {
            row throws(DatabaseError) in
            (try row.value(0, as: Int.self), try row.value(1, as: String.self))
        }
        var depths: [QueueCount.Depth] = []
        for (id, name) in groups {
            if let depth = try criticalDepth(inGroup: id, named: name) { depths.append(depth) }
        }
        // One part for each range of an index. Both lanes are named, so that leases are found without scanning pending
        // deliveries; a delivery with a due time is pending.
        let waiting: [(QueueCount.WaitingState, SQL)] = [
            (.pending, "d.state = 'pending' AND d.lease_expires_at IS NULL AND d.due_at IS NULL AND d.lane = 1"),
            (.pending, "d.lane IN (0, 1) AND d.due_at <= \(now)"),
            (.delayed, "d.lane IN (0, 1) AND d.due_at > \(now)"),
            (.pending, "d.lane IN (0, 1) AND d.state = 'leased' AND d.lease_expires_at <= \(now)"),
            (.leased, "d.lane IN (0, 1) AND d.state = 'leased' AND d.lease_expires_at > \(now)"),
            (.parked, "d.state = 'parked'"),
        ]
        for (state, condition) in waiting {
            depths += try all(
                """
                SELECT g.name, a.band, COUNT(*), MIN(CASE d.is_replay WHEN 0 THEN a.raised_at END)
                FROM consumer_group g JOIN delivery d ON d.group_id = g.id JOIN alert a ON a.id = d.alert_id
                WHERE g.closed_at IS NULL AND \(condition) GROUP BY g.name, a.band
                """
            ) { row throws(DatabaseError) in
                QueueCount.Depth(
                    group: try row.value(0), band: try row.value(1), state: state, count: try row.value(2),
                    oldest: try row.value(3))
            }
        }
        return QueueCount(groups: groups.map(\.1), depths: depths, lastHour: try throughput(at: now))
    }

    /// An alert's id begins with the time when it was raised, so an hour of them is a range of an index.
    private func throughput(at now: Timestamp) throws(DatabaseError) -> [QueueCount.Throughput] {
        let begin = AlertID.first(at: now.advanced(by: .seconds(-3600)))
        let end = AlertID.first(at: now.advanced(by: .zero - QueueCount.inTime))
        return try all(
            """
            SELECT a.band, COUNT(*), SUM(CASE WHEN d.state = 'acked' OR d.is_replay = 1 THEN 1 ELSE 0 END)
            FROM alert a JOIN delivery d ON d.alert_id = a.id JOIN consumer_group g ON g.id = d.group_id
            WHERE a.id >= \(begin) AND a.id < \(end) AND g.closed_at IS NULL GROUP BY a.band
            """
        ) { row throws(DatabaseError) in
            QueueCount.Throughput(band: try row.value(0), all: try row.value(1), acked: try row.value(2))
        }
    }

    /// The visible deliveries of the critical lane, in which the rank is the time of raising.
    private func criticalDepth(inGroup id: Int, named name: String) throws(DatabaseError) -> QueueCount.Depth? {
        let found = try first(
            """
            SELECT COUNT(*), MIN(rank) FROM delivery
            WHERE group_id = \(id) AND lane = 0 AND state = 'pending' AND lease_expires_at IS NULL AND due_at IS NULL
            """
        ) { row throws(DatabaseError) in
            (count: try row.value(0, as: Int.self), oldest: try row.value(1, as: Timestamp?.self))
        }
        guard let found, let oldest = found.oldest else { return nil }
        return QueueCount.Depth(
            group: name, band: .critical, state: .pending, count: found.count, oldest: oldest)
    }
}
