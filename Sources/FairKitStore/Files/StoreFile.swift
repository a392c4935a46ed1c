import FairKitCore
package import FairKitVault
import Relational
import SQLCipher
import Synchronization

/// The open encrypted file of a store, in its tenant's folder.
package final class StoreFile: Sendable {
    let database: Database
    /// The data directory that contains it.
    package let held: HeldDirectory
    /// Its folder in `tenants/`.
    let folder: String
    /// `key.json` as it was when it opened the store, or after the master key changed. A backup gets this copy,
    /// whatever has happened to the file since.
    let keyFile: Mutex<[UInt8]>
    /// Findings in the write-ahead log that did not prevent opening.
    let findingsAtOpening: [PageFinding]

    init(
        _ database: Database, held: HeldDirectory, folder: String, keyFile: [UInt8], findingsAtOpening: [PageFinding]
    ) {
        self.database = database
        self.held = held
        self.folder = folder
        self.keyFile = Mutex(keyFile)
        self.findingsAtOpening = findingsAtOpening
    }

    /// Names the file in the error of a read or a write.
    func failure(_ error: DatabaseError) -> StoreError { .opening(.database(path: database.path, error)) }

    /// Copies the write-ahead log into the file and truncates the log, so that erased data is in neither. It waits for
    /// no other operation.
    /// - Returns: false if a running read or backup prevented it.
    func emptyLog() async throws(DatabaseError) -> Bool { try await database.emptyLog() }
}

/// SQLite's own checks. They read every page.
extension StoreFile {
    /// Whether indexes match their rows takes longer to check; each backup does it instead.
    func structureFaults(on connection: borrowing ReadTransaction) throws(DatabaseError) -> Int {
        try connection.structureFaults(withIndexes: false)
    }

    /// The number of rows that refer to a missing row.
    func referenceFaults(on connection: borrowing ReadTransaction) throws(DatabaseError) -> Int {
        try connection.foreignKeyFaults()
    }
}
