package import FairKitCore
package import SQLCipher

private let columns: SQL = "e.number, e.at, e.kind, e.alert_id, a.band, e.delivery, g.name, e.actor, e.reason"
private let tables: SQL = """
    alert_event e JOIN alert a ON a.id = e.alert_id LEFT JOIN delivery d ON d.number = e.delivery
    LEFT JOIN consumer_group g ON g.id = d.group_id
    """

extension Connection {
    /// The history of alerts after an event, without gaps.
    package func alertEvents(after number: Int64, limit: Int) throws(DatabaseError) -> [AlertEvent] {
        try all(
            "SELECT \(columns) FROM \(tables) WHERE e.number > \(number) ORDER BY e.number LIMIT \(limit)",
            AlertEvent.init(row:))
    }

    /// The history of one alert after an event.
    package func alertEvents(
        about alert: AlertID, after number: Int64, limit: Int
    ) throws(DatabaseError) -> [AlertEvent] {
        try all(
            """
            SELECT \(columns) FROM \(tables) WHERE e.alert_id = \(alert) AND e.number > \(number)
            ORDER BY e.number LIMIT \(limit)
            """, AlertEvent.init(row:))
    }
}

extension Connection where Access == Writing {
    /// Adds to the history of alerts. Numbers have no gaps, since one writer gives them out inside its transaction.
    func append(
        _ kind: AlertEventKind, about alert: AlertID, delivery: Int64?, actor: KeyID?, reason: String? = nil,
        at now: Timestamp
    ) throws(DatabaseError) {
        // What the server does of itself is nobody's.
        let actor = actor == .server ? nil : actor
        try run(
            """
            INSERT INTO alert_event (at, alert_id, delivery, kind, actor, reason)
            VALUES (\(now), \(alert), \(delivery), \(kind), \(actor), \(reason))
            """)
    }
}

extension AlertEvent {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            number: try row.value(0), at: try row.value(1), kind: try row.value(2), alertID: try row.value(3),
            band: try row.value(4), delivery: try row.value(5), group: try row.value(6), actor: try row.value(7),
            reason: try row.value(8))
    }
}
