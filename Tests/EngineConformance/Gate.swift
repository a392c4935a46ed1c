import Dispatch
package import Relational
import Synchronization

/// Holds a connection's thread at a chosen point, and tells when it has arrived.
package struct Gate: Sendable {
    private let reached = AsyncStream.makeStream(of: Void.self)
    private let opened = DispatchSemaphore(value: 0)

    package init() {}

    /// Called in a transaction: signals that the gate is reached, and waits until it is opened.
    package func pass() {
        reached.continuation.yield()
        opened.wait()
    }

    /// Returns when a thread waits at the gate.
    package func isReached() async {
        var arrivals = reached.stream.makeAsyncIterator()
        await arrivals.next()
    }

    package func open() {
        opened.signal()
    }
}

/// Numbers that closures note, in the order in which they run.
package final class Notes: Sendable {
    private let numbers = Mutex<[Int]>([])

    package init() {}

    package var all: [Int] { numbers.withLock(\.self) }

    /// - Returns: all so far.
    @discardableResult
    package func add(_ number: Int) -> [Int] {
        numbers.withLock { numbers in
            numbers.append(number)
            return numbers
        }
    }
}

extension DatabaseError {
    /// Thrown by a closure that fails on purpose.
    package static let onPurpose = DatabaseError.unexpectedValue(column: 99, sql: "on purpose")
}

extension Result where Failure == DatabaseError {
    package init(_ body: () async throws(DatabaseError) -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

extension Engine {
    /// The first column of every row.
    package func values<T: SQLValueConvertible & Sendable>(
        _ sql: SQL, as type: T.Type = T.self
    ) async throws(DatabaseError) -> [T] {
        try await read { (tx) throws(DatabaseError) in
            try tx.all(sql) { row throws(DatabaseError) in try row.value(0) }
        }
    }

    @discardableResult
    package func run(_ sql: SQL) async throws(DatabaseError) -> Int {
        try await write { (tx) throws(DatabaseError) in try tx.rowsChanged(by: sql) }
    }
}
