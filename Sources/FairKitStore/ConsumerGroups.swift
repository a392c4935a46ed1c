package import FairKitCore
package import SQLCipher

private let columns: SQL = "id, name, bands, critical_lease, lease, critical_credit, credit, created_at"

extension Connection {
    /// A group of consumers by its name.
    package func consumerGroup(named name: String) throws(DatabaseError) -> ConsumerGroup? {
        try first(
            "SELECT \(columns) FROM consumer_group WHERE name = \(name) AND closed_at IS NULL", ConsumerGroup.init(row:)
        )
    }

    /// Every group, in the order of their names.
    package func consumerGroups() throws(DatabaseError) -> [ConsumerGroup] {
        try all("SELECT \(columns) FROM consumer_group WHERE closed_at IS NULL ORDER BY name", ConsumerGroup.init(row:))
    }

    /// Whether a group has a delivery that was not delivered.
    package func hasUndelivered(_ group: ConsumerGroup) throws(DatabaseError) -> Bool {
        // One part for each partial index.
        let parts: [SQL] = [
            "state = 'pending' AND due_at IS NULL", "due_at IS NOT NULL", "state = 'leased'", "state = 'parked'",
        ]
        for part in parts {
            if try exists("SELECT 1 FROM delivery WHERE group_id = \(group.id) AND \(part) LIMIT 1") { return true }
        }
        return false
    }
}

extension Connection where Access == Writing {
    /// Makes a group, which gets all open alerts that it wants.
    /// - Returns: how many.
    package func insertGroup(
        named name: String, _ terms: ConsumerGroup.Terms, actor: KeyID, at now: Timestamp
    ) throws(DatabaseError) -> Int {
        try run(
            """
            INSERT INTO consumer_group (name, bands, critical_lease, lease, critical_credit, credit, created_at)
            VALUES (\(name), \(terms.mask), \(terms.criticalLease), \(terms.lease), \(terms.criticalCredit), \(terms.credit),
                \(now))
            """)
        guard let group = try consumerGroup(named: name) else { return 0 }
        return try offerOpenAlerts(to: group, actor: actor, at: now)
    }

    /// Changes what a group wants. What it did not want before, and is open, it gets now; what it has already, it keeps.
    /// - Returns: how many it gets.
    package func update(
        _ group: ConsumerGroup, to terms: ConsumerGroup.Terms, actor: KeyID, at now: Timestamp
    ) throws(DatabaseError) -> Int {
        try run(
            """
            UPDATE consumer_group SET bands = \(terms.mask), critical_lease = \(terms.criticalLease), lease = \(terms.lease),
                critical_credit = \(terms.criticalCredit), credit = \(terms.credit)
            WHERE id = \(group.id)
            """)
        guard !terms.bands.isSubset(of: group.terms.bands) else { return 0 }
        return try offerOpenAlerts(
            to: ConsumerGroup(id: group.id, name: group.name, terms: terms, createdAt: group.createdAt), actor: actor,
            at: now)
    }

    /// Takes a group away, with its webhook. Its deliveries stay, as history.
    package func close(_ group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) {
        try removeWebhook(of: group)
        try run("UPDATE consumer_group SET closed_at = \(now) WHERE id = \(group.id)")
    }

    /// Gives a group the open alerts that it wants and has not got.
    private func offerOpenAlerts(
        to group: ConsumerGroup, actor: KeyID, at now: Timestamp
    ) throws(DatabaseError) -> Int {
        let last = try first("SELECT MAX(number) FROM delivery") { row throws(DatabaseError) in
            try row.value(0, as: Int64?.self) ?? 0
        }
        let count = try run(
            """
            INSERT INTO delivery (alert_id, group_id, lane, rank, state, attempts)
            SELECT a.id, \(group.id), CASE a.band WHEN 0 THEN 0 ELSE 1 END, a.rank, 'pending', 0 FROM alert a
            WHERE a.state = 'open' AND \(group.terms.mask) & (1 << a.band) <> 0
                AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.alert_id = a.id AND d.group_id = \(group.id))
            ORDER BY a.band, a.rank, a.id
            """)
        try run(
            """
            INSERT INTO alert_event (at, alert_id, delivery, kind, actor)
            SELECT \(now), alert_id, number, \(AlertEventKind.offered), \(actor) FROM delivery
            WHERE number > \(last ?? 0) ORDER BY number
            """)
        // Each has one event, in the same order, and neither numbers have gaps.
        try run(
            """
            UPDATE delivery SET last_event = number + (SELECT MAX(number) FROM alert_event) - (SELECT MAX(number) FROM delivery)
            WHERE number > \(last ?? 0)
            """)
        return count
    }
}

extension ConsumerGroup {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let mask = try row.value(2, as: Int.self)
        self.init(
            id: try row.value(0), name: try row.value(1),
            terms: Terms(
                bands: Set(Band.allCases.filter { mask & $0.bit != 0 }), criticalLease: try row.value(3),
                lease: try row.value(4), criticalCredit: try row.value(5), credit: try row.value(6)),
            createdAt: try row.value(7))
    }
}

extension ConsumerGroup.Terms {
    fileprivate var mask: Int { bands.reduce(0) { $0 | $1.bit } }
}
