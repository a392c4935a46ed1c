import Glibc
import SQLCipher

/// Is told what a store's database does, so that it can be measured. See `DatabaseObserver`.
package struct StoreObserver: Sendable {
    private let database: DatabaseObserver

    /// - Parameters:
    ///   - committed: a transaction is on the disk: its writes, the time of its commit, the pages of the write-ahead log.
    ///   - failed: a write could not be made or committed.
    ///   - refused: a read or a write found its queue full.
    ///   - readBegan: a read begins, after waiting so long for a connection and a thread.
    package init(
        committed: @escaping @Sendable (_ writes: Int, _ time: Duration, _ pagesInWAL: Int) -> Void,
        failed: @escaping @Sendable () -> Void, refused: @escaping @Sendable () -> Void,
        readBegan: @escaping @Sendable (Duration) -> Void
    ) {
        database = DatabaseObserver(committed: committed, failed: failed, refused: refused, readBegan: readBegan)
    }

    private init() { database = .none }

    package static let none = StoreObserver()

    /// The same, with somebody else who is told of commits.
    func forDatabase(telling commits: Commits) -> DatabaseObserver {
        var observer = database
        observer.committed = { [database] writes, time, pages in
            database.committed(writes, time, pages)
            commits.add()
        }
        return observer
    }
}

/// What waits in a store at one moment.
package struct StoreLoad: Hashable, Sendable {
    package let writesWaiting: Int
    package let readsWaiting: Int
    /// How many writes may wait.
    package let writesAllowed: Int
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
    package var load: StoreLoad {
        let load = database.load
        return StoreLoad(
            writesWaiting: load.writesWaiting, readsWaiting: load.readsWaiting, writesAllowed: load.allowed)
    }

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
