package import Coordination
import Dispatch
import Synchronization

/// Runs reads that take longer than a snapshot may last, each on a connection of its own, so that the pool of readers
/// stays free.
///
/// Each statement is a snapshot of its own, so a long read proceeds in pieces.
package final class DedicatedReader: Sendable {
    /// A connection for one read.
    package struct Opened: ~Copyable {
        package let connection: ReadTransaction
        /// Interrupts its statement, if that can be interrupted, and all later ones.
        package let interrupt: @Sendable () -> Void

        package init(_ connection: consuming ReadTransaction, interrupt: @escaping @Sendable () -> Void) {
            self.connection = connection
            self.interrupt = interrupt
        }
    }

    private struct State {
        var isClosed = false
        var waiting: [Job<Reading>] = []
        var interrupt: (@Sendable () -> Void)?
    }

    private let opening: @Sendable () throws(DatabaseError) -> Opened
    private let state = Mutex(State())
    private let thread: BlockingThread
    private let holder: WorkHolder
    /// Entered while a read runs.
    private let running = DispatchGroup()

    /// - Parameters:
    ///   - thread: runs the reads in their order, and perhaps those of other databases.
    ///   - holder: the holder of the reads.
    ///   - opening: opens a connection.
    package init(
        on thread: BlockingThread = BlockingThread(), for holder: WorkHolder = .none,
        opening: @escaping @Sendable () throws(DatabaseError) -> Opened
    ) {
        self.thread = thread
        self.holder = holder
        self.opening = opening
    }

    /// Runs the job after the earlier ones.
    package func submit(_ job: Job<Reading>) {
        let isRefused = state.withLock { state in
            if !state.isClosed { state.waiting.append(job) }
            return state.isClosed
        }
        guard !isRefused else { return job.answer(.closed) }
        thread.submit { self.runNext() }
    }

    /// Refuses all jobs that have not begun, and interrupts the running one if its statement can be interrupted.
    /// SQLite's check of the structure can't.
    package func refuse() {
        let refused = state.withLock { state in
            state.isClosed = true
            state.interrupt?()
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in refused { job.answer(.closed) }
    }

    /// The same; returns when the connection of the running job is closed.
    package func close() {
        refuse()
        running.wait()
    }

    private func runNext() {
        guard let answer = runFirst() else { return }
        running.leave()
        answer()
    }

    /// Runs the first job that waits, and releases what its closure held: that may be the lock of a directory, which is
    /// opened again as soon as this reader is closed.
    /// - Returns: answers the job; nil: none waited.
    private func runFirst() -> (() -> Void)? {
        let next = state.withLock { state -> Job<Reading>? in
            guard !state.waiting.isEmpty else { return nil }
            running.enter()
            return state.waiting.removeFirst()
        }
        guard let next else { return nil }
        let failure = holder.onThread { run(next) }
        return { [answer = next.answer] in answer(failure) }
    }

    /// - Returns: why the job failed; nil if it succeeded. Its connection is closed.
    private func run(_ job: Job<Reading>) -> DatabaseError? {
        do throws(DatabaseError) {
            let opened = try opening()
            state.withLock { state in
                state.interrupt = opened.interrupt
                if state.isClosed { opened.interrupt() }
            }
            defer { state.withLock { $0.interrupt = nil } }
            try job.perform(opened.connection)
            return nil
        } catch {
            return state.withLock { $0.isClosed } ? .closed : error
        }
    }
}
