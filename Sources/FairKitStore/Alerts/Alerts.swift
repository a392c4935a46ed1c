package import FairKitCore
package import Relational

/// The columns that `Alert.init(row:)` reads: the alert, the numbers that raised it, and its patient.
let alertColumns: SQL = """
    a.id, a.result_id, a.result_version, a.rule, a.band, a.raised_at, a.state, a.follows, r.profile_id,
    v.level, v.unit, v.comparator, v.low, v.high, v.critical_multiple, v.range_source, v.genotype,
    a.earlier_level, a.earlier_unit, a.earlier_comparator, a.earlier_test_date, r.held_for,
    CASE WHEN r.verified_at IS NULL AND r.\(notWithdrawn) AND EXISTS (SELECT 1 FROM result_version c
        WHERE c.result_id = r.id AND c.is_current = 1 AND (c.unit_suspect = 1 OR c.genotype_differs = 1
            OR c.comparator_open = 1 OR c.genotype_contradicts = 1 OR c.jumps = 1)) THEN 1 ELSE 0 END,
    CASE WHEN v.status IN ('cancelled', 'entered-in-error') THEN 1 ELSE 0 END,
    CASE WHEN EXISTS (SELECT 1 FROM alert f JOIN result_version w ON w.result_id = f.result_id AND w.number = f.result_version
        WHERE f.id = a.follows AND (w.level IS NULL OR v.level IS NULL OR w.level <> v.level OR w.unit <> v.unit
            OR COALESCE(w.comparator, '') <> COALESCE(v.comparator, ''))) THEN 1 ELSE 0 END,
    \(rights: .result, from: "r")
    """
private let tables: SQL = "alert a \(joinsOfAlert)"
let joinsOfAlert: SQL = """
    JOIN result_version v ON v.result_id = a.result_id AND v.number = a.result_version JOIN result r ON r.id = a.result_id
    """

extension Connection {
    /// An alert by its id, with its present profile.
    package func alert(_ id: AlertID) throws(DatabaseError) -> Alert? {
        try first("SELECT \(alertColumns) FROM \(tables) WHERE a.id = \(id)", Alert.init(row:))
    }

    /// Every alert about a person, the oldest first.
    func alerts(about person: ProfileID) throws(DatabaseError) -> [Alert] {
        try all(
            """
            SELECT \(alertColumns) FROM \(tables) WHERE a.result_id IN (\(resultsOf(person))) ORDER BY a.raised_at, a.id
            """
        ) { row throws(DatabaseError) in try row.isAuthentic(.result, at: 25) ? try Alert(row: row) : nil }
        .compactMap(\.self)
    }

    /// A page of the alerts that a caller may see, in the filter's order. If few of many are visible, the page ends after
    /// the last alert examined.
    package func alerts(
        _ filter: AlertFilter = AlertFilter(), in scope: AlertScope = .all, after cursor: AlertCursor?, limit: Int,
        examining most: Int = AlertScope.maxExamined
    ) throws(DatabaseError) -> Page<Alert, AlertCursor> {
        var pages = AlertPages(filter, in: try authentic(scope), after: cursor)
        pages.end = try end(of: pages, after: most, in: filter.order)
        let isOfOnePatient = scope.isOfOnePatient
        let found = try all(
            """
            SELECT \(alertColumns) FROM \(tables) WHERE \(pages.condition) ORDER BY \(pages.order) LIMIT \(limit + 1)
            """
        ) { row throws(DatabaseError) in
            // One whose result was changed by hand is not the patient's own.
            let isAdmitted = isOfOnePatient ? try row.isAuthentic(.result, at: 25) : true
            return (alert: try Alert(row: row), isAdmitted: isAdmitted)
        }
        let page = Page(found: found, limit: limit) { AlertCursor(after: $0.alert, in: filter.order) }
        return Page(items: page.items.filter(\.isAdmitted).map(\.alert), next: page.next ?? pages.end)
    }

    /// How many alerts a filter finds, as far as the caller may see them.
    package func alertTotal(
        _ filter: AlertFilter, in scope: AlertScope, most: Int = Total.most
    ) throws(DatabaseError) -> Total {
        var pages = AlertPages(filter, in: try authentic(scope), after: nil)
        var critical = 0
        if pages.showsAllOpenCritical {
            critical = try number(
                """
                SELECT COUNT(*) FROM (SELECT a.id FROM alert a
                    WHERE a.state = 'open' AND a.band = \(Band.critical) LIMIT \(most + 1)) found
                """)
            guard filter.band == nil, critical < most else {
                return Total(critical, most: most, isLowerBound: critical >= most)
            }
            pages.isWithoutCritical = true
        }
        pages.end = try end(of: pages, after: most - critical, in: filter.order)
        let count = try number(
            """
            SELECT COUNT(*) FROM (SELECT a.id FROM alert a JOIN result r ON r.id = a.result_id
                WHERE \(pages.condition) LIMIT \(most - critical + 1)) found
            """)
        return Total(critical + count, most: most, isLowerBound: pages.end != nil)
    }

    private func end(
        of pages: AlertPages, after most: Int, in order: AlertOrder
    ) throws(DatabaseError) -> AlertCursor? {
        guard let last = pages.lastExamined(of: most) else { return nil }
        return try first(last) { row throws(DatabaseError) in
            let urgency = AlertCursor.Urgency(band: try row.value(0), rank: try row.value(1))
            return AlertCursor(order == .urgent ? urgency : nil, try row.value(2))
        }
    }

    /// The alerts about a result that have not been retracted, the oldest first.
    package func standingAlerts(about result: ResultID) throws(DatabaseError) -> [Alert] {
        try all(
            """
            SELECT \(alertColumns) FROM \(tables)
            WHERE a.result_id = \(result) AND a.state <> 'retracted'
            ORDER BY a.result_version, a.band
            """, Alert.init(row:))
    }

    /// Alerts and those that they follow, the newest first.
    /// - Parameter most: at most so many.
    package func chain(of alerts: [AlertID], most: Int) throws(DatabaseError) -> [AlertID] {
        try all("\(chain(of: alerts)) SELECT id FROM chain ORDER BY raised_at DESC, id DESC LIMIT \(most)") {
            row throws(DatabaseError) in try row.value(0)
        }
    }

    /// The first of the alerts that an alert follows; itself, if it follows none.
    package func origin(of alert: AlertID) throws(DatabaseError) -> AlertID {
        try first("\(chain(of: [alert])) SELECT id FROM chain WHERE follows IS NULL") { row throws(DatabaseError) in
            try row.value(0)
        } ?? alert
    }

    /// Each alert is read once, even if an archive has some that follow each other.
    private func chain(of alerts: [AlertID]) -> SQL {
        """
        WITH RECURSIVE chain (id, follows, raised_at) AS (
            SELECT id, follows, raised_at FROM alert WHERE id IN (\(alerts.map { "\($0)" as SQL }.joined(by: ", ")))
            UNION SELECT a.id, a.follows, a.raised_at FROM chain c JOIN alert a ON a.id = c.follows)
        """
    }
}

extension WriteTransaction {
    /// Raises an alert: stores it, a delivery for each group that subscribes to its band, the steps of its escalation,
    /// and the event.
    ///
    /// It runs in the transaction that stores the result, so neither exists without the other.
    /// - Parameter retracted: alerts that it replaces; the groups that got one of them also get this one, whatever
    ///   their bands.
    package func raise(_ alert: Alert, after retracted: [AlertID] = [], actor: ActorID) throws(DatabaseError) {
        let rank = alert.band.rank(raisedAt: alert.raisedAt)
        try run(
            """
            INSERT INTO alert (id, result_id, result_version, rule, rule_version, band, rank, raised_at, state, follows,
                earlier_level, earlier_unit, earlier_comparator, earlier_test_date)
            VALUES (\(alert.id), \(alert.resultID), \(alert.resultVersion), \(alert.rule), \(alert.rule.version),
                \(alert.band), \(rank), \(alert.raisedAt), \(alert.state), \(alert.follows),
                \(alert.earlier?.level.value), \(alert.earlier?.level.unit), \(alert.earlier?.level.comparator),
                \(alert.earlier?.testDate))
            """)
        try logChange(of: .alert(alert.id), at: alert.raisedAt)
        try deliver(
            alert, rank,
            toGroups: """
                SELECT id FROM consumer_group WHERE closed_at IS NULL AND is_enabled = 1 AND bands & \(alert.band.bit) <> 0
                ORDER BY id
                """)
        for earlier in retracted {
            try deliver(
                alert, rank,
                toGroups: """
                    SELECT d.group_id FROM delivery d JOIN consumer_group g ON g.id = d.group_id
                    WHERE d.alert_id = \(earlier) AND g.closed_at IS NULL AND NOT EXISTS
                        (SELECT 1 FROM delivery o WHERE o.alert_id = \(alert.id) AND o.group_id = d.group_id)
                    ORDER BY d.group_id
                    """)
        }
        let policy = try escalationPolicy(for: alert.band) ?? .standard(for: alert.band)
        for step in policy?.steps(of: alert.id, at: alert.raisedAt) ?? [] { try insertAlertStep(step) }
        try appendAlertEvent(.raised, about: alert.id, actor: actor, at: alert.raisedAt)
    }

    private func deliver(_ alert: Alert, _ rank: Int64, toGroups groups: SQL) throws(DatabaseError) {
        let deliveries = try all(groups) { row throws(DatabaseError) in
            NewDelivery(alert: alert.id, group: try row.value(0), lane: DeliveryLane(alert.band), rank: rank)
        }
        try insertDeliveries(deliveries)
    }

    /// Retracts an open alert, since a correction removed its cause. Its deliveries stay in the queue, marked as
    /// retracted.
    package func retract(_ alert: AlertID, actor: ActorID, at now: Timestamp) throws(DatabaseError) {
        guard
            try rowsChanged(by: "UPDATE alert SET state = 'retracted' WHERE id = \(alert) AND state <> 'retracted'")
                == 1
        else {
            return
        }
        try logChange(of: .alert(alert), at: now)
        // A receiver that stored it without responding must not take the new content for a duplicate.
        try run("UPDATE delivery SET generation = generation + 1 WHERE alert_id = \(alert) AND state <> 'acked'")
        try endEscalation(of: alert, at: now)
        try appendAlertEvent(.retracted, about: alert, actor: actor, at: now)
    }
}

extension Alert {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self = try Alert(row: row, from: 0)
    }

    /// - Parameter first: the first column of the alert.
    init(row: borrowing Row, from first: Int) throws(DatabaseError) {
        self.init(
            id: try row.value(first), resultID: try row.value(first + 1), resultVersion: try row.value(first + 2),
            rule: try row.value(first + 3), band: try row.value(first + 4),
            level: try Level(row: row, from: first + 9), range: try AppliedRange(row: row, from: first + 12),
            raisedAt: try row.value(first + 5), state: try row.value(first + 6), follows: try row.value(first + 7),
            profileID: try row.isAuthentic(.result, at: first + 25)
                ? try row.value(first + 8, as: ProfileID?.self) : nil,
            genotype: try row.value(first + 16),
            earlier: try EarlierLevel(row: row, from: first + 17), hold: try row.value(first + 21),
            isSuspect: try row.value(first + 22), isWithdrawn: try row.value(first + 23),
            changesLevel: try row.value(first + 24))
    }
}

extension EarlierLevel {
    /// nil: the row has none.
    init?(row: borrowing Row, from first: Int) throws(DatabaseError) {
        guard let level = try Level(row: row, from: first) else { return nil }
        self.init(level: level, testDate: try row.value(first + 3))
    }
}
