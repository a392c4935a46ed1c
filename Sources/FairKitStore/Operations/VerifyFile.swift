import KeyRing
import SQLCipher

/// Reads every page of a file that nobody has open: first each page's HMAC, then the structure, the references between rows
/// and the number of rows.
///
/// - Parameter name: what an error calls it.
/// - Throws: `BackupError.unfaithful` if anything is wrong with it.
func verifyFile(
    _ path: String, key: TenantKey, named name: String
) throws(BackupError) -> (state: CopiedState, counts: RowCounts) {
    let findings = try mapping(BackupError.store) { () throws(StoreError) in try checkPages(path, key: key) }
    if let first = findings.first {
        throw .unfaithful(
            path: name, difference: "\(findings.count) of its pages do not hold, page \(first.page ?? 0) first")
    }
    let read = try mapping(BackupError.store) { () throws(StoreError) in try inspect(path, key: key) }
    let found: Verified
    do {
        found = try read.get()
    } catch {
        throw .unfaithful(path: name, difference: "it can't be read (\(error))")
    }
    guard found.integrity == 0 else {
        throw .unfaithful(path: name, difference: "SQLite finds \(found.integrity) faults in it")
    }
    guard found.references == 0 else {
        throw .unfaithful(path: name, difference: "\(found.references) of its rows refer to rows that are not there")
    }
    return (found.state, found.counts)
}

private func inspect(_ path: String, key: TenantKey) throws(StoreError) -> Result<Verified, DatabaseError> {
    try mapping(StoreError.opening) { () throws(OpeningError) in
        try Database.inspect(path: path, key: CipherKey(key.bytes), newestVersion: Store.steps.count) { connection in
            do throws(DatabaseError) {
                return .success(
                    Verified(
                        integrity: try connection.structureFaults(withIndexes: true),
                        references: try connection.foreignKeyFaults(),
                        state: try CopiedState(connection), counts: try connection.countedRows()))
            } catch {
                return .failure(error)
            }
        }
    }
}

private struct Verified {
    let integrity: Int
    let references: Int
    let state: CopiedState
    let counts: RowCounts
}
