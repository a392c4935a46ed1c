import Dispatch
import Synchronization

/// An open database of any engine: one writer with group commit, and a few readers. See decision 0114.
///
/// An acknowledged write is durable: `write` returns after its commit.
package protocol Engine: AnyObject, Sendable {
    /// Its name in errors: the path of a file, or the name of a schema.
    var label: String { get }

    /// Queues a write. It is answered once: after its commit, or with the reason why there is none.
    func submit(_ job: Job<Writing>, lane: WriteLane)
    /// Queues a read of one snapshot. It is answered once.
    func submit(_ job: Job<Reading>, in lane: ReadLane)
    /// Queues a long read on a connection of its own, in which each statement is a snapshot of its own.
    func submitApart(_ job: Job<Reading>)

    /// The numbers of waiting reads and writes.
    var load: DatabaseLoad { get }

    /// Commits a change that changes nothing, to find out whether writes are accepted.
    func tryWriting() async throws(DatabaseError)

    /// Gives up what was not used since the last call, such as connections. It blocks for some milliseconds.
    /// - Returns: how many connections it closed.
    func closeUnused() -> Int

    /// Refuses new work, finishes queued work, and closes the database. It blocks.
    /// - Parameters:
    ///   - awaitingLongReads: whether to wait for long reads as well. A process that exits need not wait.
    ///   - last: the last write, after all others; nil: none.
    func close(awaitingLongReads: Bool, last: Job<Writing>?)
}

extension Engine {
    /// Runs a closure in a transaction and returns its value after the commit.
    ///
    /// The closure may run twice: if another closure of its group throws, each is retried alone. So it has no side
    /// effects, and expected outcomes are returned, not thrown: only a throw rolls back.
    package func write<T: Sendable>(
        lane: WriteLane = .normal,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await Job.value(of: body) { submit($0, lane: lane) }
    }

    /// Runs a closure on a snapshot.
    package func read<T: Sendable>(
        lane: ReadLane = .normal,
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await Job.value(of: body) { submit($0, in: lane) }
    }

    /// Runs a closure on a snapshot, for a caller that is not a task. It blocks.
    package func readBlocking<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T {
        try Job.blockingValue(of: body) { submit($0, in: .urgent) }
    }

    /// Runs a closure in a transaction, for a caller that is not a task. It blocks until the commit.
    package func writeBlocking<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T {
        try Job.blockingValue(of: body) { submit($0, lane: .normal) }
    }

    /// Runs a long-running closure on a connection of its own; every statement in it is a snapshot of its own.
    package func readOnDedicatedConnection<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await Job.value(of: body) { submitApart($0) }
    }

    /// Refuses new work, finishes queued work, and closes the database. It blocks.
    /// - Parameters:
    ///   - awaitingLongReads: whether to wait for long reads as well. A process that exits need not wait.
    ///   - last: the last write, after all others.
    package func close(
        awaitingLongReads: Bool = true,
        last: (@Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void)? = nil
    ) {
        close(awaitingLongReads: awaitingLongReads, last: last.map { Job(perform: $0, answer: { _ in }) })
    }
}

extension Job {
    /// Awaits the value of a closure that an engine runs.
    /// - Parameter submit: gives the job to the engine, which answers it once.
    package static func value<T: Sendable>(
        of body: @escaping @Sendable (borrowing Connection<Access>) throws(DatabaseError) -> T,
        submit: (Job) -> Void
    ) async throws(DatabaseError) -> T {
        let result: Result<T, DatabaseError> = await withCheckedContinuation { continuation in
            submit(Job(of: body) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    /// The same on a thread that blocks meanwhile.
    package static func blockingValue<T: Sendable>(
        of body: @escaping @Sendable (borrowing Connection<Access>) throws(DatabaseError) -> T,
        submit: (Job) -> Void
    ) throws(DatabaseError) -> T {
        let (answer, isThere) = (Kept<Result<T, DatabaseError>>(), DispatchSemaphore(value: 0))
        submit(
            Job(of: body) { result in
                answer.value.withLock { $0 = result }
                isThere.signal()
            })
        isThere.wait()
        return try (answer.value.withLock(\.self) ?? .failure(.closed)).get()
    }

    /// A job that answers with the value of a closure.
    private init<T: Sendable>(
        of body: @escaping @Sendable (borrowing Connection<Access>) throws(DatabaseError) -> T,
        answer: @escaping @Sendable (Result<T, DatabaseError>) -> Void
    ) {
        let kept = Kept<T>()
        self.init(
            perform: { (connection) throws(DatabaseError) in
                kept.value.withLock { $0 = nil }
                let value = try body(connection)
                kept.value.withLock { $0 = value }
            },
            answer: { error in
                if let error {
                    answer(.failure(error))
                } else if let value = kept.value.withLock(\.self) {
                    answer(.success(value))
                } else {
                    answer(.failure(.closed))
                }
            })
    }
}

/// Carries a closure's value from its run to its commit.
private final class Kept<T: Sendable>: Sendable {
    let value = Mutex<T?>(nil)
}
