import Synchronization

/// Computes a value once for all tasks that request it at the same time, and caches the value or error for a while.
package final class KeptAnswer<Value: Sendable>: Sendable {
    private struct Kept: Sendable {
        let result: Result<Value, any Error>
        let age: Stopwatch
    }

    private let lifetime: Duration
    private let clock: any Clock<Duration>
    private let compute: @Sendable () async throws -> Value
    private let kept = Mutex<Kept?>(nil)
    private let turn = FIFOLock()

    /// - Parameter lifetime: how long the result is cached.
    package init(
        for lifetime: Duration, clock: any Clock<Duration>, _ compute: @escaping @Sendable () async throws -> Value
    ) {
        self.lifetime = lifetime
        self.clock = clock
        self.compute = compute
    }

    package func value() async throws -> Value {
        if let fresh { return try fresh.get() }
        await turn.acquire()
        defer { turn.release() }
        // Another task may have computed it meanwhile.
        if let fresh { return try fresh.get() }
        let result: Result<Value, any Error>
        do {
            result = .success(try await compute())
        } catch {
            // A cancellation says nothing about the value.
            if error is CancellationError { throw error }
            result = .failure(error)
        }
        kept.withLock { $0 = Kept(result: result, age: Stopwatch(clock)) }
        return try result.get()
    }

    private var fresh: Result<Value, any Error>? {
        kept.withLock { kept in kept.flatMap { $0.age.elapsed < lifetime ? $0.result : nil } }
    }
}
