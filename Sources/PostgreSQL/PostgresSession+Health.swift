package import Relational

extension PostgresSession {
    /// How its server does. It needs no administrator. The size is measured file by file, which takes some milliseconds for
    /// each hundred tenants.
    package func health() throws(DatabaseError) -> ServerHealth {
        let standbys = try standbys()
        let health = try ReadTransaction(self).first(
            """
            SELECT CAST(current_setting('server_version_num') AS BIGINT), NOT pg_is_in_recovery(),
                current_setting('data_checksums') = 'on', pg_has_role('pg_read_all_stats', 'USAGE'),
                current_setting('synchronous_standby_names'),
                (SELECT \(milliseconds: "MAX(clock_timestamp() - xact_start)") FROM pg_stat_activity
                    WHERE pid <> pg_backend_pid()),
                (SELECT \(milliseconds: "MAX(clock_timestamp() - xact_start)") FROM pg_stat_activity
                    WHERE pid <> pg_backend_pid() AND backend_xmin IS NOT NULL),
                (SELECT CAST(COALESCE(MAX(pg_wal_lsn_diff(\(SQL.position), restart_lsn)), 0) AS BIGINT)
                    FROM pg_replication_slots),
                (SELECT CAST(SUM(numbackends) AS BIGINT) FROM pg_stat_database),
                CAST(current_setting('max_connections') AS BIGINT), pg_database_size(current_database())
            """
        ) { row throws(DatabaseError) in
            ServerHealth(
                version: try row.value(0), isPrimary: try row.value(1, as: Int.self) == 1,
                hasChecksums: try row.value(2, as: Int.self) == 1, seesEverything: try row.value(3, as: Int.self) == 1,
                synchronousStandbyNames: try row.value(4), standbys: standbys,
                oldestTransaction: try row.value(5, as: Int?.self).map { .milliseconds($0) },
                oldestSnapshot: try row.value(6, as: Int?.self).map { .milliseconds($0) },
                retainedBySlots: try row.value(7), connections: try row.value(8), mostConnections: try row.value(9),
                size: try row.value(10))
        }
        guard let health else { throw .unexpectedValue(column: 0, sql: "the health of the server") }
        return health
    }

    private func standbys() throws(DatabaseError) -> [ServerHealth.Standby] {
        // A standby that has replayed everything reports no delay after a while. The user who may not see details sees
        // only that there is one.
        try ReadTransaction(self).all(
            """
            SELECT COALESCE(application_name, ''), sync_state IN ('sync', 'quorum'),
                CASE WHEN replay_lsn >= position THEN 0 ELSE \(milliseconds: "replay_lag") END,
                CAST(CASE WHEN replay_lsn >= position THEN 0 ELSE pg_wal_lsn_diff(position, replay_lsn) END AS BIGINT)
            FROM pg_stat_replication CROSS JOIN (SELECT \(SQL.position) OFFSET 0) now (position)
            WHERE state IS NULL OR state = 'streaming' ORDER BY application_name, pid
            """
        ) { row throws(DatabaseError) in
            ServerHealth.Standby(
                name: try row.value(0), isSynchronous: try row.value(1, as: Int?.self).map { $0 == 1 },
                lag: try row.value(2, as: Int?.self).map { .milliseconds($0) }, lagInBytes: try row.value(3))
        }
    }
}

extension SQL {
    /// The end of the log, on a standby as far as it is replayed.
    fileprivate static let position: SQL =
        "CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END"
}

extension SQL.StringInterpolation {
    /// An interval in whole milliseconds.
    fileprivate mutating func appendInterpolation(milliseconds interval: SQL) {
        let number: SQL = "CAST(extract(epoch FROM \(interval)) * 1000 AS BIGINT)"
        appendInterpolation(number)
    }
}
