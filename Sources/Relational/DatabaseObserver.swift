package import Coordination

/// Gets a database's events, for measurements. By default it ignores them.
///
/// The closures run on the database's own threads, between its work: they must be quick and never wait.
package struct DatabaseObserver: Sendable {
    /// The holder of the database's work.
    package var holder = WorkHolder.none
    /// A write is about to be carried out: the first one that waits, or the next group.
    package var began: @Sendable () -> Void = {}
    /// No write waits any more.
    package var ended: @Sendable () -> Void = {}
    /// A transaction is on the disk: how many writes it contained, how long the commit took, most of it in fsync, and
    /// how many pages the write-ahead log has now; 0 if the engine keeps its log out of sight.
    package var committed: @Sendable (_ writes: Int, _ time: Duration, _ pagesInWAL: Int) -> Void
    /// A write in a transaction of its own was rolled back, or could not be committed.
    package var failed: @Sendable (DatabaseError) -> Void
    /// A transaction that changed some of `watchedTables` is on the disk. None of its writes has been answered yet.
    /// It is called as well, with all, if it is not known whether a transaction is on the disk.
    package var changedWatched: @Sendable (WatchedTables.Groups) -> Void = { _ in }
    /// The tables whose changes by statements are reported; a trigger's are not.
    package var watchedTables = WatchedTables()
    /// A connection has prepared a statement that was new to it. Tests give each to the other engine.
    package var prepared: (@Sendable (SQL) -> Void)?
    /// A read or a write found damaged pages.
    package var damaged: @Sendable () -> Void
    /// A read found a row of a table that was changed by hand.
    package var foundAltered: @Sendable (String) -> Void = { _ in }
    /// A read or a write found its queue full.
    package var refused: @Sendable () -> Void
    /// A read begins, after waiting this long for a connection and a thread.
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

/// The queues of a database at one moment.
package struct DatabaseLoad: Hashable, Sendable {
    package let writesWaiting: Int
    package let readsWaiting: Int
    /// How many of each may wait.
    package let allowed: Int

    /// How many writes of a database may wait, and how many of its reads in each lane.
    static let capacity = 1024

    package init(writesWaiting: Int, readsWaiting: Int, allowed: Int = DatabaseLoad.capacity) {
        self.writesWaiting = writesWaiting
        self.readsWaiting = readsWaiting
        self.allowed = allowed
    }
}
