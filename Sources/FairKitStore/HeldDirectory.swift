import Glibc
import SQLCipher
import Synchronization

/// A data directory that no other process uses, for as long as this value or a store in it is there.
package final class HeldDirectory: Sendable {
    package let directory: DataDirectory
    let reserve: DiskReserve
    private let lock: DirectoryLock
    let backupUnderWay = Mutex<BackupPlace?>(nil)

    /// Takes the lock of a directory that holds a store.
    package init(_ directory: DataDirectory) throws(StoreError) {
        guard unsafe access(directory.tenant, F_OK) == 0 else {
            guard errno == EACCES else { throw .noStore(path: directory.path) }
            throw .system(path: directory.path, reason: "only its owner may open it; run as that user")
        }
        lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock) }
        self.directory = directory
        reserve = DiskReserve(path: directory.reserve)
    }

    /// For a process that ends at once: takes a backup away that is not finished.
    package func abandonBackup() {
        backupUnderWay.withLock { $0?.remove() }
    }
}
