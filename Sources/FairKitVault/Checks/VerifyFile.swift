package import KeyRing
package import Relational
import SQLCipher

/// Reads every page of a file that no process has open: first each page's HMAC, then the structure and the references
/// between rows.
///
/// - Parameters:
///   - name: the file's name in an error.
///   - state: reads what the caller needs from an intact file.
/// - Throws: `BackupError.unfaithful` if any check fails.
package func verifyFile<State>(
    _ path: String, key: TenantKey, named name: String,
    state: (borrowing ReadTransaction) throws(DatabaseError) -> State
) throws(BackupError) -> State {
    let findings = try mapping(BackupError.store) { () throws(StoreError) in try checkPages(path, key: key) }
    if let first = findings.first {
        throw .unfaithful(
            path: name, difference: "\(findings.count) of its pages are damaged, the first is page \(first.page ?? 0)")
    }
    let read = try mapping(BackupError.store) { () throws(StoreError) in try inspect(path, key: key, state) }
    let found: Verified<State>
    do {
        found = try read.get()
    } catch {
        throw .unfaithful(path: name, difference: "it can't be read (\(error))")
    }
    guard found.integrity == 0 else {
        throw .unfaithful(path: name, difference: "SQLite found \(found.integrity) faults in it")
    }
    guard found.references == 0 else {
        throw .unfaithful(path: name, difference: "\(found.references) of its rows refer to rows that do not exist")
    }
    return found.state
}

private func inspect<State>(
    _ path: String, key: TenantKey, _ state: (borrowing ReadTransaction) throws(DatabaseError) -> State
) throws(StoreError) -> Result<Verified<State>, DatabaseError> {
    try mapping(StoreError.opening) { () throws(OpeningError) in
        try Database.inspect(path: path, key: CipherKey(key.bytes), newestVersion: Schema.tenant.count) { connection in
            do throws(DatabaseError) {
                return .success(
                    Verified(
                        integrity: try connection.structureFaults(withIndexes: true),
                        references: try connection.foreignKeyFaults(), state: try state(connection)))
            } catch {
                return .failure(error)
            }
        }
    }
}

private struct Verified<State> {
    let integrity: Int
    let references: Int
    let state: State
}
