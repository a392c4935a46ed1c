package import FairKitCore
package import SQLCipher

private let columns: SQL = "id, name, bands, critical_lease, lease, critical_max_in_flight, max_in_flight, created_at"

extension Connection {
    /// A consumer group by its name.
    package func consumerGroup(named name: String) throws(DatabaseError) -> ConsumerGroup? {
        try first(
            "SELECT \(columns) FROM consumer_group WHERE name = \(name) AND closed_at IS NULL", ConsumerGroup.init(row:)
        )
    }

    /// Every group, in the order of their names.
    package func consumerGroups() throws(DatabaseError) -> [ConsumerGroup] {
        try all("SELECT \(columns) FROM consumer_group WHERE closed_at IS NULL ORDER BY name", ConsumerGroup.init(row:))
    }

    /// Whether a group has a delivery that is not acked, or is still to be backfilled.
    package func hasUnacked(_ group: ConsumerGroup) throws(DatabaseError) -> Bool {
        if try exists("SELECT 1 FROM consumer_group WHERE id = \(group.id) AND backfilled_to IS NOT NULL") {
            return true
        }
        // One part for each range of an index. What is delayed is pending, too.
        let parts: [SQL] = [
            "lane IN (0, 1) AND state = 'pending'", "lane IN (0, 1) AND state = 'leased'", "state = 'parked'",
        ]
        for part in parts {
            if try exists("SELECT 1 FROM delivery WHERE group_id = \(group.id) AND \(part) LIMIT 1") { return true }
        }
        return false
    }
}

extension Connection where Access == Writing {
    /// Creates a group, which is to be backfilled with all open alerts of its bands.
    package func insertGroup(named name: String, _ settings: ConsumerGroup.Settings, at now: Timestamp)
        throws(DatabaseError)
    {
        try run(
            """
            INSERT INTO consumer_group (name, bands, critical_lease, lease, critical_max_in_flight, max_in_flight, created_at,
                backfilled_to)
            VALUES (\(name), \(settings.mask), \(settings.criticalLease), \(settings.lease),
                \(settings.criticalMaxInFlight), \(settings.maxInFlight), \(now), \(.noBytes))
            """)
    }

    /// Changes a group's settings. It is to be backfilled with the open alerts of its new bands, and keeps the deliveries that it has.
    package func update(_ group: ConsumerGroup, to settings: ConsumerGroup.Settings) throws(DatabaseError) {
        try run(
            """
            UPDATE consumer_group SET bands = \(settings.mask), critical_lease = \(settings.criticalLease), lease = \(settings.lease),
                critical_max_in_flight = \(settings.criticalMaxInFlight), max_in_flight = \(settings.maxInFlight)
            WHERE id = \(group.id)
            """)
        guard !settings.bands.isSubset(of: group.settings.bands) else { return }
        try run("UPDATE consumer_group SET backfilled_to = \(.noBytes) WHERE id = \(group.id)")
    }

    /// Closes a group, and removes its webhook. Its deliveries stay, as history.
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
            settings: Settings(
                bands: Set(Band.allCases.filter { mask & $0.bit != 0 }), criticalLease: try row.value(3),
                lease: try row.value(4), criticalMaxInFlight: try row.value(5), maxInFlight: try row.value(6)),
            createdAt: try row.value(7))
    }
}

extension ConsumerGroup.Settings {
    fileprivate var mask: Int { bands.reduce(0) { $0 | $1.bit } }
}
