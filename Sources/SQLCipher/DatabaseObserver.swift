/// Is told what a database does, so that it can be measured. By default it does nothing.
///
/// The closures are called on the database's own threads, between its work: they must be quick, and wait for nothing.
package struct DatabaseObserver: Sendable {
    /// A transaction is on the disk: how many writes it held, what the commit took, most of it in fsync, and how many
    /// pages the write-ahead log holds now.
    package var committed: @Sendable (_ writes: Int, _ time: Duration, _ pagesInWAL: Int) -> Void
    /// A write that stood in a transaction of its own was rolled back, or could not be committed.
    package var failed: @Sendable (DatabaseError) -> Void
    /// A transaction is on the disk that changed one of `watchedTables`. None of its writes has been answered.
    package var changedWatched: @Sendable () -> Void = {}
    /// Tables whose changes are told.
    package var watchedTables: Set<String> = []
    /// A read or a write met damaged pages.
    package var damaged: @Sendable () -> Void
    /// A read or a write found its queue full.
    package var refused: @Sendable () -> Void
    /// A read begins, after waiting so long for a connection and a thread.
    package var readBegan: @Sendable (Duration) -> Void

    package init(
        committed: @escaping @Sendable (Int, Duration, Int) -> Void = { _, _, _ in },
        failed: @escaping @Sendable (DatabaseError) -> Void = { _ in },
        damaged: @escaping @Sendable () -> Void = {},
        refused: @escaping @Sendable () -> Void = {}, readBegan: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.committed = committed
        self.failed = failed
        self.damaged = damaged
        self.refused = refused
        self.readBegan = readBegan
    }

    package static let none = DatabaseObserver()
}

/// What waits in a database at one moment.
package struct DatabaseLoad: Hashable, Sendable {
    package let writesWaiting: Int
    package let readsWaiting: Int
    /// How many of each may wait.
    package let allowed: Int

    package init(writesWaiting: Int, readsWaiting: Int, allowed: Int) {
        self.writesWaiting = writesWaiting
        self.readsWaiting = readsWaiting
        self.allowed = allowed
    }
}
