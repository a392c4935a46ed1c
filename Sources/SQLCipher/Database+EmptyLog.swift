package import Relational

extension Database {
    /// Copies the WAL into the file and truncates it, in turn with the writes. It does not wait for readers.
    /// - Returns: false if a reader's snapshot prevented it; then only a part was copied.
    package func emptyLog() async throws(DatabaseError) -> Bool {
        try await Job.value(
            of: { [anchor = writer.anchor] (connection) throws(DatabaseError) in
                try Database.emptyLog(connection, anchor)
            }, submit: { writer.submitOutsideTransaction($0) })
    }

    private static func emptyLog(
        _ connection: borrowing WriteTransaction, _ anchor: CommitAnchor?
    ) throws(DatabaseError) -> Bool {
        // Otherwise the writer, and every queued write, would wait for a long read.
        try connection.sqlite.execute("PRAGMA busy_timeout = 0")
        defer { try? connection.sqlite.execute("PRAGMA busy_timeout = 5000") }
        do throws(DatabaseError) {
            return try connection.sqlite.emptyLog(anchor)
        } catch {
            guard case .engine(let failure) = error, failure.kind == .busy else { throw error }
            return false
        }
    }
}
