import Coordination
import Relational
import Synchronization

/// Runs reads that take longer than a snapshot may last, each on a connection of its own, so that the pool of readers
/// stays free.
///
/// Each statement is a snapshot of its own, so a long read proceeds in pieces.
final class DedicatedReader: Sendable {
    private struct State {
        var closed = false
        var deadline: Deadline?
    }

    private let path: String
    private let key: CipherKey
    private let keepsLog: Bool
    private let state = Mutex(State())
    private let thread = BlockingThread()

    init(path: String, key: CipherKey, keepsLog: Bool) {
        self.keepsLog = keepsLog
        self.path = path
        self.key = key
    }

    /// Runs the job after the earlier ones.
    func submit(_ job: Job<Reading>) {
        thread.submit { self.run(job) }
    }

    /// Refuses new jobs, and interrupts the running one if its statement can be interrupted. SQLite's check of the
    /// structure can't.
    func refuse() {
        state.withLock { state in
            state.closed = true
            state.deadline?.end(within: 0)
        }
    }

    /// The same; returns when its connection is closed.
    func close() {
        refuse()
        thread.finish()
    }

    private func run(_ job: Job<Reading>) {
        guard !state.withLock({ $0.closed }) else { return job.answer(.closed) }
        let connection: ReadTransaction
        do {
            connection = try ReadTransaction.openForLongReads(path: path, key: key, keepsLog: keepsLog)
        } catch {
            return job.answer(.sqlite(.cannotOpen, message: error.description))
        }
        let deadline = connection.sqlite.deadline
        state.withLock { state in
            state.deadline = deadline
            if state.closed { deadline.end(within: 0) }
        }
        defer { state.withLock { $0.deadline = nil } }
        do {
            try job.perform(connection)
            job.answer(nil)
        } catch {
            job.answer(state.withLock { $0.closed } ? .closed : error)
        }
    }
}
