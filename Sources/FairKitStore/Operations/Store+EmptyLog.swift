import Relational
import SQLCipher

extension Store {
    /// Copies the write-ahead log into the file and truncates the log, so that erased data is in neither. It waits for
    /// no other operation.
    /// - Returns: false if a running read or backup prevented it.
    package func emptyLog() async throws(DatabaseError) -> Bool {
        try await database.emptyLog()
    }
}
