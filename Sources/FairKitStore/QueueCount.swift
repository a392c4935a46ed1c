package import FairKitCore
package import SQLCipher

/// How full the queue of alerts is, and what has happened in it: for those who watch the server, so without ids.
package struct QueueCount: Sendable {
    /// Deliveries of one group, band and state that are still to be delivered. Several may stand for the same three.
    package struct Depth: Sendable {
        package let group: String
        package let band: Band
        package let state: WaitingState
        package let count: Int
        /// When the oldest of their alerts was raised.
        package let oldest: Timestamp
    }

    package enum WaitingState: String, Sendable, CaseIterable {
        case pending
        /// Given back for a time that is not over.
        case delayed
        case leased
    }

    package struct Raised: Sendable {
        package let rule: AlertRule
        package let band: Band
        package let count: Int
    }

    package struct Happened: Sendable {
        /// `raised`, `leased`, `expired` and so on, as the history of alerts has them.
        package let event: String
        package let count: Int
    }

    package let groups: [String]
    package let depths: [Depth]
    package let raised: [Raised]
    package let happened: [Happened]
    /// The newest event that was counted.
    package let lastEvent: Int64
}

extension Connection {
    /// The number of the newest event in the history of alerts; 0 if there is none.
    package func lastAlertEvent() throws(DatabaseError) -> Int64 {
        try first("SELECT MAX(number) FROM alert_event") { row throws(DatabaseError) in
            try row.value(0, as: Int64?.self) ?? 0
        } ?? 0
    }

    /// Counts the queue as it is, and what has happened after an event.
    package func queueCount(after event: Int64, at now: Timestamp) throws(DatabaseError) -> QueueCount {
        let last = try lastAlertEvent()
        let raised = try all(
            """
            SELECT a.rule, a.band, COUNT(*) FROM alert_event e JOIN alert a ON a.id = e.alert_id
            WHERE e.number > \(event) AND e.number <= \(last) AND e.kind = 'raised' GROUP BY a.rule, a.band
            """
        ) { row throws(DatabaseError) in
            QueueCount.Raised(rule: try row.value(0), band: try row.value(1), count: try row.value(2))
        }
        let counted = try all(
            "SELECT kind, COUNT(*) FROM alert_event WHERE number > \(event) AND number <= \(last) GROUP BY kind"
        ) { row throws(DatabaseError) in (try row.value(0, as: AlertEventKind.self), try row.value(1, as: Int.self)) }
        let happened = AlertEventKind.allCases.map { kind in
            QueueCount.Happened(event: kind.rawValue, count: counted.first { $0.0 == kind }?.1 ?? 0)
        }
        let groups = try all("SELECT name FROM consumer_group") { row throws(DatabaseError) in
            try row.value(0, as: String.self)
        }
        return QueueCount(
            groups: groups, depths: try queueDepths(at: now), raised: raised, happened: happened, lastEvent: last)
    }

    private func queueDepths(at now: Timestamp) throws(DatabaseError) -> [QueueCount.Depth] {
        // One part for each partial index. A lease or a delay that is over is as good as pending.
        let waiting: [(QueueCount.WaitingState, SQL)] = [
            (.pending, "d.state = 'pending' AND d.due_at IS NULL"),
            (.pending, "d.state = 'pending' AND d.due_at <= \(now)"),
            (.delayed, "d.state = 'pending' AND d.due_at > \(now)"),
            (.pending, "d.state = 'leased' AND d.lease_expires_at <= \(now)"),
            (.leased, "d.state = 'leased' AND d.lease_expires_at > \(now)"),
        ]
        var depths: [QueueCount.Depth] = []
        for (state, condition) in waiting {
            depths += try all(
                """
                SELECT g.name, a.band, COUNT(*), MIN(a.raised_at)
                FROM delivery d JOIN alert a ON a.id = d.alert_id JOIN consumer_group g ON g.id = d.group_id
                WHERE \(condition) GROUP BY g.name, a.band
                """
            ) { row throws(DatabaseError) in
                QueueCount.Depth(
                    group: try row.value(0), band: try row.value(1), state: state, count: try row.value(2),
                    oldest: try row.value(3))
            }
        }
        return depths
    }
}
