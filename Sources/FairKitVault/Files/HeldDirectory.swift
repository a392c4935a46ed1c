import Glibc
import Relational
package import SQLCipher
import Synchronization

/// A data directory that this process has locked, as long as this value or a store in it exists.
package final class HeldDirectory: Sendable {
    /// The directory.
    package let directory: DataDirectory
    /// Disk space for critical writes.
    package let reserve: DiskReserve
    private let lock: DirectoryLock
    let backupUnderWay = Mutex(BackupsInProgress.none)

    /// Locks a directory that contains a store.
    package init(_ directory: DataDirectory) throws(StoreError) {
        let first = directory.replacedTenant(DataDirectory.defaultTenant)
        guard unsafe access(directory.tenant, F_OK) == 0 || errno == ENOENT && access(first, F_OK) == 0 else {
            guard errno == EACCES else { throw .noStore(path: directory.path) }
            throw .system(path: directory.path, reason: "only its owner may open it; run as that user")
        }
        lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock) }
        try directory.settleReplacements()
        try directory.removeImporting()
        self.directory = directory
        reserve = DiskReserve(path: directory.reserve)
    }

    /// Whether the disk is full: then only what a critical alert needs is written. See decision 0017.
    package var isDiskFull: Bool { reserve.isDiskFull }

    /// Refills the reserve when a server starts, and again once a full disk has room. Without it the server works as on
    /// a full disk.
    /// - Returns: why it is incomplete; nil if it is complete and the disk is not full.
    package func makeReserve() -> DiskReserve.Shortage? { reserve.fill() }

    /// Removes an unfinished backup when the process exits.
    package func abandonBackup() {
        backupUnderWay.withLock { if case .making(let folder) = $0 { folder.remove() } }
    }
}

/// Opens a store. On a full disk, it releases the reserve for the writes of opening itself.
package func opening<T>(
    with reserve: DiskReserve, _ open: () throws(OpeningError) -> T
) throws(OpeningError) -> T {
    while true {
        do throws(OpeningError) {
            return try open()
        } catch {
            guard error.isDiskFull, reserve.cut() else { throw error }
        }
    }
}
