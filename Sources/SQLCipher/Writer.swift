import Dispatch
import Glibc
import Relational
import Synchronization

/// Makes every write and every checkpoint of a file, on one connection with a queue of its own.
///
/// Group commit: the writes that queued during the last commit run in one transaction, are committed with one fsync and
/// answered after it. See decision 0002.
final class Writer: Sendable {
    private struct Backlog {
        var urgent: [Job<Writing>] = []
        var normal: [Job<Writing>] = []
        var outsideTransaction: [Job<Writing>] = []
        var running = false
        var closed = false
    }

    static let capacity = 1024
    private static let groupSize = 256
    private static let pagesBetweenCheckpoints = 1000

    private let connection: Mutex<WriteTransaction?>
    private let backlog = Mutex(Backlog())
    private let queue = DispatchQueue(label: "fairkit.writer")
    private let checkpointed = Mutex(0)
    let reserve: DiskReserve?
    /// Notes outside the file how far its commits reach in the WAL.
    let anchor: CommitAnchor?
    private let observer: DatabaseObserver
    /// Whether the last checkpoint copied all of the WAL.
    private let lastIsComplete = Mutex(false)
    /// When the last checkpoint ended, in milliseconds since 1970.
    let lastCheckpoint = Mutex<Int64?>(nil)

    init(
        _ connection: consuming sending WriteTransaction, reserve: DiskReserve?, anchor: CommitAnchor?,
        observer: DatabaseObserver
    ) {
        self.anchor = anchor
        self.connection = Mutex(connection)
        self.reserve = reserve
        self.observer = observer
    }

    /// The number of waiting writes.
    var waiting: Int { backlog.withLock { $0.urgent.count + $0.normal.count } }

    /// Queues a job. A job that can't be queued fails at once.
    func submit(_ job: Job<Writing>, lane: Lane) {
        var job = job
        (job.usesReserve, job.isUrgent) = (lane == .critical, lane != .normal)
        guard job.usesReserve || !isDiskFull else { return job.answer(.diskFull) }
        let refusal: DatabaseError?
        let start: Bool
        (refusal, start) = backlog.withLock { [job] backlog in
            guard !backlog.closed else { return (.closed, false) }
            guard backlog.urgent.count + backlog.normal.count < Writer.capacity else { return (.queueFull, false) }
            switch lane {
            case .critical, .urgent: backlog.urgent.append(job)
            case .normal: backlog.normal.append(job)
            }
            defer { backlog.running = true }
            return (nil, !backlog.running)
        }
        if let refusal {
            if refusal == .queueFull { observer.refused() }
            job.answer(refusal)
        }
        if start { queue.async { self.drain() } }
    }

    /// Runs a job outside transactions, in turn with the groups: one such job follows each group, so neither waits
    /// long.
    func submitOutsideTransaction(_ job: Job<Writing>) {
        let start: Bool? = backlog.withLock { backlog in
            guard !backlog.closed else { return nil }
            backlog.outsideTransaction.append(job)
            defer { backlog.running = true }
            return !backlog.running
        }
        guard let start else { return job.answer(.closed) }
        if start { queue.async { self.drain() } }
    }

    /// Refuses new jobs, finishes queued ones and then a last one, and closes the connection.
    func close(last: Job<Writing>? = nil) {
        backlog.withLock { $0.closed = true }
        queue.sync {
            drain()
            connection.withLock { connection in
                switch connection {
                case .some(let open):
                    if let last { commit([last], on: open) }
                    // Closing deletes the WAL only after all of it is in the file and that is noted.
                    if anchor != nil, checkpoint(open) == nil, lastIsComplete.withLock(\.self) {
                        open.sqlite.keepLog(false)
                    }
                case .none: break
                }
                connection = nil
            }
        }
    }

    private func drain() {
        while true {
            let (group, outside) = backlog.withLock { backlog -> ([Job<Writing>], [Job<Writing>]) in
                let urgent = backlog.urgent.prefix(Writer.groupSize)
                backlog.urgent.removeFirst(urgent.count)
                let normal = backlog.normal.prefix(Writer.groupSize - urgent.count)
                backlog.normal.removeFirst(normal.count)
                let outside = backlog.outsideTransaction.prefix(1)
                backlog.outsideTransaction.removeFirst(outside.count)
                if urgent.isEmpty, normal.isEmpty, outside.isEmpty { backlog.running = false }
                return (Array(urgent + normal), Array(outside))
            }
            guard !group.isEmpty || !outside.isEmpty else { return }
            connection.withLock { connection in
                switch connection {
                case .some(let open):
                    if !group.isEmpty {
                        commit(group, on: open)
                        checkpointIfDue(open)
                    }
                    for job in outside { Writer.runOutsideTransaction(job, on: open) }
                case .none:
                    for job in group + outside { job.answer(.closed) }
                }
            }
        }
    }

    /// Commits the whole group; if one closure throws, each runs in a transaction of its own, so that a failure costs
    /// the others only time.
    /// - Parameter attempt: how often the disk was full for this group.
    private func commit(_ group: [Job<Writing>], on connection: borrowing WriteTransaction, attempt: Int = 0) {
        var group = admitted(group)
        guard !group.isEmpty else { return }
        connection.sqlite.isDiskFull = isDiskFull
        do {
            let before = connection.sqlite.commitsToWAL
            let duration = try Writer.transaction(on: connection) { (connection) throws(DatabaseError) in
                for (index, job) in group.enumerated() {
                    // Urgent writes wait for one closure and one commit, however many writes queued before them.
                    if index > 0, postpone(group[index...]) {
                        group.removeSubrange(index...)
                        break
                    }
                    try Writer.run(job, on: connection)
                }
            }
            if connection.sqlite.hasChangedWatched { observer.changedWatched() }
            if connection.sqlite.commitsToWAL != before { anchor?.note(frames: connection.sqlite.pagesInWAL) }
            observer.committed(group.count, duration, connection.sqlite.pagesInWAL)
            for job in group { job.answer(nil) }
        } catch  where error.isDiskFull && reserve != nil && makeRoom(for: group, on: connection, attempt: attempt) {
            commit(group, on: connection, attempt: attempt + 1)
        } catch  where group.count > 1 {
            for job in group { commit([job], on: connection, attempt: attempt) }
        } catch {
            observer.failed(error)
            if error.isDamage { observer.damaged() }
            for job in group { job.answer(error) }
        }
    }

    /// Puts the rest of a group back behind urgent writes that came later.
    /// - Returns: false if no urgent write waits, or the rest is urgent itself.
    private func postpone(_ rest: ArraySlice<Job<Writing>>) -> Bool {
        guard rest.first?.isUrgent == false else { return false }
        return backlog.withLock { backlog in
            guard !backlog.urgent.isEmpty else { return false }
            backlog.normal.insert(contentsOf: rest, at: 0)
            return true
        }
    }

    private static func runOutsideTransaction(_ job: Job<Writing>, on connection: borrowing WriteTransaction) {
        do {
            try job.perform(connection)
            job.answer(nil)
        } catch {
            job.answer(error)
        }
    }

    private static func run(_ job: Job<Writing>, on connection: borrowing WriteTransaction) throws(DatabaseError) {
        try job.perform(connection)
        if let failure = connection.sqlite.failure { throw failure }
    }

    /// - Returns: how long the commit took.
    private static func transaction(
        on connection: borrowing WriteTransaction,
        _ body: (borrowing WriteTransaction) throws(DatabaseError) -> Void
    ) throws(DatabaseError) -> Duration {
        try connection.sqlite.begin()
        do {
            try body(connection)
            let start = ContinuousClock.now
            try connection.sqlite.commit()
            return ContinuousClock.now - start
        } catch {
            // If the rollback fails, the transaction has already ended, or the next BEGIN reports it.
            if !connection.sqlite.isAutocommit { try? connection.sqlite.execute("ROLLBACK") }
            throw error
        }
    }

    /// Runs between groups, when all callers have been answered. A failed checkpoint loses nothing: the WAL keeps the
    /// pages, and the next group tries again.
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

    /// - Returns: why the WAL was not copied; nil if it was, as far as readers allowed.
    @discardableResult
    func checkpoint(_ connection: borrowing WriteTransaction) -> DatabaseError? {
        do {
            let isComplete = try connection.sqlite.checkpoint()
            if isComplete { anchor?.settle() }
            lastIsComplete.withLock { $0 = isComplete }
            var time = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            lastCheckpoint.withLock { $0 = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000 }
            return nil
        } catch {
            if error.isDiskFull { reserve?.noteFullDisk() }
            return error
        }
    }
}
