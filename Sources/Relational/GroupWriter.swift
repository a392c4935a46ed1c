/// An engine's part of group commit: it makes the transactions of one database, one at a time. See decision 0114.
package protocol GroupWriter: Sendable {
    /// Runs work on one of the engine's threads. `GroupCommit` never schedules work before the last one has ended.
    func schedule(_ work: @escaping @Sendable () -> Void)

    /// Whether other databases wait for the thread: then the next group waits for its turn.
    var isThreadScarce: Bool { get }

    /// Why a write can't be made now, such as `DatabaseError.diskFull`; nil if it can.
    func refusal(of job: Job<Writing>) -> DatabaseError?

    /// Runs a group in a transaction and commits it. If that fails, it is rolled back.
    func transaction(_ group: inout WriteGroup) throws(DatabaseError) -> Commit

    /// Tries to remove the reason why a group failed.
    /// - Parameter attempt: how often this was tried for the group.
    /// - Returns: whether the whole group runs again.
    func retries(_ group: WriteGroup, after error: DatabaseError, attempt: Int) -> Bool

    /// Runs between groups, when all callers have been answered.
    func groupEnded()

    /// Runs a job that may begin no transaction, or several.
    func runOutsideTransaction(_ job: Job<Writing>) throws(DatabaseError)

    /// Closes the connection, if it has one of its own. No job follows.
    func close()
}

/// The figures of a commit, and the watched tables that it changed.
package struct Commit: Hashable, Sendable {
    /// How long it took, without the closures of its group.
    package let time: Duration
    /// The groups of `DatabaseObserver.watchedTables` of which it changed a table.
    package let changedWatched: WatchedTables.Groups
    /// The pages of the engine's write-ahead log; 0 if an engine keeps it out of sight.
    package let pagesInLog: Int

    package init(time: Duration, changedWatched: WatchedTables.Groups, pagesInLog: Int) {
        self.time = time
        self.changedWatched = changedWatched
        self.pagesInLog = pagesInLog
    }
}

/// The writes of one transaction.
package struct WriteGroup: Sendable {
    package private(set) var jobs: [Job<Writing>]
    /// Puts the rest of the group back; returns false if it can't wait, or need not.
    private let postpones: @Sendable (ArraySlice<Job<Writing>>) -> Bool

    init(_ jobs: [Job<Writing>], postpones: @escaping @Sendable (ArraySlice<Job<Writing>>) -> Bool) {
        self.jobs = jobs
        self.postpones = postpones
    }

    /// Runs the closures in their order, without the rest that was postponed. Urgent jobs with shares of the same work
    /// run together, when the first of them has its turn.
    package mutating func run(on connection: borrowing WriteTransaction) throws(DatabaseError) {
        var done: Set<ObjectIdentifier> = []
        for (index, job) in jobs.enumerated() {
            if job.isUrgent, let share = job.share {
                guard done.insert(share.kind).inserted else { continue }
                let others = jobs[(index + 1)...].filter(\.isUrgent).compactMap(\.share)
                try share.perform(with: others.filter { $0.kind == share.kind }, on: connection)
                if let failure = connection.session.failure { throw failure }
                continue
            }
            // Urgent writes wait for one closure and one commit, however many writes queued before them.
            if index > 0, !job.isUrgent, postpones(jobs[index...]) {
                jobs.removeSubrange(index...)
                return
            }
            try job.perform(connection)
            if let failure = connection.session.failure { throw failure }
        }
    }
}
