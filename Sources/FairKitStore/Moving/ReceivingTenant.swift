import FairKitCore
import FairKitVault
import Relational

// What follows once all rows of an archive are in their tables, whatever engine has them.

extension Engine {
    /// Ends what must not go on after a move. Sessions end. The archive of a tenant that went on meanwhile is a copy: what
    /// ended there since can't be told, so access ends as in a restored backup.
    func endAccess(of archive: ArchiveHeader) async throws(ArchiveError) {
        let exported = Timestamp(milliseconds: archive.exportedAt)
        do {
            try await write { (tx) throws(DatabaseError) in
                if archive.isSuspended {
                    try tx.endAllSessions(at: exported)
                } else {
                    try tx.endRestoredAccess(archive.schemaVersion, RevokedAccess(), at: exported)
                }
            }
        } catch { throw .database(error) }
    }
}

extension Store {
    /// Checks all of a tenant that was received, and records the import as the next entry of its audit log.
    /// - Parameter path: the archive, for errors.
    func checkReceived(from path: String, recordedAs entry: AuditEntry) async throws(ArchiveError) -> RowCounts {
        var faults: [String] = []
        do throws(DatabaseError) {
            if try await !verifyAudit().isSound { faults = ["The audit log can't be verified."] }
            faults += try await check().findings.map(\.sentence)
        } catch { throw .database(error) }
        guard faults.isEmpty else { throw .unsound(path: path, findings: faults.joined(separator: " ")) }
        do throws(DatabaseError) {
            try await write { (tx) throws(DatabaseError) in
                // The place that it left may have gone on.
                try tx.beginEpoch(at: entry.at)
                try tx.record(entry)
            }
            return try await read { (tx) throws(DatabaseError) in try tx.countedRows() }
        } catch { throw .database(error) }
    }
}
