import FairKitVault
import Glibc
package import Relational
import SQLCipher

extension DatabaseObserver {
    /// An observer that also counts each transaction among the store's commits.
    func counting(in commits: Commits) -> DatabaseObserver {
        var observer = self
        observer.committed = { writes, time, pages in
            committed(writes, time, pages)
            commits.add()
        }
        observer.watchedTables = Commits.tablesOfCallers
        observer.changedWatched = { commits.noteChangeOfCallers() }
        return observer
    }
}

/// The store's use of its disk, in bytes.
package struct StoreSizes: Hashable, Sendable {
    package let database: Int
    /// The file of the write-ahead log. It keeps its size after its content has been copied.
    package let wal: Int
    /// The space on the disk: available to this process, and in total.
    package let diskAvailable: Int
    package let diskSize: Int
}

extension Store {
    /// The load of the database at this moment.
    package var load: DatabaseLoad { database.load }

    /// Whether few enough writes wait for brief reads to join their queue.
    package var takesBriefReads: Bool { database.load.writesWaiting < 64 }

    /// Reads the sizes from the file system. No file is opened, since closing one would drop SQLite's locks on it.
    package var sizes: StoreSizes {
        let path = database.path
        var disk = statvfs()
        let isKnown = unsafe statvfs(held.directory.path, &disk) == 0
        let block = isKnown ? Int(disk.f_frsize) : 0
        return StoreSizes(
            database: fileSize(path) ?? 0, wal: fileSize(path + "-wal") ?? 0, diskAvailable: Int(disk.f_bavail) * block,
            diskSize: Int(disk.f_blocks) * block)
    }
}
