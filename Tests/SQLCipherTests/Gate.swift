import Dispatch
import Relational
import SQLCipher

/// Holds a connection's thread at a chosen point, and tells when it has arrived.
struct Gate: Sendable {
    private let reached = AsyncStream.makeStream(of: Void.self)
    private let opened = DispatchSemaphore(value: 0)

    /// Called in a transaction: signals that the gate is reached, and waits until it is opened.
    func pass() {
        reached.continuation.yield()
        opened.wait()
    }

    /// Returns when a thread waits at the gate.
    func isReached() async {
        var arrivals = reached.stream.makeAsyncIterator()
        await arrivals.next()
    }

    func open() {
        opened.signal()
    }
}

extension Database {
    /// How many writes or reads may wait.
    static let queueCapacity = 1024
}

extension DatabaseError {
    /// Thrown by a closure that fails on purpose.
    static let onPurpose = DatabaseError.unexpectedValue(column: 99, sql: "on purpose")
}
