extension Database {
    /// Copies the WAL into the file, and cuts it to nothing, in turn with the writes. It does not wait for readers.
    /// - Returns: false if a reader's snapshot was in the way; then only what it allows was copied.
    package func emptyLog() async throws(DatabaseError) -> Bool {
        try await perform(
            { [anchor = writer.anchor] (connection) throws(DatabaseError) in
                try Database.emptyLog(connection, anchor)
            }, submit: { writer.submitOutsideTransaction($0) })
    }

    private static func emptyLog(
        _ connection: borrowing WriteTransaction, _ anchor: CommitAnchor?
    ) throws(DatabaseError) -> Bool {
        // Else the writer, and every write behind it, would wait for a long read.
        try connection.execute("PRAGMA busy_timeout = 0")
        defer { try? connection.execute("PRAGMA busy_timeout = 5000") }
        do throws(DatabaseError) {
            return try connection.emptyLog(anchor)
        } catch {
            guard case .sqlite(let code, _) = error, code.primary == .busy else { throw error }
            return false
        }
    }
}
