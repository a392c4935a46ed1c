import Glibc
package import SQLCipher
import Synchronization

/// A data directory that no other process uses, for as long as this value or a store in it is there.
package final class HeldDirectory: Sendable {
    /// Where it is.
    package let directory: DataDirectory
    /// Room on its disk for critical writes.
    package let reserve: DiskReserve
    private let lock: DirectoryLock
    let backupUnderWay = Mutex(BackupUnderWay.none)

    /// Takes the lock of a directory that holds a store.
    package init(_ directory: DataDirectory) throws(StoreError) {
        let first = directory.replacedTenant(DataDirectory.defaultTenant)
        guard unsafe access(directory.tenant, F_OK) == 0 || errno == ENOENT && access(first, F_OK) == 0 else {
            guard errno == EACCES else { throw .noStore(path: directory.path) }
            throw .system(path: directory.path, reason: "only its owner may open it; run as that user")
        }
        lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock) }
        try directory.settleReplacements()
        self.directory = directory
        reserve = DiskReserve(path: directory.reserve)
    }

    /// Whether the disk is full: then only what a critical alert needs is written. See the decision `0017-full-disk`.
    package var isDiskFull: Bool { reserve.isDiskFull }

    /// Makes the reserve whole when a server starts, and again once a full disk has room. Without it the server works as on a full
    /// disk.
    /// - Returns: why it is not there; nil if it is, and the disk is not full.
    package func makeReserve() -> DiskReserve.Shortage? { reserve.fill() }

    /// For a process that ends at once: takes a backup away that is not finished.
    package func abandonBackup() {
        backupUnderWay.withLock { if case .making(let folder) = $0 { folder.remove() } }
    }
}

/// Opens something; on a full disk, gives up the reserve for what opening itself writes.
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
