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

    /// Whether a group has a delivery that was not delivered, or is still to get some.
    package func hasUndelivered(_ group: ConsumerGroup) throws(DatabaseError) -> Bool {
        if try exists("SELECT 1 FROM consumer_group WHERE id = \(group.id) AND offered_to IS NOT NULL") { return true }
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
    /// Makes a group, which is to get all open alerts that it wants.
    package func insertGroup(named name: String, _ terms: ConsumerGroup.Terms, at now: Timestamp) throws(DatabaseError)
    {
        try run(
            """
            INSERT INTO consumer_group (name, bands, critical_lease, lease, critical_credit, credit, created_at, offered_to)
            VALUES (\(name), \(terms.mask), \(terms.criticalLease), \(terms.lease), \(terms.criticalCredit), \(terms.credit),
                \(now), \(.noBytes))
            """)
    }

    /// Changes what a group wants. What it did not want before, and is open, it is to get now; what it has already, it keeps.
    package func update(_ group: ConsumerGroup, to terms: ConsumerGroup.Terms) throws(DatabaseError) {
        try run(
            """
            UPDATE consumer_group SET bands = \(terms.mask), critical_lease = \(terms.criticalLease), lease = \(terms.lease),
                critical_credit = \(terms.criticalCredit), credit = \(terms.credit)
            WHERE id = \(group.id)
            """)
        guard !terms.bands.isSubset(of: group.terms.bands) else { return }
        try run("UPDATE consumer_group SET offered_to = \(.noBytes) WHERE id = \(group.id)")
    }

    /// Takes a group away, with its webhook. Its deliveries stay, as history.
    package func close(_ group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) {
        try removeWebhook(of: group)
        try run("UPDATE consumer_group SET closed_at = \(now) WHERE id = \(group.id)")
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
