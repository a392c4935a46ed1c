/// A finished and verified backup: a complete data directory, for `Store.restore` or `Store.open`.
package struct Backup: Equatable, Sendable {
    package let path: String
    package let bytes: Int
    package let pages: Int
    package let schemaVersion: Int
    /// The time of the state that the backup holds.
    package let at: Timestamp
    /// Row counts of the backup.
    package let counts: RowCounts

    package init(path: String, bytes: Int, pages: Int, schemaVersion: Int, at: Timestamp, counts: RowCounts) {
        self.path = path
        self.bytes = bytes
        self.pages = pages
        self.schemaVersion = schemaVersion
        self.at = at
        self.counts = counts
    }
}
