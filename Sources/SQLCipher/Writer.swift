import Coordination
import Glibc
import Relational
import Synchronization

/// Makes the transactions and the checkpoints of a file, on one connection with a thread of its own: the part of group
/// commit that knows the file. See decisions 0002 and 0114.
final class Writer: GroupWriter {
    private static let pagesBetweenCheckpoints = 1000

    private let connection: Mutex<WriteTransaction?>
    private let thread: StandingThread
    private let checkpointed = Mutex(0)
    let reserve: DiskReserve?
    /// Notes outside the file how far its commits reach in the WAL.
    let anchor: CommitAnchor?
    /// Whether the last checkpoint copied all of the WAL.
    private let lastIsComplete = Mutex(false)
    /// When the last checkpoint ended, in milliseconds since 1970.
    let lastCheckpoint = Mutex<Int64?>(nil)

    init(
        _ connection: consuming sending WriteTransaction, on thread: StandingThread, reserve: DiskReserve?,
        anchor: CommitAnchor?
    ) {
        self.thread = thread
        self.anchor = anchor
        self.connection = Mutex(connection)
        self.reserve = reserve
    }

    func schedule(_ work: @escaping @Sendable () -> Void) { thread.run(work) }

    /// The thread is the file's own.
    var isThreadScarce: Bool { false }

    func transaction(_ group: inout WriteGroup) throws(DatabaseError) -> Commit {
        try connection.withLock { connection throws(DatabaseError) in
            switch connection {
            case .some(let open): return try transaction(&group, on: open)
            case .none: throw .closed
            }
        }
    }

    private func transaction(
        _ group: inout WriteGroup, on connection: borrowing WriteTransaction
    ) throws(DatabaseError) -> Commit {
        let session = connection.sqlite
        session.isDiskFull = isDiskFull
        let before = session.commitsToWAL
        try session.begin()
        do {
            try group.run(on: connection)
            let start = ContinuousClock.now
            try session.commit()
            let time = ContinuousClock.now - start
            let pages = session.pagesInWAL
            if session.commitsToWAL != before { anchor?.record(frames: pages) }
            return Commit(time: time, changedWatched: session.changedWatched, pagesInLog: pages)
        } catch {
            // If the rollback fails, the transaction has already ended, or the next BEGIN reports it.
            if !session.isAutocommit { try? session.execute("ROLLBACK") }
            throw error
        }
    }

    func runOutsideTransaction(_ job: Job<Writing>) throws(DatabaseError) {
        try connection.withLock { connection throws(DatabaseError) in
            switch connection {
            case .some(let open): try job.perform(open)
            case .none: throw .closed
            }
        }
    }

    /// A failed checkpoint loses nothing: the WAL keeps the pages, and the next group tries again.
    func groupEnded() {
        connection.withLock { connection in
            switch connection {
            case .some(let open): checkpointIfDue(open)
            case .none: break
            }
        }
    }

    func close() {
        connection.withLock { connection in
            switch connection {
            case .some(let open):
                // Closing deletes the WAL only after all of it is in the file and that is noted.
                if anchor != nil, checkpoint(open) == nil, lastIsComplete.withLock(\.self) {
                    open.sqlite.keepLog(false)
                }
            case .none: break
            }
            connection = nil
        }
    }

    private func checkpointIfDue(_ connection: borrowing WriteTransaction) {
        let pages = connection.sqlite.pagesInWAL
        checkpointed.withLock { last in
            if pages < last { last = 0 }
            guard pages - last >= Writer.pagesBetweenCheckpoints else { return }
            var failure = checkpoint(connection)
            // If the file can't grow by the copied pages, the reserve makes room.
            while failure?.isDiskFull == true, reserve?.cut() == true { failure = checkpoint(connection) }
            last = failure == nil ? pages : 0
        }
    }

    /// Makes a checkpoint, so that the WAL starts over if all of it is copied.
    func checkpoint() {
        connection.withLock { connection in
            switch connection {
            case .some(let open): _ = checkpoint(open)
            case .none: break
            }
        }
    }

    /// - Returns: why the WAL was not copied; nil if it was, as far as readers allowed.
    private func checkpoint(_ connection: borrowing WriteTransaction) -> DatabaseError? {
        do {
            // A full disk has no room for it.
            if anchor != nil, !isDiskFull, connection.sqlite.pagesInWAL > 0 {
                try connection.sqlite.raiseCheckpointNumber()
            }
            let isComplete = try connection.sqlite.checkpoint()
            if isComplete, let anchor { anchor.settle(try connection.sqlite.checkpointNumber()) }
            lastIsComplete.withLock { $0 = isComplete }
            var time = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            lastCheckpoint.withLock { $0 = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000 }
            return nil
        } catch {
            if error.isDiskFull { reserve?.logFullDisk() }
            return error
        }
    }
}
