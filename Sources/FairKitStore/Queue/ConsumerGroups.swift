package import FairKitCore
package import Relational

extension ConsumerGroup {
    /// The columns of `init(row:from:)`, of `consumer_group g`.
    static let columns: SQL = """
        g.id, g.name, g.bands, g.critical_lease, g.lease, g.critical_max_in_flight, g.max_in_flight, g.created_at,
        g.is_enabled
        """
}

extension Connection {
    /// A consumer group by its name.
    package func consumerGroup(named name: String) throws(DatabaseError) -> ConsumerGroup? {
        try first(
            "SELECT \(ConsumerGroup.columns) FROM consumer_group g WHERE g.name = \(name) AND g.closed_at IS NULL",
            ConsumerGroup.init(row:))
    }

    /// All groups, in the order of their names.
    package func consumerGroups() throws(DatabaseError) -> [ConsumerGroup] {
        try all(
            "SELECT \(ConsumerGroup.columns) FROM consumer_group g WHERE g.closed_at IS NULL ORDER BY g.name",
            ConsumerGroup.init(row:))
    }

    /// Whether a group is the only one that gets critical alerts: without it they would reach no consumer.
    package func isLastForCritical(_ group: ConsumerGroup) throws(DatabaseError) -> Bool {
        guard group.settings.gets(.critical) else { return false }
        return try !exists(
            """
            SELECT 1 FROM consumer_group
            WHERE id <> \(group.id) AND closed_at IS NULL AND is_enabled = 1 AND bands & \(Band.critical.bit) <> 0
            """)
    }

    /// Whether a group has a delivery that is not acked, or is still to be backfilled.
    package func hasUnacked(_ group: ConsumerGroup) throws(DatabaseError) -> Bool {
        if try exists("SELECT 1 FROM consumer_group WHERE id = \(group.id) AND backfilled_to IS NOT NULL") {
            return true
        }
        // One part for each range of an index. A delayed delivery is pending, too.
        let parts: [SQL] = [
            "lane IN (0, 1) AND state = 'pending'", "lane IN (0, 1) AND state = 'leased'", "state = 'parked'",
        ]
        for part in parts {
            if try exists("SELECT 1 FROM delivery WHERE group_id = \(group.id) AND \(part) LIMIT 1") { return true }
        }
        return false
    }
}

extension WriteTransaction {
    /// Creates a group, which is to be backfilled with the open alerts of its bands that were raised at a time or later.
    package func insertGroup(
        named name: String, _ settings: ConsumerGroup.Settings, from begin: Timestamp, at now: Timestamp
    ) throws(DatabaseError) {
        try run(
            """
            INSERT INTO consumer_group (id, name, bands, critical_lease, lease, critical_max_in_flight, max_in_flight, created_at,
                backfilled_to, begins_at)
            VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM consumer_group), \(name), \(settings.mask), \(settings.criticalLease), \(settings.lease),
                \(settings.criticalMaxInFlight), \(settings.maxInFlight), \(now), \(.noBytes), \(begin))
            """)
    }

    /// Changes the settings of a group that stays enabled or becomes so. It keeps its deliveries and is backfilled with
    /// open alerts that it lacks.
    /// - Parameter begin: backfills alerts raised at this time or later; nil: a group that is enabled, or gets more
    ///   bands, begins now.
    package func updateConsumerGroup(
        _ group: ConsumerGroup, to settings: ConsumerGroup.Settings, from begin: Timestamp?, at now: Timestamp
    ) throws(DatabaseError) {
        try write(settings, to: group.id)
        let wantsMore = !group.settings.isEnabled || !settings.bands.isSubset(of: group.settings.bands)
        guard wantsMore || begin != nil else { return }
        // A backfill since an earlier time stays valid unless the group gets more bands; and a running one must not end
        // early.
        let stays: SQL =
            wantsMore ? "begins_at <= \(begin ?? now) AND backfilled_to IS NOT NULL" : "begins_at <= \(begin ?? now)"
        try run(
            """
            UPDATE consumer_group SET begins_at = CASE WHEN \(stays) THEN begins_at ELSE \(begin ?? now) END,
                backfilled_to = \(.noBytes)
            WHERE id = \(group.id)
            """)
    }

    private func write(_ settings: ConsumerGroup.Settings, to id: Int64) throws(DatabaseError) {
        try run(
            """
            UPDATE consumer_group SET bands = \(settings.mask), critical_lease = \(settings.criticalLease), lease = \(settings.lease),
                critical_max_in_flight = \(settings.criticalMaxInFlight), max_in_flight = \(settings.maxInFlight),
                is_enabled = \(settings.isEnabled)
            WHERE id = \(id)
            """)
    }

    /// Disables a group, or changes the settings of a disabled one. It gets no more deliveries, and its pending ones
    /// end. Its row is closed with its deliveries, however many, and a new row takes over its name, its age and its
    /// webhook.
    ///
    /// A critical alert that is pending in this group only, and that no group has acked, is handed over to the others.
    /// - Returns: how many deliveries were handed over.
    package func switchOff(
        _ group: ConsumerGroup, with settings: ConsumerGroup.Settings, at now: Timestamp
    ) throws(DatabaseError) -> Int {
        guard group.settings.isEnabled else {
            try write(settings, to: group.id)
            return 0
        }
        let count = try handOver(from: group, at: now)
        try run("UPDATE consumer_group SET closed_at = \(now), backfilled_to = NULL WHERE id = \(group.id)")
        try run(
            """
            INSERT INTO consumer_group (id, name, bands, critical_max_in_flight, max_in_flight, created_at, begins_at)
            SELECT (SELECT MAX(id) + 1 FROM consumer_group), name, bands, critical_max_in_flight, max_in_flight,
                created_at, begins_at
            FROM consumer_group
            WHERE id = \(group.id)
            """)
        guard let successor = try consumerGroup(named: group.name) else { return count }
        try write(settings, to: successor.id)
        // Its columns are bound to the group, so it is written again.
        if let webhook = try webhook(of: group) {
            try removeWebhook(of: group)
            try setWebhook(webhook, of: successor)
        }
        return count
    }

    /// Closes a group and deletes its webhook. Its deliveries stay as history.
    package func close(_ group: ConsumerGroup, at now: Timestamp) throws(DatabaseError) {
        try removeWebhook(of: group)
        try run("UPDATE consumer_group SET closed_at = \(now) WHERE id = \(group.id)")
    }
}

extension ConsumerGroup {
    fileprivate init(row: borrowing Row) throws(DatabaseError) { try self.init(row: row, from: 0) }

    /// - Parameter first: the first of its columns.
    init(row: borrowing Row, from first: Int) throws(DatabaseError) {
        let mask = try row.value(first + 2, as: Int.self)
        self.init(
            id: try row.value(first), name: try row.value(first + 1),
            settings: Settings(
                bands: Set(Band.allCases.filter { mask & $0.bit != 0 }), criticalLease: try row.value(first + 3),
                lease: try row.value(first + 4), criticalMaxInFlight: try row.value(first + 5),
                maxInFlight: try row.value(first + 6), isEnabled: try row.value(first + 8)),
            createdAt: try row.value(first + 7))
    }
}

extension ConsumerGroup.Settings {
    fileprivate var mask: Int { bands.reduce(0) { $0 | $1.bit } }
}
