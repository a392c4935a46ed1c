package import FairKitCore
import FairKitVault
import SQLCipher

extension Store {
    /// Reads the numbers on one snapshot. Only what an index holds alone is counted: open alerts, and deliveries on their
    /// way.
    package func statistics() async throws(DatabaseError) -> StoreStatistics {
        let (file, log) = (fileSize(database.path) ?? 0, fileSize(database.path + "-wal") ?? 0)
        let lastCheckpoint = database.lastCheckpoint.map { Timestamp(milliseconds: $0) }
        return try await read { (tx) throws(DatabaseError) in
            let (rows, pages) = (try tx.highestRows(), try tx.filePages())
            // Each of the two has an index: the visible ones, and those released with a delay.
            let inView = try tx.number("SELECT COUNT(*) FROM delivery WHERE state = 'pending' AND due_at IS NULL")
            let delayed = try tx.number("SELECT COUNT(*) FROM delivery WHERE due_at IS NOT NULL")
            let leased = try tx.number(
                """
                SELECT COUNT(*) FROM delivery
                WHERE group_id IN (SELECT id FROM consumer_group) AND lane IN (0, 1) AND state = 'leased'
                """)
            return StoreStatistics(
                fileBytes: file, logBytes: log, pageSize: pages.size, pages: pages.count, freePages: pages.free,
                schemaVersion: pages.schemaVersion, rows: rows,
                openAlerts: try tx.number("SELECT COUNT(*) FROM alert WHERE state = 'open'"),
                deliveries: DeliveryCounts(
                    pending: inView + delayed, leased: leased,
                    acked: max(0, rows.deliveries - inView - delayed - leased)),
                keptPhotos: try tx.number("SELECT COUNT(*) FROM kit_photo"), lastCheckpoint: lastCheckpoint)
        }
    }
}
