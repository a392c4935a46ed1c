import Dispatch
import SQLCipher

/// Holds a connection's thread where a test wants it, and tells when it is there.
struct Gate: Sendable {
    private let reached = AsyncStream.makeStream(of: Void.self)
    private let opened = DispatchSemaphore(value: 0)

    /// Called in a transaction: says that it is reached, and waits until it is opened.
    func pass() {
        reached.continuation.yield()
        opened.wait()
    }

    /// Returns when somebody stands at the gate.
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
    /// What a closure throws that fails on purpose.
    static let onPurpose = DatabaseError.unexpectedValue(column: 99, sql: "on purpose")
}
