import Coordination
import FairKitCore
import FairKitVault
import KeyRing
import Relational

// The steps after all rows of an archive are in their tables, whatever engine has them.

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
    func checkReceived(
        _ header: ArchiveHeader, from path: String, recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant {
        var faults: [String] = []
        do throws(DatabaseError) {
            if try await !verifyAudit().isSound { faults = ["The audit log can't be verified."] }
            faults += try await check().findings.map(\.sentence)
        } catch { throw .database(error) }
        guard faults.isEmpty else { throw .unsound(path: path, findings: faults.joined(separator: " ")) }
        do throws(DatabaseError) {
            try await write { (tx) throws(DatabaseError) in
                // The location that it left may have gone on.
                try tx.beginEpoch(at: entry.at)
                try tx.record(entry)
            }
            let counts = try await read { (tx) throws(DatabaseError) in try tx.countedRows() }
            return ReceivedTenant(header: header, counts: counts)
        } catch { throw .database(error) }
    }
}

extension ArchiveReader {
    /// The tenant's keys.
    /// - Parameter path: the archive, for errors.
    func keys(of path: String) throws(ArchiveError) -> TenantKeys {
        let keys: TenantKeys?
        do throws(KeyError) { keys = try TenantKeys.moved(secrets, sealedAs: header.sealedAs) } catch {
            throw .key(error)
        }
        guard let keys else { throw .inconsistent(path: path, difference: "its keys have an unknown size") }
        return keys
    }
}

/// Fills or checks what was opened, and closes it, also after an error.
func closing<Value>(
    _ close: @escaping @Sendable () -> Void, after work: () async throws(ArchiveError) -> Value
) async throws(ArchiveError) -> Value {
    let outcome: Result<Value, ArchiveError>
    do throws(ArchiveError) { outcome = .success(try await work()) } catch { outcome = .failure(error) }
    await onBlockingThread(close)
    return try outcome.get()
}
