import Relational
import Synchronization

/// A reading connection, which is opened at its first use.
final class Reader: PooledReader {
    private struct State: ~Copyable {
        var connection: ReadTransaction?
        var isClosed = false
        /// Whether it was used since the last check.
        var wasUsed = false
    }

    private let state = Mutex(State())
    private let isConnected = Atomic(false)
    private let opening: @Sendable () throws(OpeningError) -> sending ReadTransaction

    init(opening: @escaping @Sendable () throws(OpeningError) -> sending ReadTransaction) {
        self.opening = opening
    }

    var isOpen: Bool { isConnected.load(ordering: .relaxed) }

    func open() throws(OpeningError) {
        try state.withLock { (state) throws(OpeningError) in state.connection = try opening() }
        isConnected.store(true, ordering: .relaxed)
    }

    func run(_ job: Job<Reading>) -> DatabaseError? {
        state.withLock { state in
            state.wasUsed = true
            var failure: DatabaseError? = .closed
            if state.connection == nil, !state.isClosed {
                do throws(OpeningError) {
                    state.connection = try opening()
                    isConnected.store(true, ordering: .relaxed)
                } catch {
                    failure = .sqlite(.cannotOpen, message: error.description)
                }
            }
            switch state.connection {
            case .some(let open): failure = Reader.snapshot(of: open, job)
            case .none: break
            }
            job.answer(failure)
            return failure
        }
    }

    func closeIfUnused() -> Bool {
        let isClosed = state.withLockIfAvailable { state in
            defer { state.wasUsed = false }
            guard !state.wasUsed, state.connection != nil else { return false }
            state.connection = nil
            isConnected.store(false, ordering: .relaxed)
            return true
        }
        return isClosed ?? false
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.connection = nil
            isConnected.store(false, ordering: .relaxed)
        }
    }

    private static func snapshot(of connection: borrowing ReadTransaction, _ job: Job<Reading>) -> DatabaseError? {
        do {
            connection.sqlite.deadline.end(within: Int(Snapshot.longest.components.seconds))
            try connection.sqlite.execute("BEGIN")
            // Ending a read can't lose anything; the next BEGIN reports a failure to end it.
            defer { try? connection.sqlite.execute("COMMIT") }
            try job.perform(connection)
            return nil
        } catch {
            return error
        }
    }
}
