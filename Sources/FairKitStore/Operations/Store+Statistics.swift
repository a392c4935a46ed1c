package import FairKitCore
import FairKitVault
import SQLCipher

/// How large a store is and what waits in it: numbers only, cheap enough to be asked for every few seconds.
package struct StoreStatistics: Hashable, Sendable {
    package let fileBytes: Int
    /// The write-ahead log beside the file.
    package let logBytes: Int
    package let pageSize: Int
    package let pages: Int
    /// Pages that hold nothing and are used again first.
    package let freePages: Int
    package let schemaVersion: Int
    /// The highest row numbers: exact as long as no row is deleted, and only erasing a person does that.
    package let rows: RowCounts
    package let openAlerts: Int
    package let deliveries: DeliveryCounts
    package let keptPhotos: Int
    /// When the log was last copied into the file; nil: not since the store was opened.
    package let lastCheckpoint: Timestamp?
}

/// Deliveries by state. A lease that is over counts as leased until somebody claims.
package struct DeliveryCounts: Hashable, Sendable {
    package let pending: Int
    package let leased: Int
    /// What is neither, erased ones among them.
    package let acked: Int
}

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
            let leased = try tx.number("SELECT COUNT(*) FROM delivery WHERE state = 'leased'")
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
