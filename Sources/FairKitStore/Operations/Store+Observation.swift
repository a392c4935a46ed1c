package import Relational

extension DatabaseObserver {
    /// An observer that also counts each transaction among the store's commits.
    func counting(in commits: Commits) -> DatabaseObserver {
        var observer = self
        observer.committed = { writes, time, pages in
            committed(writes, time, pages)
            commits.add()
        }
        observer.watchedTables = Commits.watchedTables
        observer.changedWatched = { groups in
            if groups.contains(.first) { commits.logChangeOfCallers() }
            if groups.contains(.second) { commits.addOfSteps() }
        }
        return observer
    }
}

/// The sizes of a store's files, in bytes.
package struct StoreSizes: Hashable, Sendable {
    package let database: Int
    /// The file of the write-ahead log. It keeps its size after its content has been copied.
    package let wal: Int
}

extension Store {
    /// The load of the database at this moment.
    package var load: DatabaseLoad { engine.load }

    /// Whether few enough writes wait for brief reads to join their queue.
    package var takesBriefReads: Bool { location.gainsByBriefReads && engine.load.writesWaiting < 64 }

    /// The sizes of the files at this moment; nil: a database keeps the store.
    package var sizes: StoreSizes? { location.sizes }
}
