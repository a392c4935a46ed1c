package import FairKitCore
package import SQLCipher

/// What `Alert.init(row:)` reads: the alert, the numbers that raised it, and whose they are.
private let columns: SQL = """
    a.id, a.result_id, a.result_version, a.rule, a.band, a.raised_at, a.state, a.follows, r.profile_id,
    v.level, v.unit, v.comparator, v.low, v.high, v.critical_multiple, v.range_source
    """
private let tables: SQL = """
    alert a JOIN result_version v ON v.result_id = a.result_id AND v.number = a.result_version
    JOIN result r ON r.id = a.result_id
    """

extension Connection {
    /// An alert by its id, with the profile that it is about as of now.
    package func alert(_ id: AlertID) throws(DatabaseError) -> Alert? {
        try first("SELECT \(columns) FROM \(tables) WHERE a.id = \(id)", Alert.init(row:))
    }

    /// A page of the open alerts: critical first, then in the order of their rank.
    package func openAlerts(
        after cursor: AlertCursor?, limit: Int
    ) throws(DatabaseError) -> Page<Alert, AlertCursor> {
        let later: SQL =
            if let cursor { "(a.band, a.rank, a.id) > (\(cursor.band), \(cursor.rank), \(cursor.id))" } else { "1 = 1" }
        let found = try all(
            """
            SELECT \(columns) FROM \(tables) WHERE a.state = 'open' AND \(later)
            ORDER BY a.band, a.rank, a.id LIMIT \(limit + 1)
            """, Alert.init(row:))
        return Page(found: found, limit: limit, cursor: AlertCursor.init(after:))
    }

    /// The alert about a result that has not been retracted; there is one at most.
    package func standingAlert(about result: ResultID) throws(DatabaseError) -> Alert? {
        try first(
            """
            SELECT \(columns) FROM \(tables)
            WHERE a.result_id = \(result) AND a.state <> 'retracted'
            ORDER BY a.result_version DESC LIMIT 1
            """, Alert.init(row:))
    }
}

extension Connection where Access == Writing {
    /// Raises an alert: stores it, a delivery for each group that wants its band, and the event.
    ///
    /// It stands in the transaction that stores the result, so neither exists without the other.
    package func raise(_ alert: Alert, actor: KeyID) throws(DatabaseError) {
        let rank = alert.band.rank(raisedAt: alert.raisedAt)
        try run(
            """
            INSERT INTO alert (id, result_id, result_version, rule, rule_version, band, rank, raised_at, state, follows)
            VALUES (\(alert.id), \(alert.resultID), \(alert.resultVersion), \(alert.rule), \(alert.rule.version),
                \(alert.band), \(rank), \(alert.raisedAt), \(alert.state), \(alert.follows))
            """)
        try run(
            """
            INSERT INTO delivery (alert_id, group_id, lane, rank, state, attempts)
            SELECT \(alert.id), id, \(alert.band == .critical ? 0 : 1), \(rank), 'pending', 0
            FROM consumer_group WHERE last_band >= \(alert.band)
            """)
        try append(.raised, about: alert.id, delivery: nil, actor: actor, at: alert.raisedAt)
    }

    /// Takes an open alert back, since a correction took its cause away. Its deliveries go on: those who get them must
    /// learn of both.
    package func retract(_ alert: AlertID, actor: KeyID, at now: Timestamp) throws(DatabaseError) {
        guard try run("UPDATE alert SET state = 'retracted' WHERE id = \(alert) AND state <> 'retracted'") == 1 else {
            return
        }
        try append(.retracted, about: alert, delivery: nil, actor: actor, at: now)
    }

    /// Adds to the history of alerts. Numbers have no gaps, since one writer gives them out inside its transaction.
    func append(
        _ kind: AlertEventKind, about alert: AlertID, delivery: Int64?, actor: KeyID?, reason: String? = nil,
        at now: Timestamp
    ) throws(DatabaseError) {
        try run(
            """
            INSERT INTO alert_event (at, alert_id, delivery, kind, actor, reason)
            VALUES (\(now), \(alert), \(delivery), \(kind), \(actor), \(reason))
            """)
    }
}

/// What happened to an alert or a delivery.
enum AlertEventKind: String, SQLValueConvertible, CaseIterable {
    case raised
    case retracted
    case leased
    case extended
    case released
    case expired
    case delivered
    case bound
    case parked
    case stuck
    case redriven
}

extension Alert {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self = try Alert(row: row, from: 0)
    }

    /// - Parameter first: the column where the alert's begin.
    init(row: borrowing Row, from first: Int) throws(DatabaseError) {
        self.init(
            id: try row.value(first), resultID: try row.value(first + 1), resultVersion: try row.value(first + 2),
            rule: try row.value(first + 3), band: try row.value(first + 4),
            level: Level(
                value: try row.value(first + 9), unit: try row.value(first + 10),
                comparator: try row.value(first + 11)),
            range: AppliedRange(
                low: try row.value(first + 12), high: try row.value(first + 13),
                criticalMultiple: try row.value(first + 14), source: try row.value(first + 15)),
            raisedAt: try row.value(first + 5), state: try row.value(first + 6), follows: try row.value(first + 7),
            profileID: try row.value(first + 8))
    }
}
