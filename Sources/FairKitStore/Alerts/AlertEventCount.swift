package import FairKitCore
package import Relational

/// The numbers of events in a part of the alert history.
package struct AlertEventCount: Sendable {
    /// Raised alerts, by rule and band.
    package struct Raised: Sendable {
        package let rule: AlertRule
        package let band: Band
        package let count: Int
    }

    /// Events of one kind.
    package struct Happened: Sendable {
        /// `raised`, `leased`, `expired` and so on, as in the history of alerts.
        package let event: String
        package let count: Int
    }

    package let raised: [Raised]
    package let happened: [Happened]
    /// The newest event that was counted.
    package let last: Int64
    /// Whether no newer event exists.
    package let isComplete: Bool
}

extension Connection {
    /// The number of the newest event in the history of alerts; 0 if there is none.
    package func lastAlertEvent() throws(DatabaseError) -> Int64 {
        try first("SELECT MAX(number) FROM alert_event") { row throws(DatabaseError) in
            try row.value(0, as: Int64?.self) ?? 0
        } ?? 0
    }

    /// The number of the newest event of an alert: beginnings of epochs have none.
    package func lastEventOfAlert() throws(DatabaseError) -> Int64 {
        try first("SELECT number FROM alert_event WHERE alert_id <> \(Epoch.alert) ORDER BY number DESC LIMIT 1") {
            row throws(DatabaseError) in try row.value(0)
        } ?? 0
    }

    /// Counts the events after one, up to a limit.
    package func alertEvents(after event: Int64, atMost limit: Int64) throws(DatabaseError) -> AlertEventCount {
        let newest = try lastAlertEvent()
        let last =
            try first(
                """
                SELECT MAX(number) FROM (SELECT number FROM alert_event WHERE number > \(event) ORDER BY number LIMIT \(limit)) part
                """
            ) { row throws(DatabaseError) in try row.value(0, as: Int64?.self) ?? newest } ?? newest
        let raised = try all(
            """
            SELECT a.rule, a.band, COUNT(*) FROM alert_event e JOIN alert a ON a.id = e.alert_id
            WHERE e.number > \(event) AND e.number <= \(last) AND e.kind = 'raised' GROUP BY a.rule, a.band
            """
        ) { row throws(DatabaseError) in
            AlertEventCount.Raised(rule: try row.value(0), band: try row.value(1), count: try row.value(2))
        }
        let counted = try all(
            """
            SELECT kind, COUNT(*) FROM alert_event
            WHERE number > \(event) AND number <= \(last) AND alert_id <> \(Epoch.alert) GROUP BY kind
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: AlertEventKind.self), try row.value(1, as: Int.self)) }
        let happened = AlertEventKind.allCases.map { kind in
            AlertEventCount.Happened(event: kind.rawValue, count: counted.first { $0.0 == kind }?.1 ?? 0)
        }
        return AlertEventCount(raised: raised, happened: happened, last: last, isComplete: last == newest)
    }
}
