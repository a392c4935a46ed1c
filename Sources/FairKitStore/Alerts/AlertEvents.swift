package import FairKitCore
package import Relational

private let columns: SQL = "e.number, e.at, e.kind, e.alert_id, a.band, e.delivery, g.name, e.actor"
/// The server's own reasons. A consumer's words may be about a person.
private let ownReason: SQL = "CASE WHEN e.actor IS NULL THEN e.reason END"
private let tables: SQL = """
    alert_event e JOIN alert a ON a.id = e.alert_id LEFT JOIN delivery d ON d.number = e.delivery
    LEFT JOIN consumer_group g ON g.id = d.group_id
    """

extension Connection {
    /// The history of alerts after an event, without gaps and in ids only, without the consumers' words.
    package func alertEvents(after number: Int64, limit: Int) throws(DatabaseError) -> [AlertEvent] {
        try all(
            "SELECT \(columns), \(ownReason) FROM \(tables) WHERE e.number > \(number) ORDER BY e.number LIMIT \(limit)",
            AlertEvent.init(row:))
    }

    /// The history of one alert after an event: its own events and those of each of its deliveries, read from the end.
    package func alertEvents(
        about alert: AlertID, after number: Int64, limit: Int
    ) throws(DatabaseError) -> [AlertEvent] {
        try all(
            """
            WITH RECURSIVE of_deliveries (number) AS (
                SELECT last_event FROM delivery WHERE alert_id = \(alert) AND last_event > \(number)
                UNION ALL
                SELECT e.previous FROM of_deliveries o JOIN alert_event e ON e.number = o.number WHERE e.previous > \(number)
            )
            SELECT \(columns), e.reason FROM \(tables) WHERE e.number IN (
                SELECT number FROM of_deliveries
                UNION ALL
                SELECT number FROM alert_event WHERE alert_id = \(alert) AND delivery IS NULL AND number > \(number)
            ) ORDER BY e.number LIMIT \(limit)
            """, AlertEvent.init(row:))
    }
}

extension WriteTransaction {
    /// Appends an event of an alert. Numbers have no gaps, since one writer assigns them inside its transaction.
    func appendAlertEvent(
        _ kind: AlertEventKind, about alert: AlertID, actor: ActorID?, reason: String? = nil, at now: Timestamp
    ) throws(DatabaseError) {
        try run(
            """
            INSERT INTO alert_event (number, at, alert_id, kind, actor, reason)
            VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM alert_event), \(now), \(alert), \(kind),
                \(actor.unlessServer), \(sealed: reason, .alertEventReason, of: alert, now))
            """)
    }

    /// Appends an event of a delivery, and changes its row.
    /// - Parameter columns: the assignments in its row.
    func appendDeliveryEvent(
        _ kind: AlertEventKind, about alert: AlertID, delivery: Int64, setting columns: SQL? = nil, actor: ActorID?,
        reason: String? = nil, at now: Timestamp
    ) throws(DatabaseError) {
        try run(
            """
            INSERT INTO alert_event (number, at, alert_id, delivery, kind, actor, reason, previous)
            VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM alert_event), \(now), \(alert), \(delivery), \(kind),
                \(actor.unlessServer), \(sealed: reason, .alertEventReason, of: alert, now),
                (SELECT last_event FROM delivery WHERE number = \(delivery)))
            """)
        let change: SQL = if let columns { ", \(columns)" } else { "" }
        try run(
            """
            UPDATE delivery SET last_event = (SELECT MAX(number) FROM alert_event)\(change) WHERE number = \(delivery)
            """)
    }
}

/// An event of a delivery that is about to be stored, and what changes with it in the delivery's row.
struct DeliveryEvent {
    let alert: AlertID
    let delivery: Int64
    /// The delivery's last event so far.
    let previous: Int64?
    /// The values of the columns that differ from delivery to delivery.
    let values: [SQL]
    let actor: ActorID
    let at: Timestamp
}

extension WriteTransaction {
    /// Appends events of one kind of different deliveries, in their order, and changes the deliveries' rows: several
    /// by one statement, which costs a server a third of as many statements.
    /// - Parameters:
    ///   - constant: the assignments that are the same for all.
    ///   - columns: the columns of the events' values.
    ///   - newest: the last event's number.
    func appendDeliveryEvents(
        _ kind: AlertEventKind, _ events: [DeliveryEvent], setting constant: SQL, and columns: [SQL],
        after newest: Int64
    ) throws(DatabaseError) {
        let numbered = zip((newest + 1)..., events).map { NumberedEvent(number: $0, event: $1) }
        for some in numbered.together(where: { $0.isOfServer == $1.isOfServer }) {
            try run(some.insertion(of: kind))
        }
        for some in numbered.padded() { try run(some.update(setting: constant, and: columns)) }
    }
}

private struct NumberedEvent {
    let number: Int64
    let event: DeliveryEvent

    var isOfServer: Bool { event.actor == .server }

    /// The row without NULL for what is often missing: an engine prepares a statement for each pattern of NULL.
    func row(of kind: AlertEventKind) -> SQL {
        """
        (\(number), \(event.at), \(event.alert), \(event.delivery), \(kind), \(ActorID?.some(event.actor).unlessServer),
            NULLIF(\(event.previous ?? 0), 0))
        """
    }
}

extension Collection<NumberedEvent> {
    fileprivate func insertion(of kind: AlertEventKind) -> SQL {
        """
        INSERT INTO alert_event (number, at, alert_id, delivery, kind, actor, previous)
        VALUES \(map { $0.row(of: kind) }.joined(by: ", "))
        """
    }

    fileprivate func update(setting constant: SQL, and columns: [SQL]) -> SQL {
        let changes = columns.enumerated().map { index, column in
            "\(column) = \(choice { $0.event.values[index] })" as SQL
        }
        let assignments = [constant, "last_event = \(choice { "\($0.number)" })"] + changes
        let deliveries = map { "\($0.event.delivery)" as SQL }.joined(by: ", ")
        return "UPDATE delivery SET \(assignments.joined(by: ", ")) WHERE number IN (\(deliveries))"
    }

    /// The value for the delivery of a row.
    private func choice(_ value: (NumberedEvent) -> SQL) -> SQL {
        guard count > 1 else { return first.map(value) ?? "NULL" }
        let cases = map { "WHEN \($0.event.delivery) THEN \(value($0))" as SQL }
        return "CASE number \(cases.joined(by: " ")) END"
    }
}

extension ActorID? {
    /// Events of the server have no actor.
    fileprivate var unlessServer: ActorID? { self == .server ? nil : self }
}

extension AlertEvent {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            number: try row.value(0), at: try row.value(1), kind: try row.value(2), alertID: try row.value(3),
            band: try row.value(4), delivery: try row.value(5), group: try row.value(6), actor: try row.value(7),
            reason: try row.value(8, sealed: .alertEventReason, key: 3, 1))
    }
}
