import Synchronization

/// Computes a value that is never older than the question: each task gets a value whose computation began after it had
/// asked. Tasks that ask during one computation share the next one.
package final class FreshAnswer<Value: Sendable, Failure: Error>: Sendable {
    private struct State {
        /// How many computations have begun.
        var begun = 0
        var last: (number: Int, result: Result<Value, Failure>)?
    }

    private let compute: @Sendable () async throws(Failure) -> Value
    private let state = Mutex(State())
    private let turn = FIFOLock()

    package init(_ compute: @escaping @Sendable () async throws(Failure) -> Value) {
        self.compute = compute
    }

    package func value() async throws(Failure) -> Value {
        let asked = state.withLock(\.begun)
        await turn.acquire()
        defer { turn.release() }
        let found = state.withLock { state in state.last.flatMap { $0.number > asked ? $0.result : nil } }
        if let found { return try found.get() }
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try await compute()) } catch { result = .failure(error) }
        state.withLock { $0.last = (number, result) }
        return try result.get()
    }
}
