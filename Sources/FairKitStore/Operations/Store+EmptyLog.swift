import SQLCipher

extension Store {
    /// Copies what the write-ahead log holds into the file, and cuts the log to nothing: what was erased is in neither then.
    /// It waits for nobody.
    /// - Returns: false if a read or a backup that goes on was in the way.
    package func emptyLog() async throws(DatabaseError) -> Bool {
        try await database.emptyLog()
    }
}
