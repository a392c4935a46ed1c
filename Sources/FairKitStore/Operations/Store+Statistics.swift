package import FairKitCore
import Relational

extension Store {
    /// Reads the numbers on one snapshot. It counts only what an index covers, and result versions.
    package func statistics() async throws(DatabaseError) -> StoreStatistics {
        try await read { [location] (tx) throws(DatabaseError) in
            let figures = try location.figures(on: tx)
            let waiting = try tx.waitingDeliveries(inGroups: "closed_at IS NULL")
            // Deliveries that waited in disabled groups have ended.
            let ended = try tx.waitingDeliveries(inGroups: "closed_at IS NOT NULL")
            return StoreStatistics(
                fileBytes: figures.bytes, logBytes: figures.logBytes, pageSize: figures.pageSize, pages: figures.pages,
                freePages: figures.freePages, schemaVersion: figures.schemaVersion, rows: figures.rows,
                openAlerts: try tx.number("SELECT COUNT(*) FROM alert WHERE state = 'open'"),
                deliveries: DeliveryCounts(
                    pending: waiting.pending, leased: waiting.leased,
                    acked: max(0, figures.rows.deliveries - waiting.sum - ended.sum)),
                keptPhotos: try tx.number("SELECT COUNT(*) FROM kit_photo"), lastCheckpoint: figures.lastCheckpoint)
        }
    }
}

extension Connection {
    /// Counts the unacked deliveries, using an index for each state: visible, delayed, leased.
    fileprivate func waitingDeliveries(
        inGroups condition: SQL
    ) throws(DatabaseError) -> (pending: Int, leased: Int, sum: Int) {
        let states: [SQL] = ["state = 'pending' AND due_at IS NULL", "due_at IS NOT NULL", "state = 'leased'"]
        let counts = try states.map { (state) throws(DatabaseError) in
            try number(
                """
                SELECT COUNT(*) FROM delivery
                WHERE group_id IN (SELECT id FROM consumer_group WHERE \(condition)) AND lane IN (0, 1) AND \(state)
                """)
        }
        return (counts[0] + counts[1], counts[2], counts.reduce(0, +))
    }
}
