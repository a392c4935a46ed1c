/// How large a store is and what is pending in it: numbers only.
package struct StoreStatistics: Decodable, Equatable, Sendable {
    package let fileBytes: Int
    /// The write-ahead log beside the file.
    package let logBytes: Int
    package let pageSize: Int
    package let pages: Int
    /// Empty pages, which are reused first.
    package let freePages: Int
    package let schemaVersion: Int
    /// They are exact as long as no row is deleted, and only erasing a person deletes rows.
    package let rows: RowCounts
    package let openAlerts: Int
    package let deliveries: DeliveryCounts
    package let keptPhotos: Int
    /// When the log was last copied into the file; nil: never since the store was opened.
    package let lastCheckpoint: String?

    package init(
        fileBytes: Int, logBytes: Int, pageSize: Int, pages: Int, freePages: Int, schemaVersion: Int, rows: RowCounts,
        openAlerts: Int, deliveries: DeliveryCounts, keptPhotos: Int, lastCheckpoint: Timestamp?
    ) {
        self.fileBytes = fileBytes
        self.logBytes = logBytes
        self.pageSize = pageSize
        self.pages = pages
        self.freePages = freePages
        self.schemaVersion = schemaVersion
        self.rows = rows
        self.openAlerts = openAlerts
        self.deliveries = deliveries
        self.keptPhotos = keptPhotos
        self.lastCheckpoint = lastCheckpoint?.description
    }
}

/// Deliveries by state. An expired lease counts as leased until the next claim.
package struct DeliveryCounts: Decodable, Equatable, Sendable {
    package let pending: Int
    package let leased: Int
    /// All others, including erased ones.
    package let acked: Int

    package init(pending: Int, leased: Int, acked: Int) {
        self.pending = pending
        self.leased = leased
        self.acked = acked
    }
}
