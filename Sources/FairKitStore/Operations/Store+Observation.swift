import FairKitVault
import Glibc
package import SQLCipher

extension DatabaseObserver {
    /// The same observer, which counts each transaction among the store's commits too.
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

/// What a store takes of its disk, in bytes.
package struct StoreSizes: Hashable, Sendable {
    package let database: Int
    /// The file of the write-ahead log; it keeps its size when what it holds has been copied.
    package let wal: Int
    /// What the disk has left for this process, and has in all.
    package let diskAvailable: Int
    package let diskSize: Int
}

extension Store {
    /// What waits in its database at this moment.
    package var load: DatabaseLoad { database.load }

    /// Whether so few writes wait that brief reads may go among them.
    package var takesBriefReads: Bool { database.load.writesWaiting < 64 }

    /// Asks the file system; no file is opened, since closing one would drop SQLite's locks on it.
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
